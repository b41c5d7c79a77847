"""Grounding: quantifiers pushed inwards, the bound, and agreement with Z3 and finite search."""

from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given

from solver.cancel import Budget, Cancel, GaveUp, Meter
from solver.engines.base import NotApplicable
from solver.engines.finite_structures import search
from solver.engines.ground import GroundEngine
from solver.engines.ground_clauses import GroundEncoder, width
from solver.engines.ground_sat import GroundSatEngine
from solver.engines.grounding import Grounding, narrow
from solver.engines.sat import SatEngine
from solver.inspection.facts import MOST_ROWS, facts, with_facts
from solver.inspection.nearest_world import nearest
from solver.kinds.base import agreement
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.miniscoping import NotMiniscopable, narrowed, quantified, replace_variables
from solver.language.parser import parse_formula
from solver.language.problem import Problem
from solver.language.syntax import Constant, ForAll, Formula, Not, Or, Truth, expand, negation
from solver.results import Structure, Verdict
from solver.structures import element_names, holds
from tests.effort import examples
from tests.solver.engine_queries import ground_answer, z3_answer, z3_entails
from tests.solver.strategies import first_order_problems, first_order_signature, formulas

MONADIC = first_order_signature(monadic=True)


def structures(size: int) -> list[Structure]:
    """All structures over F, G, a, A up to a size; b and c name what a names."""
    names = ("a", "e1")[:size]
    subsets = [
        frozenset((name,) for name, inside in zip(names, bits, strict=True) if inside)
        for bits in product((False, True), repeat=size)
    ]
    return [
        Structure(names, dict.fromkeys("abc", "a"), {"F": f, "G": g}, {"A": truth})
        for f, g in product(subsets, repeat=2)
        for truth in (False, True)
    ]


SMALL = [*structures(1), *structures(2)]


@examples(150)
@given(formulas(MONADIC, depth=4, equality=False))
def test_monadic_formulas_can_always_be_narrowed(formula: Formula) -> None:
    try:
        narrow = narrowed(formula)
    except NotMiniscopable as stuck:
        # Only ever for its size, never for its form.
        reason = str(stuck)
    else:
        reason = "large"
        assert all(holds(world, narrow) == holds(world, formula) for world in SMALL)
    assert "large" in reason or "wide" in reason


@pytest.mark.parametrize(
    "body",
    [
        "at_least(0; F(x), F(y))",
        r"\neg (F(x) \rightarrow \neg G(y))",
        "at_least(2; F(x), G(y))",
        "at_most(0; F(x), F(y), G(y))",
    ],
)
def test_what_comes_to_one_part_is_narrowed_too(body: str) -> None:
    """Where neither side of a connective is left to choose from."""
    loaded = load_problem({"premise": [rf"\forall x \exists y ({body})"]})
    formula = theory(loaded).premises[0].formula
    narrow = narrowed(formula)
    assert all(holds(world, narrow) == holds(world, formula) for world in SMALL)


@examples(100)
@given(formulas(first_order_signature(), depth=3))
def test_narrowing_keeps_the_meaning(formula: Formula) -> None:
    try:
        narrow = narrowed(formula)
    except NotMiniscopable:
        return
    outcome = search(first_order_signature(), [Or((narrow, formula)), Not(narrow)], max_elements=2)
    assert outcome.structure is None
    outcome = search(first_order_signature(), [Or((narrow, formula)), Not(formula)], max_elements=2)
    assert outcome.structure is None


@pytest.mark.parametrize(
    ("premise", "elements"),
    [
        (r"(\exists x F(x)) \vee (\exists x G(x))", 1),
        (r"(\exists x F(x)) \wedge (\exists x G(x))", 2),
        (r"\forall x F(x)", 1),
        (r"F(a) \wedge \exists x \neg F(x)", 2),
        (r"\forall x (F(x) \rightarrow \exists y (G(y) \wedge \neg F(y)))", 1),
        (r"\forall x \exists y (F(x) \leftrightarrow G(y))", 3),
        (r"\forall x \forall y (R(x, y))", 1),
    ],
)
def test_one_element_for_each_constant_and_existential(premise: str, elements: int) -> None:
    grounding = Grounding(theory(load_problem({"premise": [premise]})), [], 0, Budget.of(600))
    assert len(grounding.grounder.elements) == elements
    assert not any(quantified(p.formula) for p in grounding.theory.premises)


def test_an_existential_that_depends_on_a_universal_is_refused() -> None:
    problem = load_problem({"premise": [r"\forall x \exists y R(x, y)"], "question": []})
    with pytest.raises(NotApplicable, match="depends"):
        Grounding(theory(problem), [], 0, Budget.of(600))
    problem = load_problem({"premise": [r"\forall x \exists y R(x, y)"], "question": "possible(A)"})
    engine_answer = ground_answer(theory(problem), problem.queries[0])
    assert engine_answer.verdict is Verdict.UNKNOWN
    assert "depends" in engine_answer.reason


