"""Drafts of answers, played by key presses: an answer is exactly what was entered."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.models import Choice, Item, Option, Question
from tui.state.answers import draft_for, question_text
from tui.state.draft import Draft, Reply, letters_in
from tui.state.typed_drafts import TextDraft
from tui.state.worlds_draft import WorldsDraft
from tui.text import width

VOCABULARY = (
    Choice(key="A", label="The ferry is late"),
    Choice(key="B", label="The baker whistles"),
    Choice(key="status=going", label="going"),
    Choice(key="status=open", label="still open"),
)
BOOLS = VOCABULARY[:2]
OPTIONS = tuple(Option(text=f"option {n}") for n in range(4))


def item_with(question: Question, **attributes: str) -> Item:
    return Item(id="i", text="A text.", questions=(question,), attributes=dict(attributes))


def draft_of(kind: str, answer: Answer | None = None, **fields: Any) -> Draft:
    question = Question.model_validate({"id": "q", "kind": kind, **fields})
    return draft_for(item_with(question), question, answer=answer)


def type_keys(draft: Draft, keys: Iterable[str]) -> Reply:
    reply = Reply(handled=False)
    for key in keys:
        reply = draft.press(key, key if len(key) == 1 else " " if key == "space" else None)
    return reply


def test_options_are_lettered_as_shown_and_answered_as_the_item_has_them() -> None:
    question = Question(id="q", kind="choice", options=OPTIONS)
    draft = draft_for(item_with(question), question, order=(2, 3, 0, 1), none_option=True)
    assert draft.answer() is None
    assert draft.missing()
    assert draft.press("b", "b").changed
    assert draft.answer() == ChoiceAnswer(option=3)
    assert not draft.press("b", "b").changed
    type_keys(draft, ["down", "down"])
    assert draft.answer() == ChoiceAnswer(option=1)
    type_keys(draft, ["down", "down"])
    assert draft.answer() == ChoiceAnswer(option=None)
    assert not draft.press("e", "e").handled


def test_there_is_no_letter_n_unless_the_study_offers_it() -> None:
    draft = draft_of("choice", options=OPTIONS)
    assert not draft.press("n", "n").handled
    assert len(draft.lines(60, True)) == 4


def test_true_false_unknown_and_the_two_value_scale_are_answered() -> None:
    draft = draft_of("truth")
    assert type_keys(draft, "u").changed
    assert draft.answer() == TruthAnswer(value="unknown")
    question = Question(id="q", kind="truth")
    item = item_with(question, truth_scale="follows")
    two_scale_draft = draft_for(item, question)
    assert not two_scale_draft.press("u", "u").handled
    assert type_keys(two_scale_draft, "f").changed
    assert two_scale_draft.answer() == TruthAnswer(value="false")
    assert question_text(item, question) == "Does it follow?"


@pytest.mark.parametrize(
    ("kind", "yes", "no"),
    [
        ("possible", "possible", "impossible"),
        ("necessary", "necessary", "unnecessary"),
        ("has_alternative", "alternative", "no_alternative"),
    ],
)
def test_yes_and_no_are_answered(kind: str, yes: str, no: str) -> None:
    draft = draft_of(kind)
    type_keys(draft, "y")
    assert draft.answer() == VerdictAnswer.model_validate({"word": yes})
    type_keys(draft, "n")
    assert draft.answer() == VerdictAnswer.model_validate({"word": no})


def test_a_number_is_typed_corrected_and_stepped() -> None:
    draft = draft_of("count_models")
    assert draft.digits
    assert draft.answer() is None
    type_keys(draft, "12")
    assert draft.answer() == CountAnswer(count=12)
    type_keys(draft, ["backspace", "up"])
    assert draft.answer() == CountAnswer(count=2)
    type_keys(draft, ["down", "down", "down"])
    assert draft.answer() == CountAnswer(count=0)
    type_keys(draft, ["delete"])
    assert draft.answer() is None
    assert type_keys(draft, "99999999").message


def test_the_empty_set_is_reported() -> None:
    draft = draft_of("projection", vocabulary=BOOLS)
    type_keys(draft, "aa")
    assert draft.answer() is None, "switched on and off again is not the empty set"
    assert "N" in draft.missing()
    type_keys(draft, "n")
    assert draft.answer() == SetAnswer(members=frozenset())
    type_keys(draft, "b")
    assert draft.answer() == SetAnswer(members=frozenset({"B"}))
    assert type_keys(draft, "n").message, "marks that are taken away are mentioned"
    assert draft.answer() == SetAnswer(members=frozenset())


def test_individuals_are_listed_as_a_set() -> None:
    question = Question(
        id="q",
        kind="enumerate_models",
        query="enumerate_models(F(x), x)",
        vocabulary=(Choice(key="a"), Choice(key="b")),
        gold=SetAnswer(members=frozenset({"a"})),
    )
    draft = draft_for(item_with(question), question)
    type_keys(draft, ["down", "space"])
    assert draft.answer() == SetAnswer(members=frozenset({"b"}))


def test_a_table_is_built_row_by_row() -> None:
    draft = draft_of("enumerate_models", vocabulary=BOOLS)
    assert draft.answer() is None
    type_keys(draft, ["+", "a", "+", "b"])
    assert draft.answer() == ModelsAnswer(models=frozenset({frozenset("A"), frozenset("B")}))
    type_keys(draft, ["up", "-"])
    assert draft.answer() == ModelsAnswer(models=frozenset({frozenset("B")}))


def test_a_table_leaves_the_letters_of_the_text_alone_and_says_its_row_in_words() -> None:
    vocabulary = tuple(Choice(key=f"lamp_{n}", label=f"Lamp {n} is on") for n in "ABC")
    question = Question(id="q", kind="enumerate_models", vocabulary=vocabulary)
    draft = WorldsDraft(question, text="A goat knows what I know: switch D is broken, not E.")
    letters = [column.letter for column in draft.columns]
    assert len(set(letters)) == 3
    assert not set(letters) & set("ABCDEN")
    assert letters_in("A goat that I know") == ""
    draft.press("+", "+")
    draft.press("right", None)
    draft.press("space", " ")
    assert draft.in_words() == "Row 1: not: Lamp A is on · Lamp B is on · not: Lamp C is on"
    assert "Lamp B is on ·" in " ".join(line.text for line in draft.lines(76, True))


def test_no_case_differs_from_a_case_with_nothing_true() -> None:
    draft = draft_of("enumerate_models", vocabulary=BOOLS)
    type_keys(draft, "n")
    assert draft.answer() == ModelsAnswer(models=frozenset())
    type_keys(draft, "+")
    assert draft.answer() == ModelsAnswer(models=frozenset({frozenset()}))
    assert type_keys(draft, "n").message, "a table that has rows is not thrown away"
    assert draft.answer() == ModelsAnswer(models=frozenset({frozenset()}))


def test_a_duplicate_row_is_refused() -> None:
    draft = draft_of("enumerate_models", vocabulary=BOOLS)
    type_keys(draft, ["+", "a", "+"])
    assert "same" in type_keys(draft, "a").message
    assert draft.answer() is None
    assert "same" in draft.missing()
    assert not type_keys(draft, "+").changed, "no row is added while two are alike"
    assert draft.partial() == ModelsAnswer(models=frozenset({frozenset("A")}))
    type_keys(draft, "b")
    assert draft.answer() == ModelsAnswer(models=frozenset({frozenset("A"), frozenset("AB")}))


def test_an_enum_cell_is_open_until_a_value_is_chosen() -> None:
    draft = draft_of("enumerate_models", vocabulary=VOCABULARY)
    type_keys(draft, ["+", "a"])
    assert draft.answer() is None
    assert "?" in draft.missing()
    type_keys(draft, ["right", "right", "space"])
    world = frozenset({"A", "status=going"})
    assert draft.answer() == ModelsAnswer(models=frozenset({world}))
    type_keys(draft, ["space"])
    assert draft.answer() == ModelsAnswer(models=frozenset({frozenset({"A", "status=open"})}))


def test_the_unique_solution_is_given_value_by_value() -> None:
    draft = draft_of("unique_solution", vocabulary=VOCABULARY)
    type_keys(draft, "m")
    assert draft.answer() == UniqueAnswer(verdict="not_unique")
    type_keys(draft, "ua")
    assert draft.answer() is None
    assert draft.partial() == UniqueAnswer(verdict="unique")
    type_keys(draft, "bbc")
    world = frozenset({"A", "status=going"})
    assert draft.answer() == UniqueAnswer(verdict="unique", solution=world)
    type_keys(draft, "n")
    assert draft.answer() == UniqueAnswer(verdict="none")


def test_a_text_is_an_answer_once_it_is_not_empty() -> None:
    draft = draft_of("text")
    assert isinstance(draft, TextDraft)
    assert draft.typing
    draft.write("  \n")
    assert draft.answer() is None
    assert draft.write("Because.").changed
    assert draft.answer() == TextAnswer(text="Because.")


KINDS = ["truth", "possible", "count_models", "enumerate_models", "unique_solution", "projection"]
KEYS = [*"abcdefnutmy+-=0123", "up", "down", "left", "right", "space", "delete", "home", "end"]


@given(
    st.sampled_from([*KINDS, "choice"]),
    st.lists(st.sampled_from(KEYS), max_size=25),
    st.integers(24, 110),
)
def test_any_keys_leave_a_draft_that_can_be_drawn_clicked_and_resumed(
    kind: str, keys: list[str], cells: int
) -> None:
    fields: dict[str, Any] = {"vocabulary": VOCABULARY}
    if kind == "choice":
        fields = {"options": OPTIONS}
    draft = draft_of(kind, **fields)
    before = draft.partial()
    for key in keys:
        reply = type_keys(draft, [key])
        if not reply.changed:
            assert draft.partial() == before or kind == "enumerate_models"
        before = draft.partial()
        assert (draft.answer() is None) == bool(draft.missing())
    for line in draft.lines(cells, True):
        assert "\n" not in line.text
        assert width(line.text) <= max(cells, 70)
        for target in {line.target, *(piece.target for piece in line.pieces)} - {None, ""}:
            assert draft.hit(str(target)).handled
    answer = draft.answer()
    if answer is not None:
        assert draft_of(kind, answer=answer, **fields).answer() == answer


def test_without_a_gold_the_query_says_what_is_listed() -> None:
    names = (Choice(key="a"), Choice(key="b"))
    for query, kind in (("enumerate_models(F(x), x)", "set"), ("enumerate_models(a, b)", "models")):
        draft = draft_of("enumerate_models", query=query, vocabulary=names)
        type_keys(draft, "n")
        answer = draft.answer()
        assert answer is not None
        assert answer.kind == kind


def test_more_options_than_letters_can_still_be_reached() -> None:
    many = tuple(Option(text=f"option {n}") for n in range(30))
    question = Question(id="q", kind="choice", options=many)
    draft = draft_for(item_with(question), question, none_option=True)
    type_keys(draft, ["n"])
    assert draft.answer() == ChoiceAnswer(option=None)
    type_keys(draft, ["up"])
    assert draft.answer() == ChoiceAnswer(option=29)


def test_a_wide_table_shows_columns_around_the_cursor_and_says_so() -> None:
    letters = "ABCDEFGHIJKLMOPQRSTU"
    draft = draft_of("enumerate_models", vocabulary=tuple(Choice(key=letter) for letter in letters))
    legend = len(letters) + 1
    type_keys(draft, "+p")
    note, heads, row = (line.text for line in draft.lines(60, True)[legend : legend + 3])
    assert note == " " * 6 + "Columns J to S of 20: ← and → show the others."
    assert heads.split() == list("JKLMOPQRS")
    assert "‹✓›" in row
    type_keys(draft, ["right"] * 4)
    note, heads, row = (line.text for line in draft.lines(60, True)[legend : legend + 3])
    assert heads.split() == ["T", "U"]
    assert "‹·›" in row
    for cells in (24, 41, 60, 75):
        for line in draft.lines(cells, True):
            assert width(line.text) <= cells, line.text
    assert draft.lines(120, True)[legend].text.split() == list(letters)
