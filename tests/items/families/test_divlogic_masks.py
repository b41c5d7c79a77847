"""Masks of candidates against truth tables: what follows, what is refuted, what is vacuous."""

import pytest

from items.families.divlogic.masks import (
    CANDIDATES,
    FAILS,
    FULL_REGION,
    LITERALS,
    Statement,
    contradicted,
    entailed,
    fact,
    formula,
    from_fewer,
    idle,
    implies,
    numbers,
    over_symbols,
    region_of,
    supports,
    text,
    unconnected_count,
    vacuous,
)
from items.families.divlogic.premises import draw_published
from items.seeds import Draw
from tests.items.families import truth
from tests.solver.truth_tables import holds


def sets(count: int) -> list[tuple[Statement, ...]]:
    return [draw_published(Draw("masks", index), 3, 8).statements for index in range(count)]


def test_candidates_are_literals_and_implications_without_contrapositives() -> None:
    assert len(LITERALS) == 16
    assert len(CANDIDATES) == 16 + 112
    assert len({truth.truths(text(statement)) for statement in CANDIDATES}) == 128


@pytest.mark.parametrize(
    ("statement", "written"),
    [
        (fact(3), "¬B"),
        (implies(0, 5), "(A → ¬C)"),
        (Statement("not_both", (0, 2, 4)), "(¬(A ∧ B) → C)"),
        (Statement("either", (0, 2, 4)), "((A ∨ B) → C)"),
    ],
)
def test_statements_are_written_as_they_are_meant(statement: Statement, written: str) -> None:
    assert text(statement) == written
    meant = frozenset(
        world
        for world in truth.WORLDS
        if holds(formula(statement), dict(zip("ABCDEFGH", world, strict=True)), {})
    )
    assert meant == truth.truths(written)
    assert region_of([statement]).bit_count() == len(truth.truths(written))


@pytest.mark.slow
def test_masks_agree_with_truth_tables() -> None:
    seen_inconsistent = False
    for statements in sets(60):
        premises = [text(entry) for entry in statements]
        following = entailed(region_of(statements))
        assert set(numbers(following)) == {
            number
            for number, entry in enumerate(CANDIDATES)
            if truth.follows(premises, text(entry))
        }
        if not truth.models(premises):
            seen_inconsistent = True
            continue
        refuted = set(numbers(contradicted(following)))
        empty = set(numbers(vacuous(following)))
        for number, statement in enumerate(CANDIDATES):
            true_worlds = truth.truths(text(statement)) & truth.models(premises)
            assert (number in refuted) == (not true_worlds)
            assert (number in empty) == truth.vacuous(premises, text(statement))
    assert seen_inconsistent


@pytest.mark.slow
def test_supports_agree_with_trying_every_set() -> None:
    for statements in sets(25):
        premises = [text(statement) for statement in statements]
        following = list(numbers(entailed(region_of(statements))))[:6]
        for number in following:
            outcome = [frozenset(numbers(mask)) for mask in supports(statements, FAILS[number])]
            wanted = truth.supports(premises, text(CANDIDATES[number]))
            assert sorted(map(sorted, outcome)) == sorted(map(sorted, wanted))
            assert len(outcome[0]) == min(map(len, wanted))
            for size in (1, 2, 3):
                fewer = from_fewer(statements, size) >> number & 1
                assert bool(fewer) == (0 < len(outcome[0]) < size)
            used = frozenset().union(*wanted)
            assert idle(statements, [FAILS[number]]) == len(premises) - len(used)


def test_a_refuted_statement_has_supports_too() -> None:
    premises = (fact(0), implies(0, 2))
    number = CANDIDATES.index(fact(3))
    assert supports(premises, FULL_REGION ^ FAILS[number]) == [0b11]


def test_over_keeps_to_the_symbols() -> None:
    allowed = set(numbers(over_symbols(0b101)))
    assert allowed == {
        number
        for number, statement in enumerate(CANDIDATES)
        if truth.letters(text(statement)) <= {"A", "C"}
    }


def test_apart_is_what_no_chain_of_symbols_reaches() -> None:
    chain = (implies(0, 2), implies(2, 4), implies(6, 8), fact(6))
    assert unconnected_count(chain, fact(4)) == 2
    assert unconnected_count(chain, fact(8)) == 2
    assert unconnected_count(chain, fact(14)) == 4
