"""What a question without a text of its own is about: formulas with signs say what they mean, to
participants and to models."""

from typing import Any

import pytest

from items.default_wording import about, glossed, line_of
from items.models import Item
from tests.items.inspected_items import own
from tui.state.answers import draft_for, question_text

GLOSSES = {
    "en": {"A": "Ann comes", "B": "Bob comes", "S(x)": "x sings"},
    "zh": {"A": "安来", "B": "波来", "S(x)": "x唱歌"},
}


def item(query: str, language: str = "en", **more: Any) -> Item:
    return own(
        {
            "id": "guests",
            "language": language,
            "text": "Ann comes.",
            "formalization": {
                "premise": ["A -> B", "S(cem)"],
                "translation": GLOSSES[language],
            },
            "questions": [{"id": "1", "query": query}],
            **more,
        }
    )


def lines(asked_item: Item) -> list[str]:
    (leaf,) = asked_item.leaves
    return [line_of(choice) for choice in about(asked_item, leaf)]


@pytest.mark.parametrize(
    ("query", "language", "line"),
    [
        ("necessary(~A)", "en", "¬A: it is not the case that Ann comes"),
        ("necessary(~A)", "zh", "¬A: 并非安来"),
        ("possible(A -> B)", "en", "A → B: if Ann comes, then Bob comes"),
        ("possible(~S(cem))", "en", "¬S(cem): it is not the case that cem sings"),
        ("possible(A)", "en", "A: Ann comes"),
        ("possible(S(cem))", "en", "S(cem): cem sings"),
    ],
)
def test_a_formula_is_shown_with_its_words(query: str, language: str, line: str) -> None:
    formula_item = item(query, language)
    assert lines(formula_item) == [line]
    assert question_text(formula_item, formula_item.leaves[0]).endswith(line)


def test_a_formula_with_an_unglossed_symbol_is_shown_alone() -> None:
    assert lines(item("possible(~Z)")) == ["¬Z"]
    # Half of it in words and half in signs would be no sentence of either.
    assert lines(item("possible(~Z & A)")) == ["¬Z ∧ A"]


def test_a_question_in_the_text_is_not_repeated() -> None:
    question = {"id": "1", "query": "possible(~A)", "text": "Can it be that Ann does not come?"}
    assert lines(item("", questions=[question])) == []


@pytest.mark.parametrize(
    ("language", "labels"),
    [("en", ["Bob comes", "it is not the case that Ann comes"]), ("zh", ["波来", "并非安来"])],
)
def test_listed_formulas_have_words_and_the_item_is_unchanged(
    language: str, labels: list[str]
) -> None:
    formula_item = item("projection(necessary; B, ~A)", language)
    before = formula_item.content_hash
    (leaf,) = formula_item.leaves
    assert [choice.label for choice in glossed(formula_item, leaf).vocabulary] == labels
    drawn = [line.text for line in draft_for(formula_item, leaf).lines(60, False)]
    for text in labels:
        assert any(line.endswith(text) for line in drawn), drawn
    assert [choice.label for choice in leaf.vocabulary] == [labels[0], ""]
    assert formula_item.content_hash == before
    assert [choice.key for choice in glossed(formula_item, leaf).vocabulary] == ["B", "¬A"]


def test_a_label_of_the_items_own_is_kept() -> None:
    listed = [{"key": "B", "label": "Bob is there"}, {"key": "¬A", "label": "no Ann"}]
    question = {"id": "1", "query": "projection(necessary; B, ~A)", "vocabulary": listed}
    labelled_item = item("", questions=[question])
    labels = [choice.label for choice in glossed(labelled_item, labelled_item.leaves[0]).vocabulary]
    assert labels == ["Bob is there", "no Ann"]
