"""Segments of Parquet grow with the record, and the report over them is that over the database."""

import csv
import json
import math
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from benchmarks import record
from items.answers import CountAnswer
from items.models import Item, Question
from sessions.export.tidy_files import export
from sessions.models import responses
from sessions.record.solver_figures import Solving
from sessions.report.accuracy_report import build_report
from sessions.report.report_tables import Report, Table
from sessions.report.tables.registry import STUDY
from sessions.segments.append import append_segments
from sessions.segments.manifest import MANIFEST, read_manifest
from sessions.storage.database import Database
from sessions.taking.simulating import simulate
from sessions.upkeep.withdraw import withdraw
from solver.errors import CountermodelError, InputError, OutsideError
from study.design.protocol import load_study
from study.statistics.samples import Sampling
from tests.sessions import test_exclusions_report, test_report
from tests.sessions.full_database import ITEM, filled, model_answer
from tests.sessions.planted import DIFFERENCES, planted_record
from tests.sessions.test_comparing_tables import answer_row
from tests.sessions.test_withdraw import KEPT, SECRET, play

pytestmark = pytest.mark.skipif(
    not (find_spec("pyarrow") and find_spec("duckdb")), reason="the extra big is not installed"
)

ITEMS = record.every_item(40)


def large(path: Path, models: int = 2, runs: int = 2, sessions: int = 5) -> Database:
    db = Database.open(path)
    responses.add(db, record.answers(ITEMS, models, runs), ITEMS)
    record.people(db, ITEMS, sessions, 8)
    return db


def counted(folder: Path, **more: Any) -> Report:
    from sessions.segments.report import segment_report

    return segment_report(folder, **more)


def is_close(first_value: object, second_value: object) -> bool:
    """Equal, but for the last digits of sums in another order."""
    if isinstance(first_value, float) and isinstance(second_value, float):
        return math.isclose(first_value, second_value, rel_tol=1e-9)
    return first_value == second_value


def assert_same(db: Database, folder: Path, **more: Any) -> None:
    """Every table over the segments is the one over the database."""
    whole = build_report(db, solving=Solving(0), **more)
    full = {(table.name, table.study, table.version): table for table in whole.tables}
    report = counted(folder, **more)
    tables = report.tables
    assert [table.name for table in tables]
    assert {table.name for table in tables}.isdisjoint(report.not_made)
    names = [(table.name, table.study, table.version) for table in tables]
    assert names == [known for known in full if known[0] not in report.not_made]
    for table, known in zip(tables, names, strict=True):
        other: Table = full[known]
        for name in ("study", "version", "columns", "n", "excluded", "notes"):
            assert getattr(table, name) == getattr(other, name), (table.name, name)
        assert len(table.rows) == len(other.rows)
        for row, wanted in zip(table.rows, other.rows, strict=True):
            assert len(row) == len(wanted)
            assert all(map(is_close, row, wanted)), (table.name, row, wanted)
            # Ends of intervals hold sums in another order; no other figure does.
            for column, cell, same in zip(table.columns, row, wanted, strict=True):
                assert cell == same or column.name.endswith(("low", "high")), (table.name, column)


def rows_of(folder: Path, kind: str) -> int:
    import duckdb

    names = [str(folder / name) for name in read_manifest(folder).files[kind]]
    count: int = duckdb.sql(f"SELECT count(*) FROM read_parquet({names})").fetchall()[0][0]
    return count


