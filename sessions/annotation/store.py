"""Queues, desks and their events in the database: added to, read, and never changed.

Owns the tables `queue`, `desk` and `annotation`. A queue is stored with its scheme and everything
its entries show, so that work can go on whatever happened to the files. What events mean is
`study.annotation.state`; what a desk does, `annotating`.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from uuid import uuid4

from pydantic import TypeAdapter, ValidationError

from items.models import Item
from sessions.database import Database
from solver.errors import OutsideError
from study.annotation.dealing import Standing
from study.annotation.events import Event, Role, Stamped, event_from, payload_of
from study.annotation.queue import Material, Queue, parse_queue
from study.annotation.scheme import Scheme, Verdict, parse_scheme
from study.annotation.state import DeskState, replay

_VERDICT: TypeAdapter[Verdict] = TypeAdapter(Verdict)


@dataclass(frozen=True, slots=True)
class StoredQueue:
    """A queue as it was when work on it began."""

    hash: str
    queue: Queue
    scheme: Scheme
    guidelines: str
    material: Material


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
    """Remember a queue; one that is there already stays as it is."""
    with db.atomic() as connection:
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
        )
    except (ValueError, KeyError) as error:
        raise OutsideError(
            "The record cannot be read",
            f"{db.path}: queue {row['id']} is not one this program knows",
            "Update the program, or run `countermodel check-db`.",
        ) from error


def queues(db: Database) -> tuple[tuple[str, str, str], ...]:
    """Hash, id and title of every queue somebody worked on, in the order of their beginning."""
    rows = db.rows("SELECT hash, id, title FROM queue ORDER BY utc, hash")
    return tuple((row["hash"], row["id"], row["title"]) for row in rows)


def desks(db: Database, queue: str) -> tuple[DeskRow, ...]:
    """All desks of a queue, in the order of their opening."""
    rows = db.rows("SELECT * FROM desk WHERE queue = ? ORDER BY utc, id", queue)
    return tuple(DeskRow(row["id"], row["queue"], row["annotator"], row["role"]) for row in rows)


def desk_of(db: Database, queue: str, annotator: str, role: Role, utc: str) -> DeskRow:
    """The desk of an annotator; made where there is none."""
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


def append(connection: sqlite3.Connection, desk: str, events: Iterable[Stamped]) -> None:
    """Add events to a desk, inside the caller's transaction."""
    connection.executemany(
        "INSERT INTO annotation (desk, seq, kind, payload, mono_ns, utc) VALUES (?, ?, ?, ?, ?, ?)",
        [(desk, e.seq, e.event.kind, payload_of(e.event), e.mono_ns, e.utc) for e in events],
    )


def read(db: Database, desk: str) -> Iterator[Stamped]:
    """A desk's events in order.

    Raises OutsideError where one of them cannot be understood.
    """
    rows = db.rows(
        "SELECT seq, kind, payload, mono_ns, utc FROM annotation WHERE desk = ? ORDER BY seq", desk
    )
    for row in rows:
        try:
            event: Event = event_from(row["kind"], row["payload"])
        except (KeyError, ValidationError) as error:
            raise OutsideError(
                "The record cannot be read",
                f"{db.path}: event {row['seq']} of desk {desk} ({row['kind']}) is not one this "
                "program knows",
                "Update the program, or run `countermodel check-db`.",
            ) from error
        yield Stamped(row["seq"], row["mono_ns"], row["utc"], event)


def state_of(db: Database, desk: str) -> DeskState:
    """The state of a desk, by replay."""
    return replay(read(db, desk))


def standings(
    connection: sqlite3.Connection, queue: str, role: Role, abandoned_before: str, but: str = ""
) -> dict[str, Standing]:
    """What every annotator holds and completed, read without replaying heartbeats and drafts.

    `abandoned_before` is a time in UTC, ISO 8601: who was last seen before it, except the desk
    `but`, counts as gone.
    """
    found: dict[str, Standing] = {}
    rows = connection.execute(
        "SELECT desk.id, desk.annotator, kind, json_extract(payload, '$.entry'),"
        " json_extract(payload, '$.dealt') FROM annotation JOIN desk ON desk.id = desk"
        " WHERE queue = ? AND role = ? AND kind IN"
        " ('entry_opened', 'submitted', 'undone', 'released') ORDER BY desk.utc, desk.id, seq",
        (queue, role),
    ).fetchall()
    sets: dict[str, tuple[set[str], set[str], set[str]]] = {}
    for _, annotator, kind, entry, dealt in rows:
        completed, held, released = sets.setdefault(annotator, (set(), set(), set()))
        for one in (held, completed, released):
            if kind != "entry_opened" or dealt:
                one.discard(entry)
        if kind == "submitted":
            completed.add(entry)
        elif kind == "released":
            released.add(entry)
        elif kind == "undone" or dealt:
            held.add(entry)
    seen = connection.execute(
        "SELECT annotator, max(annotation.utc), max(desk.id = ?) FROM annotation"
        " JOIN desk ON desk.id = desk WHERE queue = ? AND role = ? GROUP BY annotator",
        (but, queue, role),
    ).fetchall()
    for annotator, last, mine in seen:
        completed, held, released = sets.get(annotator, (set(), set(), set()))
        found[annotator] = Standing(
            frozenset(completed),
            frozenset(held - completed),
            frozenset(released),
            not mine and last < abandoned_before,
        )
    return found


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
            id: {key: _VERDICT.validate_python(_tupled(one)) for key, one in known.items()}
            for id, known in controls.items()
        },
        value["answers"],
    )


def _tupled(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
