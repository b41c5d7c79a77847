"""Queues, desks and their events in the database: only added and read, never changed.

Owns the tables `queue`, `desk` and `annotation`. A queue is stored with its scheme and everything
its entries show, so that work can continue whatever happens to the files. The meaning of events
belongs to `study.annotation.rules`; what a desk does, to `sessions.annotation.desk`.
"""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import uuid4

from pydantic import TypeAdapter

from items.models import Item
from sessions.record.clock import not_before
from sessions.record.event_log import EventLog
from sessions.storage.database import Database
from solver.errors import InputError, OutsideError
from solver.phrases import phrase
from study.annotation.dealing import Standing
from study.annotation.events import EVENTS, Event, Role
from study.annotation.queue import LoadedQueue, Material, Queue, parse_queue
from study.annotation.rules import replay
from study.annotation.scheme import Scheme, Verdict, guidelines_in, parse_scheme
from study.annotation.state import DeskState

DESKS: EventLog[Event] = EventLog(
    # Where no check is in focus, a verdict takes the time since the previous event.
    "annotation",
    "desk",
    EVENTS,
    frozenset(("segment_started", "verdict_given")),
    boots=False,
)
"""The events at desks."""
_VERDICT: TypeAdapter[Verdict] = TypeAdapter(Verdict)


