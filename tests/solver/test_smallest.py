"""The smallest world against all worlds, and against every structure of a few elements."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget
from solver.inspection.smallest_world import SmallestWorld, size, smallest
from solver.language.loader import load_problem
from solver.language.problem import Theory
from solver.language.syntax import (
    BOOL,
    Equal,
    Exists,
    ForAll,
    Formula,
    IndividualSort,
    Not,
    PredicateSort,
    Signature,
    Symbol,
    SymbolKey,
    expand,
    symbols_of,
    walk,
)
from solver.results import Structure
from solver.structures import holds
from tests.effort import examples
from tests.solver import truth_tables
from tests.solver.brute import BruteEngine
from tests.solver.strategies import formulas


@pytest.mark.slow
@given(truth_tables.theories(), truth_tables.formulas())
@examples(150)
def test_no_world_has_fewer_true_facts(theory: Theory, formula: Formula) -> None:
    premises = [expand(premise.formula, theory.definitions) for premise in theory.premises]
    formulas = [*premises, expand(formula, theory.definitions)]
    outcome = smallest(theory.signature, formulas, Budget.of(20))
    keys = [name for name, _ in theory.signature.symbols if name not in theory.definitions]
    worlds = [
        world
        for world in truth_tables.all_worlds(keys)
        if all(truth_tables.holds(entry, world, {}) for entry in formulas)
    ]
    assert outcome.least
    assert (outcome.world is None) == (not worlds)
    if outcome.world is not None:
        assert not isinstance(outcome.world, Structure)
        whole_world = {**dict.fromkeys(keys, False), **outcome.world}
        assert all(truth_tables.holds(entry, whole_world, {}) for entry in formulas)
        assert size(outcome.world) == min(size(world) for world in worlds)


def test_a_structure_has_no_fact_that_is_not_needed() -> None:
    problem = load_problem(
        {
            "parameters": {"F": "Function(1)", "P": "Function(2)", "a": "Person"},
            "premise": ["forall x exists y P(x, y)", "exists x F(x)"],
            "question": ["necessary(F(a))"],
        }
    )
    formulas = [*problem.premises, Not(problem.queries[0].formula)]  # type: ignore[arg-type]
    outcome = smallest(problem.signature, formulas, Budget.of(20))
    assert isinstance(outcome.world, Structure)
    assert all(holds(outcome.world, entry) for entry in formulas)
    # Nobody but a cannot be F, so there are two; each needs one whom it is P to, one of them is F.
    assert size(outcome.world) == (2, 3)
    assert outcome.least
    brute = BruteEngine(Theory(problem.signature, ()), 2)
    fitting = [
        structure
        for structure in brute.structures
        if all(holds(structure, formula) for formula in formulas)
    ]
    assert min(map(size, fitting)) == (2, 3)


ONE_PLACE = Signature(
    {
        (symbol.name, symbol.arity): symbol
        for symbol in (
            Symbol("A", BOOL),
            Symbol("F", PredicateSort(1)),
            Symbol("G", PredicateSort(1)),
            Symbol("a", IndividualSort("Person")),
            Symbol("b", IndividualSort("Person")),
        )
    }
)
TWO_PLACES = Signature(
    {
        (symbol.name, symbol.arity): symbol
        for symbol in (
            Symbol("P", PredicateSort(2)),
            Symbol("a", IndividualSort("Person")),
            Symbol("b", IndividualSort("Person")),
        )
    }
)
CLOSED = st.sampled_from((ONE_PLACE, TWO_PLACES)).flatmap(
    lambda sig: st.tuples(st.just(sig), st.lists(formulas(sig, depth=3), min_size=1, max_size=3))
)


def _apart(structure: Structure) -> bool:
    return len(set(structure.constants.values())) == len(structure.constants)


@pytest.mark.slow
@given(CLOSED)
@examples(100)
def test_no_structure_is_smaller(drawn: tuple[Signature, list[Formula]]) -> None:
    """Against every structure of up to three individuals, by the definition of truth."""
    signature, query_formula = drawn
    used = frozenset[SymbolKey]().union(*map(symbols_of, query_formula))
    own = {key: symbol for key, symbol in signature.symbols.items() if key in used}
    outcome = smallest(signature, query_formula, Budget.of(60))
    if not any(
        isinstance(node, Exists | ForAll | Equal) for f in query_formula for node in walk(f)
    ):
        return
    brute = BruteEngine(Theory(Signature(own), ()), 3)
    fitting = [s for s in brute.structures if all(holds(s, formula) for formula in query_formula)]
    # Names are kept apart wherever they can be.
    fitting = [s for s in fitting if _apart(s)] or fitting
    if outcome.world is None:
        assert not fitting
        return
    assert isinstance(outcome.world, Structure)
    assert all(holds(outcome.world, formula) for formula in query_formula)
    if fitting:
        assert outcome.least, outcome.reason
        assert size(outcome.world) == min(map(size, fitting))
        assert _apart(outcome.world) == _apart(fitting[0])
    else:
        assert len(outcome.world.domain) > 3


def test_names_are_one_only_where_they_must_be() -> None:
    def smallest_of(*premises: str) -> SmallestWorld:
        parameters = {"F": "Function(1)", "a": "Person", "b": "Person"}
        problem = load_problem({"parameters": parameters, "premise": premises, "question": []})
        return smallest(problem.signature, problem.premises, Budget.of(20))

    free = smallest_of("exists x F(x)", "F(a) | F(b)").world
    assert isinstance(free, Structure)
    assert size(free) == (2, 1)
    forced = smallest_of("exists x F(x)", "forall x (F(x) -> x = a)", "forall x (F(x) -> x = b)")
    assert isinstance(forced.world, Structure)
    assert (size(forced.world), forced.least) == ((1, 1), True)
    # One more than the two who are named.
    third = smallest_of("exists x F(x)", "~F(a)", "~F(b)").world
    assert isinstance(third, Structure)
    assert size(third) == (3, 1)


def test_what_was_found_when_time_ended_is_a_world_but_not_proved_to_be_the_smallest() -> None:
    """A relation of eleven people without a cycle: that none is smaller takes long to prove."""
    names = [f"p{n}" for n in range(11)]
    problem = load_problem(
        {
            "parameters": {"R": "Function(2)", **dict.fromkeys(names, "Person")},
            "premise": [
                "forall x forall y forall z ((R(x, y) & R(y, z)) -> R(x, z))",
                "forall x ~R(x, x)",
                "forall x forall y (x = y | exists z ((R(z, x) & R(z, y)) | (R(x, z) & R(y, z))))",
                *(f"{first} != {other}" for first, other in pairwise(names)),
            ],
            "question": [],
        }
    )
    outcome = smallest(problem.signature, problem.premises, Budget.of(0.5))
    if outcome.world is None:
        assert outcome.reason == "timeout"
        return
    assert isinstance(outcome.world, Structure)
    assert all(holds(outcome.world, entry) for entry in problem.premises)
    assert outcome.least == (not outcome.reason)


def test_no_world_and_no_time_are_told_apart() -> None:
    problem = load_problem({"parameters": {"A": "Bool"}, "premise": ["A", "~A"], "question": []})
    never = smallest(problem.signature, problem.premises, Budget.of(20))
    assert (never.world, never.least, never.reason) == (None, True, "")
    late = smallest(problem.signature, problem.premises[:1], Budget.of(0))
    assert (late.world, late.least, late.reason) == (None, False, "timeout")
