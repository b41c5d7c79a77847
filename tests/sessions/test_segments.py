"""Segments of Parquet grow with the record, and the report over them is that over the database."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from benchmarks import record
from sessions.database import Database
from sessions.figures import Solving
from sessions.models import responses
from sessions.report.build import Report, Table, build_report
from sessions.segments import MANIFEST, append_segments, read_manifest
from sessions.withdraw import withdraw
from solver.errors import InputError, OutsideError
from study.statistics.samples import Sampling
from tests.sessions.full_database import ITEM, filled, model_answer

pytest.importorskip("pyarrow", reason="the extra big is not installed")
duckdb: Any = pytest.importorskip("duckdb", reason="the extra big is not installed")

ITEMS = record.every_item(40)


def large(path: Path, models: int = 2, runs: int = 2, sessions: int = 5) -> Database:
    db = Database.open(path)
    responses.add(db, record.answers(ITEMS, models, runs), ITEMS)
    record.people(db, ITEMS, sessions, 8)
    return db


def counted(folder: Path, **more: Any) -> Report:
    from sessions.report.by_segments import segment_report

    return segment_report(folder, **more)


def near(one: object, other: object) -> bool:
    """Equal, but for the last digits of sums in another order."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9)
    return one == other


def assert_same(db: Database, folder: Path, **more: Any) -> None:
    """Every table over the segments is the one over the database."""
    full = {table.name: table for table in build_report(db, solving=Solving(0), **more).tables}
    tables = counted(folder, **more).tables
    assert [table.name for table in tables]
    for table in tables:
        other: Table = full[table.name]
        for name in ("study", "version", "columns", "n", "excluded", "notes"):
            assert getattr(table, name) == getattr(other, name), name
        assert len(table.rows) == len(other.rows)
        for row, wanted in zip(table.rows, other.rows, strict=True):
            assert len(row) == len(wanted)
            assert all(map(near, row, wanted)), (row, wanted)


def rows_of(folder: Path, kind: str) -> int:
    names = [str(folder / name) for name in read_manifest(folder).files[kind]]
    count: int = duckdb.sql(f"SELECT count(*) FROM read_parquet({names})").fetchall()[0][0]
    return count


@pytest.mark.parametrize("population", [None, "people", "items", "both"])
def test_tables_are_those_over_the_database(tmp_path: Path, population: Any) -> None:
    with large(tmp_path / "db.sqlite") as db:
        append_segments(db, tmp_path / "segments")
        assert_same(db, tmp_path / "segments", sampling=Sampling(population))


def test_free_answers_judges_pilots_and_failed_requests_are_counted_as_there(
    tmp_path: Path,
) -> None:
    with filled(tmp_path / "db.sqlite") as db:
        append_segments(db, tmp_path / "segments")
        assert_same(db, tmp_path / "segments")


def test_what_is_new_is_added_and_nothing_else_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "segments"
    with large(tmp_path / "db.sqlite", models=1) as db:
        first = append_segments(db, folder)
        events = rows_of(folder, "events")
        assert events == db.tuples("SELECT count(*) FROM event")[0][0]
        before = {path.name: path.stat().st_mtime_ns for path in folder.glob("answers-*")}
        again = append_segments(db, folder)
        assert again.written == dict.fromkeys(first.written, 0)
        more = [answer for answer in record.answers(ITEMS, 2, 2) if answer.model == "model-1"]
        responses.add(db, more, ITEMS)
        added = append_segments(db, folder)
        assert added.written == {"answers": len(more), "events": 0, "participants": 0}
        assert rows_of(folder, "events") == events
        after = {path.name: path.stat().st_mtime_ns for path in folder.glob("answers-*")}
        assert before.items() <= after.items()
        assert_same(db, folder)


def test_an_answer_that_comes_later_takes_the_place_of_the_earlier(tmp_path: Path) -> None:
    folder = tmp_path / "segments"
    with filled(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        for text in ("something else", "it is late"):
            responses.add(db, [model_answer(text, run=3)], [ITEM])
            append_segments(db, folder)
            assert_same(db, folder)


def test_who_withdraws_is_in_no_segment(tmp_path: Path) -> None:
    folder = tmp_path / "segments"
    with large(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        ((session, code),) = db.tuples("SELECT id, code FROM session ORDER BY id LIMIT 1")
        withdraw(db, code, "2030-01-01T00:00:00+00:00")
        done = append_segments(db, folder)
        assert done.removed == 1
        for path in folder.iterdir():
            assert session.encode() not in path.read_bytes()
            if path.suffix == ".parquet":
                columns = duckdb.sql(f"SELECT * FROM '{path}'").columns
                for column in {"unit", "session", "respondent"} & set(columns):
                    sql = f"SELECT count(*) FROM '{path}' WHERE \"{column}\" = '{session}'"
                    assert duckdb.sql(sql).fetchall() == [(0,)]
        assert_same(db, folder)


def test_a_run_that_is_cut_short_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "segments"
    with large(tmp_path / "db.sqlite", models=1) as db:
        append_segments(db, folder)
        before = counted(folder)
        responses.add(db, record.answers(ITEMS, 2, 2), ITEMS)
        with monkeypatch.context() as patch:
            patch.setattr("sessions.segments._Appending._save", lambda *_: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                append_segments(db, folder)
        assert counted(folder) == before
        append_segments(db, folder)
        assert_same(db, folder)


def test_folders_of_others_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "segments"
    with large(tmp_path / "one.sqlite", models=1) as db:
        append_segments(db, folder)
    with filled(tmp_path / "other.sqlite") as db, pytest.raises(InputError, match="another"):
        append_segments(db, folder)
    with pytest.raises(InputError, match="No segments"):
        counted(tmp_path)
    path = next(folder.glob("answers-*"))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(OutsideError, match="cannot be read"):
        counted(folder)
    outcome = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**outcome, "format": 99}))
    with pytest.raises(InputError, match="found format 99"):
        counted(folder)


def test_an_empty_record_has_an_empty_report(tmp_path: Path) -> None:
    with Database.open(tmp_path / "db.sqlite") as db:
        append_segments(db, tmp_path / "segments")
    assert counted(tmp_path / "segments").tables == ()


def test_a_list_that_names_other_files_reads_and_removes_none(tmp_path: Path) -> None:
    """A folder of segments may be a stranger's."""
    folder, mine = tmp_path / "segments", tmp_path / "mine-1.parquet"
    mine.write_text("mine", encoding="utf-8")
    names = (
        "../mine-1.parquet",
        str(mine),
        "https://example.org/a-1.parquet",
        "*.parquet",
        None,
        7,
    )
    with filled(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        before = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        for field, name in [(field, name) for field in ("units", "answers") for name in names]:
            listed = {**before, "units": name}
            if field == "answers":
                listed = {**before, "files": {**before["files"], "answers": [name]}}
            (folder / MANIFEST).write_text(json.dumps(listed), encoding="utf-8")
            for use in (lambda: append_segments(db, folder), lambda: counted(folder)):
                with pytest.raises(InputError, match="Segments cannot be read"):
                    use()
    assert mine.read_text(encoding="utf-8") == "mine"
