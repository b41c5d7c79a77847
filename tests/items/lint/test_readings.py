"""Answers that depend on how a common word is read: "only if", and texts that settle it."""

import pytest

from items.answers import TruthAnswer
from items.families.qmfol.topics import phrase
from items.lint.readings import look
from items.models import Item, Question


def item(text: str, *premises: str) -> Item:
    question = Question(
        id="1", text="Is it so?", kind="truth", query="necessary(B)", gold=TruthAnswer(value="true")
    )
    return Item(id="x", text=text, questions=(question,), formalization={"premise": list(premises)})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Anna comes only if Ben comes. Anna comes.", ["only-if-reversed"]),
        ("If Anna comes, Ben comes. Anna comes.", []),
        ("Anna comes. Anna comes only if Ben comes.", []),  # its sentence says no implication
        ("Anna comes if and only if Ben comes. Anna comes.", []),
    ],
)
def test_only_if_is_tried_on_the_premise_that_says_it(text: str, found: list[str]) -> None:
    assert [one.kind for one in look(item(text, "A -> B", "A"), 5)] == found


def test_a_text_that_says_what_only_if_means_is_left_alone() -> None:
    told = "Here, “only if” names what must be true, and does not say that it is enough. "
    assert (
        list(look(item(f"{told}Anna comes only if Ben comes. Anna comes.", "A -> B", "A"), 5)) == []
    )


def test_where_sentences_and_premises_do_not_match_only_if_is_not_tried() -> None:
    text = "It is Monday. Anna comes only if Ben comes. Anna comes."
    assert list(look(item(text, "A -> B", "A"), 5)) == []


def test_several_animals_recognise_their_own_name() -> None:
    assert phrase("recognises/recognise its own name").plural == "recognise their own name"
