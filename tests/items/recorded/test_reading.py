"""What a recorded text answers, and what is left unread."""

import json
from pathlib import Path

import pytest

from items.answers import Answer, ChoiceAnswer, CountAnswer, TextAnswer, VerdictAnswer
from items.models import Option, Question
from items.recorded.formats import read
from items.recorded.recorded_answer import read_answer
from items.recorded.rows import json_of
from items.values.text_folding import folded
from solver.errors import InputError

OPTIONS = ("The ferry is late.", "A cat sleeps.", "Only if it rains.", "None of the goats sing.")
CHOICE = Question(id="1", kind="choice", options=tuple(Option(text=text) for text in OPTIONS))
TRUTH = Question(id="1", kind="truth")


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("B", 1),
        ("b", 1),
        (" (C) ", 2),
        ("**D**", 3),
        ("A.", 0),
        ("It is B", 1),
        ("B. A cat sleeps.", 1),
        ("(B) because the cat is tired", 1),
        ("B A cat sleeps.", 1),
        ("Answer: B", 1),
        ("ANSWER: B\n", 1),
        ("**Answer:** (B)", 1),
        ("The final answer is: C", 2),
        ("The answer is A. Wait. The answer is B.", 1),
        ("First, Answer: A? No.\nAnswer: D", 3),
        ("答案 answer：C", 2),
        ("I think so. <answer>C</answer> or Answer: D", 2),
        ("so $\\boxed{B}$", 1),
        ("so $\\boxed{\\text{B}}$", 1),
        ("a cat sleeps", 1),
        ("“Only if it rains”", 2),
        ("None of the goats sing", 3),
        ("N", None),
        ("E", None),
        ("Answer: None of the above.", None),
    ],
)
def test_choices(text: str, option: int | None) -> None:
    assert read_answer(text, CHOICE, OPTIONS) == ChoiceAnswer(option=option)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "A cat is a cat", "The ferry", "Answer: not A", "ferry", "B or C", "2"],
)
def test_responses_that_are_not_a_choice(text: str) -> None:
    with pytest.raises(InputError):
        read_answer(text, CHOICE, OPTIONS)


def test_letters_go_by_the_number_of_options() -> None:
    two_options = Question(id="1", kind="choice", options=CHOICE.options[:2])
    assert read_answer("C", two_options, OPTIONS[:2]) == ChoiceAnswer(option=None)
    same = ("Same.", "Same.", "x", "y")
    with pytest.raises(InputError):
        read_answer("same", CHOICE, same)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("True", "true"),
        ("false.", "false"),
        ("N/A", "unknown"),
        ("Step 1 … \n<answer>\nTrue\n</answer>", "true"),
        ("The premises say little. Answer: Uncertain", "unknown"),
        ("**Answer: False**", "false"),
    ],
)
def test_truth_values(text: str, value: str) -> None:
    assert read_answer(text, TRUTH).model_dump()["value"] == value


@pytest.mark.parametrize("text", ["", "It is true that it is false", "Answer: maybe"])
def test_responses_that_are_not_a_truth_value(text: str) -> None:
    with pytest.raises(InputError):
        read_answer(text, TRUTH)


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (Question(id="1", kind="count_models"), "Answer: 4", CountAnswer(count=4)),
        (Question(id="1", kind="possible"), "impossible", VerdictAnswer(word="impossible")),
        (Question(id="1", kind="text"), " four kinds ", TextAnswer(text="four kinds")),
    ],
)
def test_other_kinds(question: Question, text: str, answer: Answer) -> None:
    assert read_answer(text, question) == answer


def test_a_free_answer_is_something() -> None:
    with pytest.raises(InputError):
        read_answer(" \n", Question(id="1", kind="text"))


def test_plain_evens_out_width_case_and_space() -> None:
    assert folded(" Ｔhe\n\tFERRY ") == folded("the ferry")


@pytest.mark.slow
@pytest.mark.parametrize("format", ["promptfoo", "inspect"])
def test_a_record_with_too_many_values_is_refused_unread(tmp_path: Path, format: str) -> None:
    row = {f"field {number}": 1 for number in range(600_000)}
    document = {
        "promptfoo": {"results": {"results": [row]}},
        "inspect": {"eval": {}, "samples": [row]},
    }[format]
    path = tmp_path / "answers.json"
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match="more than 524,288 values"):
        list(read(path, format, {}))


@pytest.mark.slow
def test_many_records_are_not_too_many_values() -> None:
    rows = [
        {"n": number, "text": "two words, three" * 3, "more": [1, 2, 3]} for number in range(99_999)
    ]
    listed = json.dumps(rows)
    assert json_of(listed) == rows
    assert json_of(f'{{"samples": {listed}}}')["samples"] == rows
    assert json_of(f'{{"results": {{"results": {listed}}}}}', 3)["results"]["results"] == rows
