"""A verdict that rests on symbols whose glosses differ says so; one that does not is certain."""

from typing import Any

import pytest

from items.formalizations.assumed_matches import condition
from items.formalizations.comparison import (
    ComparisonVerdict,
    FormalComparison,
    compare_formalizations,
)
from items.formalizations.symbols import MatchBasis
from solver.language.loader import load_problem

DIFFERENT = [
    ("the lamp is on", "the lamp is off"),
    ("the road is wet", "the road is dry"),
    ("the king is alive", "the king is dead"),
    ("Ada hates Bo", "Bo hates Ada"),
    ("Ada loves Bo", "Ada hates Bo"),
    ("Ada is taller than Bo", "Bo is taller than Ada"),
    ("the tank is full", "the tank is empty"),
    ("the box is red", "the box is blue"),
    ("the price rises", "the price falls"),
    ("甲打败乙", "乙打败甲"),
    ("Ada sings", "Ada sang"),
    ("x is > 3", "x is < 3"),
    ("the lamp is on", "lamp is on"),
    ("it isn't wet", "it is not wet"),
    ("the man bites a dog", "a man bites the dog"),
    ("the switch is !on", "the switch is on"),
    ("!late", "late"),
    ("-late", "late"),
    ("Ada says Bo lies", "Ada, says Bo, lies"),
    ("甲说，乙说谎", "甲，说乙说谎"),
    ("n² is even", "n2 is even"),
    ("the score is 2:1", "the score is 2-1"),
]
SAME = [
    ("the lamp is on", "The lamp is on."),
    ("the lamp is on", "the  lamp is on"),
    ("下雨了。", "下雨了"),
    ("甲 打败 乙", "甲打败乙"),
]


def formal(name: str, gloss: str) -> dict[str, Any]:
    return {
        "parameters": {name: "Bool", "Z": "Bool"},
        "translation": {name: gloss, "Z": "the alarm rings"},
        "premise": [f"{name} -> Z", name],
        "question": ["necessary(Z)"],
    }


def compared(gold: dict[str, Any], mine: dict[str, Any], by_name: bool = False) -> FormalComparison:
    return compare_formalizations(
        load_problem(mine), load_problem(gold), timeout=10, by_name=by_name
    )


@pytest.mark.parametrize("name", ["A", "P"])
@pytest.mark.parametrize(("gloss", "other"), DIFFERENT)
def test_glosses_that_differ_never_make_a_verdict_without_a_condition(
    gloss: str, other: str, name: str
) -> None:
    comparison = compared(formal("A", gloss), formal(name, other))
    if comparison.standing is ComparisonVerdict.NOT_COMPARABLE:
        return
    assert [(a.left, a.right, a.left_gloss, a.right_gloss) for a in comparison.assumed] == [
        (name, "A", other, gloss)
    ]
    assert condition(comparison.assumed) == f"if “{other}” says the same as “{gloss}”"


def test_some_of_these_pairs_are_matched() -> None:
    matched = [
        compared(formal("A", first_gloss), formal("A", second_gloss)).assumed
        for first_gloss, second_gloss in DIFFERENT
    ]
    assert sum(map(bool, matched)) > 4


@pytest.mark.parametrize(("gloss", "other"), SAME)
def test_the_same_words_are_certain(gloss: str, other: str) -> None:
    comparison = compared(formal("A", gloss), formal("P", other))
    assert (comparison.standing, comparison.assumed) == (ComparisonVerdict.EQUIVALENT, ())


def test_a_name_is_certain_where_neither_side_has_a_gloss() -> None:
    assert compared(formal("A", ""), formal("A", "")).assumed == ()
    assert compared(formal("rain", "rain"), formal("rain", "")).assumed == ()
    assert len(compared(formal("A", "it rains"), formal("A", "")).assumed) == 1
    assert [a.glosses for a in compared(formal("A", ""), formal("P", "")).assumed] == [("P", "A")]


def test_given_symbols_are_certain() -> None:
    gold = formal("A", "the lamp is on")
    assert compared(gold, formal("A", "the lamp is off"), by_name=True).assumed == ()


def test_a_gloss_that_is_read_as_a_formula_is_assumed_to_say_it() -> None:
    denied = formal("A", "the lamp is not on") | {"premise": ["~A -> Z", "~A"]}
    comparison = compared(formal("A", "the lamp is on"), denied)
    assert comparison.standing == ComparisonVerdict.EQUIVALENT
    assert [a.basis for a in comparison.assumed] == [MatchBasis.READ]
    assert condition(comparison.assumed) == "if “the lamp is not on” says the same as “¬A”"


def test_turned_places_are_the_same_words() -> None:
    def relation(gloss: str, premise: str) -> dict[str, Any]:
        return {
            "parameters": {"H": "Function(2)", "a": "Person", "b": "Person"},
            "translation": {"H(x, y)": gloss, "a": "Ada", "b": "Bo"},
            "premise": [premise],
            "question": [f"necessary({premise})"],
        }

    comparison = compared(relation("x beats y", "H(a, b)"), relation("y beats x", "H(b, a)"))
    assert (comparison.standing, comparison.assumed) == (ComparisonVerdict.EQUIVALENT, ())


def test_more_than_three_pairs_are_counted() -> None:
    (comparison,) = compared(formal("A", "the lamp is on"), formal("A", "the lamp is off")).assumed
    assert condition([]) == ""
    assert condition([comparison] * 4).endswith(" and 1 more pair says the same")
    assert condition([comparison] * 6).endswith(" and 3 more pairs say the same")
    assert condition([comparison] * 6).count("“the lamp is off”") == 3
