"""A file of every earlier schema is brought up to date, all of it or nothing, and loses nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sessions.report.accuracy_report import build_report
from sessions.storage import migrations
from sessions.storage.database import Database
from sessions.storage.migrations import backups
from sessions.storage.schema import STEPS
from sessions.upkeep.check_db import check_file
from sessions.upkeep.merge import TABLES, merge
from sessions.upkeep.rescue import INDEPENDENT_TABLES, rescue
from sessions.upkeep.row_checks import ROW_TESTS
from solver.errors import OutsideError
from tests.effort import tally
from tests.sessions.stored_schemas import restored, schema_files

Content = dict[str, list[tuple[object, ...]]]


def content(path: Path, columns: dict[str, list[str]] | None = None) -> Content:
    """All rows by table, or those columns of them that another file has."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [name for (name,) in tables if name != "migration"]
        entries = {}
        for name in names:
            if columns is None or name in columns:
                wanted = "*" if columns is None else ", ".join(map(quoted, columns[name]))
                rows = connection.execute(f"SELECT {wanted} FROM {name}").fetchall()
                entries[name] = sorted(rows, key=repr)
        return entries


def quoted(name: str) -> str:
    return f'"{name}"'


def columns_of(path: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            for (name,) in tables.fetchall()
            if name != "migration"
        }


def test_a_file_of_every_earlier_schema_is_kept() -> None:
    """Before adding a step, store a file of the previous schema
    (`tests.sessions.stored_schemas`)."""
    assert list(schema_files()) == [name[:4] for name in STEPS][:-1]


@pytest.mark.slow
@pytest.mark.parametrize("name", schema_files())
def test_a_file_of_an_earlier_schema_is_upgraded_without_loss(name: str, tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    restored(name, path)
    before, columns = content(path), columns_of(path)
    assert before["session"]
    assert before["event"]
    with Database.open(path) as db:
        assert {row["name"] for row in db.rows("SELECT name FROM migration")} == set(STEPS)
        assert build_report(db).tables
    assert content(path, columns) == before
    check = check_file(path)
    assert check.problems == ()
    assert check.unchained == (check.sessions + check.desks if name < "0011" else 0)
    (copy,) = backups(str(path))
    assert content(copy) == before, "the file as it was"
    for joined in (path, copy):
        into = tmp_path / f"into-{joined.name}"
        assert merge(into, [joined]).conflicts == ()
    assert rescue(copy, tmp_path / "saved.db").complete
    tally("file of an earlier schema", 1, 1)


@pytest.mark.parametrize("name", schema_files())
def test_a_step_that_fails_leaves_the_file_as_it_was(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "study.db"
    restored(name, path)
    before = content(path)
    last = list(STEPS)[-1]
    broken = {**STEPS, last: f"{STEPS[last]}\nCREATE TABLE session (nothing TEXT) STRICT;\n"}
    with monkeypatch.context() as then:
        then.setattr(migrations, "STEPS", broken)
        with pytest.raises(OutsideError):
            Database.open(path)
    assert content(path) == before
    Database.open(path).close()
    assert check_file(path).problems == ()


def test_every_table_that_is_no_cache_is_checked_merged_and_rescued() -> None:
    """A new table has a line in `row_checks.ROW_TESTS`, `merge.TABLES` and
    `rescue.INDEPENDENT_TABLES`: rows of a table that rescue does not know would be lost without a
    word."""
    with Database.open(":memory:") as db:
        rows = db.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    caches = {"proof", "figure", "kept", "before_chain", "migration"}
    tables = {row["name"] for row in rows} - caches
    of_records = {"session", "event", "withdrawal", "desk", "annotation", "hardening_event", "head"}
    assert set(ROW_TESTS) == tables
    assert {*TABLES, "head"} == tables
    assert {*INDEPENDENT_TABLES} | of_records == tables
