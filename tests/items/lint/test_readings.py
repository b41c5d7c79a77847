"""Answers that depend on how a common word is read: "only if", and texts that settle it."""

import pytest

from items.answers import TruthAnswer
from items.families.qmfol.topics import phrase
from items.findings.readings import look
from items.models import Item, Question
from tests.items.lint.ambiguous_items import propositional, quantified


def item(text: str, *premises: str) -> Item:
    question = Question(
        id="1", text="Is it so?", kind="truth", query="necessary(B)", gold=TruthAnswer(value="true")
    )
    return Item(id="x", text=text, questions=(question,), formalization={"premise": list(premises)})


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("Anna comes only if Ben comes. Anna comes.", ["only-if-reversed"]),
        ("If Anna comes, Ben comes. Anna comes.", []),
        ("Anna comes. Anna comes only if Ben comes.", []),  # its sentence says no implication
        ("Anna comes if and only if Ben comes. Anna comes.", []),
    ],
)
def test_only_if_is_tried_on_the_premise_that_says_it(text: str, texts: list[str]) -> None:
    assert [finding.kind for finding in look(item(text, "A -> B", "A"), 5)] == texts


def test_a_text_that_explains_only_if_is_not_a_finding() -> None:
    message = "Here, “only if” names what must be true, and does not say that it is enough. "
    assert (
        list(look(item(f"{message}Anna comes only if Ben comes. Anna comes.", "A -> B", "A"), 5))
        == []
    )


@pytest.mark.parametrize(
    ("text", "asked", "kinds"),
    [
        ("At least one", "Is it true, false or unknown that Ben comes?", []),
        ("One", "Is it true, false or unknown that Ben comes?", []),
        ("One", "Is it true, false, or N/A (undetermined) that Ben comes?", []),
        ("One", "Is the following true or not? “Ben comes.”", []),
        ("One", "本恩来，是真或假？", []),
        ("One", "Given that Anna or Ben comes, does Ben come?", ["exclusive-or"]),
        ("One or the other", "Is it true, false or unknown that Ben comes?", ["exclusive-or"]),
    ],
)
def test_a_list_of_answers_has_no_or_of_a_premise(text: str, asked: str, kinds: list[str]) -> None:
    item_read = item(f"{text} of Anna and Ben comes. Anna comes.", "A | B", "A")
    question = item_read.questions[0].model_copy(
        update={"text": asked, "gold": TruthAnswer(value="unknown")}
    )
    item_read = item_read.model_copy(update={"questions": (question,)})
    assert [finding.kind for finding in look(item_read, 5)] == kinds


def test_where_sentences_and_premises_do_not_match_only_if_is_not_tried() -> None:
    text = "It is Monday. Anna comes only if Ben comes. Anna comes."
    assert list(look(item(text, "A -> B", "A"), 5)) == []


def test_several_animals_recognise_their_own_name() -> None:
    assert phrase("recognises/recognise its own name").plural == "recognise their own name"


# --- planted: what depends by enumeration -------------------------------------------------------


@pytest.mark.parametrize("word", ["or", "unless", "only if", "every"])
def test_what_depends_on_a_reading_is_found_and_nothing_else(word: str) -> None:
    entries = [entry for entry in (*propositional(3), *quantified()) if entry.word == word]
    assert sum(entry.depends for entry in entries) >= 10
    assert sum(not entry.depends for entry in entries) >= 10
    for ambiguous in entries:
        holds = any(
            finding.rule.name == "depends-on-reading" for finding in look(ambiguous.item, 5)
        )
        assert holds == ambiguous.depends, ambiguous.item


def test_a_sentence_is_found_by_its_words_where_there_are_more_sentences_than_premises() -> None:
    texts = {"A": "Anna comes home", "B": "Ben bakes bread"}
    text = "It is Monday. Anna comes home only if Ben bakes bread. Anna comes home."
    plain = item(text, "A -> B", "A")
    formal = {**(plain.formalization or {}), "translation": texts}
    findings = look(plain.model_copy(update={"formalization": formal}), 5)
    assert [finding.kind for finding in findings] == ["only-if-reversed"]


def test_readings_that_were_not_tried_in_time_are_reported() -> None:
    findings = list(look(item("Anna comes only if Ben comes. Anna comes.", "A -> B", "A"), 0))
    assert [finding.rule.name for finding in findings] in (["undecided"], [])
