"""Reduction against no reduction; trees, chains and independent parts too large to hold whole."""

import random
from collections.abc import Mapping
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.language.problem import Premise, Query, Target, Theory
from solver.language.syntax import (
    And,
    EnumIs,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Prop,
    Signature,
    Truth,
    expand,
)
from solver.results import Verdict
from solver.supports import supports
from solver.worlds import conjoin as conjoining
from solver.worlds import reduce
from solver.worlds.conjoin import Scoped, conjoin, project
from solver.worlds.decode import Decoder
from solver.worlds.engine import Worlds, answer
from solver.worlds.formula import axis_for, keys_of
from solver.worlds.reduce import reduce_problem, satisfiable
from solver.worlds.reduce_units import propagate, simplify
from solver.worlds.space import BOOLS, Axis, TooLarge
from tests.effort import examples
from tests.solver.truth_tables import BOOLS as NAMES
from tests.solver.truth_tables import ENUMS, SIGNATURE, all_worlds, formulas, holds, theories

KEYS = [*NAMES, *ENUMS]
AXES = {key: axis_for(key, SIGNATURE) for key in KEYS}


def projected(subject: Theory, keep: list[str]) -> set[tuple[bool | str, ...]]:
    """Distinct assignments to some symbols in the models, by truth table."""
    return {
        tuple(world[key] for key in keep)
        for world in all_worlds(KEYS)
        if all(holds(p.formula, world, subject.definitions) for p in subject.premises)
    }


@pytest.mark.parametrize("narrow", [False, True])
@examples(150)
@given(theories(), st.lists(st.sampled_from(KEYS), unique=True))
def test_kept_axes_see_the_same_assignments(narrow: bool, subject: Theory, keep: list[str]) -> None:
    old = reduce._ELIMINATION_WORLDS
    reduce._ELIMINATION_WORLDS = 8 if narrow else old
    try:
        given_ = [expand(p.formula, subject.definitions) for p in subject.premises]
        made = reduce_problem(given_, AXES, keep)
        expected = projected(subject, keep)
        listed = [tuple(model[key] for key in keep) for model in made.iterate()]
        assert len(listed) == len(set(listed)) == made.count == len(expected)
        assert set(listed) == expected
        for model in islice(made.iterate(), 5):
            world = made.complete(model)
            assert list(world) == KEYS
            assert model.items() <= world.items()
            assert all(holds(p.formula, world, subject.definitions) for p in subject.premises)
    finally:
        reduce._ELIMINATION_WORLDS = old


@examples(200)
@given(formulas(), st.data())
def test_simplified_formulas_mean_the_same(formula: Formula, data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(KEYS), unique=True))
    worlds = all_worlds(KEYS)
    world = worlds[data.draw(st.integers(0, len(worlds) - 1))]
    known = {key: world[key] for key in some}
    simple = simplify(formula, known)
    assert holds(simple, world, {}) == holds(formula, world, {})
    assert not set(keys_of([simple])) & set(some)


def test_unit_facts_are_followed_to_the_end() -> None:
    a, b, c = Prop("A"), Prop("B"), Prop("C")
    state = propagate([a, Implies(a, Not(b)), Or((b, EnumIs("hue", "red"), c)), Not(c)], AXES)
    assert state.known == {"A": True, "B": False, "C": False, "hue": "red"}
    assert state.open == ()
    assert not propagate([a, Implies(a, b), Not(b)], AXES).consistent
    last = propagate([Not(EnumIs("hue", "red")), Not(EnumIs("hue", "blue"))], AXES)
    assert last.known == {"hue": "green"}
    none = [Not(EnumIs("hue", value)) for value in ENUMS["hue"]]
    assert not propagate(none, AXES).consistent
    assert not propagate([Implies(Truth(True), Truth(False))], AXES).consistent


