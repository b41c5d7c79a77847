"""Symbols that no gloss settles: matched by proof, never against what glosses say."""

from typing import Any

import pytest

from items.formalizations.comparison import FormalComparison, Standing, compare_formalizations
from items.formalizations.symbols import By
from solver.language.loader import load_problem
from tests.items.formalizations.puzzles import CAGE, GOLD


def compared(
    candidate: dict[str, Any], gold: dict[str, Any] = GOLD, timeout: float = 10
) -> FormalComparison:
    return compare_formalizations(load_problem(candidate), load_problem(gold), timeout=timeout)


def matched(formal_comparison: FormalComparison) -> dict[str, tuple[str, By]]:
    return {m.symbol.name: (m.gold.name, m.by) for m in formal_comparison.alignment.matches}


def test_symbols_without_a_gloss_are_matched_by_proof() -> None:
    # Of six mappings one makes the premises equivalent.
    formal_comparison = compared(
        {
            "premise": ["~(R & P)", "Q -> P"],
            "question": ["possible(R)", "necessary(Q -> ~R)", "enumerate_models(P, Q, R)"],
        }
    )
    assert matched(formal_comparison) == {
        "Q": ("S", By.PROOF),
        "P": ("B", By.PROOF),
        "R": ("L", By.PROOF),
    }
    assert formal_comparison.standing is Standing.EQUIVALENT


def test_what_glosses_settle_leaves_the_rest_to_proof() -> None:
    formal_comparison = compared(
        {
            "translation": {"X": "Ferry is late"},
            "premise": ["Z -> Y", "~(X & Y)"],
            "question": GOLD["question"] and ["possible(X)"],
        }
    )
    assert matched(formal_comparison) == {
        "X": ("L", By.NORMALIZED),
        "Z": ("S", By.PROOF),
        "Y": ("B", By.PROOF),
    }


def test_a_proof_never_goes_against_the_glosses() -> None:
    # As formulas these are the gold's with S and B exchanged; the glosses say that nothing was.
    formal_comparison = compared(
        {
            "translation": {
                "P": "some goat sleeps on that roof",
                "Q": "our baker whistles loud",
                "L": "the ferry is late",
            },
            "premise": ["Q -> P", "~(L & P)"],
            "question": ["possible(L)"],
        }
    )
    assert {name: gold for name, (gold, _) in matched(formal_comparison).items()} == {
        "L": "L",
        "P": "S",
        "Q": "B",
    }
    assert formal_comparison.premises.equivalent is False


def test_predicates_and_individuals_are_matched_with_their_like() -> None:
    formal_comparison = compared(
        {
            "premise": [
                "forall x (S(x) -> exists y H(y, x))",
                "H(ada, bo)",
                "S(ada)",
                "ada != bo",
            ],
            "question": ["enumerate_models(S(x), x)"],
        },
        CAGE,
    )
    assert {name: gold for name, (gold, _) in matched(formal_comparison).items()} == {
        "S": "F",
        "H": "P",
        "ada": "a",
        "bo": "b",
    }
    assert formal_comparison.premises.equivalent is True


@pytest.mark.parametrize(
    "premise",
    [["P -> Q", "Q -> R"], ["P & Q", "R"]],
)
def test_without_a_proof_symbols_stay_free(premise: list[str]) -> None:
    formal_comparison = compared({"premise": premise, "question": ["possible(P)"]})
    assert matched(formal_comparison) == {}
    assert (formal_comparison.standing, formal_comparison.equivalent) == (
        Standing.NOT_COMPARABLE,
        None,
    )


def test_the_search_is_bounded() -> None:
    many = [f"p{n}" for n in range(30)]
    gold = {"premise": [f"q{n} -> q{n + 1}" for n in range(30)], "question": []}
    formal_comparison = compared({"premise": [" | ".join(many)], "question": []}, gold)
    assert matched(formal_comparison) == {}
