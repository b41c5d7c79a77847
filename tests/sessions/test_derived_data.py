"""Data derived from a large record are cached: used while they are valid, and never otherwise."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from sessions.models import columns, responses
from sessions.record.answer_columns import Questions, SessionAnswers
from sessions.record.cached_states import CachedStates, read_answered
from sessions.record.event_log import SESSIONS
from sessions.record.grades import Rulings
from sessions.record.results import Scorer, keep_every, kept_form, versions
from sessions.report.accuracy_report import build_report
from sessions.report.cached_report import CachedReport
from sessions.report.report_tables import Report
from sessions.storage import derived_data
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from sessions.upkeep.merge import merge
from sessions.upkeep.withdraw import withdraw
from study.course.rules import replay
from study.stations.form_fields import Entry
from tests.items.recorded.joined_rows import choice
from tests.sessions.player import Player
from tests.sessions.test_stored_answers import CASES, GONE, ITEMS, answers
from tests.sessions.test_withdraw import KEPT, SECRET, UTC, play, raw
from tests.study.samples import sample


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """Two people and three runs of a model; from then on, every record counts as large. Whole
    reports are not cached, because they would replace the data that they are made of."""
    monkeypatch.setattr(CachedReport, "keep", lambda *_: None)
    monkeypatch.setattr("sessions.report.background.possible", lambda: False)
    folder = tmp_path / "data"
    folder.mkdir()
    with Database.open(folder / "record.db") as database:
        play(database, "KEEP-1", KEPT)
        play(database, "GONE-77", SECRET)
        responses.add(database, answers(random.Random(1), 200), [*ITEMS, CASES, GONE])
        monkeypatch.setattr(derived_data, "CACHED_FROM", 1)
        yield database


NO_RULINGS = Rulings(()).digest
QUESTIONS = 1 + [one.name for one in fields(SessionAnswers)].index("questions")
LATE = [one.name for one in fields(Questions)].index("late")


def owners(db: Database) -> set[str]:
    return {owner for (owner,) in db.tuples("SELECT owner FROM kept")}


def plain(db: Database, monkeypatch: pytest.MonkeyPatch) -> Report:
    """The report of the stored data, without a cache."""
    with monkeypatch.context() as patch:
        patch.setattr(derived_data, "body_of", lambda *_: None)
        patch.setattr(derived_data, "of_records", lambda _: {})
        patch.setattr(derived_data, "keep", lambda *_: None)
        return build_report(db)


def forged(db: Database, owner: str, change: Callable[[bytes], bytes]) -> None:
    """Change cached data under the same key."""
    ((body,),) = db.tuples("SELECT body FROM kept WHERE owner = ?", owner)
    changed = change(body)
    assert changed != body
    with db.atomic() as connection:
        connection.execute("UPDATE kept SET body = ? WHERE owner = ?", (changed, owner))


def wrong_columns(body: bytes) -> bytes:
    """Every answer is said to be another one."""
    kept_columns = columns.unpacked(body)
    assert kept_columns is not None
    kept_columns.text[:] = kept_columns.text.max() - kept_columns.text
    return columns.packed(kept_columns)


def wrong_answers(body: bytes) -> bytes:
    """Every time-out and every confirmed answer is said to be the other."""
    state, columns = body.split(b"\n")
    assert read_answered(body, NO_RULINGS) is not None
    body_columns = json.loads(columns)
    body_columns[QUESTIONS][LATE] = [1 - late for late in body_columns[QUESTIONS][LATE]]
    return state + b"\n" + json.dumps(body_columns).encode()


def wrong_state(body: bytes) -> bytes:
    """Every answer is said to have timed out."""
    state, columns = body.split(b"\n")
    whole = json.loads(state)
    whole["records"] = [[*record[:1], "timed_out", *record[2:]] for record in whole["records"]]
    return json.dumps(whole).encode() + b"\n" + columns


def test_cached_data_equal_the_record(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = plain(db, monkeypatch)
    assert owners(db) == set()
    assert build_report(db) == expected
    sessions = {row["id"] for row in db.rows("SELECT id FROM session")}
    assert owners(db) == {columns.OWNER, *sessions}
    monkeypatch.setattr("sessions.record.cached_states.replay", None)
    monkeypatch.setattr(columns, "read", None)
    assert build_report(db) == expected
    monkeypatch.undo()
    assert check(db).problems == ()


@pytest.mark.parametrize(("name", "value"), [("CACHED_FROM", 100_000), ("MAX_BYTES", 10)])
def test_small_records_and_too_large_data_are_not_cached(
    db: Database, name: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derived_data, name, value)
    build_report(db)
    assert owners(db) == set()


def test_forged_cached_data_are_named(db: Database) -> None:
    """The report uses it, as it uses the record itself; `check-db` reports it."""
    honest = build_report(db)
    session = db.rows("SELECT id FROM session WHERE code = 'KEEP-1'")[0]["id"]
    complaints = [f"session {session}: its cached state differs from its events"]
    forged(db, session, wrong_state)
    assert list(check(db).problems) == complaints
    forged(db, session, wrong_answers)
    assert build_report(db) != honest
    assert list(check(db).problems) == complaints
    forged(db, columns.OWNER, wrong_columns)
    assert f"{columns.OWNER}: the cache differs from what is stored" in check(db).problems


STALE = {
    "other code": "UPDATE kept SET code = 'another'",
    "other source": "UPDATE kept SET source = x'00'",
    "no bytes": "UPDATE kept SET body = x''",
    "bytes that say nothing": "UPDATE kept SET body = x'7b7d'",
    "cut off": "UPDATE kept SET body = substr(body, 1, length(body) - 5)",
    "no heads": "DELETE FROM head",
}


@pytest.mark.parametrize("sql", STALE.values(), ids=STALE)
def test_invalid_cached_data_are_derived_again(
    db: Database, sql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = build_report(db)
    for owner in owners(db):
        forged(db, owner, wrong_columns if owner == columns.OWNER else wrong_answers)
    assert build_report(db) != honest
    with db.atomic() as connection:
        connection.execute(sql)
        if sql.endswith("head"):
            connection.execute("DELETE FROM kept WHERE owner = ?", (columns.OWNER,))
    assert build_report(db) == honest == plain(db, monkeypatch)


def test_a_later_answer_is_included(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    build_report(db)
    more = [choice("more", "Another text.", 0), *ITEMS]
    responses.add(db, answers(random.Random(2), 50), [*more, CASES, GONE])
    play(db, "LATE-1", KEPT)
    again = build_report(db)
    assert again == plain(db, monkeypatch)
    assert len(owners(db)) == 4


def test_several_processes_divide_what_one_would_cache(db: Database) -> None:
    for seed in range(3):
        Player(db, sample(), seed, code=f"P{seed}").play()
    every = db.tuples("SELECT id FROM session ORDER BY id")
    assert derived_data.missing(db) == len(every) == 5
    shares: list[set[str]] = []
    for first in range(2):
        before = owners(db)
        keep_every(db, 2, first, simulated=True)
        shares.append(owners(db) - before)
    assert [len(share) for share in shares] == [3, 2]
    assert shares[0] | shares[1] == {session for (session,) in every}
    assert not derived_data.missing(db)
    kept_rows = db.tuples("SELECT * FROM kept ORDER BY owner")
    with db.atomic() as connection:
        connection.execute("DELETE FROM kept")
    versions(db), versions(db, simulated=True)
    assert db.tuples("SELECT * FROM kept ORDER BY owner") == kept_rows
    with db.atomic() as connection:
        connection.execute("UPDATE kept SET code = 'other'")
    assert derived_data.missing(db) == 5
    keep_every(db, 1, 0, simulated=True)
    assert db.tuples("SELECT * FROM kept ORDER BY owner") == kept_rows


def test_withdrawn_participants_and_pilots_are_not_cached(db: Database) -> None:
    withdraw(db, "GONE-77", UTC)
    Player(db, sample(), 1, code="TRIAL", pilot=True).play()
    keep_every(db, 1, 0, simulated=True)
    (stays,) = db.tuples("SELECT id FROM session WHERE code = 'KEEP-1'")
    assert owners(db) == set(stays)


def test_a_read_only_database_gives_the_same_report(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    db.connection.execute("PRAGMA query_only = ON")
    assert build_report(db) == plain(db, monkeypatch)
    assert owners(db) == set()


def test_a_withdrawal_erases_cached_data(db: Database, tmp_path: Path) -> None:
    build_report(db)
    session = db.rows("SELECT id FROM session WHERE code = 'GONE-77'")[0]["id"]
    rows = db.tuples("SELECT * FROM kept WHERE owner = ?", session)
    assert SECRET.encode() in rows[0][3]
    withdraw(db, "GONE-77", UTC)
    assert SECRET.encode() not in raw(tmp_path / "data")
    # A report that had read the session before stores what it derived after.
    derived_data.keep(db, {session: (rows[0][1], rows[0][3]), "other": (b"", b"")})
    assert session not in owners(db)
    assert "other" in owners(db)
    assert SECRET.encode() not in raw(tmp_path / "data")


def test_a_merge_copies_no_cached_data_and_erases_withdrawn_ones(
    db: Database, tmp_path: Path
) -> None:
    build_report(db)
    withdrawn_path = tmp_path / "gone.db"
    merge(withdrawn_path, [Path(db.path)])
    with Database.open(withdrawn_path) as other:
        assert owners(other) == set()
        withdraw(other, "GONE-77", UTC)
    merge(Path(db.path), [withdrawn_path])
    assert len(owners(db)) == 2
    assert SECRET.encode() not in raw(tmp_path / "data")


def test_states_after_every_event_survive_packing(db: Database) -> None:
    """Also for sessions that have not ended, which are not cached; only open drafts are omitted."""
    session = db.rows("SELECT id FROM session WHERE code = 'KEEP-1'")[0]["id"]
    events = list(SESSIONS.read(db, session))
    states, scorer = CachedStates(db), Scorer(db)
    same = 0
    for end in range(1, len(events) + 1):
        state = replay(events[:end])
        body = kept_form(session, state, scorer)
        again = states.read(session, body)
        assert again == state or state.drafts
        same += again == state
    assert same > len(events) / 2


def test_known_forms_are_packed_and_others_are_not(db: Database) -> None:
    session = db.rows("SELECT id FROM session WHERE code = 'KEEP-1'")[0]["id"]
    state = replay(SESSIONS.read(db, session))
    scorer = Scorer(db)
    forms = {"about": {"age": Entry(value=30), "aids": Entry(value=("pen", "paper"))}}
    state.parts = forms
    body = kept_form(session, state, scorer)
    assert CachedStates(db).read(session, body) == state
    assert body is not None
    packed_answers = read_answered(body, scorer.rulings)
    assert packed_answers is not None
    assert packed_answers.forms == forms
    state.parts = {"about": {"age": object()}}
    assert kept_form(session, state, scorer) is None
