"""Rubric atoms: their modes, whose symbols they mean, and what cannot be checked."""

from typing import Any

import pytest

from items.formalizations.rubric import Outcome, Rubric, read_checks
from items.models import RubricAtom
from solver.language.loader import load_problem
from tests.items.formalizations.puzzles import CAGE, GOLD, changed

WORDS = [
    {"key": "S", "nl": "a goat sleeps on the roof"},
    {"key": "B", "nl": "the baker whistles"},
    {"key": "L", "nl": "the ferry is late"},
]


def outcome(
    check: dict[str, Any] | None, gold: dict[str, Any] = GOLD, **fields: Any
) -> tuple[Outcome, str]:
    """What becomes of an atom for the gold with other fields."""
    problem = load_problem(gold)
    (read,) = read_checks([RubricAtom(id="X", check=check)], problem)
    other = changed(gold, **fields)
    checker = Rubric(other.premises, other.queries, problem.premises, other.signature, 10)
    return checker.outcome(read), read.reason


@pytest.mark.parametrize(
    ("mode", "formula", "expected"),
    [
        ("entails", "S -> ~L", Outcome.PASSED),
        ("entails", "B -> S", Outcome.FAILED),
        ("equiv", "~B -> ~S", Outcome.PASSED),
        ("equiv", "S -> ~L", Outcome.FAILED),
        ("literal_in_premise", "~S | B", Outcome.PASSED),
        ("literal_in_premise", "~L", Outcome.FAILED),
    ],
)
def test_relations_and_constraints(mode: str, formula: str, expected: Outcome) -> None:
    assert outcome({"atoms": WORDS, "formula": formula, "mode": mode})[0] is expected


def test_a_literal_may_stand_in_a_conjunction() -> None:
    check = {"atoms": WORDS, "formula": "~L", "mode": "literal_in_premise"}
    assert outcome(check, premise=["S & ~L"])[0] is Outcome.PASSED


@pytest.mark.parametrize(
    ("query_type", "target", "expected"),
    [
        ("possible", ["L"], Outcome.PASSED),
        ("possible", ["~L"], Outcome.FAILED),
        ("necessary", ["L"], Outcome.FAILED),
        ("necessary", ["~(S & L)"], Outcome.PASSED),
        ("enumerate_models", ["L", "S", "B"], Outcome.PASSED),
        ("enumerate_models", ["L", "S"], Outcome.FAILED),
        ("count_models", ["L", "S", "B"], Outcome.FAILED),
    ],
)
def test_queries(query_type: str, target: list[str], expected: Outcome) -> None:
    check = {"atoms": WORDS, "query_type": query_type, "target": target, "mode": "query_equiv"}
    assert outcome(check)[0] is expected


def test_a_query_must_have_the_same_answer_as_under_the_gold() -> None:
    check = {"atoms": WORDS, "query_type": "possible", "target": ["L"], "mode": "query_equiv"}
    assert outcome(check, premise=["S -> B"])[0] is Outcome.PASSED
    assert outcome(check, premise=["S -> B", "~L"])[0] is Outcome.FAILED


def test_several_necessary_queries_may_ask_a_conjunction() -> None:
    check = {
        "atoms": WORDS,
        "query_type": "necessary",
        "target": ["(S -> B) & ~(B & L)"],
        "mode": "query_equiv",
    }
    both = ["necessary(S -> B)", "necessary(~B | ~L)"]
    assert outcome(check, question=both)[0] is Outcome.PASSED
    assert outcome(check, question=both[:1])[0] is Outcome.FAILED


@pytest.mark.parametrize("target", ["F", "F(x)", "F(y)"])
def test_a_query_over_individuals_names_its_predicate(target: str) -> None:
    atoms = [{"key": "F", "nl": "x sings"}, {"key": "y", "nl": "anybody"}]
    check = {
        "atoms": atoms,
        "query_type": "enumerate_models",
        "target": [target],
        "mode": "query_equiv",
    }
    assert outcome(check, CAGE)[0] is Outcome.PASSED
    assert outcome(check, CAGE, question=["enumerate_models(P(x, a), x)"])[0] is Outcome.FAILED


def test_variables_are_not_symbols() -> None:
    atoms = [
        {"key": "F", "nl": "x sings"},
        {"key": "P", "nl": "x hears y"},
        {"key": "x", "nl": "anybody"},
    ]
    check = {
        "atoms": atoms,
        "formula": "forall x. (F(x) -> exists y. P(y, x))",
        "mode": "entails",
    }
    assert outcome(check, CAGE)[0] is Outcome.PASSED
    free = {"atoms": atoms, "formula": "F(x) -> exists y. P(y, x)", "mode": "entails"}
    assert outcome(free, CAGE)[0] is Outcome.PASSED


def test_a_check_means_symbols_by_their_glosses() -> None:
    turned = [{"key": "A", "nl": "the baker whistles"}, {"key": "B", "nl": "Ferry is late"}]
    check = {"atoms": turned, "formula": "~(A & B)", "mode": "entails"}
    assert outcome(check)[0] is Outcome.PASSED
    check = {"atoms": turned, "formula": "A | B", "mode": "entails"}
    assert outcome(check)[0] is Outcome.FAILED


@pytest.mark.parametrize(
    ("check", "expected", "reason"),
    [
        (None, Outcome.NONE, ""),
        (
            {"atoms": [{"key": "D", "nl": "dogs bark"}], "formula": "D -> S", "mode": "entails"},
            Outcome.UNALIGNED,
            "the gold has no symbol for D",
        ),
        ({"atoms": WORDS, "formula": "S -> -> B", "mode": "entails"}, Outcome.MALFORMED, "S -> ->"),
        ({"atoms": WORDS, "formula": "", "mode": "entails"}, Outcome.MALFORMED, "no formula"),
        ({"atoms": WORDS, "formula": "S", "mode": "looks like"}, Outcome.MALFORMED, "looks like"),
    ],
)
def test_a_check_that_is_impossible_reports_the_reason(
    check: dict[str, Any] | None, expected: Outcome, reason: str
) -> None:
    result, why = outcome(check)
    assert result is expected
    assert reason in why
