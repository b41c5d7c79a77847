"""Minimal supports against a walk over all subsets of premises."""

import itertools

import pytest
from hypothesis import given

from solver.cancel import Budget
from solver.engines import engine_choice
from solver.engines.region_engine import RegionEngine
from solver.engines.sat import SatEngine
from solver.language.problem import Premise, Theory
from solver.language.syntax import And, Formula, Implies, Not, Or, Prop, Signature, Truth
from solver.results import Supports
from solver.supports_search import TimeUp, hitting_sets, search_supports
from tests.effort import examples
from tests.solver.engine_queries import conflict, supports
from tests.solver.truth_tables import BOOLS, ENUMS, all_worlds, formulas, holds, theories

A, B, C, D = (Prop(name) for name in "ABCD")


def theory(*premises: Formula) -> Theory:
    """Premises numbered 0, 10, 20, … so that numbers and places differ."""
    return Theory(Signature({}), tuple(Premise(10 * n, f) for n, f in enumerate(premises)))


@pytest.fixture(params=["duality", "search"], autouse=True)
def search_method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways to find supports."""
    monkeypatch.setattr(engine_choice, "HELD_WORLDS", 1 << 30 if request.param == "duality" else 0)


def test_every_premise_needed() -> None:
    goat = theory(Implies(A, B), Not(And((C, B))), A)
    assert supports(goat, Not(C)) == Supports(((0, 10, 20),), True)


def test_two_ways_to_the_same_end_smallest_first() -> None:
    both = theory(A, Implies(A, B), D, B)
    assert supports(both, B) == Supports(((30,), (0, 10)), True)


def test_what_follows_from_nothing_needs_nothing() -> None:
    assert supports(theory(A, B), Or((C, Not(C)))) == Supports(((),), True)


def test_what_does_not_follow_has_no_support() -> None:
    assert supports(theory(A, B), C) == Supports((), True)


def test_background_is_not_numbered() -> None:
    engines: tuple[type[RegionEngine | SatEngine], ...] = (RegionEngine, SatEngine)
    for engine in engines:
        budget = Budget.of(600)
        region_engine = engine(theory(A, Implies(B, C)), [C], budget=budget, background=[B])
        assert region_engine.supports(C, cap=9) == Supports(((10,),), True)
        region_engine = engine(theory(A), [C], budget=budget, background=[C])
        assert region_engine.supports(C, cap=9) == Supports(((),), True)


def test_a_search_ends_once_it_has_found_enough() -> None:
    both = theory(A, Implies(A, B), D, B)
    entry = supports(both, B, most=1)
    assert entry.sets in (((30,),), ((0, 10),))
    assert not entry.exhausted
    assert set(supports(both, B, most=2).sets) == {(30,), (0, 10)}
    assert supports(both, B, most=3) == supports(both, B)
    assert supports(both, C, most=1) == Supports((), True)


def test_cap_is_reported() -> None:
    many = theory(*[A] * 6)
    outcome = supports(many, A, 4)
    assert outcome.sets == ((0,), (10,), (20,), (30,))
    assert not outcome.exhausted
    assert supports(many, A, 6).exhausted


def test_smallest_conflict() -> None:
    assert conflict(theory(A, Implies(A, B), Not(B), D, Not(D))) == (30, 40)
    assert conflict(theory(A, B)) is None
    assert conflict(theory(Truth(False), A)) == (0,)


def test_no_time_is_told() -> None:
    outcome = supports(theory(*[A] * 30), A, seconds=-1.0)
    assert len(outcome.sets) <= 1
    assert not outcome.exhausted


@pytest.mark.slow
@examples(80)
@given(theories(most=5), formulas())
def test_supports_are_all_minimal_entailing_sets(subject: Theory, formula: Formula) -> None:
    counter = [
        world
        for world in all_worlds([*BOOLS, *ENUMS])
        if not holds(formula, world, subject.definitions)
    ]
    violated = [
        {p.number for p in subject.premises if not holds(p.formula, world, subject.definitions)}
        for world in counter
    ]
    numbers = [premise.number for premise in subject.premises]
    minimal: list[set[int]] = []
    for size in range(len(numbers) + 1):
        for subset in itertools.combinations(numbers, size):
            chosen = set(subset)
            if any(smaller <= chosen for smaller in minimal):
                continue
            if all(chosen & refuted for refuted in violated):
                minimal.append(chosen)
    expected = tuple(sorted((tuple(sorted(m)) for m in minimal), key=lambda m: (len(m), m)))
    assert supports(subject, formula) == Supports(expected, True)


def test_a_search_stops_in_the_middle() -> None:
    edges = [1 << k | 1 << (k + 20) for k in range(20)]
    with pytest.raises(TimeUp):
        list(hitting_sets(edges, Budget.of(-1.0)))


def test_hitting_sets_are_minimal_and_complete() -> None:
    edges = [0b0011, 0b0110, 0b1100]
    assert sorted(hitting_sets(edges)) == [0b0101, 0b0110, 0b1010]
    assert list(hitting_sets([])) == [0]
    assert list(hitting_sets([0, 1])) == []


def test_an_oracle_that_does_not_know_leaves_the_list_open() -> None:
    def entails(numbers: frozenset[int]) -> bool | None:
        if numbers == {3}:
            return None
        return {1, 2} <= numbers or 3 in numbers

    outcome = search_supports((1, 2, 3), entails)
    assert outcome.sets == ((1, 2),)
    assert not outcome.exhausted
    assert search_supports((1, 2), lambda _: None) == Supports((), False)
