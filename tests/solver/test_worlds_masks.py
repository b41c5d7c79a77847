"""The mask interface and the clause interface against the engine's public objects."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.language.problem import Premise, Theory
from solver.language.syntax import Formula, Implies, Not, Or, Prop, Signature
from solver.worlds import clauses as engine
from solver.worlds.clauses import clause_count, clause_models, clause_worlds
from solver.worlds.engine import Worlds
from solver.worlds.formula import axis_for
from solver.worlds.masks import CandidateSet
from solver.worlds.space import BOOLS, Axis, TooLarge
from tests.effort import examples
from tests.solver.truth_tables import BOOLS as NAMES
from tests.solver.truth_tables import ENUMS, SIGNATURE, formulas, theories


@examples(60)
@given(theories(), st.lists(formulas(), max_size=12))
def test_a_batch_agrees_with_single_questions(subject: Theory, asked: list[Formula]) -> None:
    axes = [axis_for(key, SIGNATURE) for key in (*NAMES, *ENUMS)]
    candidates = CandidateSet(axes, asked)
    expected = tuple(n for n, formula in enumerate(asked) if Worlds(subject).entails(formula))
    assert candidates.entailed_by(Worlds(subject, axes=axes)) == expected
    assert candidates.entailed_by(Worlds(subject)) == expected


@pytest.mark.parametrize("symbols", [1, 2, 3, 8, 11])
def test_masks_over_spaces_of_all_sizes(symbols: int) -> None:
    rng = random.Random(symbols)
    names = [f"p{k}" for k in range(symbols)]
    axes = [Axis(name, BOOLS) for name in names]
    asked: list[Formula] = []
    for _ in range(40):
        asked.append(Implies(Prop(rng.choice(names)), Not(Prop(rng.choice(names)))))
        asked.append(Or((Prop(rng.choice(names)), Prop(rng.choice(names)))))
    candidates = CandidateSet(axes, asked)
    for _ in range(20):
        region = rng.getrandbits(1 << symbols) & rng.getrandbits(1 << symbols)
        expected = sum(1 << n for n, fails in enumerate(candidates.fails) if not region & fails)
        assert candidates.entailed_mask(region) == expected
        assert candidates.refuted_mask(region) == candidates.every ^ expected


def test_no_candidates() -> None:
    assert CandidateSet([Axis("A", BOOLS)], []).entailed_mask(3) == 0


CLAUSES = st.lists(
    st.lists(st.integers(1, 9).flatmap(lambda k: st.sampled_from([k, -k])), max_size=4),
    max_size=25,
)


def satisfied(world: int, clauses: list[list[int]]) -> bool:
    """Whether a world (bit k - 1 for variable k) makes every clause true."""
    return all(
        any((world >> (abs(literal) - 1) & 1) == (literal > 0) for literal in clause)
        for clause in clauses
    )


@examples(200)
@given(CLAUSES, st.sampled_from([(13, 9, 6), (2, 1, 2), (0, 3, 1000), (4, 2, 1)]))
def test_clauses_against_truth_tables(
    clauses: list[list[int]], sizes: tuple[int, int, int]
) -> None:
    old = engine._WHOLE, engine._FIRST, engine._SPARSE
    engine._WHOLE, engine._FIRST, engine._SPARSE = sizes
    try:
        expected = [world for world in range(1 << 9) if satisfied(world, clauses)]
        assert clause_worlds(clauses, 9) == expected
        assert clause_count(clauses, 9) == len(expected)
    finally:
        engine._WHOLE, engine._FIRST, engine._SPARSE = old


@pytest.mark.parametrize(("variables", "ratio"), [(14, 2.0), (16, 3.0), (20, 3.5), (40, 5.0)])
def test_clauses_and_formulas_have_the_same_models(variables: int, ratio: float) -> None:
    rng = random.Random(variables)
    names = [f"v{k}" for k in range(1, variables + 1)]
    clauses = [
        [k * rng.choice((1, -1)) for k in rng.sample(range(1, variables + 1), 3)]
        for _ in range(round(variables * ratio))
    ]
    trees: list[Formula] = [
        Or(tuple(Prop(names[k - 1]) if k > 0 else Not(Prop(names[-k - 1])) for k in clause))
        for clause in clauses
    ]
    theory = Theory(Signature({}), tuple(Premise(n, f) for n, f in enumerate(trees)))
    by_trees = Worlds(theory, axes=[Axis(name, BOOLS) for name in names]).models()
    by_clauses = clause_models(clauses, names)
    assert clause_count(clauses, variables) == len(by_clauses)
    as_rows = {tuple(model[name] for name in names) for model in by_clauses}
    assert as_rows == {tuple(model[name] for name in names) for model in by_trees}
    assert all(list(model) == names for model in by_clauses)


def test_too_many_clause_worlds_are_refused() -> None:
    with pytest.raises(TooLarge):
        clause_worlds([], 20, max_worlds=1 << 16)
