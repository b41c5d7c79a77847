"""A database whose program was killed: its log is read, not changed, and damage in it is told."""

import shutil
import stat
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from sessions.annotation.desk import Desk
from sessions.record import queues
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.storage import wal
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check_file
from sessions.upkeep.merge import merge
from solver.errors import InputError
from tests.effort import turns
from tests.sessions.annotation_samples import made
from tests.sessions.player import Player
from tests.study.samples import POOLS, sample

FLIPS = turns(10, 600)


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The files as a kill leaves them: most of the record is in the log alone."""
    live = tmp_path / "live" / "study.db"
    with Database.open(live) as db:
        db.connection.execute("PRAGMA wal_autocheckpoint = 0")
        Player(db, sample(), 1).play()
        left = tmp_path / "left"
        shutil.copytree(live.parent, left)
    return left / "study.db"


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def flipped(path: Path, place: int, bit: int) -> None:
    log = bytearray(path.read_bytes())
    log[place] ^= 1 << bit
    path.write_bytes(log)


def test_nothing_is_changed_and_everything_is_read(killed: Path) -> None:
    for index in (True, False):
        if not index:
            (killed.parent / "study.db-shm").unlink()
        before = content(killed.parent)
        check = check_file(killed)
        assert check.problems == ()
        assert check.events > 20
        after = content(killed.parent)
        if index:
            # SQLite's index of the log: it is made anew, and holds nothing of its own.
            before.pop("study.db-shm")
            after.pop("study.db-shm")
        assert after == before


def live_bytes(log: bytes) -> int:
    """Bytes of a log of the present round: frames of an earlier one, which are in the main file
    already, have other salts."""
    step = wal.FRAME + 4096
    at = wal.HEADER
    while at < len(log) and log[at + 8 : at + 16] == log[16:24]:
        at += step
    return at


@pytest.mark.slow
@pytest.mark.scaled
def test_a_flipped_bit_in_the_log_is_always_told(killed: Path, tmp_path: Path) -> None:
    log = Path(f"{killed}-wal")
    size = live_bytes(log.read_bytes())
    assert size > 20 * 4096
    random = Random(1)
    places = [random.randrange(size) for _ in range(FLIPS)]
    last = size - wal.FRAME - 4096
    # Header, salts and checksums of the log and of its first and last frames.
    places += [*range(0, wal.HEADER, 3), *range(wal.HEADER, wal.HEADER + wal.FRAME, 3)]
    places += range(last, last + wal.FRAME)
    for number, place in enumerate(places):
        copy = tmp_path / f"{number}" / "study.db"
        copy.parent.mkdir()
        shutil.copyfile(killed, copy)
        shutil.copyfile(log, f"{copy}-wal")
        flipped(Path(f"{copy}-wal"), place, random.randrange(8))
        assert any("write-ahead log" in line for line in wal.problems(copy)), place
        if number < 3:
            assert any("write-ahead log" in line for line in check_file(copy).problems), place


@pytest.mark.slow
def test_a_log_that_just_ends_is_none_the_worse(killed: Path, tmp_path: Path) -> None:
    log = Path(f"{killed}-wal")
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - 100)
    check = check_file(killed)
    assert check.problems == (), "the last frame was never completed"
    assert len(check.notes) == 1, "or the log was cut off, and more is gone"
    again = tmp_path / "again" / "study.db"
    with Database.open(again) as db:
        Player(db, sample(), 1).play()
        db.rows("PRAGMA wal_checkpoint(RESTART)")
        Player(db, sample(), 2, code="P2")
        assert wal.problems(again) == (), "frames of an earlier round stand behind"
    assert wal.problems(again) == wal.cut_off(again) == (), "no log at all"


def test_a_log_that_ends_early_is_told(killed: Path) -> None:
    log = Path(f"{killed}-wal")
    data = log.read_bytes()
    assert wal.cut_off(killed) == ()
    size = 24 + 4096
    for length in (10, 32 + 3 * size + 1, 32 + 4 * size - 1):
        log.write_bytes(data[:length])
        assert len(wal.cut_off(killed)) == 1
    log.write_bytes(data[:-size] + bytes(size))
    assert len(wal.cut_off(killed)) == 1
    log.write_bytes(data[: 32 + 3 * size])
    assert wal.cut_off(killed) == (), "nothing shows at the end of a frame"


def test_a_large_log_is_in_memory_once(killed: Path) -> None:
    """A log of zeros, as a hole leaves it, or one that somebody made to take memory."""
    size = 64 << 20
    with Path(f"{killed}-wal").open("r+b") as file:
        file.truncate(size)
    tracemalloc.start()
    try:
        wal.problems(killed)
        wal.cut_off(killed)
        assert tracemalloc.get_traced_memory()[1] < 1.5 * size
    finally:
        tracemalloc.stop()


def test_a_log_that_ends_between_two_frames_is_told_by_its_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in the middle of a block: nothing has been brought into the main file.
    monkeypatch.setattr(Database, "checkpoint", lambda _db: None)
    with Database.open(tmp_path / "live" / "study.db") as db:
        Player(db, sample(), 1).play()
        killed = shutil.copytree(tmp_path / "live", tmp_path / "left") / "study.db"
    log, index = Path(f"{killed}-wal"), Path(f"{killed}-shm")
    data, size = log.read_bytes(), wal.FRAME + 4096
    assert wal.problems(killed) == ()
    frames = (len(data) - wal.HEADER) // size
    for left in (0, 3, frames - 1):
        log.write_bytes(data[: wal.HEADER + left * size])
        (line,) = wal.problems(killed)
        assert f"{frames} frames were in use, {left} are left" in line
    for text in (b"", None):
        if text is None:
            log.unlink()
        else:
            log.write_bytes(text)
        assert len(wal.problems(killed)) == 1
    log.write_bytes(data[:-size])
    kept = index.read_bytes()
    assert len(check_file(killed).problems) == 1
    assert index.read_bytes() != kept
    assert wal.problems(killed) == (), "of a program that came after"


def test_frames_that_are_in_the_main_file_may_go(tmp_path: Path) -> None:
    live = tmp_path / "live" / "study.db"
    with Database.open(live) as db:
        Player(db, sample(), 1).play()
        db.rows("PRAGMA wal_checkpoint(PASSIVE)")
        left = tmp_path / "left"
        shutil.copytree(live.parent, left)
        (left / "study.db-wal").write_bytes(b"")
        assert wal.problems(left / "study.db") == ()
        db.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        assert wal.problems(live) == ()


def test_new_files_are_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    with Database.open(path) as db:
        Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={}).close()
        modes = {stat.S_IMODE(entry.stat().st_mode) for entry in tmp_path.iterdir()}
        assert len(list(tmp_path.iterdir())) == 3
    assert modes == {0o600}


def test_a_file_with_a_damaged_log_is_not_joined(killed: Path, tmp_path: Path) -> None:
    flipped(Path(f"{killed}-wal"), wal.HEADER + wal.FRAME + 7, 2)
    with pytest.raises(InputError, match="write-ahead log: frame 1 of"):
        merge(tmp_path / "all.db", [killed])
    assert not (tmp_path / "all.db").exists()


def test_the_main_file_alone_lacks_at_most_what_came_after_the_last_submission(
    tmp_path: Path,
) -> None:
    queue = made(tmp_path / "queue")
    path = tmp_path / "study.db"

    def alone() -> int:
        """Events of the desk in a copy of the main file without its log."""
        copy = tmp_path / "alone" / "study.db"
        copy.parent.mkdir(exist_ok=True)
        for file in copy.parent.iterdir():
            file.unlink()
        shutil.copyfile(path, copy)
        with Database.open(copy) as db:
            return len(list(queues.DESKS.read(db, desk.row.id)))

    with Database.open(path) as db:
        desk = Desk.open(db, queue, "a", clock=ManualClock())
        assert alone() == 2, "it is opened, and a segment began"
        desk.next()
        desk.give("clear", "yes")
        desk.submit()
        submitted = desk.state.seq + 1
        assert alone() == submitted == 5
        desk.next()
        assert desk.state.seq + 1 > submitted == alone()
        desk.close()
        assert alone() == desk.state.seq + 1


def test_the_main_file_alone_lacks_at_most_the_block_under_way(tmp_path: Path) -> None:
    path, copy = tmp_path / "study.db", tmp_path / "alone" / "study.db"
    copy.parent.mkdir()

    class Watched(Player):
        """Looks at the main file whenever another block began, or the session is over."""

        place: tuple[int, bool] = (0, False)
        looks = 0

        def _note(self, runner: Runner) -> None:
            super()._note(runner)
            place = (runner.state.block, runner.state.ended)
            if place == self.place:
                return
            self.place = place
            self.looks += 1
            for file in copy.parent.iterdir():
                file.unlink()
            shutil.copyfile(path, copy)
            with Database.open(copy) as alone:
                assert SESSIONS.last_seq(alone, runner.session_id) == runner.state.seq

    with Database.open(path) as db:
        player = Watched(db, sample(), 1)
        player.play()
        assert player.runner.state.ended
        assert player.looks > 1
