"""Projections in every way; trees, chains and independent parts too large to hold whole."""

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget
from solver.engines import diagram, engine_choice
from solver.engines.atoms import axis_for
from solver.engines.base import Listing, NotApplicable
from solver.engines.cnf import Encoder
from solver.engines.decoding import decoder, set_bits
from solver.engines.region_engine import RegionEngine
from solver.engines.regions import PremiseRegion, project, space_of
from solver.engines.sat import SatEngine, satisfiable
from solver.language.problem import Premise, Query, Target, Theory
from solver.language.syntax import (
    BOOL,
    And,
    Count,
    CountBound,
    EnumIs,
    EnumSame,
    EnumSort,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Prop,
    Signature,
    Symbol,
)
from solver.results import Structure, Verdict
from tests.effort import examples
from tests.solver.engine_queries import Worlds, answer, supports
from tests.solver.truth_tables import BOOLS as NAMES
from tests.solver.truth_tables import ENUMS, SIGNATURE, all_worlds, formulas, holds, theories

KEYS = [*NAMES, *ENUMS]


def projected(subject: Theory, keep: list[str]) -> set[tuple[bool | str, ...]]:
    """Distinct assignments to some symbols in the models, by truth table."""
    return {
        tuple(world[key] for key in keep)
        for world in all_worlds(KEYS)
        if all(holds(p.formula, world, subject.definitions) for p in subject.premises)
    }


def projections(subject: Theory, targets: list[Target]) -> Iterator[tuple[str, Listing]]:
    """What each way of listing finds."""
    budget = Budget.of(600)
    yield "regions", RegionEngine(subject, targets=targets, budget=budget).assignments(targets)
    yield "sat", SatEngine(subject, targets=targets, budget=budget).assignments(targets)
    yield "diagram", diagram.listed(subject, [], targets, None, budget)


@pytest.mark.slow
@examples(60)
@given(theories(), st.lists(st.sampled_from(KEYS), unique=True))
def test_projections_see_the_same_assignments(subject: Theory, keep: list[str]) -> None:
    targets = [Target(k, None, k) if k in ENUMS else Target(k, Prop(k)) for k in keep]
    expected = projected(subject, keep)
    for way, listing in projections(subject, targets):
        listed = [tuple(model[key] for key in keep) for model in listing.models]
        assert len(listed) == len(set(listed)) == listing.count == len(expected), way
        assert set(listed) == expected, way


@pytest.mark.slow
@examples(60)
@given(theories(), st.sets(st.sampled_from(KEYS)))
def test_a_region_seen_through_some_of_its_axes(subject: Theory, keep: set[str]) -> None:
    space = space_of([axis_for(key, SIGNATURE) for key in KEYS])
    region = PremiseRegion(space, subject.formulas, subject.definitions).region
    low = project(space, region, keep)
    kept_keys = [key for key in KEYS if key in keep]
    worlds = decoder(space.axes).models(set_bits(low))
    assert {tuple(world[key] for key in kept_keys) for world in worlds} == projected(
        subject, kept_keys
    )
    assert low.bit_count() == len(projected(subject, kept_keys))


CLAUSES = st.lists(
    st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), min_size=1, max_size=4), max_size=12
)


@examples(100)
@given(CLAUSES, CLAUSES)
def test_cubes_hold_every_world_of_clauses_once(
    premises: list[list[tuple[str, bool]]], assumed: list[list[tuple[str, bool]]]
) -> None:
    def clause_formula(clause: list[tuple[str, bool]]) -> Formula:
        parts = [Prop(name) if holds else Not(Prop(name)) for name, holds in clause]
        return Or(tuple(parts)) if len(parts) > 1 else parts[0]

    theory = Theory(SIGNATURE, tuple(Premise(n, clause_formula(c)) for n, c in enumerate(premises)))
    targets = [Target(name, Prop(name)) for name in NAMES]
    literals = [clause_formula(clause) for clause in assumed]
    expected = RegionEngine(theory, literals, targets).assignments(targets, *literals)
    engine = SatEngine(theory, literals, targets, budget=Budget.of(600))
    listing = engine.assignments(targets, *literals)
    worlds = [tuple(world[name] for name in NAMES) for world in listing.models]
    assert len(set(worlds)) == len(worlds) == listing.count == expected.count
    assert set(worlds) == {tuple(world[name] for name in NAMES) for world in expected.models}
    assert engine.assignments(targets, *literals, limit=0).count == expected.count
    first = engine.assignments(targets, *literals, limit=2)
    assert {tuple(world[name] for name in NAMES) for world in first.models} <= set(worlds)
    assert (len(first.models), first.count) == (min(2, expected.count), expected.count)