@pytest.fixture(scope="module")
def segments_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database and its segments, which no test changes."""
    folder = tmp_path_factory.mktemp("kept")
    with large(folder / "db.sqlite") as db:
        append_segments(db, folder / "segments")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("population", [None, "people", "items", "both"])
def test_tables_over_segments_equal_those_over_the_database(
    segments_folder: Path, population: Any
) -> None:
    with Database.open(segments_folder / "db.sqlite") as db:
        assert_same(db, segments_folder / "segments", sampling=Sampling(population))


def study_tables(folder: Path) -> set[str]:
    return {table.name for table in counted(folder, simulated=True).tables} & STUDY.keys()


@pytest.mark.slow
@pytest.mark.parametrize("population", [None, "people", "both"])
def test_a_study_of_a_gate_times_and_rules_has_the_tables_it_has_over_the_database(
    tmp_path: Path, population: Any
) -> None:
    folder = tmp_path / "segments"
    with Database.open(":memory:") as db:
        test_report.filled(db)
        test_exclusions_report.filled(db)
        append_segments(db, folder)
        assert_same(db, folder, sampling=Sampling(population))
    left = {"participants", "attention items"}
    assert study_tables(folder) == STUDY.keys() - left


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sessions"), [("demo", 1), ("demo", 7), ("divlogiceval", 4)])
def test_a_played_study_has_the_tables_it_has_over_the_database(
    tmp_path: Path, name: str, sessions: int
) -> None:
    """With practice, confidence, attention items, and sessions that were left."""
    folder = tmp_path / "segments"
    with Database.open(tmp_path / "db.sqlite") as db:
        start = datetime(2030, 5, 1, tzinfo=UTC)
        simulate(db, load_study(f"builtin:{name}"), participants=sessions, seed=5, start=start)
        append_segments(db, folder)
        assert_same(db, folder, simulated=True)
        assert_same(db, folder)
    assert study_tables(folder) >= {"accuracy by block", "items", "time-outs"}
    assert ("attention items" in study_tables(folder)) is (name == "divlogiceval")


def test_sessions_without_an_answer_have_the_tables_they_have_over_the_database(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "segments"
    with Database.open(":memory:") as db:
        test_report.Script(db, "DI").runner.consent(False)
        append_segments(db, folder)
        assert_same(db, folder)
    assert read_manifest(folder).files["answers"] == []
    assert "sessions" in study_tables(folder)


@pytest.mark.slow
def test_a_session_that_goes_on_and_models_that_come_later_change_the_tables(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "segments"
    with Database.open(":memory:") as db:
        first = test_report.Script(db, "ANN").consent().answer(test_report.YES, 5)
        append_segments(db, folder)
        assert_same(db, folder)
        first.answer(test_report.YES, 7).on().on().answer(test_report.YES, 10, 5)
        append_segments(db, folder)
        assert_same(db, folder)
        test_exclusions_report.filled(db)
        responses.add(db, record.answers(ITEMS, 1, 2), ITEMS)
        append_segments(db, folder)
        assert_same(db, folder)


@pytest.mark.parametrize(
    ("name", "value"), [("rules", ["{}"]), ("rules", [7]), ("blocks", None), ("simulated", "?")]
)
def test_a_list_with_wrong_data_of_a_study_is_refused(
    tmp_path: Path, name: str, value: object
) -> None:
    folder = tmp_path / "segments"
    with Database.open(":memory:") as db:
        test_exclusions_report.filled(db)
        append_segments(db, folder)
    outcome = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    outcome["studies"][0][name] = value
    (folder / MANIFEST).write_text(json.dumps(outcome), encoding="utf-8")
    with pytest.raises(InputError, match="Segments cannot be read"):
        counted(folder)


@pytest.mark.slow
def test_an_older_folder_is_refused_and_brought_up_to_date(tmp_path: Path) -> None:
    folder = tmp_path / "segments"
    with large(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        outcome = json.loads((folder / MANIFEST).read_text())
        outcome["format"] = 1
        del outcome["studies"]
        for kind in ("blocks", "items"):
            for name in outcome["files"].pop(kind):
                (folder / name).unlink()
        (folder / MANIFEST).write_text(json.dumps(outcome))
        before = {path.name for path in folder.glob("*-0*.parquet")}
        with pytest.raises(InputError, match="found format 1") as refused:
            counted(folder)
        assert "export --parquet" in refused.value.hint
        with filled(tmp_path / "other.sqlite") as other, pytest.raises(InputError, match="another"):
            append_segments(other, folder)
        append_segments(db, folder)
        left = {path.name for path in folder.glob("*-0*.parquet")}
        assert left.isdisjoint(before)
        manifest = read_manifest(folder)
        assert left == {manifest.units, *chain(*manifest.files.values())}
        assert_same(db, folder)


def test_free_answers_judges_pilots_and_failures_are_counted_as_over_the_database(
    tmp_path: Path,
) -> None:
    with filled(tmp_path / "db.sqlite") as db:
        append_segments(db, tmp_path / "segments")
        assert_same(db, tmp_path / "segments")


@pytest.mark.slow
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
        none = {"blocks": 0, "items": 0}
        assert added.written == {"answers": len(more), "events": 0, "participants": 0, **none}
        assert rows_of(folder, "events") == events
        after = {path.name: path.stat().st_mtime_ns for path in folder.glob("answers-*")}
        assert before.items() <= after.items()
        assert_same(db, folder)


@pytest.mark.slow
def test_an_answer_that_comes_later_takes_the_place_of_the_earlier(tmp_path: Path) -> None:
    folder = tmp_path / "segments"
    with filled(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        for text in ("something else", "it is late"):
            responses.add(db, [model_answer(text, run=3)], [ITEM])
            append_segments(db, folder)
            assert_same(db, folder)


@pytest.mark.slow
def test_withdrawn_participants_are_in_no_segment(tmp_path: Path) -> None:
    import duckdb

    folder = tmp_path / "segments"
    with large(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        ((session, code),) = db.tuples("SELECT id, code FROM session ORDER BY id LIMIT 1")
        withdraw(db, code, "2030-01-01T00:00:00+00:00")
        segments = append_segments(db, folder)
        assert segments.removed == 1
        for path in folder.iterdir():
            assert session.encode() not in path.read_bytes()
            if path.suffix == ".parquet":
                columns = duckdb.sql(f"SELECT * FROM '{path}'").columns
                for column in {"unit", "session", "respondent"} & set(columns):
                    sql = f"SELECT count(*) FROM '{path}' WHERE \"{column}\" = '{session}'"
                    assert duckdb.sql(sql).fetchall() == [(0,)]
        assert_same(db, folder)


@pytest.mark.slow
def test_an_interrupted_export_leaves_the_previous_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "segments"
    with large(tmp_path / "db.sqlite", models=1) as db:
        append_segments(db, folder)
        before = counted(folder)
        responses.add(db, record.answers(ITEMS, 2, 2), ITEMS)
        with monkeypatch.context() as patch:
            patch.setattr("sessions.segments.append._Appending._save", lambda *_: 1 // 0)
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


def secret_in(folder: Path) -> set[str]:
    """Names of the segments that contain the withdrawn participant's words."""
    from pyarrow import parquet

    return {
        path.name
        for path in folder.glob("*-0*.parquet")
        if SECRET in str(parquet.read_table(path).to_pylist())
    }


