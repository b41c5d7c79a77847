"""Readable parts of a damaged database are rescued: compared with the original, and with what
SQLite itself still reads."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from sessions.record.clock import ManualClock
from sessions.storage.database import DamagedError, Database
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check_file
from sessions.upkeep.rescue import RescueSummary, rescue
from sessions.upkeep.withdraw import withdraw
from solver.errors import CountermodelError, InputError
from study.design.protocol import parse_study
from tests.effort import rng, tally, turns
from tests.sessions.full_database import filled
from tests.sessions.player import Player
from tests.study.samples import sample

PAGE = 4096
KEPT = Path(__file__).parent / "data" / "before-stations.sql"
EVENTS = "SELECT seq, kind, payload, mono_ns, boot_id, utc, link FROM event WHERE session = ?"
Events = list[tuple[object, ...]]


@dataclass(frozen=True)
class Whole:
    """A file before it is damaged, and what it holds."""

    path: Path
    sessions: dict[str, Events]


def events_of(path: Path, *, careful: bool = False) -> dict[str, Events]:
    """The events of every session, as SQLite reads them; with `careful`, of those that it reads
    without an error."""
    entries = {}
    with closing(sqlite3.connect(path)) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM session")]
        for id in ids:
            try:
                entries[id] = connection.execute(f"{EVENTS} ORDER BY seq", (id,)).fetchall()
            except (sqlite3.Error, UnicodeDecodeError):
                if not careful:
                    raise
    return entries


def still_read(path: Path, intact: Whole) -> set[str]:
    """The sessions that are rescued unchanged. Any other rescued session is a beginning, and
    reported; a session that is not rescued is reported if anything of it remains. If a log ends too
    early, nothing shows what else there was."""
    counts = {}
    for file in (intact.path, path):
        try:
            with closing(sqlite3.connect(file)) as connection:
                counts[file] = [
                    connection.execute(f"SELECT {column} FROM {table}").fetchall()
                    for table, column in (("study", "text"), ("version", "pools"), ("item", "body"))
                ]
        except (sqlite3.Error, UnicodeDecodeError):
            return set()
    if counts[path] != counts[intact.path]:
        return set()
    try:
        entries = events_of(path, careful=True)
    except (sqlite3.Error, UnicodeDecodeError):
        return set()
    return {id for id, events in entries.items() if intact.sessions.get(id) == events}


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    path = tmp_path_factory.mktemp("whole") / "study.db"
    filled(path).close()
    with Database.open(path) as db:
        for seed in range(3):
            Player(db, sample(), seed, code=f"X{seed}").play()
    return Whole(path, events_of(path))


@pytest.fixture(scope="module")
def killed_record(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Most of the record is only in the log."""
    folder = tmp_path_factory.mktemp("killed")
    live = folder / "live.db"
    with Database.open(live) as db:
        Player(db, sample(), 0, code="X0").play()
        db.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        db.connection.execute("PRAGMA wal_autocheckpoint = 0")
        db.connection.execute("PRAGMA synchronous = NORMAL")  # and so no checkpoints of ours
        for seed in (1, 2):
            Player(db, sample(), seed, code=f"X{seed}").play()
        for end in ("", "-wal"):
            shutil.copyfile(f"{live}{end}", folder / f"study.db{end}")
        return Whole(folder / "study.db", events_of(live))


