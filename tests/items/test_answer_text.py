"""Answers as text: what is read, what is written, and that one undoes the other."""

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
from items.models import Choice, Option, Question
from items.values.answer_text import format_answer, parse_answer
from solver.errors import InputError

FORMAL = {
    "parameters": {"A": "Bool", "B": "Bool", "F": "Function(1)", "a": "Person", "b": "Person"},
    "premise": ["A | B"],
}
ENUM = {"parameters": {"A": "Bool", "status": "Enum(going, staying)"}, "premise": []}


def question(kind: str, *keys: str, query: str | None = None, options: int = 0) -> Question:
    return Question.model_validate(
        {
            "id": "1",
            "kind": kind,
            "query": query,
            "vocabulary": [Choice(key=key) for key in keys],
            "options": [Option(text=str(n)) for n in range(options)],
        }
    )


MODELS = question("enumerate_models", "A", "B", "F(a)", query="enumerate_models(A, B, F(a))")
NAMES = question("enumerate_models", "a", "b", query="enumerate_models(F(x), x)")
SETS = question("projection", "A ∧ B", "¬A", "F(a)", "A", query="projection(necessary; A & B)")
UNIQUE = question("unique_solution", "A", "B", query="unique_solution(A, B)")
STATUS = question(
    "enumerate_models", "A", "status=going", "status=staying", query="enumerate_models(A, status)"
)


def models(*rows: str) -> ModelsAnswer:
    return ModelsAnswer(models=frozenset(frozenset(row.split()) for row in rows))


@pytest.mark.parametrize(
    ("asked", "text", "answer"),
    [
        (question("possible"), "possible", VerdictAnswer(word="possible")),
        (question("possible"), " Impossible ", VerdictAnswer(word="impossible")),
        (question("necessary"), "unnecessary", VerdictAnswer(word="unnecessary")),
        (question("has_alternative"), "no alternative", VerdictAnswer(word="no_alternative")),
        (question("has_alternative"), "no_alternative", VerdictAnswer(word="no_alternative")),
        (question("count_models"), "12", CountAnswer(count=12)),
        (question("truth"), "N/A", TruthAnswer(value="unknown")),
        (question("truth"), "n-a", TruthAnswer(value="unknown")),
        (question("truth"), "FALSE", TruthAnswer(value="false")),
        (question("choice", options=4), "B", ChoiceAnswer(option=1)),
        (question("choice", options=4), "(d)", ChoiceAnswer(option=3)),
        (question("choice", options=4), "n", ChoiceAnswer(option=None)),
        (question("text"), " as it is ", TextAnswer(text=" as it is ")),
        (MODELS, "{}", models()),
        (MODELS, "∅", models()),
        (MODELS, "{()}", models("")),
        (MODELS, "{(A, B), ()}", models("A B", "")),
        (MODELS, "{ ( ), (B,A) }", models("A B", "")),
        (MODELS, "｛（A，B）；（）｝", models("A B", "")),
        (MODELS, "{(F( a ), ¬B)}", models("F(a)")),
        (MODELS, "{(A), (A)}", models("A")),
        (NAMES, "{a, b}", SetAnswer(members=frozenset({"a", "b"}))),
        (NAMES, "{(a), (b)}", SetAnswer(members=frozenset({"a", "b"}))),
        (NAMES, "{}", SetAnswer(members=frozenset())),
        (SETS, "{A & B, ~A}", SetAnswer(members=frozenset({"A ∧ B", "¬A"}))),
        (SETS, r"{(A \wedge B), F(a)}", SetAnswer(members=frozenset({"A ∧ B", "F(a)"}))),
        (SETS, "{ A∧B }", SetAnswer(members=frozenset({"A ∧ B"}))),
        (UNIQUE, "none", UniqueAnswer(verdict="none")),
        (UNIQUE, "not unique", UniqueAnswer(verdict="not_unique")),
        (UNIQUE, "unique {(A)}", UniqueAnswer(verdict="unique", solution=frozenset({"A"}))),
        (UNIQUE, "unique ()", UniqueAnswer(verdict="unique", solution=frozenset())),
        (UNIQUE, "unique", UniqueAnswer(verdict="unique")),
    ],
)
def test_what_is_read(asked: Question, text: str, answer: Answer) -> None:
    assert parse_answer(text, asked, FORMAL) == answer