@pytest.mark.slow
def test_an_interrupted_export_leaves_no_withdrawn_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "segments"
    with Database.open(tmp_path / "db.sqlite") as db:
        play(db, "KEEP", KEPT)
        append_segments(db, folder)
        play(db, "GONE-77", SECRET)
        mine = folder / "answers-2030.parquet"
        mine.write_bytes(b"not a segment")
        half = folder / "segments.1.tmp"
        half.write_text("{}", encoding="utf-8")
        for last in ("_units", "_left_over"):
            # Before the list of segments is written, and after.
            with monkeypatch.context() as patch:
                patch.setattr(f"sessions.segments.append._Appending.{last}", cut_short)
                with pytest.raises(KeyboardInterrupt):
                    append_segments(db, folder)
            assert secret_in(folder)
        withdraw(db, "GONE-77", "2030-01-02T00:00:00+00:00")
        with monkeypatch.context() as patch:
            patch.setattr("sessions.segments.append._Appending._left_over", cut_short)
            with pytest.raises(KeyboardInterrupt):
                append_segments(db, folder)
        assert secret_in(folder)
        append_segments(db, folder)
        assert secret_in(folder) == set()
        assert mine.exists()
        assert not half.exists()
        assert_same(db, folder)


def cut_short(*_arguments: object) -> None:
    raise KeyboardInterrupt