@pytest.mark.slow
@examples(60)
@given(first_order_problems(monadic=True))
def test_grounding_and_z3_agree_on_monadic_problems(problem: Problem) -> None:
    _both_agree(problem)


@examples(60)
@given(first_order_problems())
def test_grounding_and_z3_agree_wherever_both_answer(problem: Problem) -> None:
    _both_agree(problem)


def _both_agree(problem: Problem) -> None:
    for query in problem.queries:
        problem_theory = theory(problem, query.under)
        exact = ground_answer(problem_theory, query)
        other = z3_answer(problem_theory, query, timeout=2.0)
        assert agreement(exact, other) is not False, (exact, other)
        if exact.verdict in (Verdict.POSSIBLE, Verdict.UNNECESSARY):
            wanted = exact.verdict is Verdict.POSSIBLE
            world = exact.witness if wanted else exact.countermodel
            assert isinstance(world, Structure)
            assert query.formula is not None
            assert holds(world, query.formula, problem_theory.definitions) is wanted
            for premise in problem_theory.premises:
                assert holds(world, premise.formula, problem_theory.definitions)


@examples(60)
@given(first_order_problems())
def test_entailment_by_any_premises_survives_grounding(problem: Problem) -> None:
    whole = theory(problem)
    queries = [query for query in problem.queries if query.variable is None and query.formula]
    for query in queries[:1]:
        goal = query.formula or Truth(True)
        engine = GroundEngine(whole, budget=Budget.of(600))
        try:
            goal_answer, _, assumed = engine._prepared((negation(goal),))
        except NotApplicable:
            continue
        some = replace(goal_answer.theory, premises=goal_answer.theory.premises[:1])
        numbers = {premise.number for premise in some.premises}
        inner = SatEngine(some, budget=Budget.of(600), background=goal_answer.laws)
        answer = z3_entails(whole, numbers, goal, timeout=2.0)
        assert answer is None or inner.satisfiable(*assumed) is not answer


@examples(60)
@given(first_order_problems())
def test_columns_of_clauses_mean_what_the_formulas_mean(problem: Problem) -> None:
    """A large grounding never becomes formulas; here small ones are treated in the same way."""
    whole = theory(problem)
    formulas = [
        query.formula for query in problem.queries if query.variable is None and query.formula
    ]
    for goal in [expand(formula, whole.definitions) for formula in formulas[:2]]:
        try:
            forms = [narrow(formula, Budget.of(600)) for formula in (goal, Not(goal))]
            grounding = Grounding(whole, [goal], max(map(width, forms)), Budget.of(600))
        except NotApplicable:
            continue
        columns = GroundSatEngine(grounding, Budget.of(600))
        trees = SatEngine(grounding.theory, budget=Budget.of(600), background=grounding.laws)
        for form in forms:
            ground = grounding.assumed(form, Budget.of(600))
            assert columns.satisfiable(ground) == trees.satisfiable(ground)
            outcome = [engine.supports(negation(ground), cap=8).sets for engine in (columns, trees)]
            assert outcome[0] == outcome[1]


def test_many_predicates_are_grounded_within_reason() -> None:
    """A chain of a hundred universals over as many predicates, twenty existentials beside it."""
    names = [f"P{n}" for n in range(100)]
    premises = [
        rf"\forall x ({text}(x) \rightarrow {consequent}(x))"
        for text, consequent in pairwise(names)
    ]
    premises += [rf"\exists x ({name}(x) \wedge \neg Q(x))" for name in names[::5]]
    problem = load_problem(
        {
            "premise": [*premises, "P0(a)"],
            "question": ["necessary(P99(a))", "necessary(Q(a))", r"necessary(\forall x P99(x))"],
        }
    )
    answers = [ground_answer(theory(problem), query) for query in problem.queries]
    assert [answer.verdict for answer in answers] == [
        Verdict.NECESSARY,
        Verdict.UNNECESSARY,
        Verdict.UNNECESSARY,
    ]


def test_the_bound_is_reported() -> None:
    problem = load_problem({"premise": [r"\forall x F(x)", "G(a)"], "question": "possible(F(a))"})
    note = ground_answer(theory(problem), problem.queries[0]).note
    assert "monadic without equality; individuals that suffice: 1 " in note


def test_every_long_loop_of_a_grounding_looks_at_the_token() -> None:
    """Naming the elements, counting instances, taking over the premises, putting them in."""
    premises = [f"F(a{k})" for k in range(1500)]
    facts = theory(load_problem({"premise": [*premises, r"\forall x (F(x) \rightarrow G(x))"]}))
    whole = Grounding(facts, [], 0, Budget.of(600))
    engine = GroundSatEngine(whole, Budget.of(600))
    token = Cancel()
    pulled = Budget.of(600, token)
    token.cancel()
    with pytest.raises(GaveUp, match="interrupted"):
        element_names({f"a{k}": k for k in range(1500)}, 1500, pulled)
    with pytest.raises(GaveUp, match="interrupted"):
        whole.instances(pulled)
    with pytest.raises(GaveUp, match="interrupted"):
        GroundSatEngine(whole, pulled)
    engine.budget = pulled
    with pytest.raises(GaveUp, match="interrupted"):
        engine.satisfiable()


