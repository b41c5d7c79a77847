"""Responses as they are recorded whole: objects in place of texts, and answers to several parts."""

import json
from pathlib import Path
from typing import Any

import pytest

from items.answers import ChoiceAnswer, CountAnswer, TextAnswer
from items.recorded.join import JoinedAnswer
from items.recorded.rows import Skip
from solver.errors import InputError
from tests.items.recorded.joined_rows import GOATS, choice, places, several


def entries(path: Path, items: Any, *rows: dict[str, Any]) -> list[JoinedAnswer | Skip]:
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
    (entry,) = entries(tmp_path, [choice("g", GOATS, 0)], row)
    assert isinstance(entry, JoinedAnswer)
    assert entry.status == "answered"
    assert entry.answer == ChoiceAnswer(option=option)
    assert entry.row.raw is not None
    assert json.loads(entry.row.raw) == response, "kept whole"


def test_an_object_without_an_answer_is_unreadable_and_no_failed_request(tmp_path: Path) -> None:
    row = {"item": "g", "model": "m", "setting": "s", "response": {"a": 1}}
    (entry,) = entries(tmp_path, [choice("g", GOATS, 0)], row)
    assert isinstance(entry, JoinedAnswer)
    assert entry.status == "unreadable"


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
    several_entries = entries(tmp_path, [several("s", GOATS)], row)
    assert [
        (joined_answer.part.id, joined_answer.answer)
        for joined_answer in several_entries
        if isinstance(joined_answer, JoinedAnswer)
    ] == [
        ("a", CountAnswer(count=3)),
        ("b", TextAnswer(text="the baker")),
    ]


def test_a_part_that_the_response_leaves_out_is_unreadable_where_its_question_is_answered(
    tmp_path: Path,
) -> None:
    items = [several("s", GOATS)]
    row = {"item": "s", "model": "m", "setting": "s", "response": '{"a": "no number"}'}
    (entry,) = entries(tmp_path, items, row)
    assert isinstance(entry, JoinedAnswer)
    assert (entry.part.id, entry.status) == ("a", "unreadable")


@pytest.mark.parametrize("response", ["Nothing of the kind.", '{"a": 3, "b": "the', "3"])
def test_a_response_that_names_no_parts_is_left_out(response: str, tmp_path: Path) -> None:
    row = {"item": "s", "model": "m", "setting": "s", "response": response}
    (entry,) = entries(tmp_path, [several("s", GOATS)], row)
    assert isinstance(entry, Skip)
    assert "has the questions a, b" in entry.reason


def test_a_line_with_a_bad_byte_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    rows = [{"item": "g", "run": n, "model": "mé", "response": "B"} for n in range(1, 5)]
    lines = [json.dumps(row, ensure_ascii=False).encode() for row in rows]
    lines[2] = lines[2].replace("é".encode(), b"\xe9")
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\n".join((lines[0], b"", *lines[1:], b"{broken")))
    joined, left_out = places(path, "jsonl", [choice("g", GOATS, 0)])
    assert [joined_answer.row.run for joined_answer in joined] == [1, 2, 4]
    assert [joined_answer.row.row for joined_answer in joined] == ["line 1", "line 3", "line 5"]
    assert [skip.row for skip in left_out] == ["line 4", "line 6"]
    offset = path.read_bytes().index(b'\xe9"')
    assert (
        left_out[0].reason
        == f"expected text in UTF-8, found byte 0xe9 at offset {offset}, column 36"
    )


def test_a_row_of_a_table_with_a_bad_byte_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(b"item,model,response\ng,m,B\ng,m\xe9,C\ng,n,D\n")
    joined, left_out = places(path, "csv", [choice("g", GOATS, 0)])
    assert [joined_answer.row.model for joined_answer in joined] == ["m", "n"]
    assert [(skip.row, skip.reason) for skip in left_out] == [
        ("line 3", "expected text in UTF-8, found byte 0xe9")
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("log.jsonl", b'{"item": "g", "response": "\xe9"}'),
        ("log.csv", b"item,r\xe9ponse\ng,B\n"),
    ],
)
def test_a_file_without_any_good_line_is_refused(name: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InputError, match="0xe9 at offset"):
        places(path, path.suffix[1:], [choice("g", GOATS, 0)])
