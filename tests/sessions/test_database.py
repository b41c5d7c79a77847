"""The place of the database, and the errors when it cannot be used."""

import json
import os
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sessions.record import proofs
from sessions.record.event_log import SESSIONS
from sessions.storage import migrations
from sessions.storage.copies import require_database
from sessions.storage.database import DamagedError, Database, GoneError, database_path
from sessions.storage.migrations import backups
from sessions.storage.schema import STEPS
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check, check_file
from sessions.upkeep.withdraw import clean
from solver.errors import InputError, OutsideError
from study.course.events import Heartbeat, Stamped
from tests.sessions.player import Player
from tests.study.samples import POOLS, sample
from tests.tripwire import reached_by


def test_the_database_is_the_option_the_variable_or_the_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert database_path().name == "countermodel.db"
    monkeypatch.setenv("COUNTERMODEL_DB", str(tmp_path / "env.db"))
    assert database_path() == tmp_path / "env.db"
    assert database_path("given.db") == Path("given.db")
    assert database_path("~/x.db") == Path.home() / "x.db"


def test_a_commit_is_on_disk_before_it_returns(tmp_path: Path) -> None:
    with Database.open(tmp_path / "a" / "b.db") as db:
        assert db.rows("PRAGMA journal_mode")[0][0] == "wal"
        assert db.rows("PRAGMA synchronous")[0][0] == 2, "FULL"
        assert db.rows("PRAGMA secure_delete")[0][0] == 1
        assert db.rows("PRAGMA foreign_keys")[0][0] == 1
        names = [row["name"] for row in db.rows("SELECT name FROM migration ORDER BY name")]
        assert names == list(STEPS)
    with Database.open(tmp_path / "a" / "b.db") as db:
        assert len(db.rows("SELECT * FROM migration")) == len(STEPS)


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with Database.open(path) as db, db.atomic() as connection:
        connection.execute("INSERT INTO migration VALUES ('9999 later', '')")
    with pytest.raises(InputError, match="newer version") as caught:
        Database.open(path)
    assert "9999 later" in caught.value.message


def test_an_interrupted_migration_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "half.db"
    with Database.open(path) as db, db.atomic() as connection:
        connection.execute("DROP TABLE proof")
        connection.execute("DELETE FROM migration WHERE name = '0002 proofs'")
    with Database.open(path) as db:
        assert db.rows("SELECT * FROM proof") == []


