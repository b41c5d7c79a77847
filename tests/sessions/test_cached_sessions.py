"""Whatever adds many answers to a large record also keeps what a report derives from them, so that
the first report need not read them all."""

import csv
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from items.sources.ccobra_items import items_of
from sessions.models import columns, responses
from sessions.models.imports import import_answers
from sessions.record.imported_people import import_people
from sessions.report.accuracy_report import build_report
from sessions.storage import derived_data
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from tests.sessions.test_imported_people import ROWS
from tests.sessions.test_stored_answers import CASES, GONE, ITEMS, answers
from tests.sessions.test_withdraw import KEPT, SECRET, UTC, play


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """An empty database; every record counts as large."""
    monkeypatch.setattr(derived_data, "CACHED_FROM", 1)
    monkeypatch.setattr("sessions.report.background.possible", lambda: False)
    with Database.open(tmp_path / "record.db") as database:
        yield database


def log(folder: Path, model: str, number: int) -> Path:
    """A file with this number of answers."""
    path = folder / f"{model}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "model", "answer", "gold"])
        writer.writerows([f"item {n}", model, "ABCD"[n % 4], "A"] for n in range(number))
    return path


def columns_are_kept(db: Database) -> bool:
    return derived_data.source_of(db, columns.OWNER) == columns.source(db)


def test_a_session_is_cached_when_it_ends(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    play(db, "KEEP-1", KEPT)
    play(db, "KEEP-2", SECRET)
    assert derived_data.missing(db) == 0
    assert len(derived_data.of_records(db)) == 2
    assert check(db).problems == ()
    monkeypatch.setattr("sessions.record.cached_states.replay", None)
    assert build_report(db).tables


def test_sessions_of_a_small_record_are_not_cached(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derived_data, "CACHED_FROM", 1_000)
    play(db, "KEEP-1", KEPT)
    assert derived_data.missing(db) == 1


def test_imported_people_are_cached(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(ROWS, encoding="utf-8")
    summary = import_people(db, path, "ccobra", utc=UTC, program="test", items=items_of(path))
    assert summary.people == len(derived_data.of_records(db)) > 0
    assert derived_data.missing(db) == 0


def test_imported_answers_are_cached(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert import_answers(db, log(tmp_path, "m1", 80), "csv", utc=UTC).imported == 80
    assert columns_are_kept(db)
    with monkeypatch.context() as patch:
        patch.setattr(columns, "read", None)
        before = columns.packed(columns.columns(db, timed=True))
        # One in 32 is few: they are read with each report until there are more.
        import_answers(db, log(tmp_path, "m2", 2), "csv", utc=UTC)
        assert not columns_are_kept(db)
        import_answers(db, log(tmp_path, "m3", 40), "csv", utc=UTC)
        assert columns_are_kept(db)
        assert columns.packed(columns.columns(db, timed=True)) != before
    assert check(db).problems == ()


def test_nothing_is_cached_twice(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    responses.add(db, answers(random.Random(1), 100), [*ITEMS, CASES, GONE])
    columns.keep_up(db)
    assert columns_are_kept(db)
    monkeypatch.setattr(derived_data, "keep", None)
    columns.keep_up(db)


def test_columns_of_a_small_record_are_not_cached(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derived_data, "CACHED_FROM", 10_000)
    responses.add(db, answers(random.Random(1), 100), [*ITEMS, CASES, GONE])
    columns.keep_up(db)
    assert derived_data.source_of(db, columns.OWNER) is None
