"""The integrity of a database, from its pages to the meaning of its events.

Owns the order of the checks, the checks of the file, studies, items and sessions, and reading that
continues past damaged pages. `check_tables` owns the tables of models and annotators. Changes
nothing.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sessions.models import columns
from sessions.record import not_installed
from sessions.record.cached_states import says_the_same
from sessions.record.event_log import SESSIONS
from sessions.record.results import Scorer, kept_form
from sessions.storage import derived_data, wal
from sessions.storage.copies import private_copy
from sessions.storage.database import DamagedError, Database
from sessions.storage.migrations import missing_triggers
from sessions.upkeep import row_checks
from sessions.upkeep.check_tables import (
    Reader,
    chain_faults,
    check_annotation,
    check_answers,
    check_caches,
    check_hardenings,
)
from sessions.upkeep.row_checks import short
from solver.errors import CountermodelError
from study.course.rules import replay
from study.design.protocol import parse_study


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """What was checked and what is wrong with it."""

    sessions: int
    events: int
    items: int
    answers: int
    """Answers of models."""
    desks: int
    annotations: int
    """Events at annotators' desks."""
    unchained: int
    """Sessions and desks with events from before events were chained by hashes."""
    problems: tuple[str, ...]
    """One line each: table, row, what was expected and what was found."""
    notes: tuple[str, ...] = ()
    """One line each: what may be harmless but cannot be distinguished from damage, and what was not
    checked because something is not installed."""


def check_file(
    path: Path, further_notes: Callable[[Database], Sequence[str]] = lambda _db: ()
) -> CheckSummary:
    """Check a database file and its write-ahead log on a private copy: nothing in it or next to it
    is changed, even while others have it open. `further_notes` returns notes about cached data.

    Raises InputError where it is missing or not a database of this program; OutsideError where it
    cannot be copied.
    """
    try:
        log, notes = wal.problems(path), wal.cut_off(path)
    except OSError as error:
        notes = ()
        log = (f"write-ahead log: it cannot be read: {error.strerror or error}",)
    try:
        with private_copy(path) as copy:
            checked = check(copy)
            notes = (*notes, *further_notes(copy))
    except DamagedError as error:
        checked = CheckSummary(0, 0, 0, 0, 0, 0, 0, (f"file: {error.message}",))
    all_notes = (*notes, *checked.notes)
    return replace(checked, problems=(*log, *checked.problems), notes=all_notes)


def check(db: Database) -> CheckSummary:
    """Check pages, references, hashes, and that every session and desk can be replayed. Data that
    damaged pages make unreadable is reported like any other problem."""
    with db.lenient():
        return _check(db)


def _check(db: Database) -> CheckSummary:
    problems: list[str] = []

    def read(sql: str, *values: object) -> list[sqlite3.Row]:
        try:
            return db.rows(sql, *values)
        except DamagedError as error:
            problems.append(f"file: {error.message}")
            return []

    problems += [f"file: {row[0]}" for row in read("PRAGMA integrity_check") if row[0] != "ok"]
    problems += _references(read)
    rows = read("SELECT hash, id, body FROM item")
    items = {row["hash"]: item for row in rows if (item := row_checks.item(row)) is not None}
    notes: list[str] = []
    for row in rows:
        if row["hash"] in items:
            continue
        name = f"item {row['id']} ({short(row['hash'])})"
        if absent := not_installed.of_item(row["body"]):
            notes.append(not_installed.unchecked_note(name, absent))
        else:
            problems.append(f"{name}: its content differs from what was stored")
    stored = {row["hash"] for row in rows}
    problems += _studies(read, stored, notes)
    sessions = read(
        "SELECT id, slot, version, code, pilot, simulated FROM session"
        " WHERE id NOT IN (SELECT session FROM withdrawal) ORDER BY utc, id"
    )
    problems += _withdrawn(read)
    events = unchained = 0
    states, scorer = derived_data.of_records(db), Scorer(db)
    for row in sessions:
        number, old, faults = _session(db, row, stored, scorer, states.get(row["id"]), notes)
        events += number
        unchained += old
        problems += faults
    answers = check_answers(read, items, stored, db.path)
    annotation = check_annotation(db, read)
    problems += [*answers.problems, *annotation.problems]
    notes += [*answers.notes, *annotation.notes]
    problems += [*check_hardenings(read, stored), *check_caches(read), *_kept_answers(db)]
    problems += [
        f"schema: the trigger {name} is missing, or differs from this program's"
        for name in missing_triggers(db.connection)
    ]
    return CheckSummary(
        len(sessions),
        events,
        len(rows),
        answers.rows,
        annotation.rows,
        annotation.events,
        unchained + annotation.unchained,
        tuple(dict.fromkeys(problems)),
        tuple(notes),
    )


def _references(read: Reader) -> Iterator[str]:
    """Rows with a dangling reference."""
    for row in read("PRAGMA foreign_key_check"):
        table, number, parent = row[0], row[1], row[2]
        if number is not None:
            yield f"{table}, row {number}: it refers to a {parent} that is missing"
    for table, parent in (("event", "session"), ("annotation", "desk")):
        for row in read(
            f"SELECT {parent}, count(*) AS n FROM {table}"
            f" WHERE {parent} NOT IN (SELECT id FROM {parent}) GROUP BY {parent}"
        ):
            yield f"{table}: {row['n']} of {parent} {row[parent]}, which is missing"