def test_how_a_response_ended_is_read_from_older_schemas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to step 7 it was stored among the parameters; parameters that were sent under such a name
    remain there."""
    path = tmp_path / "seven.db"
    document = {"model": "m-2030", "finish_reason": "length", "tries": 2}
    bodies = {
        "asked": json.dumps({"model": "m", "response": document}),
        "silent": json.dumps({"response": {"model": "", "finish_reason": "", "tries": 1}}),
        "sent": json.dumps({"model": "m", "response": "short"}),
        "none": "{}",
        "broken": '{"temperature": NaN}',
    }
    with monkeypatch.context() as then:
        then.setattr(migrations, "STEPS", dict(list(STEPS.items())[:7]))
        with Database.open(path) as db, db.atomic() as connection:
            for name, body in bodies.items():
                connection.execute("INSERT INTO parameters VALUES (?, ?)", (name, body))
                connection.execute(
                    "INSERT INTO call VALUES (?, 'p', ?, 'asked', '', 't', 1.5, 1, 2, 3, 'Raw.')",
                    (name.encode(), name),
                )
    with Database.open(path) as db:
        rows = db.rows("SELECT * FROM call JOIN parameters ON parameters.hash = parameters")
        calls = {row["hash"]: (row["finish"], row["served_model"], row["tries"]) for row in rows}
        nothing = (None, None, None)
        assert calls == {
            "asked": ("length", "m-2030", 2),
            "silent": (None, None, 1),
            "sent": nothing,
            "none": nothing,
            "broken": nothing,
        }
        assert {row["body"] for row in rows} == set(bodies.values())
        assert {(row["raw"], row["seconds"], row["reasoning"]) for row in rows} == {
            ("Raw.", 1.5, None)
        }
        with pytest.raises(OutsideError, match="only added to"), db.atomic() as connection:
            connection.execute("UPDATE call SET finish = 'stop'")
    assert len(backups(str(path))) == 1


def test_other_files_are_refused_and_not_changed(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("these are my notes, and long enough to be no empty file\n" * 40)
    before = text.read_bytes()
    with pytest.raises(InputError, match="Not a database"):
        Database.open(text)
    assert text.read_bytes() == before
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(InputError, match="Not a Countermodel database"):
        Database.open(other)
    with pytest.raises(OutsideError, match="cannot be opened"):
        Database.open(tmp_path)
    with pytest.raises(InputError, match="no such database"):
        Database.open(tmp_path / "absent.db", create=False)
    assert not (tmp_path / "absent.db").exists()


def test_a_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutsideError, match="cannot be created"):
        Database.open(tmp_path / "file" / "x.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "ro.db"
    Database.open(path).close()
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(OutsideError):
            Database.open(path)
    finally:
        tmp_path.chmod(0o700)


def test_a_database_that_becomes_read_only_is_reported(tmp_path: Path) -> None:
    with Database.open(tmp_path / "ro.db") as db:
        runner = Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={})
        db.rows("PRAGMA query_only = 1")
        with pytest.raises(OutsideError, match="cannot be written"):
            runner.consent(True)
        assert runner.state.phase == "consent"


def test_a_full_disk_loses_nothing_and_storing_continues_when_there_is_space(
    tmp_path: Path,
) -> None:
    with Database.open(tmp_path / "full.db") as db:
        runner = Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={})
        pages = db.rows("PRAGMA page_count")[0][0]
        db.rows(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(OutsideError, match="disk is full"):
            Runner.open(db, sample(), "OTHER", pools=lambda: POOLS, proofs={})
        db.rows("PRAGMA max_page_count = 1000000")
        assert runner.consent(True).phase == "instructions"
        assert db.rows("SELECT count(*) FROM session")[0][0] == 1
        runner.close()


def test_a_limit_of_file_sizes_loses_nothing_and_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "limited.db"
    with Database.open(path) as db:
        runner = Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={})
        size, limits = path.stat().st_size, resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
        try:
            with pytest.raises(OutsideError) as error, db.atomic() as connection:
                connection.execute("CREATE TABLE large AS SELECT zeroblob(?) AS x", (4 * size,))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert error.value.title == "The disk refused to read or write"
        assert "limit of file sizes" in error.value.hint
        assert runner.consent(True).phase == "instructions"
        runner.close()


def test_a_locked_database_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "busy.db"
    with Database.open(path) as database, Database.open(path) as other_database:
        other_database.wait_for_others(0.02)
        with (
            database.atomic(),
            pytest.raises(OutsideError, match="in use"),
            other_database.atomic(),
        ):
            pass


def test_a_waiting_program_tries_again_every_few_milliseconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own waiting would sleep for up to 100 ms, and miss that the file is free."""
    path = tmp_path / "busy.db"
    with Database.open(path) as holder, Database.open(path) as waiting:
        now, free_at, pauses = 0.0, 0.5, list[float]()

        def sleep(seconds: float) -> None:
            nonlocal now
            now += seconds
            pauses.append(seconds)
            if now > free_at and holder.connection.in_transaction:
                holder.connection.execute("COMMIT")

        monkeypatch.setattr("sessions.storage.database.time.sleep", sleep)
        monkeypatch.setattr("sessions.storage.database.time.monotonic", lambda: now)
        holder.connection.execute("BEGIN IMMEDIATE")
        with waiting.atomic():
            pass
        assert max(pauses) <= 0.003
        assert len(set(pauses)) == len(pauses), "two who wait must not keep step"
        assert sum(pauses[-20:]) < sum(pauses[:20]), "who has waited long asks more often"
        holder.connection.execute("BEGIN IMMEDIATE")
        free_at = now + 10

        def waited() -> float:
            began = now
            assert waiting.held_elsewhere()
            return now - began

        waiting.wait_for_others(0.25)
        assert [waited(), waited()] == pytest.approx([0.25, 0.25], abs=0.003)
        waiting.wait_for_others(0.25, 0.05)
        with waiting.waiting(0):
            assert waited() == 0
        assert [waited() for _n in range(3)] == pytest.approx([0.25, 0.05, 0.05], abs=0.003)
        with waiting.waiting(0):
            assert waited() == 0
        assert waited() == pytest.approx(0.05, abs=0.003), "what nobody waits for changes nothing"
        holder.connection.execute("COMMIT")
        assert not waiting.held_elsewhere()
        holder.connection.execute("BEGIN IMMEDIATE")
        assert waited() == pytest.approx(0.25, abs=0.003), "it was free in between"


