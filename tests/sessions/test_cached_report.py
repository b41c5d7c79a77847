"""A cached report equals the one that would be made, and none is used for another record or
program."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sessions.models import columns, responses
from sessions.record import solver_figures
from sessions.report import accuracy_report, cached_report
from sessions.report.accuracy_report import build_report
from sessions.report.cached_report import CachedReport, packed, standing, unpacked
from sessions.report.report_tables import Report
from sessions.storage import derived_data
from sessions.storage.database import Database
from sessions.upkeep.check_db import check, check_file
from sessions.upkeep.withdraw import withdraw
from solver.phrases import Phrase
from study.statistics.samples import Sampling
from tests.sessions.full_database import NOON, filled, model_answer

OPTIONS = ("some", "options")
BY_CHAIN = {"event": "session", "annotation": "desk"}


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """Something in every table; every record counts as large."""
    monkeypatch.setattr(derived_data, "CACHED_FROM", 1)
    monkeypatch.setattr("sessions.report.background.possible", lambda: False)
    (tmp_path / "data").mkdir()
    with filled(tmp_path / "data" / "record.db", "PERSON-1") as database:
        # What the report works out of items is stored before, as by the first report of all.
        build_report(database, recompute=True)
        yield database


def owners(db: Database) -> list[str]:
    return [o for (o,) in db.tuples("SELECT owner FROM kept") if o.startswith(derived_data.REPORT)]


def unmade(monkeypatch: pytest.MonkeyPatch, read_report: Callable[[], Report]) -> Report:
    """A report that must be cached."""
    with monkeypatch.context() as patch:
        patch.setattr(accuracy_report, "_report", None)
        return read_report()


def comparable(report: Report) -> object:
    """With what comparing leaves out: the messages of sentences, what columns mean."""
    return packed(report)


def test_the_cached_report_equals_the_computed_one(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = build_report(db, recompute=True)
    assert report.tables
    read = unmade(monkeypatch, lambda: build_report(db))
    assert read == report
    assert read.as_json() == report.as_json()
    assert comparable(read) == comparable(report) is not None
    notes = [note for table in report.tables for note in table.notes if isinstance(note, Phrase)]
    assert any(note.values for note in notes)
    assert check(db).problems == ()


def test_each_choice_of_options_has_its_own_cached_report(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways: list[Callable[[], Report]] = [
        lambda: build_report(db),
        lambda: build_report(db, simulated=True),
        lambda: build_report(db, full=True),
        lambda: build_report(db, pooled=True),
        lambda: build_report(db, sampling=Sampling("people")),
        lambda: build_report(db, "free"),
    ]
    reports = [way() for way in ways]
    assert len(owners(db)) == len(ways)
    assert [unmade(monkeypatch, way) for way in ways] == reports
    # What depends on time, on prices or on another library is always made.
    for solving in (solver_figures.Solving(0), solver_figures.Solving(5)):
        build_report(db, solving=solving)
    assert len(owners(db)) == len(ways)


def test_reports_with_a_solver_time_limit_are_not_cached(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        accuracy_report, "TIMED", tuple(table.name for table in build_report(db).tables)
    )
    with db.atomic() as connection:
        connection.execute("DELETE FROM kept")
    build_report(db)
    assert owners(db) == []


def test_reports_of_a_small_record_are_not_cached(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with db.atomic() as connection:
        connection.execute("DELETE FROM kept")
    monkeypatch.setattr(derived_data, "CACHED_FROM", 100_000)
    build_report(db)
    assert owners(db) == []


def changed_value(value: object) -> object:
    """Of the same type; a number where there is none."""
    match value:
        case int() | float():
            return value + 1
        case bytes():
            return value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
        case str():
            return value + " "
    return 1


def test_a_changed_value_in_any_table_invalidates_the_cached_report(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derived_data, "CACHED_FROM", 100_000)
    report = build_report(db)
    connection = db.connection
    connection.execute("PRAGMA foreign_keys = OFF")
    for (name,) in db.tuples("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    CachedReport(db, OPTIONS).keep(report)
    assert CachedReport(db, OPTIONS).stored() == report
    tables = {
        name: schema
        for name, schema in db.tuples("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        if not name.startswith("sqlite_") and name not in ("kept", *BY_CHAIN)
    }
    changed: set[str] = set()
    for table, schema in tables.items():
        first = (
            "" if "WITHOUT ROWID" in schema else f" WHERE rowid = (SELECT min(rowid) FROM {table})"
        )
        rows = db.rows(f"SELECT * FROM {table}{first} LIMIT 1")
        for column in rows[0].keys() if rows else ():
            value = changed_value(rows[0][column])
            connection.execute("BEGIN")
            try:
                connection.execute(f"UPDATE {table} SET {column} = ?{first}", (value,))
            except sqlite3.Error:  # a check of the table
                connection.execute("ROLLBACK")
                continue
            if db.rows(f"SELECT * FROM {table}{first} LIMIT 1")[0][column] != rows[0][column]:
                assert CachedReport(db, OPTIONS).stored() is None, f"{table}.{column}"
                changed.add(f"{table}.{column}")
            connection.execute("ROLLBACK")
        if rows:
            connection.execute("BEGIN")
            connection.execute(f"DELETE FROM {table}")
            assert CachedReport(db, OPTIONS).stored() is None, table
            connection.execute("ROLLBACK")
    assert len(changed) > 60
    assert {"item.body", "session.code", "response.answer", "call.seconds", "study.text"} <= changed
    assert CachedReport(db, OPTIONS).stored() == report


@pytest.mark.parametrize("table", BY_CHAIN)
def test_changed_chains_invalidate_the_cached_report(db: Database, table: str) -> None:
    report = build_report(db)
    CachedReport(db, OPTIONS).keep(report)
    connection, owner = db.connection, BY_CHAIN[table]
    for (name,) in db.tuples("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    (last,) = db.tuples(f"SELECT {owner}, max(seq) FROM {table}")
    for change in (
        f"DELETE FROM {table} WHERE {owner} = ? AND seq = ?",
        f"UPDATE {table} SET link = x'00' WHERE {owner} = ? AND seq = ?",
        f"UPDATE {table} SET seq = seq + 1 WHERE {owner} = ? AND seq = ?",
    ):
        connection.execute("BEGIN")
        connection.execute(change, last)
        assert CachedReport(db, OPTIONS).stored() is None, change
        connection.execute("ROLLBACK")
    assert CachedReport(db, OPTIONS).stored() == report
    # Of events from before there were chains nothing is known without reading them all.
    connection.execute("BEGIN")
    connection.execute(f"UPDATE {table} SET link = NULL")
    first_keeping = CachedReport(db, OPTIONS)
    assert first_keeping.stored() is None
    connection.execute("COMMIT")
    first_keeping.keep(report)
    CachedReport(db, OPTIONS).keep(report)
    assert CachedReport(db, OPTIONS).stored() is None


def test_changed_columns_of_model_answers_invalidate_the_cached_report(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build_report(db)
    assert unmade(monkeypatch, lambda: build_report(db)) == first
    responses.add(db, [model_answer("a boat", 7)])
    assert CachedReport(db, (None, False, False, Sampling(), False)).stored() is None
    second = build_report(db)
    assert second != first
    assert unmade(monkeypatch, lambda: build_report(db)) == second
    # The first record's report is gone, not only passed over.
    assert len(owners(db)) == 1
    body = columns.unpacked(db.tuples("SELECT body FROM kept WHERE owner = ?", columns.OWNER)[0][0])
    assert body is not None
    body.text[:] = body.text.max() - body.text
    with db.atomic() as connection:
        connection.execute(
            "UPDATE kept SET body = ? WHERE owner = ?", (columns.packed(body), columns.OWNER)
        )
    assert CachedReport(db, (None, False, False, Sampling(), False)).stored() is None


def test_another_version_of_the_program_makes_its_own_report(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_report(db)
    options = (None, False, False, Sampling(), False)
    assert CachedReport(db, options).stored() is not None
    with monkeypatch.context() as patch:
        patch.setattr(derived_data, "code", lambda: "other")
        assert CachedReport(db, options).stored() is None
    with monkeypatch.context() as patch:
        patch.setattr(cached_report, "_program", lambda: b"other")
        assert CachedReport(db, options).stored() is None
    assert CachedReport(db, options).stored() is not None


def test_the_check_says_whether_cached_reports_are_of_this_record_and_program(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of it is a fault of the database: cached reports of another record are not used."""
    path = Path(db.path)
    (note,) = check_file(path, standing).notes
    assert note.startswith("1 cached report: of this record and this program; ")
    build_report(db, pooled=True)
    ours = "2 cached reports: of this record and this program; they were not computed again to"
    (note,) = check_file(path, standing).notes
    assert note.startswith(ours)
    with monkeypatch.context() as patch:
        patch.setattr(derived_data, "code", lambda: "other")
        checked = check_file(path, standing)
    assert "2 cached reports: of an earlier record or another program" in checked.notes[0]
    with db.atomic() as connection:
        connection.execute(
            "UPDATE kept SET body = CAST(substr(body, 1, 40) || x'ff' || substr(body, 42) AS BLOB)"
            " WHERE owner ="
            " (SELECT min(owner) FROM kept WHERE owner LIKE 'report %')"
        )
    checked = check_file(path, standing)
    assert [note[:17] for note in checked.notes] == ["1 cached report: "] * 2
    assert "damaged, and no longer used" in checked.notes[1]
    assert checked.problems == ()
    # What is not as it was stored is made again.
    assert build_report(db) == build_report(db, recompute=True)
    responses.add(db, [model_answer("later", run=9)], [])
    (note,) = check_file(path, standing).notes
    assert note.startswith("2 cached reports: of an earlier record")


