"""Statements that say of themselves whether they hold."""

from typing import Any

import pytest

from items.answers import ChoiceAnswer
from items.lint import judgement_hints
from items.model_wording.text_check import faults
from items.models import Item, Option, Question

MEANINGS: dict[str, dict[str, str]] = {
    "en": {"A": "the ferry is late", "B": "the harbour is crowded"},
    "zh": {"A": "渡船迟到了", "B": "港口很拥挤"},
}
TEXT = {
    "en": "In the case that the ferry is late and the bus is full, it is true that the harbour is "
    "crowded. The ferry is late.",
    "zh": "如果渡船迟到了，那么港口很拥挤。渡船迟到了。",
}
ASKED = {"en": "Is this true? “{}.”", "zh": "下面的陈述是真的吗？“{}。”"}


def item_asking(statement: str, language: str) -> Item:
    text = ASKED[language].format(statement)
    question = Question(id="1", kind="truth", text=text, query="necessary(B)")
    formal: dict[str, Any] = {
        "parameters": {"A": "Bool", "B": "Bool"},
        "translation": MEANINGS[language],
        "premise": ["A -> B", "A"],
        "question": ["necessary(B)"],
    }
    return Item(
        id="x", language=language, text=TEXT[language], questions=(question,), formalization=formal
    )


@pytest.mark.parametrize(
    ("statement", "language"),
    [
        ("The harbour is crowded, which nobody can settle", "en"),
        ("The harbour is crowded, which is of course the case", "en"),
        ("The harbour is crowded, and that is correct", "en"),
        ("The harbour is crowded, and so it follows", "en"),
        ("The harbour is crowded (as the rules make plain)", "en"),
        ("The harbour is crowded; no doubt about it", "en"),
        ("Obviously the harbour is crowded", "en"),
        ("It is easy to see that the harbour is crowded", "en"),
        ("港口很拥挤，这当然是对的", "zh"),
        ("港口很拥挤，正如规则所示", "zh"),
        ("港口很拥挤，由此可知", "zh"),
        ("港口很拥挤，这无法判断", "zh"),
        ("港口很拥挤，与上文矛盾", "zh"),
        ("显而易见，港口很拥挤", "zh"),
        ("不难看出，港口很拥挤", "zh"),
    ],
)
def test_a_statement_that_speaks_of_itself_is_found(statement: str, language: str) -> None:
    assert [
        finding.rule.name for finding in judgement_hints.look(item_asking(statement, language))
    ] == ["odd-words"]


@pytest.mark.parametrize(
    ("statement", "language"),
    [
        ("The harbour is crowded", "en"),
        ("The ferry is late, or the harbour is crowded, or both", "en"),
        ("The harbour is crowded, as is the ferry", "en"),
        ("If the ferry is late, so that the harbour is empty, then the harbour is crowded", "en"),
        ("The ferry is late, and that only if the harbour is crowded", "en"),
        ("The ferry, which is late, is not crowded", "en"),
        ("渡船迟到了，或者港口很拥挤，或两者都成立", "zh"),
        ("如果渡船迟到了，那么港口很拥挤", "zh"),
    ],
)
def test_what_belongs_to_a_statement_is_let_be(statement: str, language: str) -> None:
    assert list(judgement_hints.look(item_asking(statement, language))) == []


def test_words_of_a_meaning_call_for_nothing() -> None:
    item = item_asking("Obviously true proverbs are old", "en")
    formal = {**(item.formalization or {}), "translation": {"B": "obviously true proverbs are old"}}
    assert list(judgement_hints.look(item.model_copy(update={"formalization": formal}))) == []
    bare = {**(item.formalization or {}), "translation": {}}
    assert list(judgement_hints.look(item.model_copy(update={"formalization": bare}))) == []


@pytest.mark.parametrize("place", [0, 2])
def test_a_truth_value_beside_a_told_option_is_a_fault_whether_or_not_it_is_right(
    place: int,
) -> None:
    texts = ["The ferry is late.", "The bus is late.", "The lamp burns.", "The cat wakes up."]
    texts[place] = f"{texts[place][:-1]} (true)."
    options = tuple(
        Option(text=text, formula=name) for text, name in zip(texts, "ABCD", strict=True)
    )
    gold = ChoiceAnswer(option=0)
    question = Question(id="1", kind="choice", text="Which follows?", options=options, gold=gold)
    item = Item(id="x", language="en", text=TEXT["en"], questions=(question,))
    assert any("“(true)” next to an option" in fault for fault in faults(item))
    texts[place] = "The ferry is late (in truth)."
    plain = tuple(
        option.model_copy(update={"text": text})
        for option, text in zip(options, texts, strict=True)
    )
    whole = question.model_copy(update={"options": plain})
    assert not any(
        "next to an option" in f for f in faults(item.model_copy(update={"questions": (whole,)}))
    )