def test_a_file_that_a_newer_program_changed_meanwhile_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Database.open(path) as ours:
        ours.require_whole()
        with Database.open(path) as newer, newer.atomic() as connection:
            connection.execute("INSERT INTO migration VALUES ('9999_more', 'now')")
        with pytest.raises(InputError, match="newer"):
            ours.require_whole()


def test_a_transaction_is_all_or_nothing() -> None:
    def write_and_fail(db: Database) -> None:
        with db.atomic() as connection:
            connection.execute("INSERT INTO item VALUES ('h', 'i', '{}')")
            raise ZeroDivisionError

    with Database.open(":memory:") as db:
        with pytest.raises(ZeroDivisionError):
            write_and_fail(db)
        assert db.rows("SELECT * FROM item") == []


def test_events_cannot_be_changed_deleted_or_skipped() -> None:
    with Database.open(":memory:") as db:
        runner = Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={})
        for sql in ("UPDATE event SET payload = '{}'", "DELETE FROM event"):
            with pytest.raises(OutsideError, match="failed"), db.atomic() as connection:
                connection.execute(sql)
        again = Stamped(0, 0, "", "", Heartbeat())
        with pytest.raises(OutsideError, match="failed"), db.atomic() as connection:
            SESSIONS.append(connection, runner.session_id, [again])


def test_check_finds_what_was_tampered_with() -> None:
    with Database.open(":memory:") as db:
        player = Player(db, sample(), 2)
        player.play()
        sound = check(db)
        assert sound.problems == ()
        assert (sound.sessions, sound.events) == (1, player.runner.state.seq + 1)
        assert sound.items == 15
        with db.atomic() as connection:
            connection.execute("DROP TRIGGER event_is_never_deleted")
            connection.execute("DELETE FROM event WHERE seq = 5")
            connection.execute("UPDATE item SET body = replace(body, 'main-1', 'main-9')")
            connection.execute("UPDATE study SET text = text || ' '")
        problems = "\n".join(check(db).problems)
        assert "does not follow" in problems
        assert "item main-1" in problems
        assert "study “A sample”" in problems


def test_an_event_of_a_newer_program_is_reported() -> None:
    with Database.open(":memory:") as db:
        runner = Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={})
        seq = SESSIONS.last_seq(db, runner.session_id) + 1
        with db.atomic() as connection:
            connection.execute(
                "INSERT INTO event VALUES (?, ?, 'danced', '{}', 9, '', '', NULL)",
                (runner.session_id, seq),
            )
        with pytest.raises(OutsideError, match="cannot be read") as caught:
            list(SESSIONS.read(db, runner.session_id))
        assert "danced" in caught.value.message


def test_proofs_are_cached_and_unknown_replaces_nothing() -> None:
    with Database.open(":memory:") as db:
        proofs.store(db, {"a": "proved", "b": "unknown"}, "1", "now")
        proofs.store(db, {"a": "unknown", "b": "disproved"}, "1", "now")
        assert proofs.load(db) == {"a": "proved", "b": "disproved"}
        assert proofs.stored_states(db)["b"] == "disproved"


@pytest.mark.slow
def test_a_participant_s_path_loads_nothing_heavy() -> None:
    code = (
        "from tests.sessions.player import Player\n"
        "from tests.study.samples import sample\n"
        "from sessions.storage.database import Database\n"
        "Player(Database.open(':memory:'), sample(), 3).play()\n"
    )
    heavy = {"z3", "openai", "scipy", "statsmodels", "pandas", "sqlite_utils", "textual", "numpy"}
    assert reached_by(code, names=heavy) == set()


