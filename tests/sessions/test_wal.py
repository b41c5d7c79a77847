"""A database whose program was killed: its log is read, not changed, and damage in it is
reported."""

import shutil
import stat
import subprocess
import sys
import time
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
from tests.sessions.annotation_samples import small_queue
from tests.sessions.player import Player
from tests.study.samples import POOLS, sample

FLIPS = turns(10, 600)


@pytest.fixture
def killed_database(tmp_path: Path) -> Path:
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


def test_a_log_is_read_completely_without_changes(killed_database: Path) -> None:
    for index in (True, False):
        if not index:
            (killed_database.parent / "study.db-shm").unlink()
        before = content(killed_database.parent)
        check = check_file(killed_database)
        assert check.problems == ()
        assert check.events > 20
        after = content(killed_database.parent)
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
def test_a_flipped_bit_in_the_log_is_always_reported(killed_database: Path, tmp_path: Path) -> None:
    log = Path(f"{killed_database}-wal")
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
        shutil.copyfile(killed_database, copy)
        shutil.copyfile(log, f"{copy}-wal")
        flipped(Path(f"{copy}-wal"), place, random.randrange(8))
        assert any("write-ahead log" in line for line in wal.problems(copy)), place
        if number < 3:
            assert any("write-ahead log" in line for line in check_file(copy).problems), place


@pytest.mark.slow
def test_a_log_with_an_incomplete_last_frame_is_not_damaged(
    killed_database: Path, tmp_path: Path
) -> None:
    log = Path(f"{killed_database}-wal")
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - 100)
    check = check_file(killed_database)
    assert check.problems == (), "the last frame was never completed"
    assert len(check.notes) == 1, "or the log was cut off, and more is gone"
    again = tmp_path / "again" / "study.db"
    with Database.open(again) as db:
        Player(db, sample(), 1).play()
        db.rows("PRAGMA wal_checkpoint(RESTART)")
        Player(db, sample(), 2, code="P2")
        assert wal.problems(again) == (), "frames of an earlier round stand behind"
    assert wal.problems(again) == wal.cut_off(again) == (), "no log at all"


def test_a_log_that_ends_early_is_reported(killed_database: Path) -> None:
    log = Path(f"{killed_database}-wal")
    data = log.read_bytes()
    assert wal.cut_off(killed_database) == ()
    size = 24 + 4096
    for length in (10, 32 + 3 * size + 1, 32 + 4 * size - 1):
        log.write_bytes(data[:length])
        assert len(wal.cut_off(killed_database)) == 1
    log.write_bytes(data[:-size] + bytes(size))
    assert len(wal.cut_off(killed_database)) == 1
    log.write_bytes(data[: 32 + 3 * size])
    assert wal.cut_off(killed_database) == (), "nothing shows at the end of a frame"


@pytest.mark.slow
def test_a_large_log_is_in_memory_once(killed_database: Path) -> None:
    """A log of zeros, as a hole leaves it, or one that somebody made to take memory."""
    size = 64 << 20
    with Path(f"{killed_database}-wal").open("r+b") as file:
        file.truncate(size)
    tracemalloc.start()
    try:
        wal.problems(killed_database)
        wal.cut_off(killed_database)
        assert tracemalloc.get_traced_memory()[1] < 1.5 * size
    finally:
        tracemalloc.stop()


def test_a_log_that_ends_between_frames_is_noticed_by_its_index(
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
    index_bytes = index.read_bytes()
    assert len(check_file(killed).problems) == 1
    assert index.read_bytes() != index_bytes
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


def test_new_files_are_readable_by_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    with Database.open(path) as db:
        Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={}).close()
        modes = {stat.S_IMODE(entry.stat().st_mode) for entry in tmp_path.iterdir()}
        assert len(list(tmp_path.iterdir())) == 3
    assert modes == {0o600}


def test_a_file_with_a_damaged_log_is_not_joined(killed_database: Path, tmp_path: Path) -> None:
    flipped(Path(f"{killed_database}-wal"), wal.HEADER + wal.FRAME + 7, 2)
    with pytest.raises(InputError, match="write-ahead log: frame 1 of"):
        merge(tmp_path / "all.db", [killed_database])
    assert not (tmp_path / "all.db").exists()


