"""How merging treats the rows of each table.

Owns which rows are the same, which are new, and which contradict each other. Ids are random or
hashes of a row's content, so rows of different machines never coincide by chance. `merge` orders
the tables and does everything in one transaction.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sessions.record.chain import set_head, set_unchained
from sessions.storage import derived_data

Row = tuple[object, ...]
CHUNK = 5_000
"""Rows per lookup."""


@dataclass(slots=True)
class Tally:
    """Outcomes of the rows so far, by table."""

    merged: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    """They were already there."""
    erased: Counter[str] = field(default_factory=Counter)
    """Withdrawn elsewhere, and therefore here too."""
    conflicts: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose rows have ids of their own and are copied one by one."""

    name: str
    key: str
    says: tuple[str, ...] = ()
    """Columns that must agree in rows with the same key; the others say when and where a row was
    made, or follow from the key."""


SNAPSHOTS = (Table("study", "hash", ("text",)), Table("version", "hash", ("pools",)))
ITEMS = Table("item", "hash")
"""Titles and the like may differ between items of one hash: the first stays, as within a
database."""
ANSWER_TABLES = (
    Table("series", "id", ("model", "setting", "run")),
    Table("target", "id", ("item_hash", "item_id", "question", "part")),
    Table("parameters", "hash", ("body",)),
)
CALL = Table("call", "id", ("raw",))
RESPONSE = Table("response", "id", ("status", "answer"))
VERDICTS = (
    Table("judgement", "id", ("match", "reason")),
    Table("grade", "id", ("match", "reason")),
    Table("adjudication", "id", ("choice", "reason")),
)
QUEUES = Table("queue", "hash", ("text", "scheme"))


def copy_rows(
    target: sqlite3.Connection,
    source: sqlite3.Connection,
    table: Table,
    tally: Tally,
    condition: str = "",
) -> None:
    """Add the rows that are missing; record a conflict for those that exist with different
    content."""
    columns = _columns(target, table.name)
    place = columns.index(table.key)
    says = [columns.index(name) for name in table.says]
    listed = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join("?" * len(columns))
    for chunk in _chunks(
        source.execute(f"SELECT {listed} FROM {table.name}{condition} ORDER BY rowid")
    ):
        keys = [row[place] for row in chunk]
        present = {
            row[place]: row
            for row in target.execute(
                f"SELECT {listed} FROM {table.name} WHERE {table.key} IN"
                f" ({', '.join('?' * len(keys))})",
                keys,
            )
        }
        new = [row for row in chunk if row[place] not in present]
        target.executemany(f"INSERT INTO {table.name} VALUES ({marks})", new)
        tally.merged[table.name] += len(new)
        tally.skipped[table.name] += len(chunk) - len(new)
        for row in chunk:
            other = present.get(row[place])
            if other is None:
                continue
            differ = [columns[at] for at in says if row[at] != other[at]]
            if differ:
                tally.conflicts.append(
                    f"{table.name} {short_key(row[place])}: {', '.join(differ)} differ"
                )


def copy_answers(target: sqlite3.Connection, source: sqlite3.Connection, tally: Tally) -> None:
    """Copy models' answers, each with its call. An existing answer keeps its call."""
    for table in ANSWER_TABLES:
        copy_rows(target, source, table, tally)
    present = {row[0] for row in target.execute("SELECT id FROM response")}
    new_calls: dict[object, None] = {}
    same: list[tuple[object, object]] = []
    for id_, call in source.execute("SELECT id, call FROM response ORDER BY rowid"):
        if id_ in present:
            same.append((id_, call))
        else:
            new_calls[call] = None
    source.execute("CREATE TEMP TABLE wanted (id BLOB PRIMARY KEY) STRICT")
    source.executemany("INSERT INTO wanted VALUES (?)", ((call,) for call in new_calls))
    copy_rows(target, source, CALL, tally, " WHERE id IN (SELECT id FROM wanted)")
    tally.skipped["call"] += source.execute(
        "SELECT count(*) FROM call WHERE id NOT IN (SELECT id FROM wanted)"
    ).fetchone()[0]
    source.execute("DROP TABLE wanted")
    copy_rows(target, source, RESPONSE, tally)
    raw = "SELECT raw FROM call JOIN response ON response.call = call.id WHERE response.id = ?"
    for id_, _ in same:
        own_row, source_row = (side.execute(raw, (id_,)).fetchone() for side in (target, source))
        if own_row != source_row:
            tally.conflicts.append(f"response {short_key(id_)}: what the model wrote differs")


@dataclass(frozen=True, slots=True)
class Stream:
    """A table of events that belong to rows of another table."""

    events: str
    owner: str
    says: tuple[str, ...]
    """Columns of the owner that must agree; a participant's code may be erased."""