@pytest.mark.parametrize("left_out", [(), ("item",)])
def test_a_replaced_file_gets_nothing_from_the_old_log(
    tmp_path: Path, left_out: tuple[str, ...]
) -> None:
    path, moved, other = (tmp_path / name for name in ("study.db", "moved.db", "other.db"))
    Database.open(other).close()
    before = other.read_bytes()
    db = Database.open(path)
    db.leave_out(*left_out)
    with db.atomic() as connection:
        connection.execute("UPDATE migration SET utc = 'stored late'")
    path.rename(moved)
    other.rename(path)
    with pytest.raises(GoneError), db.atomic():
        pass
    db.close()
    log = Path(f"{path}-wal")
    assert not log.exists() or not log.stat().st_size
    assert path.read_bytes() == before
    assert b"stored late" in moved.read_bytes()
    assert check_file(path).problems == ()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_gone_is_noticed_at_the_next_commit(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "study.db"
    with Database.open(path) as db:
        runner = Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={})
        db.copy_log = lambda: None
        for file in list(tmp_path.glob("study.db*")):
            if not file.name.endswith(".lock"):
                file.rename(tmp_path / f"moved-{file.name}")
        if replaced:
            Database.open(path).close()
        with pytest.raises(GoneError, match="removed or replaced"):
            runner.consent(True)
        assert db.brought_elsewhere is None, "the log would come into another file"
        assert runner.state.phase == "consent"
        for file in list(tmp_path.glob("moved-*")):
            file.rename(tmp_path / file.name.removeprefix("moved-"))
        assert runner.consent(True).phase == "instructions", "it goes on once the file is back"
        assert db.brought_elsewhere is not None
        runner.close()
    assert check_file(path).problems == ()


