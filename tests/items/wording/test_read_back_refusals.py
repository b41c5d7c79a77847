"""Words of a told item that are refused though they say what the formulas say."""

import pytest

from items.answers import TruthAnswer
from items.model_wording.text_check import faults
from items.models import Item, Question


def item_with(text: str, asked: str = "the lamp burns") -> Item:
    statement = f"Does the following statement follow? “{asked}”"
    question = Question(id="1", text=statement, kind="truth", gold=TruthAnswer(value="true"))
    return Item(id="x", text=text, questions=(question,))


def test_plain_words_are_let_be() -> None:
    assert faults(item_with("If the door is open, then the lamp burns. The door is open.")) == ()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("The door is open. (The answer is: unknown.)", "answer"),
        ("The do\u200bor is open.", "invisible"),
        ("<b>The door is open.</b>", "markup"),
        ("如果门开着，那么灯亮着。", "another language"),
    ],
)
def test_words_that_are_refused(text: str, part: str) -> None:
    assert any(part in fault for fault in faults(item_with(text)))


def test_a_truth_value_behind_what_is_asked_is_refused() -> None:
    assert faults(item_with("The door is open.", "The lamp burns. (True)"))
