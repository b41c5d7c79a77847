"""Many conclusions at once, and clauses, against single questions and truth tables."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget
from solver.engines import diagram
from solver.engines.atoms import BOOLS, Axis, axis_for
from solver.engines.base import NotApplicable
from solver.engines.candidates import CandidateSet
from solver.engines.region_engine import RegionEngine
from solver.engines.regions import TooLarge
from solver.engines.sat import SatEngine
from solver.language.problem import Premise, Target, Theory
from solver.language.syntax import Formula, Implies, Not, Or, Prop, Signature, Truth
from tests.effort import examples
from tests.solver.engine_queries import Worlds
from tests.solver.truth_tables import BOOLS as NAMES
from tests.solver.truth_tables import ENUMS, SIGNATURE, formulas, theories


@pytest.mark.slow
@examples(60)
@given(theories(), st.lists(formulas(), max_size=12))
def test_a_batch_agrees_with_single_questions(subject: Theory, asked: list[Formula]) -> None:
    axes = [axis_for(key, SIGNATURE) for key in (*NAMES, *ENUMS)]
    candidates = CandidateSet(axes, asked)
    region = RegionEngine(subject, axes=axes).premise_region.region
    expected = sum(1 << n for n, formula in enumerate(asked) if Worlds(subject).entails(formula))
    assert candidates.entailed_mask(region) == expected


@pytest.mark.parametrize("symbols", [1, 2, 3, 8, 11])
def test_masks_over_spaces_of_all_sizes(symbols: int) -> None:
    rng = random.Random(symbols)
    names = [f"p{k}" for k in range(symbols)]
    axes = [Axis(name, BOOLS) for name in names]
    formulas: list[Formula] = []
    for _ in range(40):
        formulas.append(Implies(Prop(rng.choice(names)), Not(Prop(rng.choice(names)))))
        formulas.append(Or((Prop(rng.choice(names)), Prop(rng.choice(names)))))
    candidates = CandidateSet(axes, formulas)
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


def trees(clauses: list[list[int]], names: list[str]) -> Theory:
    """The clauses as premises; a clause of no literal is a contradiction."""

    def literal(number: int) -> Formula:
        prop = Prop(names[abs(number) - 1])
        return prop if number > 0 else Not(prop)

    def clause(literals: list[int]) -> Formula:
        parts = tuple(literal(number) for number in literals)
        return Or(parts) if len(parts) > 1 else parts[0] if parts else Truth(False)

    premises = Premise.numbered(map(clause, clauses))
    return Theory(Signature({}), premises)


ENGINES: tuple[type[RegionEngine | SatEngine], ...] = (RegionEngine, SatEngine)


@examples(60)
@given(CLAUSES)
def test_clauses_against_truth_tables(clauses: list[list[int]]) -> None:
    names = [f"v{k}" for k in range(9)]
    expected = {world for world in range(1 << 9) if satisfied(world, clauses)}
    targets = [Target(name, Prop(name)) for name in names]
    for engine in ENGINES:
        region_engine = engine(trees(clauses, names), budget=Budget.of(600))
        listing = region_engine.assignments(targets)
        numbers = [sum(1 << k for k, name in enumerate(names) if m[name]) for m in listing.models]
        assert len(numbers) == len(set(numbers)) == listing.count
        assert set(numbers) == expected


@pytest.mark.parametrize(("variables", "ratio"), [(14, 2.5), (16, 3.0), (18, 3.5), (20, 5.0)])
def test_regions_sat_and_diagrams_have_the_same_models(variables: int, ratio: float) -> None:
    rng = random.Random(variables)
    names = [f"v{k}" for k in range(1, variables + 1)]
    clauses = [
        [k * rng.choice((1, -1)) for k in rng.sample(range(1, variables + 1), 3)]
        for _ in range(round(variables * ratio))
    ]
    theory = trees(clauses, names)
    targets = [Target(name, Prop(name)) for name in names]
    budget = Budget.of(600)
    listings = [engine(theory, budget=budget).assignments(targets) for engine in ENGINES]
    listings.append(diagram.listed(theory, [], targets, None, budget))
    tables = [
        {tuple(model[name] for name in names) for model in listing.models} for listing in listings
    ]
    assert tables[0] == tables[1] == tables[2]
    assert {listing.count for listing in listings} == {len(tables[0])}
    assert all(list(model) == names for listing in listings for model in listing.models)


def test_too_many_worlds_are_refused() -> None:
    names = [f"v{k}" for k in range(20)]
    targets = [Target(name, Prop(name)) for name in names]
    with pytest.raises(NotApplicable, match="65536"):
        RegionEngine(trees([], names), targets=targets, max_worlds=1 << 16)
    with pytest.raises(TooLarge):
        CandidateSet([Axis(name, BOOLS) for name in names], [])
