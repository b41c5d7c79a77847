"""Every engine tells the same of a theory, and what truth tables tell."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget, Cancel
from solver.engines import diagram, regions
from solver.engines.atoms import axes_of, in_order
from solver.engines.base import Engine, GaveUp, NotApplicable
from solver.engines.engine_choice import ExactEngine
from solver.engines.ground import GroundEngine
from solver.engines.region_engine import RegionEngine
from solver.engines.sat import SatEngine
from solver.engines.z3 import Z3Engine
from solver.language.edits import theory as theory_of
from solver.language.loader import load_problem
from solver.language.problem import Premise, Problem, Target, Theory
from solver.language.syntax import (
    BOOL,
    And,
    Count,
    CountBound,
    Exists,
    Formula,
    Not,
    Or,
    Pred,
    PredicateSort,
    Prop,
    Signature,
    Symbol,
    Truth,
    Variable,
)
from solver.queries import Session
from solver.results import EngineChoice, Model, Structure
from solver.structures import holds as holds_in
from tests.effort import examples
from tests.solver.engine_queries import open_engine
from tests.solver.strategies import first_order_problems
from tests.solver.truth_tables import BOOLS, ENUMS, SIGNATURE, formulas, holds, models_of, theories

KEYS = [*BOOLS[:3], "hue", "tint"]
NAMES = BOOLS[:3]


def plenty() -> Budget:
    return Budget.of(600)


def growing_engine(theory: Theory, *, budget: Budget) -> RegionEngine:
    """Regions with premises conjoined in growing spaces."""
    engine = RegionEngine(theory, budget=budget)
    space = engine.space
    premises = theory.formulas
    region = regions._grown(space, premises, theory.definitions, budget)
    assert region == engine.premise_region.region
    return engine


def engine_of(name: str, theory: Theory, budget: Budget | None = None) -> Engine:
    """One of the engines under test."""
    return ENGINES[name](theory, budget=budget or plenty())


ENGINES: Mapping[str, Callable[..., Engine]] = {
    "regions": RegionEngine,
    "grown": growing_engine,
    "sat": SatEngine,
    "z3": Z3Engine,
}


@st.composite
def questions(draw: st.DrawFn) -> tuple[Theory, list[Formula], list[Target]]:
    """A theory, up to two assumptions, and one to three targets."""
    theory = draw(theories(most=4))
    assumed = draw(st.lists(formulas(leaves=4), max_size=2))
    targets = [Target(name, Prop(name)) for name in NAMES]
    targets += [Target(name, None, name) for name in ENUMS]
    targets += [Target("compound", draw(formulas(leaves=4)))]
    chosen = draw(st.lists(st.sampled_from(targets), min_size=1, max_size=3, unique_by=id))
    return theory, assumed, chosen


def rows(models: Iterable[Model]) -> set[frozenset[tuple[str, bool | str]]]:
    return {frozenset(model.items()) for model in models}


def expected(theory: Theory, assumed: Sequence[Formula], targets: Sequence[Target]) -> list[Model]:
    keys = [*BOOLS, *ENUMS]
    worlds = [
        world
        for world in models_of(theory, keys)
        if all(holds(formula, world, theory.definitions) for formula in assumed)
    ]
    values: list[Model] = []
    for world in worlds:
        row: dict[str, bool | str] = {}
        for target in targets:
            if target.formula is None:
                row[target.key] = world[target.key]
            else:
                row[target.key] = holds(target.formula, world, theory.definitions)
        values.append(row)
    return values


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
@examples(25)
@given(question=questions())
def test_an_engine_agrees_with_truth_tables(
    name: str, question: tuple[Theory, list[Formula], list[Target]]
) -> None:
    theory, assumed, targets = question
    engine = engine_of(name, theory)
    wanted = rows(expected(theory, assumed, targets))
    assert engine.satisfiable(*assumed) is bool(wanted)
    world = engine.world(*assumed)
    assert (world is not None) is bool(wanted)
    if world is not None:
        assert not isinstance(world, Structure)
        full = {**dict.fromkeys(BOOLS, False), **{k: v[0] for k, v in ENUMS.items()}, **world}
        for formula in (*theory.formulas, *assumed):
            assert holds(formula, full, theory.definitions)
    listing = engine.assignments(targets, *assumed)
    assert rows(listing.models) == wanted
    assert listing.count == len(listing.models) == len(wanted)
    assert listing.complete
    short = engine.assignments(targets, *assumed, limit=1)
    assert len(short.models) == min(1, len(wanted))
    assert short.count == len(wanted)
    two_found = engine.assignments(targets, *assumed, most=2)
    assert two_found.count == len(wanted) or 2 <= two_found.count < len(wanted)


@pytest.mark.slow
@examples(25)
@given(questions())
def test_decision_diagrams_agree_with_truth_tables(
    question: tuple[Theory, list[Formula], list[Target]],
) -> None:
    theory, assumed, targets = question
    listing = diagram.listed(theory, assumed, targets, None, plenty())
    wanted = rows(expected(theory, assumed, targets))
    assert rows(listing.models) == wanted
    assert listing.count == len(wanted) == len(listing.models)
    assert diagram.listed(theory, assumed, targets, 0, plenty()).count == len(wanted)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
@examples(20)
@given(question=questions(), formula=formulas(leaves=3))
def test_determination_is_that_of_truth_tables(
    name: str, question: tuple[Theory, list[Formula], list[Target]], formula: Formula
) -> None:
    theory, assumed, targets = question
    alone = rows(expected(theory, assumed, targets))
    both = rows(expected(theory, assumed, [*targets, Target("asked", formula)]))
    engine = engine_of(name, theory)
    assert engine.determines(targets, formula, *assumed) is (len(alone) == len(both))


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
@examples(20)
@given(theory=theories(most=5), formula=formulas(leaves=4))
def test_supports_are_the_minimal_entailing_sets(
    name: str, theory: Theory, formula: Formula
) -> None:
    numbers = [premise.number for premise in theory.premises]
    subsets = chain.from_iterable(combinations(numbers, size) for size in range(len(numbers) + 1))
    minimal: list[tuple[int, ...]] = []
    for subset in subsets:
        part = [premise for premise in theory.premises if premise.number in subset]
        small = Theory(theory.signature, tuple(part), theory.definitions)
        if any(set(other) <= set(subset) for other in minimal):
            continue
        worlds = models_of(small, [*BOOLS, *ENUMS])
        if all(holds(formula, world, theory.definitions) for world in worlds):
            minimal.append(subset)
    engine = engine_of(name, theory)
    supports = engine.supports(formula, cap=64)
    assert list(supports.sets) == sorted(minimal, key=lambda numbers: (len(numbers), numbers))
    assert supports.exhausted


LITERALS: list[Formula] = [literal for name in BOOLS for literal in (Prop(name), Not(Prop(name)))]


@examples(40)
@given(
    st.lists(st.sampled_from(LITERALS), min_size=1, max_size=12),
    st.integers(-1, 13),
    st.sampled_from(["at_least", "at_most", "exactly"]),
)
def test_counting_with_repeated_operands(parts: list[Formula], n: int, bound: CountBound) -> None:
    count = Count(bound, n, tuple(parts))
    theory = Theory(SIGNATURE, ())
    targets = [Target(name, Prop(name)) for name in BOOLS]
    wanted = rows(expected(theory, [count], targets))
    for name in ("regions", "sat", "z3"):
        assert rows(engine_of(name, theory).assignments(targets, count).models) == wanted
    assert diagram.listed(theory, [count], targets, 0, plenty()).count == len(wanted)


@examples(25)
@given(first_order_problems())
def test_ground_atoms_and_z3_agree_on_first_order_theories(problem: Problem) -> None:
    theory = theory_of(problem)
    for query in problem.queries[:2]:
        formula = query.formula if query.variable is None else None
        formulas = [formula or Truth(True)]
        exact = GroundEngine(theory, budget=Budget.of(30))
        try:
            world = exact.world(*formulas)
        except NotApplicable:
            continue
        assert exact.satisfiable(*formulas) is (world is not None)
        if world is not None:
            assert isinstance(world, Structure)
            for entry in (*theory.formulas, *formulas):
                assert holds_in(world, entry, theory.definitions)
        try:
            assert Z3Engine(theory, budget=Budget.of(2)).satisfiable(*formulas) is (
                world is not None
            )
        except GaveUp:
            continue


def test_a_pulled_token_ends_every_engine() -> None:
    cancel = Cancel()
    theory = Theory(SIGNATURE, ())
    names = [name for name in ENGINES if name != "grown"]
    engines = [engine_of(name, theory, Budget.of(60, cancel)) for name in names]
    engines.append(open_engine(theory, "worlds", Budget.of(60, cancel)))
    cancel.cancel()
    for engine in engines:
        with pytest.raises(GaveUp, match="interrupted"):
            engine.satisfiable(Prop("A"))


@pytest.mark.parametrize("engine", ["worlds", "z3"])
@pytest.mark.parametrize(
    "premises",
    [["A | B", "~A"], ["∀x (F(x) → G(x))", "∃x F(x)", "F(a)"], ["∀x (F(x) ∧ ~F(x))"]],
    ids=["Bools", "predicates", "a contradiction"],
)
def test_verdicts_without_worlds_are_those_with_worlds(
    engine: EngineChoice, premises: list[str]
) -> None:
    questions = [
        f"{kind}({f})" for kind in ("possible", "necessary") for f in ("B", "G(a)", "~F(b)")
    ]
    problem = load_problem({"premise": premises, "question": questions})
    with_worlds = Session(theory_of(problem), problem.queries, engine, 60)
    without = Session(theory_of(problem), problem.queries, engine, 60, shows=False)
    for query in problem.queries:
        expected = with_worlds.ask(query, want_supports=False).answer
        answer = without.ask(query, want_supports=False).answer
        assert answer.verdict == expected.verdict
        assert not answer.unknown
        assert (answer.witness, answer.countermodel) == (None, None)


class Looks(Cancel):
    """A token that counts how often it is checked."""

    count = 0

    @property
    def cancelled(self) -> bool:
        """Never pulled."""
        self.count += 1
        return False

    @cancelled.setter
    def cancelled(self, pulled: bool) -> None:
        assert not pulled


@pytest.mark.parametrize("shape", [And, Or])
def test_one_formula_of_many_parts_is_never_gone_through_without_a_look_at_the_token(
    shape: type[And] | type[Or],
) -> None:
    parts = 20_000
    formula = shape(tuple([Prop(f"p{n}") for n in range(parts)]))
    theory = Theory(Signature(), (Premise(0, formula),))
    token = Looks()
    budget = Budget.of(600, token)
    assert len(axes_of(theory, budget=budget)) == parts
    assert token.count >= parts // 1024, "while its symbols are collected"
    engine = SatEngine(theory, budget=budget)
    token.count = 0
    assert engine.satisfiable()
    assert token.count >= 2 * (parts // 1024), "while they get variables, and it its clauses"
    token.count = 0
    world = engine.world()
    assert world is not None
    assert len(world) == parts
    assert token.count >= parts // 1024, "while the world is written"


def test_a_small_region_leaves_first_order_questions_to_grounding() -> None:
    a, b, some = Prop("A"), Prop("B"), Exists("x", Pred("F", (Variable("x"),)))
    targets = [Target("A", a)]
    theory = Theory(Signature(), Premise.numbered([Or((a, b))]))
    engine = ExactEngine(theory, targets=targets, budget=Budget.of(60))
    assert engine.assignments(targets).count == 2
    assert engine.satisfiable(Prop("C"), some)  # C is a new symbol
    assert not engine.satisfiable(Not(a), Not(b), some)
    assert engine.assignments([*targets, Target("some", some)]).count == 4
    assert engine.determines(targets, a, some)
    assert not engine.determines(targets, some)
    assert engine.supports(Or((a, b, some)), cap=4).sets == ((0,),)
    assert engine.assignments(targets, Not(a)).models == ({"A": False},)


def test_inconsistent_premises_over_announced_symbols_allow_no_assignment() -> None:
    targets = [Target("A", Prop("A")), Target("B", Prop("B"))]
    premises = Premise.numbered([Prop("A"), Not(Prop("A")), Or((Prop("B"), Prop("A")))])
    engine = ExactEngine(Theory(Signature(), premises), targets=targets, budget=Budget.of(60))
    assert engine.assignments(targets).count == 0
    assert engine.supports(Prop("B"), cap=4).sets == ((0, 1), (1, 2))


def test_a_name_of_two_symbols_is_listed_once_in_the_order_of_worlds() -> None:
    symbols = [Symbol("F", PredicateSort(1)), Symbol("F", BOOL)]
    signature = Signature({(symbol.name, symbol.arity): symbol for symbol in symbols})
    assert in_order(("G", "F"), signature) == ("F", "G")