def test_changes_while_a_report_is_made_are_in_no_cached_report(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with db.atomic() as connection:
        connection.execute("DELETE FROM kept WHERE owner LIKE ?", (f"{derived_data.REPORT}%",))
    real = accuracy_report._report

    def late(*args: object, **options: object) -> Report:
        report = real(*args, **options)  # type: ignore[arg-type]
        withdraw(db, "PERSON-1", NOON)
        return report

    monkeypatch.setattr(accuracy_report, "_report", late)
    old = build_report(db)
    assert owners(db) == []
    monkeypatch.setattr(accuracy_report, "_report", real)
    assert build_report(db) != old


def test_a_withdrawn_participant_is_in_no_cached_report(db: Database, tmp_path: Path) -> None:
    build_report(db)
    build_report(db, full=True)
    assert len(owners(db)) == 2
    kept_bodies = "".join(str(body) for (body,) in db.tuples("SELECT body FROM kept"))
    assert "PERSON-1" in kept_bodies
    withdraw(db, "PERSON-1", NOON)
    assert owners(db) == []
    lying = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    assert b"PERSON-1" not in lying


KILLED = """
import os, signal, sys
from sessions.report import accuracy_report
from sessions.storage import derived_data
from sessions.storage.database import Database
from sessions.report.cached_report import CachedReport
derived_data.CACHED_FROM = 1
accuracy_report.background.possible = lambda: False
with Database.open(sys.argv[1]) as db:
    report = accuracy_report.build_report(db, recompute=True)
    with db.atomic() as connection:
        connection.execute("DELETE FROM kept WHERE owner LIKE 'report %'")
    keeping = CachedReport(db, ("some", "options"))
    if sys.argv[2] == "during":
        db._require_files = lambda: os.kill(os.getpid(), signal.SIGKILL)
    keeping.keep(report)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
@pytest.mark.parametrize("when", ["during", "after"])
def test_a_killed_program_leaves_a_complete_report_or_none(
    db: Database, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.run([sys.executable, "-c", KILLED, db.path, when], env=environment)
    assert process.returncode == -signal.SIGKILL
    cached_report = CachedReport(db, OPTIONS).stored()
    assert (cached_report is None) == (when == "during")
    report = build_report(db)
    assert cached_report in (None, report)
    assert check(db).problems == ()


def test_reports_that_cannot_be_packed_are_not_cached(db: Database) -> None:
    report = build_report(db)
    table = report.tables[0]
    assert packed(report) is not None
    for cell in (float("nan"), object(), ("a", "b")):
        odd = replace(table, rows=((cell,) * len(table.columns),))  # type: ignore[arg-type]
        assert packed(Report((odd,))) is None
    for body in (b"", b"{}", b'{"tables": [1], "not_made": []}', b"\xff", b"null", b"[[]]"):
        assert unpacked(body) is None
    deep = Phrase("a b 2", "{x} {n}", "", {"x": Phrase("a b", "a {y}", "", {"y": "b"}), "n": 2})
    deep_table = replace(table, study=deep, excluded={deep: 1}, notes=(deep,))
    read = unpacked(packed(Report((deep_table,))) or b"")
    assert read is not None
    assert read == Report((deep_table,))
    (note,) = read.tables[0].notes
    assert isinstance(note, Phrase)
    assert (note.message, note.values) == (deep.message, deep.values)
    assert note.values["x"].values == {"y": "b"}