@examples(150)
@given(theories(), st.sets(st.sampled_from(KEYS)), st.booleans())
def test_a_conjunction_seen_through_its_lowest_axes(
    subject: Theory, low: set[str], sparse: bool
) -> None:
    old = conjoining._FIRST_WORLDS, conjoining._SPARSE
    conjoining._FIRST_WORLDS, conjoining._SPARSE = (4, 1) if sparse else (2, 1 << 30)
    try:
        expanded = [expand(p.formula, subject.definitions) for p in subject.premises]
        scoped = [Scoped(f, frozenset(keys_of([f]))) for f in expanded]
        whole = conjoin(list(AXES.values()), scoped, low=frozenset(low))
        assert whole.count == len(projected(subject, KEYS))
        assert {axis.key for axis in whole.axes[: len(low)]} == low
        if not whole.bits:
            return
        seen = project(whole, len(low))
        keys = [axis.key for axis in seen.kept.axes]
        found = [tuple(model[key] for key in keys) for model in seen.kept.iterate()]
        assert len(found) == len(set(found)) == seen.kept.count
        assert set(found) == projected(subject, keys)
        decoder = Decoder(whole.axes)
        for index, values in zip(seen.kept.indices(), found, strict=True):
            world = decoder.world(seen.extend(index))
            assert tuple(world[key] for key in keys) == values
            assert all(holds(f, world, {}) for f in expanded)
    finally:
        conjoining._FIRST_WORLDS, conjoining._SPARSE = old


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


def ask(kind: str, formula: Formula) -> Query:
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
    found = answer(subject, ask("necessary", root))
    assert found.verdict is Verdict.NECESSARY
    check_world(found.witness, [*rules, *facts, root], 31)
    assert answer(subject, ask("possible", Not(root))).verdict is Verdict.IMPOSSIBLE
    sets = supports(subject, root)
    assert sets.sets
    for numbers in sets.sets:
        part = theory(*[[*rules, *facts][n] for n in numbers])
        assert Worlds(part).entails(root)


def test_an_open_tree_counts_by_its_leaves() -> None:
    rules, _, leaves = tree(4)
    subject = theory(*rules)
    found = answer(subject, ask("necessary", Prop("n0")))
    assert found.verdict is Verdict.UNNECESSARY
    countermodel = check_world(found.countermodel, rules, 31)
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
    found = answer(subject, ask("necessary", Implies(names[-1], names[0])))
    world = check_world(found.countermodel, chain, 200)
    assert (world["p0"], world["p199"]) == (False, True)
    ends = tuple(Target(p.name, p) for p in (names[0], names[-1]))
    listed = answer(subject, Query("enumerate_models", "", targets=ends))
    assert listed.count == 3
    assert Worlds(subject).backend.world(And((names[0], Not(names[-1])))) is None


def test_independent_parts_multiply_and_are_listed_lazily() -> None:
    pairs = [Or((Prop(f"a{k}"), Prop(f"b{k}"))) for k in range(30)]
    free = Prop("free")
    subject = theory(*pairs, Or((free, Not(free))))
    session = Worlds(subject)
    assert session.count() == 2 * 3**30
    for model in session.models(limit=5):
        check_world(model, list(pairs), 61)
    targets = session.targets()
    found = session.answer(Query("enumerate_models", "", targets=targets), limit=4)
    assert found.count == 2 * 3**30
    assert len(found.models or ()) == 4
    assert not found.exhausted


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
        assert satisfiable(clauses, {n: Axis(n, BOOLS) for n in names}) is None


def test_what_is_too_large_is_unknown_never_wrong() -> None:
    names = [f"p{k}" for k in range(40)]
    rng = random.Random(4)
    crowd: list[Formula] = [Or(tuple(Prop(n) for n in rng.sample(names, 20))) for _ in range(60)]
    targets = tuple(Target(n, Prop(n)) for n in names)
    query = Query("count_models", "", targets=targets)
    found = answer(theory(*crowd), query)
    assert found.verdict is Verdict.UNKNOWN
    assert found.count is None
    assert "4194304" in found.reason
    with pytest.raises(TooLarge):
        Worlds(theory(*crowd)).models()


def test_two_to_the_22_worlds() -> None:
    names = [f"p{k}" for k in range(22)]
    subject = theory(*[Implies(Prop(a), Prop(b)) for a, b in pairwise(names)])
    everything = conjoin(
        [Axis(n, BOOLS) for n in names],
        [Scoped(p.formula, frozenset(keys_of([p.formula]))) for p in subject.premises],
    )
    assert everything.count == 23
    dense = conjoin([Axis(n, BOOLS) for n in names], [])
    assert dense.count == 1 << 22
    assert len(list(islice(dense.iterate(), 10))) == 10
    with pytest.raises(TooLarge):
        conjoin([Axis(n, BOOLS) for n in [*names, "one more"]], [])
