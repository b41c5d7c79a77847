"""Answers in CSV and JSON Lines, with columns told or guessed by their names."""

import json
import os
import threading
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer, CountAnswer
from items.recorded.formats import read
from solver.errors import InputError
from tests.items.recorded.joined_rows import (
    FERRY,
    GOATS,
    choice,
    option,
    places,
    rows,
    several,
    truth,
)

ITEMS = [choice("goats", GOATS, 1), truth("t", FERRY, "false"), several("s", "Two cases.")]


def csv(tmp_path: Path, text: str, name: str = "answers.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def lines(tmp_path: Path, *values: object) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def test_a_table(tmp_path: Path) -> None:
    text = (
        "Item ID,mutant,answer,model,setting,run,seconds,input_tokens\n"
        "goats,0,B,m,0-shot,2,1.5,10\n"
        "goats,1,A,m,0-shot,2,,\n"
        "goats,2,N,m,0-shot,2,,\n"
        'goats,3,"It may be ""B"" or ""C""",m,0-shot,2,,\n'
        "t,,FALSE,m,0-shot,2,,\n"
    )
    joineds, skipped = places(csv(tmp_path, text), "csv", ITEMS)
    assert skipped == []
    assert [(joined.mutant, option(joined)) for joined in joineds[:3]] == [
        (0, 1),
        (1, 1),
        (2, None),
    ]
    assert (joineds[3].status, joineds[3].answer) == ("unreadable", None)
    assert joineds[3].note
    assert joineds[4].answer is not None
    assert joineds[4].answer.model_dump()["value"] == "false"
    row = joineds[0].row
    assert (row.model, row.setting, row.run, row.seconds) == ("m", "0-shot", 2, 1.5)
    assert row.prompt_tokens == 10


def test_the_column_option_is_in_the_items_own_order(tmp_path: Path) -> None:
    text = "item,mutant,option\ngoats,1,1\ngoats,2,-1\ngoats,3,9\n"
    joineds, _ = places(csv(tmp_path, text), "csv", ITEMS)
    assert [option(joined) for joined in joineds[:2]] == [1, None]
    assert joineds[2].status == "unreadable"


def test_answer_objects(tmp_path: Path) -> None:
    path = lines(
        tmp_path,
        {"item": "goats", "mutant": 3, "answer": {"kind": "choice", "option": 1}},
        {"item": "s", "part": "a", "answer": {"kind": "count", "count": 2}},
        {"item": "s", "part": "a", "answer": {"kind": "odd"}},
        {"item": "s", "part": "b", "response": "The baker does."},
    )
    joineds, skipped = places(path, "jsonl", ITEMS)
    assert [joined.answer for joined in joineds[:2]] == [
        ChoiceAnswer(option=1),
        CountAnswer(count=2),
    ]
    assert [skip.row for skip in skipped] == ["line 3"]
    assert "not an answer object" in skipped[0].reason
    assert joineds[2].part.id == "b"


def test_parts_go_by_id_number_or_text(tmp_path: Path) -> None:
    text = "item,question,answer\ns,a,2\ns,1,3\ns,How many cases?,4\ns,zz,5\ns,²,5\ns,,6\n"
    path = csv(tmp_path, text)
    joineds, skipped = places(path, "csv", ITEMS)
    assert [(joined.part.id, joined.answer) for joined in joineds] == [
        ("a", CountAnswer(count=2)),
        ("a", CountAnswer(count=3)),
        ("a", CountAnswer(count=4)),
    ]
    assert [skip.reason for skip in skipped] == [
        "s has the questions a, b; expected one of them, found 'zz'",
        "s has the questions a, b; expected one of them, found '²'",
        "s has the questions a, b; expected one of them, found none",
    ]


def test_columns_can_be_named(tmp_path: Path) -> None:
    path = csv(tmp_path, "what,said,id\ngoats,B,1\n")
    with pytest.raises(InputError) as caught:
        rows(path, "csv")
    assert "answer or option or response" in caught.value.message
    assert "what, said, id" in caught.value.message
    joineds, _ = places(path, "csv", ITEMS, {"item": "what", "answer": "said"})
    assert option(joineds[0]) == 1
    for wrong in ({"itm": "what"}, {"item": "nowhere"}):
        with pytest.raises(InputError):
            rows(path, "csv", wrong)
    with pytest.raises(InputError, match="Columns are for tables"):
        rows(path, "promptfoo", {"item": "what"})


def test_bad_rows_lose_no_other(tmp_path: Path) -> None:
    text = "item,mutant,answer\ngoats,0\ngoats,x,B\n\ngoats,4,B\ngoats,1,A\nnobody,0,A\n"
    joineds, skipped = places(csv(tmp_path, text), "csv", ITEMS)
    assert [joined.mutant for joined in joineds] == [1]
    assert [(skip.row, skip.reason) for skip in skipped] == [
        ("line 2", "expected 3 cells, found 2"),
        ("line 3", "expected a whole number for mutant, found 'x'"),
        ("line 5", "expected a mutant from 0 to 3, found 4"),
        ("line 7", "no item has the id 'nobody'"),
    ]


def test_long_cells_line_ends_in_cells_and_tabs(tmp_path: Path) -> None:
    long = "x" * 200_000
    path = csv(tmp_path, f'item,response\ngoats,"{long}\nAnswer: B"\ngoats,Answer: C\n')
    joineds, _ = places(path, "csv", ITEMS)
    assert [option(joined) for joined in joineds] == [1, 2]
    assert [joined.row.row for joined in joineds] == ["line 2", "line 4"]
    tabs = csv(tmp_path, "item\tanswer\ngoats\tD\n", "answers.tsv")
    joineds, _ = places(tabs, "csv", ITEMS)
    assert option(joineds[0]) == 3


@pytest.mark.parametrize("name", ["answers.csv", "answers.txt", "answers.tsv", "answers"])
def test_a_table_may_have_any_name(tmp_path: Path, name: str) -> None:
    text = "item,answer,model\nt,False,m\n"
    text = text.replace(",", "\t") if name.endswith("tsv") else text
    joineds, skipped = places(csv(tmp_path, text, name), "csv", ITEMS)
    assert (len(joineds), skipped) == (1, [])


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("csv", "item,answer,model\nt,False,m\n"),
        ("csv", "item\tanswer\tmodel\nt\tFalse\tm\n"),
        ("jsonl", '{"item": "t", "answer": "False", "model": "m"}\n'),
    ],
)
def test_a_table_may_come_from_a_pipe(tmp_path: Path, format: str, text: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(text,))
    writer.start()
    joineds, skipped = places(pipe, format, ITEMS)
    writer.join()
    assert (len(joineds), skipped) == (1, [])