# --- large problems ----------------------------------------------------------------------------


def theory(*premises: Formula) -> Theory:
    """A theory over undeclared Bools."""
    return Theory(Signature({}), tuple(Premise(n, f) for n, f in enumerate(premises)))


def tree(depth: int) -> tuple[list[Formula], dict[str, Formula], list[str]]:
    """A binary tree of rules such as DyVal's: a parent holds if and only if its children say so.

    Returns the rules, the meaning of every inner node, and the leaves.
    """
    rng = random.Random(depth)
    meanings: dict[str, Formula] = {}
    leaves = []
    inner = (1 << depth) - 1
    for node in range(inner):
        left, right = Prop(f"n{2 * node + 1}"), Prop(f"n{2 * node + 2}")
        pair: tuple[Formula, Formula] = (left, Not(right) if rng.random() < 0.3 else right)
        meanings[f"n{node}"] = And(pair) if rng.random() < 0.5 else Or(pair)
    leaves = [f"n{k}" for k in range(inner, 2 * inner + 1)]
    rules: list[Formula] = [Iff(Prop(name), body) for name, body in meanings.items()]
    return rules, meanings, leaves


def query_of(kind: str, formula: Formula) -> Query:
    return Query(kind, kind, formula)


def check_world(world: object, premises: list[Formula], symbols: int) -> Mapping[str, bool | str]:
    """A world that gives every symbol a value and makes all premises true."""
    assert isinstance(world, dict)
    assert len(world) == symbols
    assert all(holds(premise, world, {}) for premise in premises)
    return world


def test_a_tree_of_31_symbols() -> None:
    rules, meanings, leaves = tree(4)
    assert len(meanings) + len(leaves) == 31
    rng = random.Random(1)
    values = {leaf: rng.random() < 0.5 for leaf in leaves}
    facts = [Prop(leaf) if value else Not(Prop(leaf)) for leaf, value in values.items()]
    truth = holds(Prop("n0"), values, meanings)
    root = Prop("n0") if truth else Not(Prop("n0"))
    subject = theory(*rules, *facts)
    engine_answer = answer(subject, query_of("necessary", root))
    assert engine_answer.verdict is Verdict.NECESSARY
    check_world(engine_answer.witness, [*rules, *facts, root], 31)
    assert answer(subject, query_of("possible", Not(root))).verdict is Verdict.IMPOSSIBLE
    sets = supports(subject, root)
    assert sets.sets
    for numbers in sets.sets:
        part = theory(*[[*rules, *facts][n] for n in numbers])
        assert Worlds(part).entails(root)


def test_an_open_tree_counts_by_its_leaves() -> None:
    rules, _, leaves = tree(4)
    subject = theory(*rules)
    engine_answer = answer(subject, query_of("necessary", Prop("n0")))
    assert engine_answer.verdict is Verdict.UNNECESSARY
    countermodel = check_world(engine_answer.countermodel, rules, 31)
    assert countermodel["n0"] is False
    assert Worlds(subject).count() == 1 << len(leaves)
    targets = tuple(Target(leaf, Prop(leaf)) for leaf in leaves)
    counted = answer(subject, Query("count_models", "", targets=targets))
    assert counted.count == 1 << 16
    root = Query("enumerate_models", "", targets=(Target("root", Not(Prop("n0"))),))
    assert sorted(str(model) for model in answer(subject, root).models or ()) == [
        "{'root': False}",
        "{'root': True}",
    ]


def test_a_long_chain() -> None:
    names = [Prop(f"p{k}") for k in range(200)]
    chain: list[Formula] = [Implies(a, b) for a, b in pairwise(names)]
    subject = theory(*chain)
    assert Worlds(subject).entails(Implies(names[0], names[-1]))
    engine_answer = answer(subject, query_of("necessary", Implies(names[-1], names[0])))
    world = check_world(engine_answer.countermodel, chain, 200)
    assert (world["p0"], world["p199"]) == (False, True)
    ends = tuple(Target(p.name, p) for p in (names[0], names[-1]))
    listed = answer(subject, Query("enumerate_models", "", targets=ends))
    assert listed.count == 3
    assert not Worlds(subject).allows(And((names[0], Not(names[-1]))))


class Steps(Encoder):
    """Counts the formulas it goes through."""

    steps = 0

    def literal(self, formula: Formula) -> int:
        self.steps += 1
        return super().literal(formula)

    def implying(self, formula: Formula, positive: bool = True) -> int:
        self.steps += 1
        return super().implying(formula, positive)


