"""A withdrawn session is erased from the bytes of the file, and from every report."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from items.answers import TextAnswer
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import build_report
from sessions.storage.database import Database
from sessions.storage.private_folder import private_folder
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check
from sessions.upkeep.withdraw import withdraw
from solver.errors import InputError, OutsideError
from tests.study.samples import EVERY_KIND, POOLS, sample

TEXT = """
title = "Free"
consent = "Yes?"
[[blocks]]
source = "kinds"
order = "fixed"
filter = { ids = ["kinds"] }
"""
UTC = "2030-01-02T00:00:00+00:00"
SECRET = "the-marmalade-is-under-the-stairs"
KEPT = "the-other-one-stays"


def play(db: Database, code: str, text: str, times: int = 1) -> None:
    """Answer everything; the free text is changed so often that pages fill up and split."""
    runner = Runner.open(
        db, sample(TEXT), code, clock=ManualClock(), pools=lambda: POOLS, proofs={}
    )
    runner.consent(True)
    runner.proceed()
    runner.proceed()
    for part in EVERY_KIND:
        if part.kind == "text":
            for number in range(times):
                runner.change("text", TextAnswer(text=f"{text} {number} " + "x" * 300))
        else:
            runner.change(part.id, part.gold)
        runner.confirm()
    assert runner.state.phase == "completed"
    runner.close()


def raw(folder: Path) -> bytes:
    """Everything that lies about the database: the file, its log, its shared memory, locks."""
    return b"".join(
        path.name.encode() + b"\n" + path.read_bytes() for path in sorted(folder.iterdir())
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def db(folder: Path) -> Iterator[Database]:
    with Database.open(folder / "record.db") as db:
        yield db


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 400])
def test_a_withdrawal_leaves_no_byte_in_the_file(db: Database, folder: Path, times: int) -> None:
    play(db, "KEEP-1", KEPT)
    play(db, "GONE-77", SECRET, times)
    play(db, "KEEP-2", KEPT)
    (session,) = [r["id"] for r in db.rows("SELECT id FROM session WHERE code = 'GONE-77'")]
    before = raw(folder)
    assert SECRET.encode() in before
    assert b"GONE-77" in before

    withdrawn = withdraw(db, "gone-77", UTC)

    assert withdrawn.erased == 1
    assert withdrawn.events > 20
    after = raw(folder)
    assert SECRET.encode() not in after
    assert b"GONE-77" not in after
    assert KEPT.encode() in after
    (line,) = db.rows("SELECT session, utc FROM withdrawal")
    assert (line["session"], line["utc"]) == (session, UTC)
    assert db.rows("SELECT count(*) AS n FROM event WHERE session = ?", session)[0]["n"] == 0
    assert check(db).problems == ()


def test_a_withdrawal_erases_data_despite_another_open_connection(
    db: Database, folder: Path
) -> None:
    play(db, "GONE-77", SECRET, 50)
    with Database.open(folder / "record.db") as other:
        assert other.rows("SELECT count(*) FROM event")
        withdraw(db, "GONE-77", UTC)
        assert SECRET.encode() not in raw(folder)


def test_a_blocking_reader_is_reported_and_the_command_can_be_repeated(
    db: Database, folder: Path
) -> None:
    play(db, "GONE-77", SECRET, 50)
    db.wait_for_others(0.05)
    with Database.open(folder / "record.db") as other:
        other.connection.execute("BEGIN")
        other.rows("SELECT count(*) FROM event")
        with pytest.raises(OutsideError, match="in use"):
            withdraw(db, "GONE-77", UTC)
        other.connection.execute("COMMIT")
    assert withdraw(db, "GONE-77", UTC).erased == 1
    after = raw(folder)
    assert SECRET.encode() not in after
    assert b"GONE-77" not in after


def test_remains_of_killed_programs_are_erased_too(
    db: Database, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unfinished copies next to the file, and private ones among the temporary files."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    play(db, "GONE-77", SECRET)
    (folder / ".copy.db.unfinished-aaaaaaaa").mkdir(mode=0o700)
    (folder / ".copy.db.unfinished-aaaaaaaa" / "copy.db").write_text(SECRET, encoding="utf-8")
    (folder / ".report.html.unfinished-aaaaaaaa").write_text(SECRET, encoding="utf-8")
    mine = folder / ".copy.db.unfinished-notes"
    mine.write_text("mine", encoding="utf-8")
    left = temporary / "countermodel-private-aaaaaaaa"
    other = temporary / "countermodel-private-notes"
    for path in (left, other):
        path.mkdir(mode=0o700)
        (path / "copy.db").write_text(SECRET, encoding="utf-8")
    with private_folder() as at_work:
        (at_work / "copy.db").write_text("in use", encoding="utf-8")
        assert not left.exists(), "the next program removes it"
        left.mkdir(mode=0o700)
        (left / "copy.db").write_text(SECRET, encoding="utf-8")
        withdraw(db, "GONE-77", UTC)
        assert (at_work / "copy.db").exists()
    assert sorted(temporary.iterdir()) == [other], "it is none of the program's"
    assert SECRET.encode() not in raw(folder)
    assert mine.exists()


def test_a_withdrawn_session_leaves_every_report(db: Database) -> None:
    play(db, "KEEP-1", KEPT)
    play(db, "GONE-77", SECRET)
    withdraw(db, "GONE-77", UTC)
    tables = build_report(db).tables
    assert tables
    for table in tables:
        assert table.excluded["withdrawn sessions"] == 1
        assert not any("GONE-77" in map(str, row) for row in table.rows)
    assert next(t.n for t in tables if t.name == "sessions") == 1


def test_its_slot_is_not_given_again_and_its_events_never_return(db: Database) -> None:
    play(db, "GONE-77", SECRET)
    withdraw(db, "GONE-77", UTC)
    play(db, "GONE-77", KEPT)
    assert [row["slot"] for row in db.rows("SELECT slot FROM session ORDER BY utc, slot")] == [0, 1]
    withdrawn_session = db.rows("SELECT session FROM withdrawal")[0]["session"]
    with pytest.raises(OutsideError, match="failed"), db.atomic() as connection:
        connection.execute(
            "INSERT INTO event VALUES (?, 0, 'x', '{}', 0, '', '', NULL)", (withdrawn_session,)
        )


def test_invalid_requests_are_refused(db: Database) -> None:
    with pytest.raises(InputError, match="No such participant"):
        withdraw(db, "NOBODY", UTC)
    runner = Runner.open(db, sample(TEXT), "HERE", pools=lambda: POOLS, proofs={})
    with pytest.raises(OutsideError, match="open in another window"):
        withdraw(db, "HERE", UTC)
    runner.close()
    assert withdraw(db, "HERE", UTC).erased == 1


def test_all_sessions_of_the_participant_are_erased(db: Database) -> None:
    play(db, "P1", KEPT)
    for pilot in (True, False):
        Runner.open(db, sample(), "P1", pilot=pilot, pools=lambda: POOLS, proofs={}).close()
    assert withdraw(db, "P1", UTC).erased == 3