@dataclass(frozen=True, slots=True)
class StoredQueue:
    """A queue as it was when work on it began."""

    hash: str
    queue: Queue
    scheme: Scheme
    guidelines: str
    material: Material
    scheme_text: str = ""
    """Text of the scheme's file."""

    def in_language(self, language: str) -> "StoredQueue":
        """The same queue with the scheme's texts and guidelines in one of its languages."""
        scheme = parse_scheme(self.scheme_text, self.scheme.name, language)
        guidelines = guidelines_in(self.scheme, self.guidelines, language)
        return replace(self, scheme=scheme, guidelines=guidelines)


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One desk: an annotator, or the adjudicator, at a queue."""

    id: str
    queue: str
    annotator: str
    role: Role


def store_queue(
    db: Database,
    hash: str,
    queue: Queue,
    text: str,
    scheme: str,
    guidelines: str,
    material: Material,
    utc: str,
) -> None:
    """Store a queue; one that is already stored does not change. The version of a queue that is
    stored last has the latest time, even if the clock was set back in between."""
    with db.atomic() as connection:
        (last,) = connection.execute(
            "SELECT max(utc) FROM queue WHERE id = ?", (queue.id,)
        ).fetchone()
        utc = not_before(utc, last)
        connection.execute(
            "INSERT OR IGNORE INTO queue VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (hash, queue.id, queue.title, text, scheme, guidelines, _json(material), utc),
        )


def has_queue(db: Database, hash: str) -> bool:
    """Whether a queue is stored."""
    return bool(db.rows("SELECT 1 FROM queue WHERE hash = ?", hash))


def load_queue(db: Database, hash: str) -> StoredQueue:
    """A stored queue.

    Raises OutsideError where it cannot be understood.
    """
    row = db.rows("SELECT * FROM queue WHERE hash = ?", hash)[0]
    try:
        return StoredQueue(
            hash,
            parse_queue(row["text"], f"{db.path}, queue {row['id']}"),
            parse_scheme(row["scheme"], f"{db.path}, scheme of queue {row['id']}"),
            row["guidelines"],
            _material(row["material"]),
            row["scheme"],
        )
    except (ValueError, KeyError) as error:
        raise OutsideError(
            phrase("The record cannot be read"),
            f"{db.path}: queue {row['id']} is unknown to this program",
            phrase("Update the program, or run `countermodel check-db`."),
        ) from error


def queues(db: Database) -> tuple[tuple[str, str, str], ...]:
    """Hash, id and title of every queue somebody worked on, in the order in which work began."""
    rows = db.rows("SELECT hash, id, title FROM queue ORDER BY utc, hash")
    return tuple((row["hash"], row["id"], row["title"]) for row in rows)


def version_worked_on(db: Database, queue: LoadedQueue | str) -> str:
    """The hash of the queue version that a file, id or hash refers to; for an id, the version on
    which work began last.

    Raises InputError where nobody has worked on it.
    """
    stored_queues = queues(db)
    if isinstance(queue, str):
        hashes = [hash_ for hash_, id_, _ in stored_queues if queue in (hash_, id_)]
    else:
        hashes = [hash_ for hash_, _, _ in stored_queues if hash_ == queue.hash]
    if hashes:
        return hashes[-1]
    if not isinstance(queue, str) and any(id_ == queue.queue.id for _, id_, _ in stored_queues):
        raise InputError(
            "Nobody has worked on this version of the queue",
            f"{queue.path}: the queue, its scheme or its guidelines were changed since the work "
            f"in {db.path}",
            f"Give the id, {queue.queue.id}, for the version that was worked on last.",
        )
    names = ", ".join(dict.fromkeys(id_ for _, id_, _ in stored_queues))
    name = repr(queue) if isinstance(queue, str) else f"{queue.queue.id!r}, of {queue.path}"
    raise InputError(
        "Nobody has worked on this queue",
        f"{db.path}: expected one of {names}, found {name}"
        if names
        else f"{db.path}: expected the queue {name}, found no queue",
        "Annotators begin with `countermodel annotate QUEUE --annotator NAME`; --db says where.",
    )


def current_queues(db: Database) -> tuple[tuple[str, str, str], ...]:
    """Like `queues`, but without versions whose work was all carried over to a later one, or counts
    there until its owners return."""
    carried = {
        row[0]
        for row in db.tuples(
            "SELECT json_extract(payload, '$.desk') FROM annotation WHERE kind = 'work_carried'"
        )
    }
    listed = queues(db)
    last = {id_: hash_ for hash_, id_, _title in listed}
    outcome = []
    for queue in listed:
        desk_ids = {row.id for row in desks(db, queue[0])}
        remaining = desk_ids - carried
        if remaining and last[queue[1]] != queue[0]:
            names = load_queue(db, last[queue[1]]).queue.annotators
            remaining -= {
                row.id
                for row in awaited_desks(db, last[queue[1]])
                if row.role == "adjudicator" or row.annotator in names
            }
        if remaining or not desk_ids:
            outcome.append(queue)
    return tuple(outcome)


_IS_CARRIED_OVER = """EXISTS (SELECT 1 FROM desk AS later JOIN annotation AS carrying
 ON carrying.desk = later.id AND carrying.kind = 'work_carried'
 AND json_extract(carrying.payload, '$.desk') = {desk}.id
 AND json_extract(carrying.payload, '$.seq')
 >= (SELECT max(own.seq) FROM annotation AS own WHERE own.desk = {desk}.id)
 WHERE later.annotator = {desk}.annotator AND later.role = {desk}.role)"""
"""Whether all work at a desk was carried over to another desk, which makes it not the last one
regardless of the clock."""


def earlier(db: Database, loaded_hash: str, id: str, annotator: str, role: Role) -> DeskRow | None:
    """The desk at which somebody worked last under another version of a queue."""
    rows = db.tuples(
        "SELECT desk.id, desk.queue FROM desk JOIN queue ON queue.hash = desk.queue"
        " JOIN annotation ON annotation.desk = desk.id"
        " WHERE queue.id = ? AND queue.hash != ? AND desk.annotator = ? AND desk.role = ?"
        f" GROUP BY desk.id ORDER BY {_IS_CARRIED_OVER.format(desk='desk')},"
        " max(annotation.utc) DESC, desk.id LIMIT 1",
        id,
        loaded_hash,
        annotator,
        role,
    )
    return None if not rows else DeskRow(rows[0][0], rows[0][1], annotator, role)


def awaited_desks(db: Database, queue: str) -> tuple[DeskRow, ...]:
    """For each person without a desk at this version of a queue (by its hash), the last desk at
    which they worked under earlier versions."""
    rows = db.tuples(
        "SELECT d.id, d.queue, d.annotator, d.role FROM queue AS this"
        " JOIN queue AS earlier ON earlier.id = this.id AND earlier.utc < this.utc"
        " JOIN desk AS d ON d.queue = earlier.hash"
        " WHERE this.hash = ? AND NOT EXISTS (SELECT 1 FROM desk AS own JOIN annotation AS a"
        " ON a.desk = own.id WHERE own.queue = this.hash AND own.annotator = d.annotator"
        " AND own.role = d.role)"
        f" ORDER BY {_IS_CARRIED_OVER.format(desk='d')} DESC,"
        " (SELECT a.utc FROM annotation AS a WHERE a.desk = d.id"
        " ORDER BY a.seq DESC LIMIT 1), d.id",
        queue,
    )
    last = {(row[2], row[3]): DeskRow(row[0], row[1], row[2], row[3]) for row in rows}
    return tuple(last.values())


def desks(db: Database, queue: str) -> tuple[DeskRow, ...]:
    """All desks of a queue, in the order of their opening."""
    rows = db.rows("SELECT * FROM desk WHERE queue = ? ORDER BY utc, id", queue)
    return tuple(DeskRow(row["id"], row["queue"], row["annotator"], row["role"]) for row in rows)


def desk_of(db: Database, queue: str, annotator: str, role: Role, utc: str) -> DeskRow:
    """The desk of an annotator; created where there is none."""
    with db.atomic() as connection:
        row = connection.execute(
            "SELECT id FROM desk WHERE queue = ? AND annotator = ? AND role = ? ORDER BY utc, id",
            (queue, annotator, role),
        ).fetchone()
        id = str(uuid4()) if row is None else str(row[0])
        if row is None:
            connection.execute(
                "INSERT INTO desk VALUES (?, ?, ?, ?, ?)", (id, queue, annotator, role, utc)
            )
    return DeskRow(id, queue, annotator, role)


def state_of(db: Database, desk: str, earlier_state: DeskState | None = None) -> DeskState:
    """The state of a desk, by replaying all its events, or those after an earlier state; that same
    object if there are none.

    Raises OutsideError where one of them is missing or cannot be understood.
    """
    events = DESKS.thinned(db, desk, -1 if earlier_state is None else earlier_state.seq)
    state = replay(events, earlier_state, thinned=True)
    return state if earlier_state is None or state.seq != earlier_state.seq else earlier_state


class Standings:
    """The entries that each annotator of a queue holds and has completed, without replaying
    heartbeats and drafts; events are read only once."""

    def __init__(self, queue: str, role: Role) -> None:
        self._queue, self._role = queue, role
        self._desks: dict[str, _DeskStanding] = {}

    def read(
        self, connection: sqlite3.Connection, abandoned_before: str, own_desk: str = ""
    ) -> dict[str, Standing]:
        """The current standings by annotator. `abandoned_before` is a time in UTC, ISO 8601: an
        annotator last seen before it counts as gone, except at the desk `own_desk`."""
        by_annotator: dict[str, list[_DeskStanding]] = {}
        desks = connection.execute(
            "SELECT id, annotator FROM desk WHERE queue = ? AND role = ?", (self._queue, self._role)
        ).fetchall()
        for id, annotator in desks:
            standing = self._desks.setdefault(id, _DeskStanding(id))
            standing.read(connection)
            by_annotator.setdefault(annotator, []).append(standing)
        standings: dict[str, Standing] = {}
        for annotator, own_standings in by_annotator.items():
            last_seen = max(standing.utc for standing in own_standings)
            completed = frozenset[str]().union(*(standing.completed for standing in own_standings))
            held_entries = (
                frozenset[str]().union(*(standing.open_entries for standing in own_standings))
                - completed
            )
            released = (
                frozenset[str]().union(*(standing.released for standing in own_standings))
                - completed
                - held_entries
            )
            abandoned = (
                all(standing.id != own_desk for standing in own_standings)
                and bool(last_seen)
                and last_seen < abandoned_before
            )
            standings[annotator] = Standing(completed, held_entries, released, abandoned)
        return standings


class _DeskStanding:
    """The standing of one desk, up to an event."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = -1
        self.utc = ""
        self.completed: set[str] = set()
        self.open_entries: set[str] = set()
        self.released: set[str] = set()

    def read(self, connection: sqlite3.Connection) -> None:
        """Process new events."""
        last = connection.execute(
            "SELECT seq, utc FROM annotation WHERE desk = ? AND seq > ? ORDER BY seq DESC LIMIT 1",
            (self.id, self.seq),
        ).fetchone()
        if last is None:
            return
        rows = connection.execute(
            "SELECT kind, json_extract(payload, '$.entry'), json_extract(payload, '$.dealt'),"
            " json_extract(payload, '$.works')"
            " FROM annotation WHERE desk = ? AND seq > ? AND seq <= ? AND kind IN"
            " ('work_carried', 'entry_opened', 'submitted', 'undone', 'released') ORDER BY seq",
            (self.id, self.seq, last[0]),
        )
        for kind, entry, dealt, works in rows:
            if kind == "work_carried":
                places = {"submitted": self.completed, "released": self.released}
                for work in json.loads(works):
                    places.get(work["standing"], self.open_entries).add(work["entry"])
                continue
            if kind == "entry_opened" and not dealt:
                continue
            for entries in (self.open_entries, self.completed, self.released):
                entries.discard(entry)
            match kind:
                case "submitted":
                    self.completed.add(entry)
                case "released":
                    self.released.add(entry)
                case _:
                    self.open_entries.add(entry)
        self.seq, self.utc = last


def _json(material: Material) -> str:
    return json.dumps(
        {
            "items": {id: item.model_dump(mode="json") for id, item in material.items.items()},
            "bases": {id: item.model_dump(mode="json") for id, item in material.bases.items()},
            "controls": material.controls,
            "answers": material.answers,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _material(text: str) -> Material:
    value = json.loads(text)
    controls: Mapping[str, Mapping[str, object]] = value["controls"]
    return Material(
        {id: Item.model_validate(item) for id, item in value["items"].items()},
        {id: Item.model_validate(item) for id, item in value["bases"].items()},
        {
            id: {
                key: _VERDICT.validate_python(_tupled(verdict))
                for key, verdict in known_verdicts.items()
            }
            for id, known_verdicts in controls.items()
        },
        value["answers"],
    )


def _tupled(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
