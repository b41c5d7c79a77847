"""Several question parts answered in one JSON object: drafts, parts cut off, values in words."""

import json

import pytest

from items.models import Option, Question
from items.values.answer_text import format_answer
from tests.items.extraction_items import item, response_read

NAMES = ("the goat", "the baker", "the cat")
PARTS = item(
    Question(id="1", kind="truth"),
    Question(id="2", kind="choice", options=tuple(Option(text=name) for name in NAMES)),
    Question(id="3", kind="text"),
)
WHOLE = {"1": {"answer": "True"}, "2": {"answer": "B"}, "3": {"answer": "the baker"}}
DRAFT = {"1": {"answer": "False"}, "2": {"answer": "C"}, "3": {"answer": "the cat"}}
NOTHING = (None, None, None)


def answers_read(response: str, mutant: int = 0) -> tuple[str | None, ...]:
    answers, _ = response_read(response, PARTS, "llmeval", mutant)
    return tuple(None if answer is None else format_answer(answer) for answer in answers)


def choice_read(value: object) -> str | None:
    """What is read if a value is in the place of the choice."""
    response = json.dumps({**WHOLE, "2": {"answer": value}})
    first, choice, last = answers_read(response)
    assert (first, last) == ("True", "the baker")
    return choice


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("not B but A", "A"),
        ("B, not A", "B"),
        ("B. the baker", "B"),
        ("the baker", "B"),
        ("The answer is C.", "C"),
        (["B"], "B"),
        ({"letter": "C", "text": "the cat"}, "C"),
        ("none of them", "N"),
        ("neither A nor B", None),
        ("I refuse", None),
        ("I cannot answer this.", None),
        ("refused", None),
        ("A or B", None),
        (["A", "B"], None),
        ("B if awake, else A", None),
        ("not A", None),
        (1, None),
        (True, None),
        ("it depends", None),
    ],
)
def test_a_choice_in_words(value: object, expected: str | None) -> None:
    assert choice_read(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, "True"),
        (["False"], "False"),
        ("The statement is not necessarily true", "Unknown"),
        ("not true", None),
        ("True or False", None),
        ("Assuming the goat sleeps, True; otherwise Unknown", None),
    ],
)
def test_a_truth_value_in_words(value: object, expected: str | None) -> None:
    assert answers_read(json.dumps({**WHOLE, "1": {"answer": value}})) == (
        expected,
        "B",
        "the baker",
    )


@pytest.mark.parametrize("end", range(10, len(json.dumps(WHOLE)) - 1, 7))
def test_a_draft_before_an_object_that_was_cut_off_is_not_an_answer(end: int) -> None:
    cut = json.dumps(WHOLE)[:end]
    assert answers_read(cut) == NOTHING
    assert (
        answers_read(f"Draft:\n{json.dumps(DRAFT)}\nThat is wrong. Final:\n```json\n{cut}")
        == NOTHING
    )


def test_the_last_whole_object_counts() -> None:
    assert answers_read(f"{json.dumps(DRAFT)}\nFinal:\n{json.dumps(WHOLE)}") == (
        "True",
        "B",
        "the baker",
    )
    assert answers_read(json.dumps(WHOLE) + "\nLet S = {x : x sleeps") == ("True", "B", "the baker")


def test_an_object_for_each_part() -> None:
    apart = [json.dumps({id: part}) for id, part in WHOLE.items()]
    assert answers_read("\n".join(apart)) == ("True", "B", "the baker")
    # A second object for the same part is another answer, and has nothing of the first.
    assert answers_read("\n".join([*apart, json.dumps({"1": {"answer": "False"}})])) == (
        "False",
        None,
        None,
    )


def test_an_example_is_not_an_answer() -> None:
    example = f"For example, the format is {json.dumps(WHOLE)}"
    assert answers_read(f"{example}, but I cannot answer.") == NOTHING
    assert answers_read(f"{example}. Mine: {json.dumps(DRAFT)}") == ("False", "C", "the cat")


@pytest.mark.parametrize(
    "mark", ["<think>", "<|START_THINKING|>", "<|think|>", "<unused94>thought\n", "<seed:think>"]
)
def test_nothing_is_read_out_of_reasoning_that_was_cut_off(mark: str) -> None:
    assert answers_read(mark + json.dumps(WHOLE)) == NOTHING


def test_options_in_another_order() -> None:
    """Rotated by one, A is the baker: letters and texts come out in the item's own order."""
    assert answers_read(json.dumps({**WHOLE, "2": {"answer": "A"}}), mutant=1)[1] == "B"
    assert answers_read(json.dumps({**WHOLE, "2": {"answer": "the goat"}}), mutant=1)[1] == "A"
    assert answers_read(json.dumps({**WHOLE, "2": {"answer": "not A but B"}}), mutant=1)[1] == "C"
