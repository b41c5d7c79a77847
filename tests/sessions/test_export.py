"""A database as files: everything is there once, nobody is named, no cell is a program."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sessions.annotation.export import verdicts
from sessions.annotation.results import results
from sessions.export.tidy_files import export
from sessions.models import responses
from sessions.record.clock import ManualClock
from sessions.record.queues import queues
from sessions.record.tabular import FORMULAS, as_csv, as_jsonl
from sessions.report.accuracy_report import build_report
from sessions.report.report_files import write_csv
from sessions.storage.database import Database
from sessions.taking.slots import completion_code
from sessions.upkeep.withdraw import withdraw
from solver.errors import InputError, OutsideError
from tests.sessions.full_database import ITEM, NOON, ODD, answer, filled, model_answer
from tests.sessions.player import Player
from tests.study.samples import sample

LATER = "2031-01-01T00:00:00+00:00"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    """One person and a pilot of one study, one of another, a model."""
    with filled(tmp_path / "whole.db", code="SECRET-CODE") as database:
        answer(database, "TRIAL", "a pilot's words", ManualClock(), pilot=True)
        answer(database, "GONE", "words that were withdrawn", ManualClock())
        withdraw(database, "GONE", NOON)
        Player(database, sample(), 3, code="OTHER-CODE").play()
        responses.add(database, [model_answer('=HYPERLINK("x")', run=7)], [ITEM])
        yield database


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    text = (folder / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.slow
def test_csv_and_json_have_the_same_columns_and_the_codebook_explains_each(
    db: Database, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    exported = export(db, folder)
    counts = {written.file: written.rows for written in exported.written}
    assert set(counts) == {
        path.relative_to(folder).as_posix() for path in folder.glob("**/*") if path.is_file()
    }
    known = {(row["file"], row["column"]) for row in table(folder, "codebook")}
    assert all(row["meaning"] and row["unit"] for row in table(folder, "codebook"))
    for name in ("answers", "scores", "sessions", "calls", "items"):
        rows, objects = table(folder, name), lines(folder, name)
        assert len(rows) == len(objects) == counts[f"{name}.csv"] == counts[f"{name}.jsonl"]
        assert rows
        assert {(f"{name}.csv", column) for column in rows[0]} == {
            pair for pair in known if pair[0] == f"{name}.csv"
        }
        assert all(set(entry) == set(rows[0]) for entry in objects)
        assert None not in {value for row in rows for value in row.values()}


@pytest.mark.slow
def test_every_answer_has_its_row_and_its_score(db: Database, tmp_path: Path) -> None:
    export(db, tmp_path)
    (free,) = [
        row
        for row in lines(tmp_path, "answers")
        if row["kind"] == "person" and row["answer"] == ODD
    ]
    assert (free["part"], free["right"], free["decided"]) == ("text", True, "by a person")
    assert free["item_hash"] == ITEM.content_hash
    assert free["gold"] == "The ferry is late."
    (graded,) = {
        row["answer_key"]
        for hash_, _, _ in queues(db)
        for row in verdicts(results(db, hash_))
        if row["verdict"] == "yes"
    }
    assert free["answer_key"] == graded
    models = [row for row in lines(tmp_path, "answers") if row["kind"] == "model"]
    # What failed is no answer.
    assert {row["answer"] for row in models} == {"perhaps", '=HYPERLINK("x")'}
    (judged,) = [row for row in models if row["answer"] == "perhaps"]
    assert (judged["right"], judged["decided"]) == (False, "by a person")
    scores = lines(tmp_path, "scores")
    (whole,) = [
        row
        for row in scores
        if row["respondent"] == free["respondent"] and row["item_hash"] == ITEM.content_hash
    ]
    assert (whole["questions"], whole["questions_right"], whole["item_right"]) == (11, 11, True)
    for row in scores:
        own = [
            line["question_right"]
            for line in lines(tmp_path, "answers")
            if all(line[k] == row[k] for k in ("respondent", "run", "block", "item_hash"))
            and line["part"] in (line["question"], "possible")
        ]
        if row["item"] != "breaths":
            assert len(own) == row["questions"]
            assert sum(right is True for right in own) == row["questions_right"]


@pytest.mark.slow
def test_every_request_to_a_model_is_exported_completely(db: Database, tmp_path: Path) -> None:
    call = responses.Call(
        LATER,
        raw="Answer: x",
        prompt_hash="p2",
        parameters={"seed": 1},
        seconds=2.5,
        prompt_tokens=7,
        completion_tokens=5,
        reasoning_tokens=3,
        refusal="no",
        reasoning="I think\nso.",
        finish="length",
        served_model="m-2030",
        fingerprint="fp_1",
        request_id="req_1",
        tries=2,
        message='{"content": null}',
    )
    none = replace(call, raw=None, http_status=500, body="<b>\n", body_bytes=99_999)
    failed = replace(model_answer(None, run=8), call=none)
    read = replace(model_answer("x", run=9), call=call)
    unread = replace(read, part="possible", status="unreadable", answer=None)
    responses.add(db, [unread, read, failed], [ITEM])
    export(db, tmp_path)
    every = lines(tmp_path, "calls")
    status_counts = db.rows("SELECT status, count(*) AS n FROM response GROUP BY status")
    assert {row["status"] for row in status_counts} == {"answered", "failed", "unreadable"}
    assert sum(len(row["parts"]) for row in every) == sum(row["n"] for row in status_counts)
    assert len(every) == db.rows("SELECT count(*) AS n FROM call")[0]["n"]
    assert "failed" in {row["status"] for row in every}
    (row,) = [row for row in every if row["run"] == 9]
    assert (row["parts"], row["status"]) == (["possible", "text"], "answered")
    assert (row["content"], row["refusal"]) == ("Answer: x", "no")
    assert (row["message"], row["failed_body"]) == ('{"content": null}', "")
    (row_failed,) = [row for row in every if row["run"] == 8]
    failures = [row_failed[name] for name in ("http_status", "failed_body", "failed_bytes")]
    assert failures == [500, "<b>\n", 99_999]
    assert (row["reasoning"], row["finish"]) == ("I think\nso.", "length")
    assert (row["served_model"], row["fingerprint"]) == ("m-2030", "fp_1")
    assert (row["request_id"], row["tries"], row["seconds"]) == ("req_1", 2, 2.5)
    assert [row[f"{kind}_tokens"] for kind in ("prompt", "completion", "reasoning")] == [7, 5, 3]
    assert (json.loads(row["parameters"]), row["prompt_hash"]) == ({"seed": 1}, "p2")
    assert (row["utc"], row["source"], row["respondent"]) == (LATER, "asked", "secret-model")


@pytest.mark.slow
def test_the_study_and_every_event_are_exported(db: Database, tmp_path: Path) -> None:
    exported = export(db, tmp_path)
    stored = {row["text"] for row in db.rows("SELECT text FROM study")}
    written = [entry.file for entry in exported.written if entry.file.startswith("studies/")]
    assert {(tmp_path / name).read_text(encoding="utf-8") for name in written} == stored
    event_rows = db.rows(
        "SELECT count(*) AS n FROM event JOIN session ON session.id = event.session WHERE NOT pilot"
    )
    events = lines(tmp_path, "events")
    assert len(events) == event_rows[0]["n"]
    exported_sessions = {row["session"] for row in table(tmp_path, "sessions")}
    assert {event["session"] for event in events} == exported_sessions
    assert len(exported_sessions) == 2
    assert exported.left_out == {"pilot sessions": 1, "withdrawn sessions": 1}


@pytest.mark.slow
def test_no_name_is_exported(db: Database, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    export(db, folder)
    text = "".join(
        path.read_text(encoding="utf-8") for path in folder.glob("**/*") if path.is_file()
    )
    for secret in ("SECRET-CODE", "OTHER-CODE", "TRIAL", "pilot's words", "withdrawn words"):
        assert secret not in text
    for row in db.rows("SELECT id FROM session"):
        assert completion_code(row["id"]) not in text
    assert "boot-1" not in text


@pytest.mark.slow
def test_no_cell_is_a_formula(db: Database, tmp_path: Path) -> None:
    export(db, tmp_path)
    answers = [row["answer"] for row in table(tmp_path, "answers")]
    assert '\'=HYPERLINK("x")' in answers
    for name in ("answers", "scores", "sessions", "calls", "items", "codebook"):
        for row in table(tmp_path, name):
            assert not any(value.startswith(FORMULAS) for value in row.values())
    # The report's files are as safe.
    folder = tmp_path / "report"
    write_csv(build_report(db), folder)
    for path in folder.glob("*.csv"):
        for row in table(folder, path.stem):
            assert not any(value.startswith(("=", "@", "+")) for value in row.values())


@pytest.mark.parametrize("begin", FORMULAS)
def test_texts_cannot_be_formulas_and_numbers_remain_numbers(begin: str) -> None:
    text = as_csv([{"a": f"{begin}1+1", "b": -3, "c": -0.5, "d": None, "e": ["-x", "y"]}], "abcde")
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row == {"a": f"'{begin}1+1", "b": "-3", "c": "-0.5", "d": "", "e": "'-x y"}
    assert json.loads(as_jsonl([{"a": f"{begin}1"}]))["a"] == f"{begin}1"


@pytest.mark.slow
def test_exporting_again_writes_the_same_files(db: Database, tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    export(db, first)
    export(db, second)
    export(db, second)
    for path in first.glob("**/*"):
        if path.is_file():
            assert path.read_bytes() == (second / path.relative_to(first)).read_bytes()


def test_the_export_of_an_empty_database_has_headings(tmp_path: Path) -> None:
    with Database.open(":memory:") as empty:
        exported = export(empty, tmp_path)
    assert {written.rows for written in exported.written if written.file.endswith(".jsonl")} == {0}
    assert (tmp_path / "answers.csv").read_text(encoding="utf-8").startswith("kind,respondent,")


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        Database.open(":memory:") as empty,
        pytest.raises(OutsideError, match="file"),
    ):
        export(empty, tmp_path / "file" / "in it")


@pytest.mark.parametrize("name", ["answers.csv", "events.jsonl", "README.txt"])
def test_nothing_is_written_through_a_link(name: str, db: Database, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text("Mine.")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / name).symlink_to(elsewhere)
    with pytest.raises(InputError, match="This is a link"):
        export(db, folder)
    assert elsewhere.read_text() == "Mine."
