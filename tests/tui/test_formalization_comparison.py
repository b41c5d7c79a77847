"""The panes that compare two formalizations never call an assumption proved."""

from typing import Any

import pytest

from items.formalizations.distinction import distinction_of, formalized_as
from items.models import Item
from tui.state.formalization_comparison import ComparisonView

ITEM = Item.model_validate(
    {
        "id": "lamp",
        "text": "The lamp is on.",
        "questions": [{"id": "1", "kind": "text", "text": "?"}],
    }
)


def view(gloss: str, other: str, premise: str = "A") -> ComparisonView:
    def formal(text: str, formula: str) -> dict[str, Any]:
        return {
            "parameters": {"A": "Bool", "Z": "Bool"},
            "translation": {"A": text, "Z": "the alarm rings"},
            "premise": ["A -> Z", formula],
            "question": ["necessary(Z)"],
        }

    sides = (formalized_as("ann", formal(gloss, "A")), formalized_as("ben", formal(other, premise)))
    comparison = ComparisonView(ITEM, sides)
    comparison.know(distinction_of(ITEM, *sides, timeout=20))
    return comparison


def difference_text(comparison: ComparisonView) -> str:
    lines = comparison.difference_lines(200, True)
    return " ".join(piece.text for line in lines for piece in line.pieces)


def test_assumed_glosses_are_named_next_to_the_proof() -> None:
    comparison = view("the lamp is on", "the lamp is off")
    assert comparison.summary == "proved, if 1 assumed match is right: both say and ask the same"
    assert (
        "This is proved, if: “the lamp is on” says the same as “the lamp is off”."
        in difference_text(comparison)
    )


def test_queries_are_written_alike_however_they_were_typed() -> None:
    formal = {"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["A -> B"]}
    sides = (
        formalized_as("ann", {**formal, "question": ["necessary(!A | B)"]}),
        formalized_as("ben", {**formal, "question": ["possible(¬A ∨ B)"]}),
    )
    comparison = ComparisonView(ITEM, sides)
    comparison.know(distinction_of(ITEM, *sides, timeout=20))
    text = " ".join(p.text for line in comparison.pair_lines(120, True) for p in line.pieces)
    assert "? necessary(¬A ∨ B)" in text
    assert "? possible(¬A ∨ B)" in text


@pytest.mark.parametrize(("gloss", "chinese"), [("the lamp is on", False), ("灯亮着", True)])
def test_a_sentence_has_the_language_of_the_glosses(gloss: str, chinese: bool) -> None:
    """Annotators may gloss a Chinese item, which has no formalization of its own, in English."""
    item = ITEM.model_copy(update={"text": "灯亮着。", "language": "zh"})
    formal = {
        "parameters": {"A": "Bool", "Z": "Bool"},
        "translation": {"A": gloss, "Z": gloss.replace("lamp", "fan").replace("灯", "风扇")},
        "question": ["necessary(Z)"],
    }
    sides = (
        formalized_as("ann", {**formal, "premise": ["A -> Z"]}),
        formalized_as("ben", {**formal, "premise": ["Z -> A"]}),
    )
    comparison = ComparisonView(item, sides)
    comparison.know(distinction_of(item, *sides, timeout=20))
    text = difference_text(comparison)
    assert ("如果" in text, "if " in text) == (chinese, not chinese), text


def test_the_same_glosses_are_proved() -> None:
    comparison = view("the lamp is on", "The lamp is on.")
    assert comparison.summary == "proved: both say and ask the same"
    assert "This is proved." in difference_text(comparison)


def test_an_unreadable_formalization_has_no_differences() -> None:
    sides = (
        formalized_as("ann", {"premise": ["A"], "question": ["necessary(A)"]}),
        formalized_as("ben", {"premise": ["A ->"], "question": ["necessary(A)"]}),
    )
    comparison = ComparisonView(ITEM, sides)
    assert not comparison.turn(1)
    assert comparison.unreadable == "One of them cannot be read, so nothing is proved."
    assert comparison.unreadable in difference_text(comparison)
    assert view("the lamp is on", "the lamp is off").unreadable == ""


def test_a_difference_without_a_sentence_says_so() -> None:
    comparison = view("zebras graze", "zebras graze", "~A")
    assert comparison.difference is not None
    has_sentence = bool(comparison.difference.certainty)
    assert ("No deciding sentence was found" in difference_text(comparison)) is not has_sentence
    assert not has_sentence


def test_a_difference_names_assumed_glosses_too() -> None:
    comparison = view("the lamp is on", "the lamp is off", "~A")
    assert comparison.summary.endswith("if 1 assumed match is right")
    assert "Assumed because the glosses differ: “the lamp is on” says the same" in difference_text(
        comparison
    )