def test_errors_and_nothing(tmp_path: Path) -> None:
    path = csv(tmp_path, "item,answer,error\ngoats,,timeout\ngoats,,\n")
    joineds, _ = places(path, "csv", ITEMS)
    assert [(joined.status, joined.note) for joined in joineds] == [
        ("failed", "timeout"),
        ("failed", "no response is recorded"),
    ]


def test_gold_and_type_make_placeholders(tmp_path: Path) -> None:
    text = (
        "item,question_type,gold,answer\nq1,3c1e,B,B\nq2,,Unknown,True\nq3,,four kinds,4\nq4,,,A\n"
    )
    joineds, skipped = places(csv(tmp_path, text), "csv")
    assert [joined.part.kind for joined in joineds] == ["choice", "truth", "text"]
    assert joineds[0].item.attributes["question_type"] == "3c1e"
    assert [skip.reason for skip in skipped] == ["no item has the id 'q4', and the row has no gold"]


@pytest.mark.parametrize("text", ["", "\n"])
def test_an_empty_file(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError):
        list(read(csv(tmp_path, text), "csv"))


def test_no_such_file_or_format(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "none.csv", "csv")
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path, "csv")
    with pytest.raises(InputError, match="Unknown format"):
        read(tmp_path, "xml")
    with pytest.raises(InputError, match="Not a table"):
        list(read(lines(tmp_path, 1, 2), "jsonl"))


def test_a_missing_response_has_failed_and_a_blank_one_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(
        '{"item": "goats", "response": null}\n{"item": "goats", "response": ""}\n'
        '{"item": "goats", "answer": ""}\n{"item": "goats", "answer": null, "error": "429"}\n'
    )
    joineds, _ = places(path, "jsonl", ITEMS)
    statuses = [joined.status for joined in joineds]
    assert statuses == ["failed", "unreadable", "unreadable", "failed"]