def test_one_export_at_a_time_writes_to_a_folder(tmp_path: Path) -> None:
    import fcntl
    import os

    folder = tmp_path / "segments"
    with filled(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        descriptor = os.open(folder, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        with pytest.raises(OutsideError, match="in use"):
            append_segments(db, folder)
        os.close(descriptor)
        append_segments(db, folder)


def test_a_segment_is_not_written_through_a_link(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "segments", tmp_path / "mine"
    elsewhere.write_text("mine", encoding="utf-8")
    folder.mkdir()
    (folder / "answers-000001.parquet").symlink_to(elsewhere)
    with filled(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        assert_same(db, folder)
    assert elsewhere.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("kind", "column", "value"),
    [
        ("units", "version", None),
        ("units", "told", None),
        ("units", "free", [1]),
        ("units", "setting", "renamed"),
        ("items", "attributes", None),
        ("items", "item_hash", "renamed"),
    ],
)
def test_a_segment_that_no_export_wrote_is_refused(
    tmp_path: Path, kind: str, column: str, value: object
) -> None:
    import pyarrow
    from pyarrow import parquet

    folder = tmp_path / "segments"
    with filled(tmp_path / "db.sqlite") as db:
        append_segments(db, folder)
        (path,) = folder.glob(f"{kind}-*.parquet")
        table = parquet.read_table(path)
        place = table.column_names.index(column)
        if value == "renamed":
            table = table.rename_columns(
                ["other" if name == column else name for name in table.column_names]
            )
        else:
            filler = pyarrow.array([value] * table.num_rows)
            table = table.set_column(place, column, filler)
        parquet.write_table(table, path)
        with pytest.raises(CountermodelError, match="Segments cannot be read"):
            counted_and_appended(db, folder)


def counted_and_appended(db: Database, folder: Path) -> None:
    """Each of them reads columns that the other does not."""
    counted(folder)
    append_segments(db, folder)


@pytest.mark.slow
@pytest.mark.parametrize("difference", DIFFERENCES)
def test_twins_are_separated_as_over_the_database(tmp_path: Path, difference: str) -> None:
    folder = tmp_path / "segments"
    with planted_record(difference, str(tmp_path / "db.sqlite")) as db:
        append_segments(db, folder)
        assert_same(db, folder)
    names = ("accuracy of models and people", "accuracy over runs", "spread of people")
    tables = {table.name: table for table in counted(folder).tables}
    for name in names:
        assert {row[difference] for row in tables[name].by_name()} == {*DIFFERENCES[difference]}


def test_a_part_that_was_not_recorded_is_not_an_answer(tmp_path: Path) -> None:
    """Of twelve questions of two parts one model gave both, another one part, a third one part that
    could not be read: the part that nobody gave is in no row, and wrong nowhere."""
    items = [in_two_parts(n) for n in range(12)]
    recorded_answers = []
    for n, item in enumerate(items):
        both = [
            answer_row(item, CountAnswer(count=n + 1)),
            answer_row(item, CountAnswer(count=n + 2), part=1),
        ]
        recorded_answers += [replace(each, question="1") for each in both]
        recorded_answers.append(replace(recorded_answers[-2], model="half"))
        unread = replace(recorded_answers[-2], status="unreadable", answer=None)
        recorded_answers += [
            replace(recorded_answers[-1], model="odd"),
            replace(unread, model="odd"),
        ]
    db = Database.open(tmp_path / "r.db")
    responses.add(db, recorded_answers, items)
    append_segments(db, tmp_path / "segments")
    assert_same(db, tmp_path / "segments")
    export(db, tmp_path / "out")
    with (tmp_path / "out" / "answers.csv").open(encoding="utf-8", newline="") as file:
        answers = list(csv.DictReader(file))
    with (tmp_path / "out" / "scores.csv").open(encoding="utf-8", newline="") as file:
        scores = list(csv.DictReader(file))
    rights = Counter((row["respondent"], row["part"], row["right"]) for row in answers)
    assert rights == {
        **{("m", part, "true"): 12 for part in ("1.1", "1.2")},
        ("half", "1.1", "true"): 12,
        ("odd", "1.1", "true"): 12,
        ("odd", "1.2", "false"): 12,
    }
    wholly = Counter((row["respondent"], row["item_right"]) for row in scores)
    assert wholly == {("m", "true"): 12, ("half", ""): 12, ("odd", "false"): 12}
    db.close()


def in_two_parts(n: int) -> Item:
    parts = tuple(
        Question(id=f"1.{k}", kind="count_models", gold=CountAnswer(count=n + k)) for k in (1, 2)
    )
    return Item(id=f"two {n}", text=f"Text {n}.", questions=(Question(id="1", parts=parts),))