def damaged(data: bytearray, damage: str, random: Random) -> None:
    """Change bytes as a disk or a copy may have changed them."""
    pages = len(data) // PAGE
    if damage == "noise":
        for _ in range(random.choice((1, 1, 2, 5))):
            page = random.randrange(pages)
            data[page * PAGE : (page + 1) * PAGE] = random.randbytes(PAGE)
    elif damage == "zeros":
        page = random.randrange(pages)
        data[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    elif damage == "cut":
        del data[random.randrange(len(data)) :]
    elif damage == "moved":
        count, other = random.randrange(pages), random.randrange(pages)
        copied = data[count * PAGE : (count + 1) * PAGE]
        data[other * PAGE : (other + 1) * PAGE] = copied
    elif damage == "swapped":
        first_page, other = sorted(random.sample(range(pages), 2))
        first, second = (slice(page * PAGE, (page + 1) * PAGE) for page in (first_page, other))
        data[first], data[second] = data[second], data[first]
    elif damage == "head":
        for place in random.sample(range(100), random.choice((1, 10, 100))):
            data[place] = random.randrange(256)
    elif damage == "first page":
        data[:PAGE] = random.choice((bytes(PAGE), random.randbytes(PAGE)))
    elif damage == "sectors":
        for _ in range(random.choice((1, 4, 16))):
            sector = random.randrange(len(data) // 512) * 512
            data[sector : sector + 512] = random.choice((bytes(512), b"\xff" * 512))
    elif damage == "shifted":
        place = random.randrange(len(data))
        data[place:place] = random.randbytes(random.choice((1, 17, PAGE)))
    elif damage == "longer":
        data += random.randbytes(random.randrange(1, 5 * PAGE))
    elif damage == "line ends":
        data[:] = bytes(data).replace(b"\n", b"\r\n")
    else:
        for _ in range(random.choice((1, 1, 3, 20))):
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def saved_soundly(
    copy: Path, new: Path, intact: Whole, rescued: RescueSummary, *, log_ends: bool = False
) -> set[str]:
    """The sessions that are saved as they were. Whatever else is saved is a beginning, and told;
    whatever is not saved is told, if anything of it is left. Of a log that ends too early nothing
    tells what else there was."""
    entries = events_of(new)
    entire = set()
    names = " ".join((*rescued.cut, *rescued.changed, *rescued.lost))
    for id, events in entries.items():
        before = intact.sessions[id]
        if events == before:
            entire.add(id)
        elif id not in " ".join(rescued.changed):
            assert events == before[: len(events)], id
            assert id in names or "write-ahead log" in names or log_ends, id
    parts = {line.split()[1].rstrip(":") for line in (*rescued.changed, *rescued.lost)}
    assert [p for p in check_file(new).problems if not any(part in p for part in parts)] == []
    left = copy.read_bytes()
    log = Path(f"{copy}-wal")
    left += log.read_bytes() if log.exists() else b""
    for id in intact.sessions.keys() - entries.keys():
        assert id in names or log_ends or left.count(id.encode()) < 2, id
    return entire


HOW = (
    *("noise", "zeros", "cut", "flips", "moved", "swapped", "head", "first page", "sectors"),
    *("shifted", "longer", "line ends"),
)
"""`line ends`: the file was copied as text. The other kinds are those of `damaged`."""


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("damage", HOW)
def test_every_session_that_can_be_read_is_saved(
    intact: Whole, tmp_path: Path, damage: str
) -> None:
    random = rng(HOW.index(damage))
    data = intact.path.read_bytes()
    readables = saved = 0
    number = turns(3, 300)
    for turn in range(number):
        copy, new = tmp_path / f"{turn}.db", tmp_path / f"{turn}-new.db"
        changed = bytearray(data)
        damaged(changed, damage, random)
        copy.write_bytes(changed)
        readable = still_read(copy, intact)
        try:
            rescued = rescue(copy, new)
        except InputError:
            assert not readable
            assert not new.exists()
            continue
        assert copy.read_bytes() == changed, "the damaged file is only read"
        entire = saved_soundly(copy, new, intact, rescued)
        assert readable <= entire, rescued
        readables += len(readable)
        saved += len(entire)
        for file in tmp_path.iterdir():
            file.unlink()
    tally(f"database file: {damage}, then check-db --rescue", number, number)
    tally(f"… sessions that SQLite still read ({damage}); saved of these", readables, readables)
    tally(f"… sessions saved whole ({damage})", saved, saved)


@pytest.mark.slow
@pytest.mark.scaled
def test_a_log_that_was_cut_off_under_a_running_program(intact: Whole, tmp_path: Path) -> None:
    """The program writes behind a hole, where nobody else reads, and notices it, unless everything
    in the log is written again. Only what was there alone is lost."""
    for seed in range(turns(3, 100)):
        live, copy, new = (tmp_path / f"{name}-{seed}.db" for name in ("live", "copy", "new"))
        shutil.copyfile(intact.path, live)
        with Database.open(live) as db:
            player = Player(db, sample(), seed, code="Y")
            player.play(15)
            id = player.runner.session_id
            shutil.copyfile(live, copy)
            safe = len(events_of(copy)[id])
            with Path(f"{live}-wal").open("r+b") as log:
                log.truncate(0)
            noticed = False
            try:
                player.play(15)
            except DamagedError:
                noticed = True
            stored_events = player.runner.state.seq + 1
            for end in ("", "-wal"):
                shutil.copyfile(f"{live}{end}", f"{copy}{end}")
            player.kill()
        rescued = rescue(copy, new)
        saved_events = len(events_of(new)[id])
        assert saved_events >= (safe if noticed else stored_events), rescued
        notes = " ".join((*rescued.cut, *rescued.lost))
        assert saved_events >= stored_events or id in notes or "header is damaged" in notes


@pytest.mark.slow
@pytest.mark.scaled
def test_sessions_are_rescued_from_damage_under_a_running_program(
    intact: Whole, tmp_path: Path
) -> None:
    """The program has pages in its memory, and may go on and write over the damage, or on it. What
    it saw acknowledged, and SQLite still reads, is saved; a session that is not saved is named."""
    random = rng(200)
    saved = stopped = 0
    number = turns(4, 200)
    for turn in range(number):
        copy, new = tmp_path / f"{turn}.db", tmp_path / f"{turn}-new.db"
        shutil.copyfile(intact.path, copy)
        with Database.open(copy) as db:
            player = Player(db, sample(), turn, code="Y")
            player.play(random.randrange(40))
            with copy.open("r+b") as file:
                for _ in range(random.choice((1, 2, 4))):
                    file.seek(random.randrange(copy.stat().st_size // PAGE) * PAGE)
                    file.write(random.randbytes(PAGE))
            try:
                player.play(random.randrange(60))
                player.runner.close()
            except CountermodelError:
                stopped += 1
                player.kill()
            stored_events = player.runner.state.seq
            damage = {end: Path(f"{copy}{end}").read_bytes() for end in ("", "-wal")
                      if Path(f"{copy}{end}").exists()}  # fmt: skip
        for end, data in damage.items():
            Path(f"{copy}{end}").write_bytes(data)
        running_database = Whole(intact.path, {**intact.sessions, player.runner.session_id: []})
        readable = still_read(copy, intact)
        try:
            rescued = rescue(copy, new)
        except InputError:
            assert not readable
            continue
        notes = " ".join((*rescued.cut, *rescued.changed, *rescued.lost))
        after = events_of(new)
        assert after.keys() <= running_database.sessions.keys()
        for id, events in intact.sessions.items():
            saved_events = after.get(id, [])
            assert saved_events == events[: len(saved_events)] or id in " ".join(rescued.changed)
            assert saved_events == events or id in notes or "write-ahead log" in notes, id
            assert saved_events == events or id not in readable, id
        assert (
            len(after.get(player.runner.session_id, [])) >= stored_events
            or player.runner.session_id in notes
            or "log" in notes
        )
        saved += sum(after.get(id) == events for id, events in intact.sessions.items())
        for file_ in tmp_path.iterdir():
            file_.unlink()
    tally("database file: noise under a running program, then check-db --rescue", number, number)
    assert saved >= number


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("damage", ["noise", "cut", "flips"])
def test_damage_in_the_log_loses_only_what_it_hit(
    killed_record: Whole, tmp_path: Path, damage: str
) -> None:
    """Also the part behind the damage, which SQLite no longer reads."""
    random = rng(100 + HOW.index(damage))
    log = Path(f"{killed_record.path}-wal").read_bytes()
    assert len(killed_record.sessions) == 3
    saved = 0
    number = turns(3, 150)
    for turn in range(number):
        copy, new = tmp_path / f"{turn}.db", tmp_path / f"{turn}-new.db"
        shutil.copyfile(killed_record.path, copy)
        changed = bytearray(log)
        damaged(changed, damage, random)
        Path(f"{copy}-wal").write_bytes(changed)
        rescued = rescue(copy, new)
        saved += len(saved_soundly(copy, new, killed_record, rescued, log_ends=damage == "cut"))
        for file in tmp_path.iterdir():
            file.unlink()
    tally(f"write-ahead log: {damage}, then check-db --rescue", number, number)
    assert saved >= number, "one session stands in the main file"
    if damage == "flips":
        assert saved > 2 * number, "pages stand in the log more than once"


@pytest.mark.slow
def test_an_intact_file_is_rescued_completely(
    intact: Whole, killed_record: Whole, tmp_path: Path
) -> None:
    for place, file in enumerate((intact, killed_record)):
        new = tmp_path / f"{place}.db"
        rescued = rescue(file.path, new)
        assert rescued.complete, rescued
        assert events_of(new) == file.sessions
        before, after = check_file(file.path), check_file(new)
        assert after == before
        assert after.problems == ()


def test_another_copy_supplies_what_is_missing(intact: Whole, tmp_path: Path) -> None:
    """The page of the study's text is lost; an older copy still has it."""
    text = b'title = "Free"'
    data = bytearray(intact.path.read_bytes())
    lost = [page for page in range(len(data) // PAGE) if text in data[page * PAGE :][:PAGE]]
    assert lost
    for page in lost:
        data[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    copy = tmp_path / "copy.db"
    copy.write_bytes(data)
    alone = rescue(copy, tmp_path / "alone.db")
    assert any("its study cannot be read" in line for line in alone.lost)
    both = rescue(copy, tmp_path / "both.db", [intact.path])
    assert both.complete
    assert events_of(tmp_path / "both.db") == intact.sessions


def test_a_truncated_session_can_continue(intact: Whole, tmp_path: Path) -> None:
    """Its beginning is a session like any other: it can be resumed, and what is new is chained."""
    data = bytearray(intact.path.read_bytes())
    with closing(sqlite3.connect(intact.path)) as connection:
        (link, id, payload) = connection.execute(
            "SELECT link, session, payload FROM event"
            " WHERE kind = 'answer_confirmed' AND session IN"
            " (SELECT id FROM session WHERE code = 'X1') ORDER BY seq DESC LIMIT 1"
        ).fetchone()
        (text, path) = connection.execute(
            "SELECT text, path FROM study JOIN version ON study.hash = study_hash JOIN session ON"
            " version.hash = version WHERE id = ?",
            (id,),
        ).fetchone()
    # The event's own bytes: what lies before them on the page may be another session's.
    place, size = data.find(link), len(payload.encode())
    data[place - size : place] = bytes(size)
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    copy.write_bytes(data)
    rescued = rescue(copy, new)
    assert any(id in line for line in rescued.cut)
    assert check_file(new).problems == ()
    with Database.open(new) as db:
        runner = Runner.open(db, parse_study(text, path), "X1", clock=ManualClock())
        assert not runner.state.ended
        runner.close()
    assert check_file(new).problems == ()


def test_withdrawn_data_are_not_rescued(intact: Whole, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    shutil.copyfile(intact.path, copy)
    with Database.open(copy) as db:
        id = db.rows("SELECT id FROM session WHERE code = 'X1'")[0]["id"]
        withdraw(db, "X1", "2030-01-01T00:00:00+00:00")
    # Also where an older copy still has it.
    for also in ((), (intact.path,)):
        assert rescue(copy, new, also).complete
        with Database.open(new) as db:
            row = db.rows(
                "SELECT code, (SELECT count(*) FROM event WHERE session = id) AS n FROM"
                " session WHERE id = ?",
                id,
            )[0]
            assert tuple(row) == (None, 0)
            assert db.rows("SELECT 1 FROM withdrawal WHERE session = ?", id)
        assert check_file(new).problems == ()
        new.unlink()


def test_an_older_version_s_file_is_saved(tmp_path: Path) -> None:
    old, new = tmp_path / "kept.db", tmp_path / "new.db"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript(KEPT.read_text(encoding="utf-8"))
    rescued = rescue(old, new)
    assert rescued.complete, rescued
    before, after = check_file(old), check_file(new)
    assert after == before
    assert after.unchained == after.sessions


def test_what_is_not_a_database_is_refused(intact: Whole, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("These are my notes.\n" * 2_000)
    new = tmp_path / "new.db"
    for path, message in (
        (notes, "found no row"),
        (tmp_path / "absent.db", "no such file"),
        (tmp_path, "expected a file"),
    ):
        with pytest.raises(InputError) as caught:
            rescue(path, new)
        assert message in caught.value.message
        assert not new.exists()
    new.write_text("mine")
    with pytest.raises(InputError, match="already exists"):
        rescue(intact.path, new)
    assert new.read_text() == "mine"
