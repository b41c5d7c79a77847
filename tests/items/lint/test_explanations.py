"""Explanations and sizes of supports that are not so."""

import pytest

from items.files.loading import load
from items.lint import explanations, false_claims
from items.models import Item

BUILTIN = [item for item in load("builtin:divlogic").items if item.attributes["kind"] == "symbolic"]
ONE = next(item for item in BUILTIN if item.attributes["question_type"] == "3c1e")
GOLD = ONE.questions[0].model_dump()["gold"]["option"]


def complaints(item: Item) -> list[str]:
    return [finding.what for finding in false_claims.look(item, 10)]


def explaining(text: str) -> Item:
    return ONE.model_copy(update={"explanation": text})


def test_explanations_of_the_program_are_true() -> None:
    assert [item.id for item in BUILTIN if complaints(item)] == []


@pytest.mark.parametrize(
    "text", ["Option {} is right.", "So {} follows.", "The answer is {}.", "答案是{}。"]
)
def test_another_option_than_the_gold_is_seen(text: str) -> None:
    letters = "ABCD"
    assert list(explanations.look(explaining(text.format(letters[GOLD])), 10)) == []
    other = text.format(letters[(GOLD + 1) % 4])
    (finding,) = explanations.look(explaining(other), 10)
    assert "the gold is" in finding.what


def test_premises_that_do_not_give_the_answer_are_seen() -> None:
    (finding,) = explanations.look(explaining("It follows from premise 1."), 10)
    assert "does not follow" in finding.what
    (finding,) = explanations.look(explaining("It follows from premises 1 and 40."), 10)
    assert "names premise 40" in finding.what
    assert list(explanations.look(ONE, 10)) == []


@pytest.mark.parametrize("by", [-1, 1])
def test_a_support_of_another_size_is_seen(by: int) -> None:
    size = int(ONE.attributes["support_size"])
    wrong = ONE.model_copy(update={"attributes": {**ONE.attributes, "support_size": size + by}})
    assert any("support_size" in complaint for complaint in complaints(wrong))
