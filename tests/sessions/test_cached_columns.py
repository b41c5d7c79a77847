"""Cached columns of models' answers, of which only additions are read: they equal those that all
rows give, whatever happened to the record meanwhile."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sessions.models import columns, responses
from sessions.storage import derived_data
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from sessions.upkeep.merge import merge
from tests.sessions.test_stored_answers import CASES, GONE, ITEMS, answers

EVERY = [*ITEMS, CASES, GONE]


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derived_data, "CACHED_FROM", 1)
    monkeypatch.setattr(responses, "CHUNK", 7)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Some answers, cached as columns."""
    with Database.open(tmp_path / "record.db") as db:
        add(db, 1, 60)
        columns.columns(db, timed=True)
    return tmp_path / "record.db"


def add(db: Database, seed: int, number: int) -> int:
    """Add this number of requests, with one or several answers each; returns the number of new
    answers."""
    return responses.add(db, answers(random.Random(seed), number), EVERY).added


def packed(read_columns: columns.Columns | None) -> bytes:
    assert read_columns is not None
    return columns.packed(read_columns)


def assert_columns_agree(db: Database) -> bytes:
    """Columns from the cache equal those that all rows give."""
    packed_columns = packed(columns.columns(db, timed=True))
    assert packed_columns == packed(columns.read(db, timed=True))
    return packed_columns