PLACES = 30
"""A predicate of so many places could be true of 4^30 rows, which nobody goes through."""


def wide(*arguments: str) -> str:
    """Such a predicate, of these individuals again and again."""
    return f"R({', '.join(arguments[n % len(arguments)] for n in range(PLACES))})"


def wide_problem() -> Problem:
    names = dict.fromkeys("abcd", "Person")
    return load_problem({"parameters": names, "premise": [wide("a", "b"), wide("c")]})


def test_a_world_is_read_back_from_what_is_true_in_it() -> None:
    problem = wide_problem()
    world = GroundEngine(theory(problem), budget=Budget.of(120)).world()
    assert isinstance(world, Structure)
    assert {("a", "b") * 15, ("c",) * 30} <= world.predicates["R"]
    assert all(holds(world, premise) for premise in problem.premises)


def test_a_finite_structure_is_read_from_what_its_clauses_speak_of() -> None:
    problem = load_problem({"premise": [rf"\exists x {wide('x')}"]})
    outcome = search(problem.signature, problem.premises, budget=Budget.of(120))
    assert outcome.structure is not None
    assert len(outcome.structure.predicates["R"]) == 1


def test_the_facts_of_a_predicate_of_many_places_are_those_that_are_true() -> None:
    problem = wide_problem()
    signature = problem.signature
    true = ("a", "b") * 15
    world = Structure(
        tuple("abcd"), {n: n for n in "abcd"}, {"R": frozenset({true, ("c",) * 30})}, {}
    )
    assert len(world.domain) ** PLACES > MOST_ROWS
    known = facts(world, signature)
    assert set(known) == {wide("a", "b"), wide("c")}
    changed = with_facts(world, {wide("a", "b"): False, wide("d"): True}, signature)
    assert isinstance(changed, Structure)
    assert changed.predicates["R"] == {("c",) * 30, ("d",) * 30}


def test_the_nearest_world_may_make_a_fact_true_that_is_not_listed() -> None:
    problem = wide_problem()
    rows = frozenset({("a", "b") * 15, ("c",) * 30})
    world = Structure(tuple("abcd"), {n: n for n in "abcd"}, {"R": rows}, {})
    formula = parse_formula(f"{wide('d')} & {wide('c')}", problem.signature)
    outcome = nearest(theory(problem), world, formula, timeout=120)
    assert outcome.changes == {wide("d"): (False, True)}
    assert isinstance(outcome.world, Structure)
    assert outcome.world.predicates["R"] == rows | {("d",) * 30}


def test_laws_of_equality_that_are_too_many_are_given_up_before_any_is_made() -> None:
    elements = [f"a{n}" for n in range(300)]
    laws_made: list[object] = []
    problem = load_problem({"premise": ["p"]})
    encoder = GroundEncoder(problem.signature, elements, 300, laws_made.append, Budget.of(120))
    before = len(laws_made)
    with pytest.raises(GaveUp, match="memory limit"):
        encoder.laws([], set())
    assert len(laws_made) == before
    assert not encoder.atoms
    # Those that premises keep apart need none.
    encoder.laws([("R", 1)], set(combinations(elements, 2)))
    assert len(laws_made) == before


def test_laws_of_equality_look_at_the_budget() -> None:
    elements = [f"a{n}" for n in range(60)]
    cancel = Cancel()
    problem = load_problem({"premise": ["p"]})
    made = 0

    def add(_: object) -> None:
        nonlocal made
        made += 1
        if made == 2:
            cancel.cancel()

    encoder = GroundEncoder(problem.signature, elements, 60, add, Budget.of(120, cancel))
    with pytest.raises(GaveUp, match="interrupted"):
        encoder.laws([], set())
    assert made < 5_000


def test_wide_formulas_are_narrowed_within_the_budget() -> None:
    """A part without quantifiers is one step of narrowing, however wide it is."""
    wide = " & ".join(f"(P{n}(x) -> P{n + 1}(x))" for n in range(2_000))
    signature = load_problem({"premise": [rf"\forall x ({wide})"]}).signature
    formula = parse_formula(rf"\forall x ({wide})", signature)
    assert isinstance(formula, ForAll)
    meter = Meter(Budget.of(0.0))
    with pytest.raises(GaveUp):
        replace_variables(formula.body, {"x": Constant("a")}, meter)
    assert meter.steps <= 2 * Meter.STEPS_PER_CHECK
