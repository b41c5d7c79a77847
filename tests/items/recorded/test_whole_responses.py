"""Responses as they are recorded whole: objects in place of texts, and answers to several parts."""

import json
from pathlib import Path
from typing import Any

import pytest

from items.answers import ChoiceAnswer, CountAnswer, TextAnswer
from items.recorded.join import Joined
from items.recorded.rows import Skip
from tests.items.recorded.sets import GOATS, choice, places, several


def entries(path: Path, items: Any, *rows: dict[str, Any]) -> list[Joined | Skip]:
    file = path / "log.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    joined, left_out = places(file, "jsonl", items)
    return [*joined, *left_out]


@pytest.mark.parametrize(
    ("response", "option"),
    [({"answer": "C"}, 2), (["B"], 1), ({"reasoning": "A fails.", "answer": "D"}, 3)],
)
def test_a_response_that_is_an_object_is_read_as_json(
    response: Any, option: int, tmp_path: Path
) -> None:
    row = {"item": "g", "model": "m", "setting": "s", "response": response}
    (found,) = entries(tmp_path, [choice("g", GOATS, 0)], row)
    assert isinstance(found, Joined)
    assert found.status == "answered"
    assert found.answer == ChoiceAnswer(option=option)
    assert found.row.raw is not None
    assert json.loads(found.row.raw) == response, "kept whole"


def test_an_object_without_an_answer_is_unreadable_and_no_failed_request(tmp_path: Path) -> None:
    row = {"item": "g", "model": "m", "setting": "s", "response": {"a": 1}}
    (found,) = entries(tmp_path, [choice("g", GOATS, 0)], row)
    assert isinstance(found, Joined)
    assert found.status == "unreadable"


@pytest.mark.parametrize(
    "response",
    [
        '{"a": 3, "b": "the baker"}',
        'First I count.\n```json\n{"answers": {"a": 3, "b": "the baker"}}\n```',
        {"a": {"answer": 3}, "b": {"answer": "the baker"}},
    ],
)
def test_one_response_to_several_parts_answers_each(response: Any, tmp_path: Path) -> None:
    row = {"item": "s", "model": "m", "setting": "s", "response": response}
    found = entries(tmp_path, [several("s", GOATS)], row)
    assert [(one.part.id, one.answer) for one in found if isinstance(one, Joined)] == [
        ("a", CountAnswer(count=3)),
        ("b", TextAnswer(text="the baker")),
    ]


def test_a_part_that_the_response_leaves_out_is_unreadable_where_its_question_is_answered(
    tmp_path: Path,
) -> None:
    items = [several("s", GOATS)]
    row = {"item": "s", "model": "m", "setting": "s", "response": '{"a": "no number"}'}
    (found,) = entries(tmp_path, items, row)
    assert isinstance(found, Joined)
    assert (found.part.id, found.status) == ("a", "unreadable")


@pytest.mark.parametrize("response", ["Nothing of the kind.", '{"a": 3, "b": "the', "3"])
def test_a_response_that_names_no_parts_is_left_out(response: str, tmp_path: Path) -> None:
    row = {"item": "s", "model": "m", "setting": "s", "response": response}
    (found,) = entries(tmp_path, [several("s", GOATS)], row)
    assert isinstance(found, Skip)
    assert "has the questions a, b" in found.reason