SESSIONS = Stream("event", "session", ("version", "pilot", "slot", "simulated"))
DESKS = Stream("annotation", "desk", ("queue", "annotator", "role"))
HARDENINGS = Stream("hardening_event", "hardening", ("key", "item_hash", "setup"))


def copy_streams(
    target: sqlite3.Connection, source: sqlite3.Connection, stream: Stream, tally: Tally
) -> None:
    """Add missing owners with their events; where an owner exists, append the events that continue
    its own. If both continued from the same copy, they are in conflict."""
    owners = Table(stream.owner, "id", stream.says)
    copy_rows(target, source, owners, tally)
    columns = _columns(target, stream.events)
    listed = ", ".join(columns)
    marks = ", ".join("?" * len(columns))
    select_events = f"SELECT {listed} FROM {stream.events} WHERE {stream.owner} = ? ORDER BY seq"
    withdrawn = {row[0] for row in target.execute("SELECT session FROM withdrawal")}
    for (id_,) in source.execute(f"SELECT id FROM {stream.owner} ORDER BY utc, id").fetchall():
        theirs = source.execute(select_events, (id_,)).fetchall()
        if id_ in withdrawn:
            tally.skipped[stream.events] += len(theirs)
            continue
        ours = target.execute(select_events, (id_,)).fetchall()
        both = min(len(ours), len(theirs))
        if ours[:both] != theirs[:both]:
            first = next(n for n in range(both) if ours[n] != theirs[n])
            tally.conflicts.append(
                f"{stream.owner} {id_}: {stream.events} {first} and what follows differ"
            )
            continue
        target.executemany(f"INSERT INTO {stream.events} VALUES ({marks})", theirs[both:])
        if "link" in columns and len(theirs) > both:
            seq, link = (theirs[-1][columns.index(name)] for name in ("seq", "link"))
            if link is not None:
                set_head(target, id_, seq, link)
            for (events,) in source.execute(
                "SELECT events FROM before_chain WHERE owner = ?", (id_,)
            ):
                set_unchained(target, id_, events)
        tally.merged[stream.events] += len(theirs) - both
        tally.skipped[stream.events] += both


def copy_withdrawals(
    target: sqlite3.Connection, source: sqlite3.Connection, tally: Tally
) -> tuple[str, ...]:
    """Apply all withdrawals of the other file; returns the sessions erased because of them."""
    withdrawn = {row[0] for row in target.execute("SELECT session FROM withdrawal")}
    erased: list[str] = []
    for session, utc in source.execute("SELECT session, utc FROM withdrawal").fetchall():
        if session in withdrawn:
            tally.skipped["withdrawal"] += 1
            continue
        target.execute("INSERT INTO withdrawal VALUES (?, ?)", (session, utc))
        tally.merged["withdrawal"] += 1
        events = target.execute("DELETE FROM event WHERE session = ?", (session,)).rowcount
        for table in ("head", "before_chain", "kept"):
            target.execute(f"DELETE FROM {table} WHERE owner = ?", (session,))
        named = target.execute(
            "UPDATE session SET code = NULL WHERE id = ? AND code IS NOT NULL", (session,)
        ).rowcount
        if events or named:
            tally.erased["session"] += 1
            tally.erased["event"] += events
            erased.append(session)
    derived_data.forget_reports(target)
    return tuple(erased)


def twice(target: sqlite3.Connection) -> Iterator[str]:
    """Participants with two sessions of the same attempt and sitting in a study, which a single
    program never creates."""
    first = (
        "coalesce((SELECT CASE WHEN json_valid(payload) THEN json_extract(payload, '$.{}') END"
        " FROM event WHERE session = session.id AND kind = 'session_started'), 1)"
    )
    for code, key, ids in target.execute(
        "SELECT code, study.key, group_concat(substr(session.id, 1, 8), ' and ') FROM session"
        " JOIN version ON version.hash = session.version JOIN study ON study.hash = study_hash"
        " WHERE NOT pilot AND code IS NOT NULL AND session.id NOT IN (SELECT session FROM"
        f" withdrawal) GROUP BY code, study.key, simulated, {first.format('attempt')},"
        f" {first.format('sitting')} HAVING count(*) > 1 ORDER BY code, key"
    ):
        yield f"participant {code}, study {key}: sessions {ids} with different events"


def short_key(key: object) -> str:
    """A key as printed: hashes are abbreviated."""
    return key.hex()[:12] if isinstance(key, bytes) else str(key)[:36]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _chunks(rows: Iterable[Sequence[object]]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    for row in rows:
        chunk.append(tuple(row))
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