@pytest.mark.parametrize(
    ("asked", "text", "message"),
    [
        (question("possible"), "necessary", "possible or impossible"),
        (question("possible"), "", "possible or impossible"),
        (question("count_models"), "-1", "a number"),
        (question("count_models"), "٣", "a number"),
        (question("count_models"), "9" * 5000, "a number"),
        (question("count_models"), "1.5", "a number"),
        (question("truth"), "maybe", "True, False or Unknown"),
        (question("choice", options=4), "E", "from A to D, or N"),
        (question("choice", options=4), "", "from A to D, or N"),
        (MODELS, "A, B", "braces"),
        (MODELS, "{A, B}", "each model in brackets"),
        (MODELS, "{(A, B}", "braces"),
        (MODELS, "{(A,,B)}", "between the commas"),
        (MODELS, "{(C)}", "one of A, B, F(a)"),
        (MODELS, "{(A, ¬A)}", "both for A"),
        (MODELS, "{(A) (B)}", "each model in brackets"),
        (MODELS, "{(A)} {(B)}", "braces"),
        (NAMES, "{c}", "one of a, b"),
        (NAMES, "{()}", "one of a, b"),
        (SETS, "{B & A & A}", "one of A ∧ B"),
        (UNIQUE, "unique {(A), (B)}", "one solution"),
        (UNIQUE, "none {(A)}", "only `unique` has a solution"),
        (UNIQUE, "perhaps", "not_unique"),
    ],
)
def test_what_is_refused(asked: Question, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_answer(text, asked, FORMAL)
    assert message in caught.value.message


def test_enum_targets_need_a_value_in_every_model() -> None:
    read = parse_answer("{(A, status = going), (status=staying)}", STATUS, ENUM)
    assert read == models("A status=going", "status=staying")
    with pytest.raises(InputError, match="one value of status"):
        parse_answer("{(A)}", STATUS, ENUM)
    with pytest.raises(InputError, match="one value of status"):
        parse_answer("{(status=going, status=staying)}", STATUS, ENUM)
    with pytest.raises(InputError, match="one of A, status=going"):
        parse_answer("{(status=open)}", STATUS, ENUM)


def test_without_a_vocabulary_members_take_the_printers_form() -> None:
    free = question("projection", query="projection(necessary; A & B)")
    assert parse_answer("{A&B, (~ A), a}", free) == SetAnswer(
        members=frozenset({"A ∧ B", "¬A", "a"})
    )
    rows = question("enumerate_models", query="enumerate_models(F(a), s)")
    assert parse_answer("{(F( a ), s == on, ¬B)}", rows) == models("F(a) s=on")
    with pytest.raises(InputError, match="a formula or a name"):
        parse_answer("{A &}", free)


def test_a_question_with_parts_has_no_answer_of_its_own() -> None:
    whole = Question(id="1", parts=(question("possible"), question("necessary")))
    with pytest.raises(InputError, match="parts"):
        parse_answer("possible", whole)


def test_members_stand_in_the_order_of_the_vocabulary() -> None:
    part = question("enumerate_models", "Z", "A", query="enumerate_models(Z, A)")
    assert format_answer(models("A Z", "", "A", "Z"), part) == "{(), (Z), (A), (Z, A)}"
    assert format_answer(models("A Z", "")) == "{(), (A, Z)}"


# --- what is written is read back -----------------------------------------------------------------

_keys = st.sampled_from(["A", "B", "F(a)", "F(b)", "Rule_1"])
_worlds = st.frozensets(st.frozensets(_keys))
_formulas = st.frozensets(st.sampled_from(["A ∧ B", "¬A", "A → (B ↔ A)", "F(a)", "∀x F(x)"]))


@given(_worlds)
def test_models_round_trip(worlds: frozenset[frozenset[str]]) -> None:
    part = question("enumerate_models", query="enumerate_models(A, B)")
    answer = ModelsAnswer(models=worlds)
    assert parse_answer(format_answer(answer, part), part) == answer


@given(_formulas)
def test_sets_of_formulas_round_trip(members: frozenset[str]) -> None:
    part = question("projection", query="projection(possible; A)")
    answer = SetAnswer(members=members)
    assert parse_answer(format_answer(answer, part), part) == answer


@given(st.sampled_from(["unique", "not_unique", "none"]), st.none() | st.frozensets(_keys))
def test_unique_round_trips(verdict: Any, solution: frozenset[str] | None) -> None:
    part = question("unique_solution", query="unique_solution(A, B)")
    answer = UniqueAnswer(verdict=verdict, solution=solution if verdict == "unique" else None)
    assert parse_answer(format_answer(answer, part), part) == answer


@given(st.integers(min_value=0, max_value=10**30))
def test_counts_round_trip(count: int) -> None:
    answer = CountAnswer(count=count)
    assert parse_answer(format_answer(answer), question("count_models")) == answer


@given(st.integers(min_value=2, max_value=24), st.data())
def test_options_round_trip(options: int, data: st.DataObject) -> None:
    part = question("choice", options=options)
    chosen = data.draw(st.none() | st.integers(min_value=0, max_value=options - 1))
    answer = ChoiceAnswer(option=chosen)
    assert parse_answer(format_answer(answer, part), part) == answer


@given(_worlds, st.randoms(use_true_random=False))
def test_neither_order_nor_space_matters(worlds: frozenset[frozenset[str]], random: Any) -> None:
    part = question("enumerate_models", query="enumerate_models(A, B)")
    rows = [list(world) for world in worlds]
    random.shuffle(rows)
    for row in rows:
        random.shuffle(row)
    text = "{ " + " ,  ".join(f"( {' , '.join(row)} )" for row in rows) + " }"
    assert parse_answer(text, part) == ModelsAnswer(models=worlds)


@given(st.text(max_size=40), st.sampled_from([MODELS, NAMES, SETS, UNIQUE, STATUS]))
def test_any_text_is_read_or_refused(text: str, asked: Question) -> None:
    try:
        answer = parse_answer(text, asked, FORMAL)
    except InputError:
        return
    assert parse_answer(format_answer(answer, asked), asked, FORMAL) == answer
