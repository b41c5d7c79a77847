"""Databases of several machines become one: once each, all or nothing."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from items.answers import TextAnswer
from sessions.annotation.desk import Desk
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import build_report
from sessions.storage import migrations
from sessions.storage.database import Database
from sessions.storage.lock import SessionLock
from sessions.storage.schema import STEPS
from sessions.taking import slots
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check
from sessions.upkeep.merge import TABLES, MergeSummary, merge
from sessions.upkeep.withdraw import withdraw
from solver.errors import InputError, OutsideError
from tests.sessions.full_database import (
    ITEM,
    NOON,
    ODD,
    STUDY,
    answer,
    filled,
    grade_all,
    model_answer,
    queue,
)
from tests.study.samples import POOLS, sample


@pytest.fixture
def lab_databases(tmp_path: Path) -> tuple[Path, Path]:
    """Two machines that share nothing but the study and its items."""
    paths = []
    for number, name in enumerate(("a", "b")):
        folder = tmp_path / name
        folder.mkdir()
        filled(folder / "lab.db", code=f"PERSON-{number}", run=10 * number + 1).close()
        paths.append(folder / "lab.db")
    return paths[0], paths[1]


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "all.db"


def content(path: Path) -> list[str]:
    """Everything in a database but when its schema was made."""
    with Database.open(path, create=False) as db:
        return sorted(line for line in db.connection.iterdump() if '"migration"' not in line)


def changed(path: Path, act: Callable[[Database], object]) -> None:
    with Database.open(path, create=False) as db:
        act(db)


def fingerprint(path: Path) -> dict[str, str]:
    """Every file of a folder and its bytes."""
    return {
        entry.name: hashlib.sha256(entry.read_bytes()).hexdigest()
        for entry in path.parent.iterdir()
    }


def problems(path: Path) -> tuple[str, ...]:
    with Database.open(path, create=False) as db:
        return check(db).problems


def test_a_merged_record_is_complete_and_intact(
    lab_databases: tuple[Path, Path], target: Path
) -> None:
    before = [fingerprint(path) for path in lab_databases]
    merged = merge(target, lab_databases)
    assert merged.conflicts == ()
    assert merged.merged["session"] == merged.merged["desk"] == 2
    assert merged.merged["response"] == 4
    # The study, its items and the model's question are the same on both.
    assert (merged.merged["item"], merged.skipped["item"]) == (1, 1)
    assert (merged.merged["study"], merged.skipped["study"]) == (1, 1)
    assert problems(target) == ()
    assert [fingerprint(path) for path in lab_databases] == before
    with Database.open(target) as db:
        for table in TABLES:
            (row,) = db.rows(f"SELECT count(*) AS n FROM {table}")
            assert row["n"] == merged.merged[table]
        assert {row["name"] for row in db.rows("PRAGMA table_list") if row["schema"] == "main"} == {
            *TABLES,
            "proof",
            "figure",
            "head",
            "before_chain",
            "kept",
            "migration",
            "sqlite_schema",
        }


def test_proofs_from_another_file_are_not_trusted(
    lab_databases: tuple[Path, Path], target: Path
) -> None:
    """The writer of that file could call a false gold proved."""

    def forge(db: Database) -> None:
        with db.atomic() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO proof (item_hash, state, program, utc)"
                " SELECT hash, 'proved', '0.1.0', '2026-11-23T00:00:00+00:00' FROM item"
            )

    changed(lab_databases[0], forge)
    merge(target, lab_databases)
    with Database.open(target) as db:
        assert db.rows("SELECT * FROM item")
        assert db.rows("SELECT * FROM proof") == []


@pytest.mark.slow
def test_merging_again_changes_nothing(lab_databases: tuple[Path, Path], target: Path) -> None:
    first = merge(target, lab_databases)
    before = content(target)
    again = merge(target, lab_databases)
    assert not any(again.merged.values())
    assert sum(again.skipped.values()) == sum(first.merged.values()) + sum(first.skipped.values())
    assert content(target) == before
    # In the other order the same rows are there, but for where each was first seen.
    other = target.with_name("other.db")
    merge(other, lab_databases[:1])
    merge(other, lab_databases[1:])
    assert content(other) == before


@pytest.mark.slow
def test_the_report_of_a_merged_record_covers_all_files(tmp_path: Path, target: Path) -> None:
    def play(path: Path, codes: tuple[str, ...]) -> None:
        with Database.open(path) as db:
            for number in codes:
                text = ODD if int(number) % 2 else "The ferry is late"
                answer(db, f"P{number}", text, ManualClock())
                responses.add(db, [model_answer(f"{text} {number}", run=int(number))], [ITEM])

    union = tmp_path / "union.db"
    play(tmp_path / "a.db", ("1", "2"))
    play(tmp_path / "b.db", ("3", "4", "5"))
    play(union, ("1", "2", "3", "4", "5"))
    merge(target, [tmp_path / "a.db", tmp_path / "b.db"])

    def tables(path: Path) -> list[dict[str, Any]]:
        with Database.open(path) as db:
            documents = [table.as_json() for table in build_report(db).tables]
        for table in documents:
            # Slots count on each machine; a completion code is the session's own.
            drop = [table["columns"].index(c) for c in table["columns"] if c in OWN]
            table["rows"] = sorted(
                [cell for at, cell in enumerate(row) if at not in drop] for row in table["rows"]
            )
        return documents

    assert tables(target) == tables(union)
    assert len(tables(target)) > 10


OWN = ("slot", "completion code")


# --- what goes on on one of the machines ---------------------------------------------------------


@pytest.mark.slow
def test_a_copy_that_continued_contributes_later_events(
    lab_databases: tuple[Path, Path], target: Path
) -> None:
    with Database.open(lab_databases[0]) as db:
        runner = Runner.open(
            db, sample(STUDY), "SLOW", clock=ManualClock(), pools=lambda: POOLS, proofs={}
        )
        runner.consent(True)
        runner.close()
    early = lab_databases[0].with_name("early.db")
    shutil.copy(lab_databases[0], early)
    with Database.open(lab_databases[0]) as db:
        runner = Runner.open(
            db, sample(STUDY), "SLOW", clock=ManualClock(), pools=lambda: POOLS, proofs={}
        )
        runner.proceed()
        runner.close()
    merge(target, [early])
    merged = merge(target, [lab_databases[0]])
    assert merged.conflicts == ()
    assert merged.merged["session"] == 0
    assert merged.merged["event"] == 3
    # The older copy has nothing new, and takes nothing away.
    assert not any(merge(target, [early]).merged.values())
    proved = 'INSERT INTO "proof"'
    assert content(target) == [
        line for line in content(lab_databases[0]) if not line.startswith(proved)
    ]


@pytest.mark.slow
def test_a_withdrawal_holds_in_merged_records(
    lab_databases: tuple[Path, Path], target: Path
) -> None:
    early = lab_databases[0].with_name("early.db")
    shutil.copy(lab_databases[0], early)
    merge(target, lab_databases)
    changed(lab_databases[0], lambda db: withdraw(db, "PERSON-0", NOON))
    merged = merge(target, [lab_databases[0]])
    assert merged.erased["session"] == 1
    assert merged.erased["event"] > 20
    assert problems(target) == ()
    assert not any(b"PERSON-0" in path.read_bytes() for path in target.parent.glob("all.db*"))
    # A copy from before brings nothing of it back.
    again = merge(target, [early])
    assert not any(again.merged.values())
    assert again.erased == {}
    with Database.open(target) as db:
        assert slots.count_sessions(db) == 1


# --- refused -------------------------------------------------------------------------------------


def clash_code(db: Database) -> None:
    answer(db, "PERSON-0", "somebody else under this code", ManualClock())


def clash_response(db: Database) -> None:
    responses.add(db, [model_answer("another", 1)], [ITEM])


def clash_verdict(db: Database) -> None:
    responses.add(db, [model_answer("perhaps", 1)], [ITEM])
    id_ = model_answer("perhaps", 1).id
    judgements.add(db, [Judgement(id_, "j", "model", False, "no", NOON, "ph")])


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (clash_code, "participant PERSON-0, study Free: sessions "),
        (clash_response, "answer differ"),
        (clash_verdict, "match, reason differ"),
    ],
)
def test_contradictions_are_named_and_nothing_is_merged(
    lab_databases: tuple[Path, Path], target: Path, act: Callable[[Database], None], message: str
) -> None:
    merge(target, lab_databases[:1])
    before = content(target)
    changed(lab_databases[1], act)
    merged = merge(target, lab_databases[1:])
    assert any(message in line for line in merged.conflicts)
    assert all(line.startswith((str(lab_databases[1]), str(target))) for line in merged.conflicts)
    assert not any(merged.merged.values())
    assert content(target) == before
    new = target.with_name("new.db")
    assert merge(new, lab_databases).conflicts
    assert not new.exists()


@pytest.mark.slow
def test_diverged_sessions_and_desks_are_not_merged(
    lab_databases: tuple[Path, Path], target: Path
) -> None:
    """Both machines work on from a copy of one file."""
    folder = lab_databases[0].parent
    twins = [folder / "one.db", folder / "two.db"]
    with Database.open(lab_databases[0]) as db:
        runner = Runner.open(
            db, sample(STUDY), "SLOW", clock=ManualClock(), pools=lambda: POOLS, proofs={}
        )
        runner.close()
        answer(db, "P7", "new words to grade", ManualClock())
        loaded = queue(folder, db)
        desk = Desk.open(db, loaded, "ann", clock=ManualClock())
        desk.next()
        desk.close()
    for seconds, twin in enumerate(twins, start=2):
        shutil.copy(lab_databases[0], twin)
        with Database.open(twin) as db:
            clock = ManualClock()
            clock.advance(60 * seconds)
            runner = Runner.open(
                db, sample(STUDY), "SLOW", clock=clock, pools=lambda: POOLS, proofs={}
            )
            runner.consent(True)
            runner.close()
            grade_all(db, loaded, "ann", clock)
    merged = merge(target, twins)
    kinds = {line.removeprefix(f"{twins[1]}: ").split()[0] for line in merged.conflicts}
    assert kinds == {"session", "desk"}
    assert not target.exists()


def test_files_that_cannot_be_merged_are_named(
    tmp_path: Path, lab_databases: tuple[Path, Path], target: Path
) -> None:
    words = tmp_path / "words.db"
    words.write_text("these are no tables, and far too many words for a header", encoding="utf-8")
    with pytest.raises(InputError, match=r"words\.db: expected an SQLite file"):
        merge(target, [lab_databases[0], words])
    with pytest.raises(InputError, match="no such file"):
        merge(target, [tmp_path / "none.db"])
    with pytest.raises(InputError, match="found a folder"):
        merge(target, [tmp_path])
    with pytest.raises(InputError, match="expected different files"):
        merge(target, [lab_databases[0], lab_databases[0]])
    assert not target.exists()
    with pytest.raises(InputError, match="expected different files"):
        merge(lab_databases[0], [lab_databases[0].parent / ".." / "a" / "lab.db"])
    torn = tmp_path / "torn.db"
    shutil.copy(lab_databases[1], torn)

    def tear(db: Database) -> None:
        db.connection.execute("DROP TRIGGER event_is_never_deleted")
        db.connection.execute("DELETE FROM event WHERE seq = 5")

    changed(torn, tear)
    with pytest.raises(InputError, match=r"torn\.db: session .* does not follow"):
        merge(target, [lab_databases[0], torn])
    assert not target.exists()
    newer = tmp_path / "newer.db"
    shutil.copy(lab_databases[1], newer)
    changed(newer, lambda db: db.connection.execute("INSERT INTO migration VALUES ('9999', '')"))
    with pytest.raises(InputError, match=r"newer\.db: found schema step '9999'"):
        merge(target, [newer])
    with pytest.raises(OutsideError):
        merge(Path("/proc/none/all.db"), [lab_databases[0]])


@pytest.mark.parametrize("steps", [1, 4, 6, 7])
def test_an_older_file_is_brought_up_to_date_in_a_copy(
    lab_databases: tuple[Path, Path], target: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """A file as left by the program when the schema had this number of steps."""
    old = lab_databases[0].with_name("old.db")
    names = list(STEPS)[:steps]
    with monkeypatch.context() as then:
        then.setattr(migrations, "STEPS", {name: STEPS[name] for name in names})
        with Database.open(old) as db:
            db.connection.execute("ATTACH ? AS new", (str(lab_databases[0]),))
            for (table,) in db.tuples("SELECT name FROM main.sqlite_master WHERE type = 'table'"):
                if table != "migration":
                    own = [row[1] for row in db.tuples(f"PRAGMA main.table_info({table})")]
                    listed = ", ".join(f'"{name}"' for name in own)
                    db.connection.execute(
                        f"INSERT INTO main.{table} SELECT {listed} FROM new.{table}"
                    )
            db.connection.execute("DETACH new")
            db.connection.execute("UPDATE migration SET utc = '2020-01-01T00:00:00.000Z'")
    before = fingerprint(old)
    merged = merge(target, [old, lab_databases[1]])
    assert merged.conflicts == ()
    assert merged.merged["session"] == 2
    assert merged.merged["response"] == (4 if steps >= 4 else 2)
    assert fingerprint(old) == before
    assert problems(target) == ()


def test_a_file_in_use_is_merged_in_its_present_state(
    lab_databases: tuple[Path, Path], target: Path
) -> None:
    with Database.open(lab_databases[0]) as db:
        runner = Runner.open(
            db, sample(STUDY), "NOW", clock=ManualClock(), pools=lambda: POOLS, proofs={}
        )
        runner.consent(True)
        merged = merge(target, lab_databases)
        assert merged.merged["session"] == 3
        runner.proceed()
        runner.close()
    assert merge(target, lab_databases).merged["event"] == 2


def test_a_session_that_is_open_in_the_target_prevents_merging(
    lab_databases: tuple[Path, Path], target: Path
) -> None:
    merge(target, lab_databases)
    with Database.open(target) as db:
        (session, *_) = [row["id"] for row in db.rows("SELECT id FROM session")]
    lock = SessionLock.acquire(str(target), session)
    with pytest.raises(OutsideError, match="in use by a running program"):
        merge(target, lab_databases)
    lock.release()
    assert merge(target, lab_databases).conflicts == ()


def test_read_only_files_are_read(lab_databases: tuple[Path, Path], target: Path) -> None:
    for path in lab_databases:
        path.chmod(0o444)
        path.parent.chmod(0o555)
    try:
        assert merge(target, lab_databases).merged["session"] == 2
    finally:
        for path in lab_databases:
            path.parent.chmod(0o755)


@pytest.mark.slow
def test_the_same_answer_from_two_machines_has_one_grade(
    lab_databases: tuple[Path, Path], target: Path
) -> None:
    """Answers given on one machine are graded by grades from the other."""
    with Database.open(target.with_name("third.db")) as db:
        answer(db, "P9", ODD.upper(), ManualClock())
        responses.add(db, [model_answer(ODD, run=50)], [ITEM])
    merged: MergeSummary = merge(target, [lab_databases[0], target.with_name("third.db")])
    assert merged.conflicts == ()
    with Database.open(target) as db:
        rulings = [judgement for judgement in judgements.read(db) if judgement.kind == "person"]
        assert [ruling.match for ruling in rulings].count(True) == 1
        texts = {r.id: r.answer for r in responses.read(db)}
        right = next(ruling.response for ruling in rulings if ruling.match)
        assert texts[right] == TextAnswer(text=ODD)


@pytest.fixture(autouse=True)
def no_lock_remains(tmp_path: Path) -> Iterator[None]:
    """No lock or temporary file stays."""
    yield
    assert not list(tmp_path.glob("**/*.lock"))
