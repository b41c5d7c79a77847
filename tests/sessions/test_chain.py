"""Events are chained: no change of a stored one goes unnoticed, old records go on without links."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check, check_file
from sessions.upkeep.merge import merge
from solver.errors import InputError
from study.design.protocol import parse_study
from tests.effort import rng, tally, turns
from tests.sessions.full_database import filled
from tests.sessions.player import Player
from tests.sessions.stored_schemas import restored
from tests.study.samples import sample

KEPT = Path(__file__).parent / "data" / "before-stations.sql"


def places(path: Path) -> list[tuple[int, int]]:
    """The places in the file of the events of people and annotators: the first byte of the columns,
    and their number of bytes. Events that continue in another page are omitted."""
    data = path.read_bytes()
    pairs = []
    with closing(sqlite3.connect(path)) as connection:
        for sql in (
            "SELECT session, kind, payload, boot_id, utc, link FROM event WHERE seq > 1",
            "SELECT desk, kind, payload, '', utc, link FROM annotation WHERE seq > 1",
        ):
            for *texts, link in connection.execute(sql):
                size = sum(len(text.encode()) for text in texts)
                end = data.find(link)
                assert end > 0
                # In between stand number and time, in as few bytes as they need; a link stands in
                # `head` too, where nothing of this stands before it.
                start = data.rfind(texts[0].encode(), 0, end)
                if size < 400 and 0 < end - start <= size + 16:
                    pairs.append((start, end + len(link) - start))
    return pairs


@pytest.mark.slow
@pytest.mark.scaled
def test_every_changed_bit_of_an_event_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    filled(path).close()
    with Database.open(path) as db:
        Player(db, sample(), 3, code="P2").play()
    assert check_file(path).problems == ()
    events = places(path)
    assert len(events) > 100
    random = rng(288)
    whole = path.read_bytes()
    unnoticed = []
    for _ in range(turns(60, 2_880)):
        start, size = random.choice(events)
        place, bit = start + random.randrange(size), random.randrange(8)
        data = bytearray(whole)
        data[place] ^= 1 << bit
        path.write_bytes(data)
        if not check_file(path).problems:
            unnoticed.append((place, bit))
    number = turns(60, 2_880)
    tally("one bit of a stored event changed, check-db", number, number - len(unnoticed))
    assert unnoticed == []


@pytest.mark.slow
def test_swapped_events_are_noticed(tmp_path: Path) -> None:
    """Two of one kind at one record, and one of another participant who answered the same."""
    path = tmp_path / "study.db"
    with Database.open(path) as db:
        for code in ("P1", "P2"):
            Player(db, sample(), 5, code=code).play()
        assert check(db).problems == ()
        for row in db.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.connection.execute(f"DROP TRIGGER {row['name']}")
        entry, other = (row["id"] for row in db.rows("SELECT id FROM session ORDER BY code"))
        random = Random(1)
        pairs = db.rows(
            "SELECT a.seq AS a, b.seq AS b FROM event AS a JOIN event AS b USING (kind, session)"
            " WHERE session = ? AND a.seq < b.seq AND (a.payload, a.mono_ns) <> (b.payload,"
            " b.mono_ns)",
            entry,
        )
        moved = "payload, mono_ns, boot_id, utc, link"
        for pair in random.sample(pairs, 20):
            db.connection.execute("BEGIN")
            swap = {pair["a"]: pair["b"], pair["b"]: pair["a"]}
            for to, of in swap.items():
                stood = db.tuples(
                    f"SELECT {moved} FROM main.event WHERE session = ? AND seq = ?", entry, of
                )[0]
                db.connection.execute("CREATE TEMP TABLE IF NOT EXISTS moving (seq, a, b, c, d, e)")
                db.connection.execute("INSERT INTO moving VALUES (?, ?, ?, ?, ?, ?)", (to, *stood))
            for to, *values in db.tuples("SELECT * FROM moving"):
                db.connection.execute(
                    f"UPDATE event SET ({moved}) = (?, ?, ?, ?, ?) WHERE session = ? AND seq = ?",
                    (*values, entry, to),
                )
            problems = check(db).problems
            db.connection.execute("ROLLBACK")
            assert any("is not the one that was stored" in line for line in problems), swap
        db.connection.execute("BEGIN")
        db.connection.execute("DELETE FROM event WHERE session = ?", (entry,))
        db.connection.execute("UPDATE event SET session = ? WHERE session = ?", (entry, other))
        problems = check(db).problems
        db.connection.execute("ROLLBACK")
        assert any(entry in line and "event 0 is not the one" in line for line in problems)


def test_old_records_continue_and_are_reported_as_unchained(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(KEPT.read_text(encoding="utf-8"))
    outcome = check_file(path)
    assert outcome.problems == ()
    assert outcome.unchained == outcome.sessions > 2
    with Database.open(path) as db:
        (text,) = (row["text"] for row in db.rows("SELECT text FROM study"))
        before = db.rows("SELECT count(*) AS n FROM event WHERE link IS NULL")[0]["n"]
        runner = Runner.open(db, parse_study(text, "study.toml"), "OPEN", clock=ManualClock())
        runner.start_break()
        runner.close()
        outcome = check(db)
        assert outcome.problems == ()
        assert outcome.unchained == outcome.sessions
        assert db.rows("SELECT count(*) AS n FROM event WHERE link IS NULL")[0]["n"] == before
        assert db.rows("SELECT owner FROM head")[0]["owner"] == runner.session_id
        db.connection.execute("DROP TRIGGER event_is_never_changed")
        db.connection.execute("UPDATE event SET utc = utc || 'Z' WHERE link IS NOT NULL")
        assert any("is not the one" in line for line in check(db).problems)


@pytest.mark.parametrize("schema", ["", "0011"], ids=["new", "before such were counted"])
def test_a_removed_chain_is_noticed(tmp_path: Path, schema: str) -> None:
    """For a session and for an annotator's desk: the remainder does not pass for a record from
    before chains."""
    path, into = tmp_path / "study.db", tmp_path / "all.db"
    if schema:
        restored(schema, path)
    else:
        filled(path).close()
    for owner, table in (("session", "event"), ("desk", "annotation")):
        copy = tmp_path / f"{table}.db"
        shutil.copyfile(path, copy)
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            triggers = connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            (id,) = connection.execute(f"SELECT {owner} FROM {table} LIMIT 1").fetchone()
            connection.execute(f"UPDATE {table} SET link = NULL WHERE {owner} = ?", (id,))
            connection.execute("DELETE FROM head WHERE owner = ?", (id,))
            for _, sql in triggers:
                connection.execute(sql)
        expected = f"{owner} {id}: event 0 has no link, although it was stored when events had them"
        assert check_file(copy).problems == (expected,)
        with pytest.raises(InputError, match="event 0 has no link"):
            merge(into, [copy])
        assert not into.exists()


def test_old_records_remain_marked_as_unchained_after_merging(tmp_path: Path) -> None:
    """In a file that was made with chains, too, also by the version before this one."""
    restored("0010", tmp_path / "old.db")
    merge(tmp_path / "all.db", [tmp_path / "old.db"])
    outcome = check_file(tmp_path / "all.db")
    assert (outcome.problems, outcome.unchained) == ((), outcome.sessions + outcome.desks)
    with closing(sqlite3.connect(tmp_path / "all.db", isolation_level=None)) as connection:
        connection.execute("DROP TABLE before_chain")
        connection.execute("DELETE FROM migration WHERE name LIKE '0012%'")
        # The events of the kept file are younger than this machine's clock says.
        connection.execute("UPDATE migration SET utc = '2100-01-01T00:00:00.000Z'")
    assert check_file(tmp_path / "all.db") == outcome


def test_a_new_file_is_fully_chained_also_after_merging(tmp_path: Path) -> None:
    filled(tmp_path / "a.db").close()
    into = tmp_path / "all.db"
    merge(into, [tmp_path / "a.db"])
    outcome = check_file(into)
    assert (outcome.problems, outcome.unchained) == ((), 0)
    with Database.open(into) as db:
        assert not db.rows("SELECT 1 FROM event WHERE link IS NULL")
        assert not db.rows("SELECT 1 FROM annotation WHERE link IS NULL")
        assert len(db.rows("SELECT 1 FROM head")) == outcome.sessions + outcome.desks
