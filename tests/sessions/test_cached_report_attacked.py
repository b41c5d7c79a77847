"""A cached report is never shown for a record that another file, clock, program or text has
changed."""

import json
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from items.answers import TextAnswer
from sessions.models import columns, judgements, responses
from sessions.models.judgements import Judgement
from sessions.record import grades
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import build_report
from sessions.report.report_tables import Report
from sessions.storage import derived_data
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from sessions.upkeep.merge import merge
from sessions.upkeep.withdraw import withdraw
from tests.sessions.full_database import ITEM, NOON, ODD, answer, filled, model_answer

WAYS: tuple[dict[str, Any], ...] = ({}, {"pooled": True}, {"full": True}, {"simulated": True})


@contextmanager
def all_large() -> Iterator[None]:
    """Every record counts as large, and is read in one process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(derived_data, "CACHED_FROM", 1)
        patch.setattr("sessions.report.background.possible", lambda: False)
        yield


@pytest.fixture(scope="module")
def cached_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with a cached report for every choice of options, made once; tests take copies."""
    path = tmp_path_factory.mktemp("kept") / "record.db"
    with all_large(), filled(path, "PERSON-1") as db:
        build_reports(db)
    return path


@pytest.fixture
def path(cached_record: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it."""
    (tmp_path / "one").mkdir()
    with all_large():
        yield Path(shutil.copy2(cached_record, tmp_path / "one" / "record.db"))


def build_reports(db: Database) -> list[Report]:
    reports = [build_report(db, **way) for way in WAYS]
    owners = db.tuples("SELECT owner FROM kept WHERE owner LIKE ?", f"{derived_data.REPORT}%")
    assert len(owners) >= len(WAYS)
    return reports


def checked_reports(db: Database) -> list[Report]:
    """Cached reports equal newly made ones for every choice of options; returns them."""
    reports = [build_report(db, **way) for way in WAYS]
    assert reports == [build_report(db, recompute=True, **way) for way in WAYS]
    return reports


def cached_reports(path: Path) -> list[Report]:
    with Database.open(path) as db:
        return build_reports(db)


def unlocked(db: Database) -> None:
    """Change the database like a tool that ignores the record's rules."""
    db.connection.execute("PRAGMA foreign_keys = OFF")
    for (name,) in db.tuples("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        db.connection.execute(f"DROP TRIGGER {name}")


def test_a_cached_report_is_not_used_for_a_second_record_in_the_file(
    path: Path, tmp_path: Path
) -> None:
    """Each file has its own cached reports; merged into an empty file, and one into the other."""
    texts_before = cached_reports(path)
    (tmp_path / "two").mkdir()
    other = tmp_path / "two" / "record.db"
    with filled(other, "PERSON-2", run=5) as db:
        build_reports(db)
    for into, sources in ((tmp_path / "whole.db", [path, other]), (path, [other])):
        merge(into, sources)
        with Database.open(into) as db:
            assert checked_reports(db) != texts_before


def test_a_clock_set_back_does_not_revive_a_cached_report(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes later is dated before all there is."""
    texts_before = cached_reports(path)
    monkeypatch.setattr("time.time", lambda: 1.0)
    monkeypatch.setattr("time.time_ns", lambda: 1_000_000_000)
    with Database.open(path) as db:
        responses.add(db, [model_answer("a raft", 8, utc="1990-01-01T00:00:00Z")])
        after = checked_reports(db)
        assert after != texts_before
        answer(db, "PERSON-3", "a raft", ManualClock())
        assert checked_reports(db) != after


def test_a_restored_file_does_not_use_a_later_cached_report(path: Path, tmp_path: Path) -> None:
    """An older copy replaces the newer file, with its modification time."""
    texts_before = cached_reports(path)
    copy = tmp_path / "copy.db"
    shutil.copy2(path, copy)
    with Database.open(path) as db:
        responses.add(db, [model_answer("a raft", 8)])
        assert checked_reports(db) != texts_before
    shutil.copy2(copy, path)
    with Database.open(path) as db:
        assert checked_reports(db) == texts_before


def old_code(db: Database) -> None:
    db.connection.execute("UPDATE kept SET code = 'of an older program'")


def own_code(db: Database) -> None:
    """Bytes of the reports are those of others, under this program's name."""
    owners = [owner for (owner,) in db.tuples("SELECT owner FROM kept WHERE owner LIKE 'report %'")]
    bodies = [db.tuples("SELECT body FROM kept WHERE owner = ?", owner)[0][0] for owner in owners]
    for owner, body in zip(owners, bodies[1:] + bodies[:1], strict=True):
        cut = body[:-1] + b"]"
        db.connection.execute("UPDATE kept SET body = ? WHERE owner = ?", (cut, owner))


@pytest.mark.parametrize("change", [old_code, own_code])
def test_cached_reports_of_another_program_are_not_used(
    path: Path, change: Callable[[Database], None]
) -> None:
    texts_before = cached_reports(path)
    with Database.open(path) as db:
        with db.atomic():
            change(db)
        assert checked_reports(db) == texts_before


def test_rows_of_an_older_program_invalidate_the_cached_report(path: Path) -> None:
    """It does not know cached reports, and adds answers next to them."""
    texts_before = cached_reports(path)
    with Database.open(path) as db:
        rows = db.tuples("SELECT owner, source, code, body FROM kept")
        with db.atomic() as connection:
            connection.execute("DELETE FROM kept")
        responses.add(db, [model_answer("a raft", 8)])
        with db.atomic() as connection:
            connection.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", rows)
        assert checked_reports(db) != texts_before


def test_a_replaced_item_invalidates_the_cached_report(path: Path) -> None:
    """Under the same content hash, as no program of this project does; the gold is another."""
    cached_reports(path)
    with Database.open(path) as db:
        unlocked(db)
        changed = 0
        for hash_, body in db.tuples("SELECT hash, body FROM item"):
            text = body if isinstance(body, str) else body.decode()
            value = json.loads(text)
            value["title"] = f"{value.get('title', '')} replaced"
            value.setdefault("attributes", {})["domain"] = "replaced"
            written = json.dumps(value, ensure_ascii=False)
            db.connection.execute(
                "UPDATE item SET body = ? WHERE hash = ?",
                (written if isinstance(body, str) else written.encode(), hash_),
            )
            changed += 1
        assert changed
        checked_reports(db)


def unkept(db: Database, monkeypatch: pytest.MonkeyPatch) -> Report:
    """Made from every row, without the cache."""
    with monkeypatch.context() as patch:
        patch.setattr(derived_data, "body_of", lambda *_: None)
        patch.setattr(derived_data, "of_records", lambda _: {})
        patch.setattr(derived_data, "keep", lambda *_: None)
        patch.setattr("sessions.report.cached_report.CachedReport.keep", lambda *_: None)
        return build_report(db, recompute=True)


def judged(db: Database, number: int) -> None:
    """A judge says of a model's answer that it is right, or wrong."""
    ((response,),) = db.tuples(
        "SELECT id FROM response WHERE status = 'answered' ORDER BY rowid DESC LIMIT 1"
    )
    verdict = Judgement(
        response, f"judge {number}", "model", number % 2 == 0, "", NOON, f"p{number}", "raw"
    )
    judgements.add(db, [verdict])


def ruled(db: Database, number: int) -> None:
    """A person grades an answer of people, otherwise than before, or takes the grade back."""
    match = (True, False, None)[number % 3]
    key = grades.answer_key(ITEM.content_hash, "text", TextAnswer(text=ODD))
    grade = grades.Grade(key, ITEM.content_hash, "text", "ann", "person", match, "", NOON)
    with db.atomic() as connection:
        grades.rule(connection, grade)


def add_model_answers(db: Database, number: int) -> None:
    """A model answers, and fails, and answers when it is asked again."""
    utc = f"2031-01-01T00:00:{number:02d}+00:00"
    rows = [model_answer(f"text {number}", 20 + number), model_answer(None, 60 + number, utc=utc)]
    responses.add(db, rows, [ITEM])
    if number % 2:
        responses.add(db, [model_answer("a boat", 60 + number)], [ITEM])


def add_session(db: Database, number: int) -> None:
    answer(db, f"MORE-{number}", "a boat" if number % 2 else ODD, ManualClock())


def withdrawn(db: Database, number: int) -> None:
    codes = [
        code
        for (code,) in db.tuples(
            "SELECT code FROM session WHERE id NOT IN (SELECT session FROM withdrawal) ORDER BY id"
        )
    ]
    if len(codes) > 1:
        withdraw(db, codes[number % len(codes)], NOON)


def merge_other_record(db: Database, number: int) -> None:
    """Another record is merged into this one, with its cached data."""
    folder = Path(db.path).parent / f"other-{number}"
    if folder.exists():
        return
    folder.mkdir()
    with filled(folder / "record.db", f"OTHER-{number}", run=200 + 10 * number) as other:
        build_report(other)
    merge(Path(db.path), [folder / "record.db"])


CHANGES = (
    judged,
    ruled,
    add_model_answers,
    add_model_answers,
    add_session,
    withdrawn,
    merge_other_record,
)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))]
)
def test_after_random_changes_the_report_covers_all_rows(
    path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Columns are cached later, in part, or again; a cached report is used only for the same
    columns."""
    rng = random.Random(seed)
    monkeypatch.setattr(columns, "GROWTH_DIVISOR", rng.choice([0, 2, 1 << 40]))
    with Database.open(path) as db:
        for number in range(5):
            for _ in range(rng.choice([1, 1, 3])):
                rng.choice(CHANGES)(db, number * 10 + rng.randrange(10))
            expected = unkept(db, monkeypatch)
            assert build_report(db) == expected
            assert build_report(db) == expected
            assert build_report(db, recompute=True) == expected
        assert check(db).problems == ()
