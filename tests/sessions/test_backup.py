"""A copy made while a study runs contains what was acknowledged at some moment of copying."""

import multiprocessing
import os
import shutil
import signal
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest

from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.upkeep import backup
from sessions.upkeep.backup import back_up, default_name
from sessions.upkeep.check_db import check_file
from sessions.upkeep.rescue import rescue
from sessions.upkeep.withdraw import withdraw
from solver.errors import InputError
from study.course.rules import replay
from tests.effort import rng, tally, turns
from tests.sessions import killed_participant
from tests.sessions.full_database import filled
from tests.sessions.player import Player
from tests.sessions.test_withdraw import KEPT, SECRET, UTC, play, raw
from tests.study.samples import sample


def confirmed(notes: Path) -> int:
    """Answers that a participant in another process saw acknowledged."""
    return notes.read_text().count("confirmed ") if notes.exists() else 0


@pytest.mark.slow
@pytest.mark.scaled
def test_a_copy_is_a_prefix_of_the_acknowledged_events(tmp_path: Path) -> None:
    random = rng(7)
    path, notes = tmp_path / "live" / "study.db", tmp_path / "notes"
    forking = multiprocessing.get_context("spawn")
    copies = behind = 0
    for turn in range(turns(2, 20)):
        shutil.rmtree(path.parent, ignore_errors=True)
        notes.unlink(missing_ok=True)
        process = forking.Process(
            target=killed_participant.play, args=(str(path), str(notes), turn, 0.5)
        )
        process.start()
        try:
            while process.is_alive():
                if not path.exists() or "opened" not in (
                    notes.read_text() if notes.exists() else ""
                ):
                    time.sleep(0.01)
                    continue
                time.sleep(random.uniform(0, 0.15))
                before = confirmed(notes)
                to = tmp_path / f"{copies}.db"
                backup = back_up(path, to)
                after = confirmed(notes)
                assert backup.problems == ()
                # Nothing is needed beside it, and nothing is left there.
                assert sorted(tmp_path.glob(f"{copies}.db*")) == [to]
                with closing(sqlite3.connect(f"{to.as_uri()}?immutable=1", uri=True)) as connection:
                    (number,) = connection.execute(
                        "SELECT count(*) FROM event WHERE kind = 'answer_confirmed'"
                    ).fetchone()
                # One that is on disk may not have been written down yet.
                assert before <= number <= after + 1
                behind += before < after
                copies += 1
                if random.random() < 0.1:
                    break
        finally:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGKILL)
            process.join()
    tally("backup while a participant answers", copies, copies)
    assert copies >= 5


def test_content_of_the_log_is_in_the_copy(tmp_path: Path) -> None:
    """Also of a program that was killed: nobody has the file open then."""
    live = tmp_path / "live" / "study.db"
    with Database.open(live) as db:
        db.connection.execute("PRAGMA wal_autocheckpoint = 0")
        player = Player(db, sample(), 1)
        player.play()
        left = tmp_path / "left"
        shutil.copytree(live.parent, left)
        state = player.runner.state
    before = {
        path.name: path.read_bytes() for path in left.iterdir() if not path.name.endswith("-shm")
    }
    back_up(left / "study.db", tmp_path / "copy.db")
    after = {
        path.name: path.read_bytes() for path in left.iterdir() if not path.name.endswith("-shm")
    }
    assert after == before
    with Database.open(tmp_path / "copy.db") as db:
        id = db.rows("SELECT id FROM session")[0]["id"]
        assert replay(SESSIONS.read(db, id)) == state
    log = left / "study.db-wal"
    data = bytearray(log.read_bytes())
    data[60] ^= 4
    log.write_bytes(data)
    with pytest.raises(InputError, match="not whole"):
        back_up(left / "study.db", tmp_path / "damaged.db")
    assert not (tmp_path / "damaged.db").exists()


def test_a_backup_is_complete_and_readable_by_the_owner_only(tmp_path: Path) -> None:
    path, to = tmp_path / "study.db", tmp_path / "copy.db"
    filled(path).close()
    backup = back_up(path, to)
    check = check_file(path)
    assert (backup.sessions, backup.events, backup.desks) == (
        check.sessions,
        check.events,
        check.desks,
    )
    assert (backup.annotations, backup.answers) == (check.annotations, check.answers)
    assert check_file(to) == check
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    with pytest.raises(InputError, match="already exists"):
        back_up(path, to)
    with pytest.raises(InputError, match="no such file"):
        back_up(tmp_path / "absent.db", tmp_path / "other.db")


def test_a_withdrawal_reaches_the_copies_next_to_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / "record.db"
    with Database.open(path) as db:
        play(db, "KEEP-1", KEPT)
        play(db, "GONE-77", SECRET, 30)
    copy = default_name(path, UTC)
    back_up(path, copy)
    (folder / "record.db.before-0002.backup").write_bytes(path.read_bytes())
    assert backup.made_beside(str(path)) == [copy]
    assert SECRET.encode() in copy.read_bytes()
    with Database.open(path) as db:
        withdraw(db, "GONE-77", UTC)
    left = raw(folder)
    assert SECRET.encode() not in left
    assert b"GONE-77" not in left
    assert left.count(KEPT.encode()) >= 2, "in the file and in the copy"
    assert check_file(copy).problems == ()
    assert sorted(entry.name for entry in folder.iterdir()) == ["record.db", copy.name]


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_no_copy_takes_the_name_of_sqlites_own_files(ending: str, tmp_path: Path) -> None:
    """SQLite removes such a file when the database is opened next."""
    path = tmp_path / "study.db"
    filled(path)
    file_of_sqlite = tmp_path / f"copy.db{ending}"
    for make in (back_up, rescue):
        with pytest.raises(InputError, match="SQLite's own"):
            make(path, file_of_sqlite)
    assert not file_of_sqlite.exists()