@pytest.mark.parametrize("bound", ["exactly", "at_least", "at_most"])
@pytest.mark.parametrize("denied", [False, True])
def test_a_constraint_in_a_constraint_is_gone_through_once(bound: CountBound, denied: bool) -> None:
    chain: Formula = Prop("p0")
    for n in range(1, 16):
        chain = Count(bound, 1, (chain, Prop(f"p{n}")))
    written: list[object] = []
    encoder = Steps(Signature(), {}, written.append, Budget.of(60.0))
    encoder.require(Not(chain) if denied else chain)
    assert encoder.steps <= 4 * 16


def test_independent_parts_multiply_and_are_listed_lazily() -> None:
    pairs = [Or((Prop(f"a{k}"), Prop(f"b{k}"))) for k in range(30)]
    free = Prop("free")
    subject = theory(*pairs, Or((free, Not(free))))
    session = Worlds(subject)
    assert session.count() == 2 * 3**30
    for model in session.models(limit=5):
        check_world(model, list(pairs), 61)
    targets = session.targets()
    engine_answer = session.answer(Query("enumerate_models", "", targets=targets), limit=4)
    assert engine_answer.count == 2 * 3**30
    assert len(engine_answer.models or ()) == 4
    assert not engine_answer.exhausted


def test_few_models_among_many_worlds_are_within_reach() -> None:
    names = [f"p{k}" for k in range(24)]
    rng = random.Random(3)
    clauses: list[Formula] = []
    for _ in range(100):
        chosen = rng.sample(names, 3)
        clauses.append(Or(tuple(Prop(n) if rng.random() < 0.5 else Not(Prop(n)) for n in chosen)))
    session = Worlds(theory(*clauses))
    models = session.models()
    assert len(models) == session.count()
    for model in models:
        check_world(model, clauses, 24)
    if not models:
        assert not satisfiable(clauses)


def test_what_is_too_large_is_unknown_never_wrong() -> None:
    names = [f"p{k}" for k in range(40)]
    rng = random.Random(4)
    crowd: list[Formula] = [Or(tuple(Prop(n) for n in rng.sample(names, 20))) for _ in range(60)]
    targets = tuple(Target(n, Prop(n)) for n in names)
    query = Query("count_models", "", targets=targets)
    session = Worlds(theory(*crowd), seconds=1.0)
    engine_answer = session.answer(query)
    assert engine_answer.verdict is Verdict.UNKNOWN
    assert engine_answer.reason == "timeout"
    assert not engine_answer.exhausted
    assert engine_answer.count is not None
    assert engine_answer.count < 1 << 40


def test_two_to_the_22_worlds() -> None:
    names = [f"p{k}" for k in range(22)]
    subject = theory(*[Implies(Prop(a), Prop(b)) for a, b in pairwise(names)])
    targets = [Target(name, Prop(name)) for name in names]
    region_engine = RegionEngine(subject)
    assert region_engine.space.worlds == 1 << 22
    assert region_engine.assignments(targets).count == 23
    free = RegionEngine(theory(), targets=targets)
    listing = free.assignments(targets, limit=10)
    assert (listing.count, len(listing.models)) == (1 << 22, 10)
    with pytest.raises(NotApplicable):
        RegionEngine(theory(), targets=[*targets, Target("more", Prop("more"))])


def test_enums_that_are_alike_or_not_under_every_connective() -> None:
    symbols = {"a": ("u", "v", "w"), "b": ("v", "w", "x"), "c": ("u", "v", "w")}
    signature = Signature({(k, 0): Symbol(k, EnumSort(values)) for k, values in symbols.items()})
    same, other = EnumSame("a", "b"), EnumSame("a", "c")
    targets = [Target(key, None, key) for key in symbols]
    for formula in (
        same,
        Not(same),
        EnumSame("a", "a"),
        Not(EnumSame("a", "a")),
        Or((same, other)),
        Or((Not(same), Not(other))),
        Implies(same, Not(other)),
        Iff(same, other),
        Not(Iff(same, other)),
        Count("exactly", 1, (same, other)),
    ):
        subject = Theory(signature, (Premise(0, formula),))
        expected = {
            values
            for values in product(*symbols.values())
            if holds(formula, dict(zip(symbols, values, strict=True)), {})
        }
        listing = SatEngine(subject, targets=targets, budget=Budget.of(600)).assignments(targets)
        assert {tuple(model.values()) for model in listing.models} == expected, formula
        assert listing.count == len(expected)