def test_the_main_file_alone_lacks_at_most_what_came_after_the_last_submission(
    tmp_path: Path,
) -> None:
    queue = small_queue(tmp_path / "queue")
    path = tmp_path / "study.db"

    def main_file_events() -> int:
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
        assert main_file_events() == 2, "it is opened, and a segment began"
        desk.next()
        desk.give("clear", "yes")
        desk.submit()
        submitted = desk.state.seq + 1
        assert main_file_events() == submitted == 5
        desk.next()
        assert desk.state.seq + 1 > submitted == main_file_events()
        desk.close()
        assert main_file_events() == desk.state.seq + 1


def test_the_main_file_alone_lacks_at_most_the_block_under_way(tmp_path: Path) -> None:
    path, copy = tmp_path / "study.db", tmp_path / "alone" / "study.db"
    copy.parent.mkdir()

    class Watched(Player):
        """Reads the main file whenever another block began, or the session has ended."""

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


def rows(random: Random, number: int) -> list[tuple[str, str, str]]:
    """Items of several sizes, in no order, so that pages of indexes are written again and again."""
    return [
        (f"{random.getrandbits(128):032x}", "id", "b" * random.randrange(20, 3000))
        for _ in range(number)
    ]


PUT = "INSERT INTO item (hash, id, body) VALUES (?, ?, ?)"


def narrow(db: Database) -> None:
    """So little memory that a transaction goes to the log before it is over."""
    db.connection.execute("PRAGMA wal_autocheckpoint = 0")
    db.connection.execute("PRAGMA cache_size = 5")


def in_use(path: Path) -> int:
    """Frames that a commit covers, as the index says."""
    return int.from_bytes(Path(f"{path}-shm").read_bytes()[16:20], "little")


@pytest.mark.parametrize("seed", range(turns(1, 30)))
def test_remains_of_a_transaction_are_not_damage_and_hide_none(seed: int, tmp_path: Path) -> None:
    """The files in the middle of transactions, as a kill leaves them: pages written again in their
    place, and frames with wrong checksums behind valid ones."""
    random = Random(seed)
    open_frames = 0
    with Database.open(tmp_path / "live" / "study.db") as db:
        narrow(db)
        run = db.connection.execute
        for turn in range(8):
            run("BEGIN IMMEDIATE")
            for step in range(3):
                db.connection.executemany(PUT, rows(random, random.randrange(1, 40)))
                left = tmp_path / f"{turn} {step}"
                path = shutil.copytree(tmp_path / "live", left) / "study.db"
                log = Path(f"{path}-wal")
                counted, frame = in_use(path), wal.FRAME + 4096
                size = log.stat().st_size
                assert wal.problems(path) == ()
                open_frames += (size - wal.HEADER) // frame > counted
                for _ in range(3):
                    if not counted:
                        break
                    flipped(log, place := random.randrange(counted * frame) + wal.HEADER, 1)
                    number = (place - wal.HEADER) // frame + 1
                    (line,) = wal.problems(path)
                    assert f"frame {number} of " in line
                    flipped(log, place, 1)
                    assert wal.problems(path) == ()
                if size > wal.HEADER + counted * frame:
                    flipped(log, random.randrange(wal.HEADER + counted * frame, size), 1)
                    assert wal.problems(path) == (), "nothing that counts"
            run(random.choice(["COMMIT", "ROLLBACK"]))
    assert open_frames > 5


WRITES = """
import sys
from random import Random
from pathlib import Path
from sessions.storage.database import Database
from tests.sessions.test_wal import PUT, narrow, rows

random = Random(int(sys.argv[2]))
with Database.open(Path(sys.argv[1])) as db:
    narrow(db)
    done = 0
    while True:
        db.connection.execute("BEGIN IMMEDIATE")
        every = rows(random, random.randrange(1, 300))
        db.connection.executemany(PUT, every)
        db.connection.execute("COMMIT")
        done += len(every)
        print(done, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(turns(4, 40)))
def test_a_kill_in_a_transaction_is_no_damage(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    random = Random(seed)
    child = subprocess.Popen(
        [sys.executable, "-c", WRITES, str(path), str(seed)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    last_committed = 0
    for _ in range(random.randrange(1, 12)):
        last_committed = int(child.stdout.readline())
    time.sleep(random.random() / 20)
    child.kill()
    last_committed = max([last_committed, *map(int, child.stdout.read().split())])
    child.wait()
    assert wal.problems(path) == ()
    assert not [line for line in check_file(path).problems if "log" in line]
    with Database.open(path) as db:
        ((stored,),) = db.tuples("SELECT count(*) FROM item")
    assert stored >= last_committed