def test_a_file_that_was_cut_off_is_noticed_at_the_next_commit(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    with Database.open(path) as db:
        runner = Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={})
        db.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        runner.consent(True)
        db.checkpoint()
        whole = path.read_bytes()
        with path.open("r+b") as file:
            file.truncate(len(whole) // 2)
        with pytest.raises(DamagedError, match=r"it was truncated to .* while it was open"):
            runner.proceed()
        assert runner.state.phase == "instructions"
        with path.open("r+b") as file:
            file.write(whole)
        assert runner.proceed().phase != "instructions", "it goes on once the file is whole"
        runner.close()
    assert check_file(path).problems == ()


def test_a_legitimately_shorter_file_is_not_reported_as_damage(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    with Database.open(path) as db, Database.open(path) as other:
        db.rows("CREATE TABLE more (body TEXT)")
        with other.atomic() as connection:
            connection.execute("INSERT INTO more VALUES (zeroblob(2000000))")
        other.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with db.atomic() as connection:
            connection.execute("INSERT INTO more VALUES ('a')")
        before = path.stat().st_size
        other.rows("DELETE FROM more WHERE length(body) > 1")
        other.rows("VACUUM")
        other.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert path.stat().st_size < before / 2
        for _ in range(2):
            with db.atomic() as connection:
                connection.execute("INSERT INTO more VALUES (zeroblob(20000))")
        assert db.tuples("SELECT count(*) FROM more") == [(3,)]


def test_a_session_is_open_only_once_under_any_name_of_the_file(tmp_path: Path) -> None:
    path, link = tmp_path / "study.db", tmp_path / "link.db"
    with Database.open(path) as db:
        runner = Runner.open(db, sample(), "P", pools=lambda: POOLS, proofs={})
        link.symlink_to(path)
        with Database.open(link) as other, pytest.raises(OutsideError, match="another window"):
            Runner.open(other, sample(), "P", pools=lambda: POOLS, proofs={})
        runner.close()


def test_an_older_file_is_copied_before_its_schema_changes(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with Database.open(path) as db, db.atomic() as connection:
        connection.execute("INSERT INTO proof VALUES ('kept', 'proved', '1', '')")
        connection.execute("DROP TABLE figure")
        connection.execute("DELETE FROM migration WHERE name = '0003 figures'")
    assert check_file(path).problems == ()
    assert backups(str(path)) == [], "a check changes nothing and needs no copy beside the file"
    with Database.open(path) as db:
        assert db.rows("SELECT * FROM figure") == []
        (copy,) = backups(str(path))
        assert copy.name == "old.db.before-0003.backup"
        with closing(sqlite3.connect(copy)) as old:
            assert old.execute("SELECT item_hash FROM proof").fetchall() == [("kept",)]
            tables = {row[0] for row in old.execute("SELECT name FROM sqlite_master")}
            assert "figure" not in tables
        clean(db)
        assert backups(str(path)) == [], "what somebody withdrew may stand in it"


@pytest.mark.slow
def test_a_table_left_out_by_a_checkpoint_is_not_in_the_main_file(tmp_path: Path) -> None:
    """A connection that does so has each page of the log in memory."""
    path, planted = tmp_path / "study.db", "ZQXV planted "
    calls: list[bool] = []
    with Database.open(path) as other, Database.open(path) as db:
        db.leave_out("item")
        other.connection.execute("PRAGMA wal_autocheckpoint = 0")
        with other.atomic() as connection:
            connection.execute("INSERT INTO item VALUES ('h', 'i', ?)", (planted * 5_000,))
        db.checkpoint()
        db.copy_log = lambda: calls.append(True)
        db.checkpoint()
        assert calls == [True]
        for n in range(1_500):  # more pages than SQLite leaves in the log by itself
            with db.atomic() as connection:
                connection.execute("UPDATE migration SET utc = ?", (f"{n:04}" * 1_000,))
        other.damaged = True  # so that closing it does not bring anything over either
        other.close()
    assert planted.encode() not in path.read_bytes()
    assert planted.encode() in Path(f"{path}-wal").read_bytes()
    with Database.open(path) as db:
        db.checkpoint()
        assert planted.encode() in path.read_bytes()


def test_a_file_with_a_second_name_is_refused_by_both(tmp_path: Path) -> None:
    path, other = tmp_path / "study.db", tmp_path / "other.db"
    Database.open(path).close()
    other.hardlink_to(path)
    for name in (path, other):
        for opening in (Database.open, Database.open_to_read, require_database):
            with pytest.raises(InputError, match=r"found 2 \(hard links\)") as refusal:
                opening(name)
            assert name.name in refusal.value.message
    other.unlink()
    Database.open(path).close()


def test_cached_facts_about_a_database_are_read_again_after_a_change(tmp_path: Path) -> None:
    def number(db: Database) -> int:
        calls.append(1)
        return int(db.tuples("SELECT count(*) FROM kept")[0][0])

    calls: list[int] = []
    row = "INSERT INTO kept VALUES (?, x'00', 'code', x'00')"
    with Database.open(tmp_path / "a.db") as db, Database.open(tmp_path / "a.db") as other:
        assert [db.cached(number), db.cached(number), len(calls)] == [0, 0, 1]
        db.connection.execute(row, ("own",))
        assert [db.cached(number), db.cached(number), len(calls)] == [1, 1, 2]
        other.connection.execute(row, ("other's",))
        assert [db.cached(number), db.cached(number), len(calls)] == [2, 2, 3]
        # What a transaction did and was undone is not remembered.
        db.connection.execute("BEGIN")
        db.connection.execute(row, ("undone",))
        assert db.cached(number) == 3
        db.connection.execute("ROLLBACK")
        assert db.cached(number) == 2
        state = db.state
        other.connection.execute("CREATE TABLE more (x)")
        assert db.state != state


def test_facts_from_another_process_hold_for_the_record_at_that_moment(tmp_path: Path) -> None:
    calls: list[str] = []

    def counts(db: Database) -> str:
        calls.append("here")
        return str(db.tuples("SELECT count(*) FROM kept")[0][0])

    def elsewhere(cached_text: str | None) -> Callable[[], str | None]:
        def tell() -> str | None:
            calls.append("there")
            return cached_text

        return tell

    with Database.open(tmp_path / "record.db") as db:
        db.expect(counts, elsewhere("0, they say"))
        assert [db.cached(counts), db.cached(counts)] == ["0, they say"] * 2
        assert calls == ["there"], "nobody counts it again"
        db.expect(counts, elsewhere("0, they say"))
        with db.atomic() as connection:
            connection.execute("INSERT INTO kept VALUES ('a', x'00', 'b', x'00')")
        assert db.cached(counts) == "1", "that was told of an earlier record"
        with db.atomic() as connection:
            connection.execute("DELETE FROM kept")
        db.expect(counts, elsewhere(None))
        assert db.cached(counts) == "0", "it failed there"
        assert calls == ["there", "here", "there", "here"]