@examples(60)
@given(st.data())
def test_clauses_read_in_one_pass_say_the_same(data: st.DataObject) -> None:
    props = [Prop(f"p{number}") for number in range(8)]
    signed: list[Formula] = [*props, *[Not(prop) for prop in props]]
    literals = st.sampled_from(signed)
    clauses = data.draw(st.lists(st.lists(literals, min_size=2, max_size=4), max_size=25))
    premises = tuple(Premise(n, Or(tuple(clause))) for n, clause in enumerate(clauses))
    signature = Signature({(prop.name, 0): Symbol(prop.name, BOOL) for prop in props})
    subject, budget = Theory(signature, premises), Budget.of(600)
    targets = [Target(prop.name, prop) for prop in props]
    assumed: list[Formula] = [data.draw(literals), Or((props[0], props[1]))]
    none: list[Formula] = []
    with patch.object(engine_choice, "HELD_WORLDS", 1 << 6):
        exact = engine_choice.ExactEngine(subject, assumed, targets, budget=budget)
        exact.satisfiable()
    plain = RegionEngine(subject, assumed, targets, budget=budget)
    assert exact.satisfiable(*assumed) == plain.satisfiable(*assumed)
    world = exact.world(*assumed)
    assert (world is None) == (not plain.satisfiable(*assumed))
    if world is not None:
        assert not isinstance(world, Structure)
        for formula in [*(premise.formula for premise in premises), *assumed]:
            assert holds(formula, dict(world), {})
    for given_too in (none, assumed):
        listing = exact.assignments(targets, *given_too, limit=0)
        assert listing.count == plain.region(*given_too).bit_count()


@examples(100)
@given(theories(), formulas(leaves=4), st.lists(st.sampled_from(KEYS), unique=True))
def test_symbols_found_while_premises_are_read_are_those_listed_first(
    subject: Theory, assumed: Formula, keep: list[str]
) -> None:
    budget = Budget.of(600)
    targets = [Target(k, None, k) if k in ENUMS else Target(k, Prop(k)) for k in keep]
    plain = RegionEngine(subject, [assumed], targets, budget=budget)
    with patch.object(engine_choice, "HELD_WORLDS", 1 << 4):
        exact = engine_choice.ExactEngine(subject, [assumed], targets, budget=budget)
        world = exact.world(assumed)
        expected = plain.world(assumed)
        assert (world is None) == (expected is None)
        if world is not None and expected is not None:
            assert not isinstance(world, Structure)
            assert [*world] == [*expected]
            for formula in [*subject.formulas, assumed]:
                assert holds(formula, dict(world), subject.definitions)
        for given_too in ([], [assumed]):
            listing = exact.assignments(targets, *given_too)
            whole = plain.assignments(targets, *given_too)
            assert listing.count == whole.count
            rows = {tuple(model[key] for key in keep) for model in listing.models}
            assert rows == {tuple(model[key] for key in keep) for model in whole.models}


def test_an_enum_compared_with_itself_is_in_worlds() -> None:
    signature = Signature({("hue", 0): Symbol("hue", EnumSort(("red", "blue")))})
    same = EnumSame("hue", "hue")
    for formula, holds_somewhere in ((same, True), (Not(same), False), (Or((same, same)), True)):
        subject = Theory(signature, (Premise(0, formula),))
        engine = SatEngine.reading(subject, [], [], budget=Budget.of(600))
        world = engine.world()
        assert (world is not None) == holds_somewhere
        assert engine.spans(1)
        assert not engine.spans(2)
        assert world is None or world.keys() == {"hue"}


@pytest.mark.parametrize("asked", ["target", "formula"])
def test_clauses_beside_which_an_enum_is_asked_about(asked: str) -> None:
    props = [Prop(f"p{number}") for number in range(8)]
    symbols = [Symbol(prop.name, BOOL) for prop in props] + [Symbol("e", EnumSort(("u", "v")))]
    signature = Signature({(symbol.name, 0): symbol for symbol in symbols})
    subject = Theory(signature, (Premise(0, Or((props[0], props[1]))),))
    about = EnumIs("e", "u")
    targets = [Target(prop.name, prop) for prop in props]
    targets += [Target("e = u", about)] if asked == "target" else []
    formulas = [about] if asked == "formula" else []
    with patch.object(engine_choice, "HELD_WORLDS", 1 << 6):
        exact = engine_choice.ExactEngine(subject, formulas, targets, budget=Budget.of(600))
        world = exact.world(about)
        assert world is not None
        assert not isinstance(world, Structure)
        assert world["e"] == "u"
        count = exact.assignments(targets, *formulas).count
    assert count == 3 * 2**6 * (2 if asked == "target" else 1)