def _studies(read: Reader, items: Collection[str], notes: list[str]) -> Iterator[str]:
    for row in read("SELECT hash, title, path, text FROM study"):
        if not row_checks.study(row):
            yield f"study “{row['title']}”: its text differs from what was stored"
            continue
        try:
            parse_study(row["text"], row["path"])
        except CountermodelError as error:
            if absent := not_installed.of_study(row["text"]):
                notes.append(not_installed.unchecked_note(f"study “{row['title']}”", absent))
            else:
                yield f"study “{row['title']}”: {error.message}"
    for row in read("SELECT hash, study_hash, pools FROM version"):
        name = f"version {short(row['hash'])}"
        if not row_checks.version(row):
            yield f"{name}: its list of items differs from what was stored"
            continue
        pools = json.loads(row["pools"])
        item_hashes = [item for _, hashes in pools["sections"] for item in hashes]
        for item in dict.fromkeys([*item_hashes, *filter(None, [pools["example"]])]):
            if item not in items:
                yield f"{name}: item {short(item)} is not stored"


def _withdrawn(read: Reader) -> Iterator[str]:
    """Data that a withdrawal should have erased."""
    for row in read(
        "SELECT session.id AS id, code, (SELECT count(*) FROM event WHERE session = session.id) AS"
        " n FROM session JOIN withdrawal ON withdrawal.session = session.id"
    ):
        if row["n"]:
            yield f"session {row['id']}: it was withdrawn, and {row['n']} events are still there"
        if row["code"] is not None:
            yield f"session {row['id']}: it was withdrawn, and its code is still there"
    for row in read("SELECT owner FROM head JOIN withdrawal ON session = owner"):
        yield f"session {row['owner']}: it was withdrawn, and the head of its chain is still there"
    for row in read("SELECT owner FROM kept JOIN withdrawal ON session = owner"):
        yield f"session {row['owner']}: it was withdrawn, and its state is still cached"
    for table in ("head", "before_chain", "kept"):
        for row in read(
            f"SELECT owner FROM {table} WHERE owner NOT IN (SELECT id FROM session UNION SELECT id"
            " FROM desk UNION SELECT ?) AND owner NOT LIKE ?",
            columns.OWNER,
            f"{derived_data.REPORT}%",
        ):
            yield f"{table}: of record {row['owner']}, which is missing"


def _kept_answers(db: Database) -> Iterator[str]:
    """Cached columns of models' answers that differ from the stored answers."""
    try:
        # Answers added since are not part of it.
        of = columns.kept_source(db, columns.source(db))
        body = None if of is None else derived_data.body_of(db, columns.OWNER, of)
        if body is not None and body != columns.packed(columns.read(db, timed=True, end_source=of)):
            yield f"{columns.OWNER}: the cache differs from what is stored"
    except DamagedError as error:
        yield f"file: {error.message}"


def _session(
    db: Database,
    row: sqlite3.Row,
    items: Collection[str],
    scorer: Scorer,
    body: bytes | None,
    notes: list[str],
) -> tuple[int, bool, list[str]]:
    """Number of valid events of a session, whether some are not chained, and what is wrong with the
    session or its cached form; stations that are not installed are noted."""
    name = f"session {row['id']}"
    unchained, faults = chain_faults(SESSIONS, db, row["id"], name)
    try:
        state = replay(SESSIONS.read(db, row["id"]))
    except CountermodelError as error:
        absent = _absent(db, row["id"])
        if absent and not faults:
            notes.append(not_installed.unchecked_note(name, absent))
            return 0, unchained, []
        return 0, unchained, [f"{name}: {error.message or error.title}", *faults]
    first = state.started
    if first is None:
        return 0, unchained, [f"{name}: expected events, found none", *faults]
    stamped = (first.slot, first.version, first.code, first.pilot, first.simulated is not None)
    columns = (row["slot"], row["version"], row["code"], bool(row["pilot"]), bool(row["simulated"]))
    if stamped != columns:
        faults.append(f"{name}: its row does not fit its first event")
    missing = [
        item
        for item in dict.fromkeys(step.item_hash for step in state.plan.steps)
        if item not in items
    ]
    faults += [f"{name}: item {short(item)} is not stored" for item in missing]
    if body is not None and not missing:
        own = kept_form(row["id"], state, scorer)
        if not says_the_same(body, own, scorer.rulings):
            faults.append(f"{name}: its cached state differs from its events")
    return state.seq + 1, unchained, faults


def _absent(db: Database, session: str) -> list[str]:
    """What a session's events need that is not installed."""
    rows = db.rows("SELECT kind, payload FROM event WHERE session = ? ORDER BY seq", session)
    names = (name for row in rows for name in not_installed.of_event(row["kind"], row["payload"]))
    return list(dict.fromkeys(names))