@pytest.fixture
def full_readings(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows by one whenever `columns` reads all rows."""
    real, bounds_seen = columns.read, list[object]()

    def read(db: Database, **options: Any) -> columns.Columns:
        if "end_source" in options:
            bounds_seen.append(options["end_source"])
        return real(db, **options)

    monkeypatch.setattr(columns, "read", read)
    return bounds_seen


@pytest.mark.parametrize("seed", range(30))
def test_added_rows_follow_cached_rows(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch, full_readings: list[object]
) -> None:
    """Failures, second tries, requests with several answers, and answers to older requests."""
    rng = random.Random(seed)
    monkeypatch.setattr(columns, "GROWTH_DIVISOR", rng.choice([0, 1, 5, 1 << 40]))
    with Database.open(tmp_path / "record.db") as db:
        add(db, seed, rng.choice([1, 30, 200]))
        packed_before = assert_columns_agree(db)
        del full_readings[:]
        for step in range(6):
            new = add(db, rng.randrange(50), rng.choice([1, 5, 20]))
            if rng.random() < 0.3:
                add_late_answer(db, rng, f"{seed} {step}")
                new += 1
            before = derived_data.source_of(db, columns.OWNER)
            assert before is not None
            small = columns.ends(columns.source(db))[0].rows <= 2 * columns.ends(before)[0].rows
            del full_readings[:]
            again = assert_columns_agree(db)
            assert bool(full_readings) is not small
            assert (again != packed_before) == bool(new)
            packed_before = again
            assert not [problem for problem in check(db).problems if columns.OWNER in problem]


def add_late_answer(db: Database, rng: random.Random, key: str) -> None:
    """An answer comes to a request that is there, as where another record holds more of it."""
    calls = [call for (call,) in db.tuples("SELECT id FROM call")]
    series, target = db.tuples("SELECT series, target FROM response ORDER BY random() LIMIT 1")[0]
    id_ = responses._hash(key)
    row = (id_, id_, series, target, 0, "unreadable", None, "", rng.choice(calls))
    with db.atomic() as connection:
        connection.execute(f"INSERT INTO response VALUES ({', '.join('?' * 9)})", row)


ATTACKS = {
    "the last answer deleted": "DELETE FROM response"
    " WHERE rowid = (SELECT max(rowid) FROM response)",
    "one in the middle deleted": "DELETE FROM response WHERE rowid = 20",
    "the first deleted": "DELETE FROM response WHERE rowid = 1",
    "the last one is another one": "UPDATE response SET id = x'00'"
    " WHERE rowid = (SELECT max(rowid) FROM response)",
    "all deleted": "DELETE FROM response",
    "a request deleted": "DELETE FROM call WHERE rowid = 20",
    "the last request deleted": "DELETE FROM call WHERE rowid = (SELECT max(rowid) FROM call)",
    "answers in other rows": "UPDATE response SET rowid = -rowid",
    "answers further on": "UPDATE response SET rowid = rowid + 100000",
    "requests further on": "UPDATE call SET rowid = rowid + 100000",
    "requests before all": "UPDATE call SET rowid = rowid - 1000",
    "a row with the last number there is": f"UPDATE response SET rowid = {(1 << 63) - 1}"
    " WHERE rowid = (SELECT max(rowid) FROM response)",
    "a request with the last number there is": f"UPDATE call SET rowid = {(1 << 63) - 1}"
    " WHERE rowid = (SELECT max(rowid) FROM call)",
}


@pytest.mark.parametrize("sql", ATTACKS.values(), ids=ATTACKS)
@pytest.mark.parametrize("number", [0, 1, 20])
def test_all_rows_are_read_if_cached_rows_differ(path: Path, sql: str, number: int) -> None:
    """Also if enough rows were added since that there are as many as before, or more."""
    with Database.open(path) as db:
        before = assert_columns_agree(db)
        unlocked(db)
        with db.atomic() as connection:
            connection.execute(sql)
        if number:
            add(db, 99, number)
        orphans = db.tuples("SELECT count(*) FROM response WHERE call NOT IN (SELECT id FROM call)")
        assert assert_columns_agree(db) != before or orphans == [(0,)]
        add(db, 100, 3)
        assert_columns_agree(db)


def unlocked(db: Database) -> None:
    """Change the database like a tool that ignores the record's rules."""
    db.connection.execute("PRAGMA foreign_keys = OFF")
    for (name,) in db.tuples("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        db.connection.execute(f"DROP TRIGGER {name}")


def test_a_row_replaced_after_deletion_is_noticed(path: Path) -> None:
    """There are as many as before, and the last one is the same."""
    with Database.open(path) as db:
        unlocked(db)
        add(db, 9, 5)
        packed_before = assert_columns_agree(db)
        last = db.tuples("SELECT max(rowid) FROM response")
        with db.atomic() as connection:
            connection.execute("DELETE FROM response WHERE rowid = 20")
            connection.execute(
                "INSERT INTO response (rowid, id, key, series, target, mutant, status, note, call)"
                " SELECT 20, x'01', x'01', series, target, 3, 'unreadable', '', call FROM response"
                " WHERE rowid = 21"
            )
        assert db.tuples("SELECT max(rowid) FROM response") == last
        # It is believed, as a changed event would be: the check names it.
        assert packed(columns.columns(db, timed=True)) == packed_before
        assert f"{columns.OWNER}: the cache differs from what is stored" in check(db).problems


@pytest.mark.parametrize("more", [0, 4])
def test_the_check_names_cached_data_of_a_changed_row(path: Path, more: int) -> None:
    """Also where more was added since."""
    with Database.open(path) as db:
        unlocked(db)
        with db.atomic() as connection:
            connection.execute("UPDATE response SET mutant = mutant + 1 WHERE rowid = 5")
        add(db, 9, more)
        assert f"{columns.OWNER}: the cache differs from what is stored" in check(db).problems


def test_merged_records_use_no_stale_columns(path: Path, tmp_path: Path) -> None:
    """Each with cached columns; merged in both directions, and into an empty file."""
    other = tmp_path / "other.db"
    with Database.open(other) as db:
        add(db, 1, 20)
        add(db, 2, 30)
        theirs = assert_columns_agree(db)
    for into, sources in ((tmp_path / "whole.db", [other, path]), (path, [other])):
        merge(into, sources)
        with Database.open(into) as db:
            assert assert_columns_agree(db) != theirs


def test_a_restored_older_copy_uses_no_stale_columns(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy2(path, copy)
    with Database.open(path) as db:
        add(db, 3, 10)
        newer = assert_columns_agree(db)
    shutil.copy2(copy, path)
    with Database.open(path) as db:
        assert assert_columns_agree(db) != newer
        add(db, 4, 10)
        assert assert_columns_agree(db) != newer


def test_rows_added_by_an_older_program_are_read(path: Path) -> None:
    with Database.open(path) as db:
        with db.atomic() as connection:
            connection.execute("UPDATE kept SET code = 'older', body = x'00', source = x'5b5d'")
        add(db, 3, 10)
        assert_columns_agree(db)
        # What it kept of these is of another form, under whatever name.
        with db.atomic() as connection:
            connection.execute("UPDATE kept SET code = ?, source = x'5b5d'", (derived_data.code(),))
        add(db, 4, 10)
        assert_columns_agree(db)


@pytest.mark.parametrize("first", [0, 60])
def test_rows_added_while_columns_are_read_are_included(
    tmp_path: Path, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read and cached is what existed at the beginning."""
    monkeypatch.setattr(columns, "GROWTH_DIVISOR", 1 << 40)
    with (
        Database.open(tmp_path / "record.db") as db,
        Database.open(tmp_path / "record.db") as writer,
    ):
        if first:
            add(db, 1, first)
            assert_columns_agree(db)
        add(db, 2, 25)
        expected = packed(columns.read(db, timed=True))
        real, seeds = responses.chunks, iter(range(50, 60))

        def chunks(*args: Any) -> Iterator[list[tuple[Any, ...]]]:
            add(writer, next(seeds), 10)
            yield from real(*args)

        with monkeypatch.context() as patch:
            patch.setattr("sessions.models.columns.chunks", chunks)
            assert packed(columns.columns(db, timed=True)) == expected
        assert next(seeds) > 50
        assert assert_columns_agree(db) != expected
        assert check(db).problems == ()


KILLED = """
import os, signal, sys
from sessions.models import columns
from sessions.storage import derived_data
from sessions.storage.database import Database
derived_data.CACHED_FROM, columns.GROWTH_DIVISOR = 1, 1 << 40
with Database.open(sys.argv[1]) as db:
    if sys.argv[2] == "during":
        db._require_files = lambda: os.kill(os.getpid(), signal.SIGKILL)
    columns.columns(db, timed=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
@pytest.mark.parametrize("when", ["during", "after"])
def test_a_killed_program_leaves_the_old_or_the_new_columns(path: Path, when: str) -> None:
    with Database.open(path) as db:
        before = derived_data.source_of(db, columns.OWNER)
        add(db, 2, 10)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.run([sys.executable, "-c", KILLED, str(path), when], env=environment)
    assert process.returncode == -signal.SIGKILL
    with Database.open(path) as db:
        assert (derived_data.source_of(db, columns.OWNER) == before) is (when == "during")
        assert_columns_agree(db)
        assert check(db).problems == ()
