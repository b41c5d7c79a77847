"""Truth in finite structures, and the search for one."""

from hypothesis import given

from solver.cancel import Budget, Cancel
from solver.engines.finite_structures import search
from solver.language.problem import Problem
from solver.language.syntax import (
    And,
    Constant,
    Count,
    Equal,
    Exists,
    ForAll,
    Formula,
    Implies,
    IndividualSort,
    Not,
    Pred,
    PredicateSort,
    Prop,
    Signature,
    Symbol,
    Variable,
    expand,
)
from solver.results import Structure
from solver.structures import element_names, holds, predicate_keys
from tests.effort import examples
from tests.solver.strategies import first_order_problems

X, Y, Z = Variable("x"), Variable("y"), Variable("z")
LOVES = Structure(
    domain=("ann", "e1"),
    constants={"ann": "ann", "bob": "ann"},
    predicates={"F": frozenset({("e1",)}), "L": frozenset({("ann", "e1"), ("e1", "e1")})},
    values={"A": True, "lamp": "red"},
)
SIGNATURE = Signature(
    {
        (s.name, s.arity): s
        for s in (
            Symbol("F", PredicateSort(1)),
            Symbol("R", PredicateSort(2)),
            Symbol("a", IndividualSort()),
            Symbol("b", IndividualSort()),
        )
    }
)


def f(name: str) -> Formula:
    return Pred("F", (Constant(name),))


def r(left: Variable, right: Variable) -> Formula:
    return Pred("R", (left, right))


def loves(left: Variable, right: Variable) -> Formula:
    return Pred("L", (left, right))


def test_truth_in_a_structure() -> None:
    assert holds(LOVES, Prop("A"))
    assert holds(LOVES, ForAll("x", Exists("y", loves(X, Y))))
    assert holds(LOVES, Exists("y", ForAll("x", loves(X, Y))))
    assert not holds(LOVES, Exists("x", ForAll("y", loves(X, Y))))
    assert holds(LOVES, Equal(Constant("ann"), Constant("bob")))
    assert not holds(LOVES, ForAll("x", Equal(X, Constant("ann"))))
    assert holds(LOVES, Not(f("bob")))


def test_an_inner_variable_hides_an_outer_one() -> None:
    # ∀x (F(x) → ∃x ¬F(x)): the inner x is another.
    inner = Exists("x", Not(Pred("F", (X,))))
    assert holds(LOVES, ForAll("x", Implies(Pred("F", (X,)), inner)))


def test_definitions_are_followed() -> None:
    assert holds(LOVES, Prop("Rule"), {"Rule": Prop("Other"), "Other": f("ann")}) is False
    assert holds(LOVES, Count("exactly", 1, (Prop("Rule"), Prop("A"))), {"Rule": f("ann")})


def test_names_of_elements_and_predicates() -> None:
    assert element_names({"b": 1, "a": 0, "c": 1}, 3) == ("a", "b", "e1")
    assert element_names({"e1": 0}, 3) == ("e1", "e2", "e3")
    keys = [("F", 0), ("F", 1), ("G", 1), ("G", 2)]
    assert predicate_keys(keys)["F", 1] == "F"
    assert predicate_keys(keys)["G", 2] == "G/2"


def test_constants_are_distinguished_where_they_can_be() -> None:
    structure = search(SIGNATURE, [f("a"), f("b")]).structure
    assert structure is not None
    assert structure.domain == ("a", "b")


def test_constants_may_share_an_individual() -> None:
    structure = search(SIGNATURE, [f("a"), f("b"), ForAll("x", ForAll("y", Equal(X, Y)))]).structure
    assert structure is not None
    assert (structure.domain, dict(structure.constants)) == (("a",), {"a": "a", "b": "a"})


def test_the_smallest_without_names() -> None:
    two_individuals = Exists("x", Exists("y", Not(Equal(X, Y))))
    structure = search(SIGNATURE, [two_individuals]).structure
    assert structure is not None
    assert structure.domain == ("e1", "e2")


def test_more_individuals_than_are_looked_at() -> None:
    names = "vwxyz"
    apart = [
        Not(Equal(Variable(text), Variable(other)))
        for text in names
        for other in names
        if text < other
    ]
    five_individuals: Formula = And(tuple(apart))
    for name in names:
        five_individuals = Exists(name, five_individuals)
    none = search(SIGNATURE, [five_individuals], budget=Budget.of(60))
    assert (none.structure, none.exceeded) == (None, False)
    assert (
        search(SIGNATURE, [five_individuals], max_elements=5, budget=Budget.of(60)).structure
        is not None
    )


ORDER = [
    ForAll("x", Not(r(X, X))),
    ForAll("x", ForAll("y", ForAll("z", Implies(And((r(X, Y), r(Y, Z))), r(X, Z))))),
    ForAll("x", Exists("y", r(X, Y))),
]


def test_only_infinite_structures_are_not_found() -> None:
    outcome = search(SIGNATURE, ORDER)
    assert (outcome.structure, outcome.exceeded) == (None, False)


def test_the_budget_is_kept_and_said_to_be_exceeded() -> None:
    pulled = Cancel()
    pulled.cancel()
    assert search(SIGNATURE, ORDER, budget=Budget.of(9, pulled)).exceeded
    assert search(SIGNATURE, ORDER, budget=Budget.of(0.0)).exceeded
    wide: Formula = r(X, Y)
    for number in range(12):
        wide = ForAll(f"v{number}", wide)
    outcome = search(SIGNATURE, [ForAll("x", ForAll("y", wide)), *ORDER], budget=Budget.of(0.5))
    assert outcome.exceeded


@examples(60)
@given(first_order_problems())
def test_what_is_found_satisfies_the_formulas(problem: Problem) -> None:
    formulas = [expand(premise, problem.definitions) for premise in problem.premises]
    structure = search(problem.signature, formulas, max_elements=2, budget=Budget.of(5.0)).structure
    if structure is not None:
        assert all(holds(structure, formula) for formula in formulas)
    else:
        # Then no structure of one individual does: try the plainest ones.
        for truth in (False, True):
            plain = Structure(
                domain=("a",),
                constants=dict.fromkeys(problem.signature.constants(), "a"),
                predicates={
                    name: frozenset({("a",) * arity} if truth else ())
                    for name, arity in problem.signature.symbols
                    if arity
                },
                values={name: truth for name, arity in problem.signature.symbols if not arity},
            )
            assert not all(holds(plain, formula) for formula in formulas)
