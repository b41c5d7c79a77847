"""The hardening loop in the record: only added and read, never changed.

Owns the tables `hardening` (one item in the loop, by one file of roles) and `hardening_event`
(requests, solver runs and notes, in order). `items.harden.loop` defines the meaning of events;
`hardening` continues items that were interrupted.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

from items.harden.issue import Issue
from items.models import Item
from sessions.storage.database import Database
from solver.errors import OutsideError
from solver.files import parse_json
from solver.phrases import phrase

if TYPE_CHECKING:
    # Reading files of roles imports much that a report does not need.
    from items.harden.configuration import Setup

Kind = Literal["asked", "failed", "solved", "note", "ended"]
KINDS: tuple[Kind, ...] = ("asked", "failed", "solved", "note", "ended")
"""`asked`: a request and its reply; `failed`: a request without a reply, which is repeated;
`solved`: the solver's findings at a gate; `note`: a decision; `ended`: how it ended."""


@dataclass(frozen=True, slots=True)
class HardeningEvent:
    """One event of the loop."""

    seq: int
    """From 0."""
    kind: Kind
    payload: Mapping[str, Any]
    utc: str


@dataclass(frozen=True)
class Hardening:
    """One item in the loop."""

    id: str
    key: str
    """Key of the file of roles: `Setup.key`."""
    item_hash: str
    """Content hash of the item to be hardened."""
    setup: Mapping[str, Any]
    """Models, parameters and budgets: `Setup.to_json`."""
    utc: str
    events: tuple[HardeningEvent, ...]

    def of(self, kind: Kind) -> Iterator[Mapping[str, Any]]:
        """The payloads of one kind, in order."""
        return (event.payload for event in self.events if event.kind == kind)

    @property
    def ending(self) -> Mapping[str, Any] | None:
        """The ending; None where it is not finished."""
        return next(self.of("ended"), None)

    @property
    def accepted(self) -> bool:
        """Whether a hardened item was accepted."""
        return self.ending is not None and bool(self.ending["accepted"])

    @cached_property
    def item(self) -> Item | None:
        """The hardened item; None where none was accepted."""
        value = None if self.ending is None else self.ending.get("item")
        return None if value is None else Item.model_validate(value)

    @property
    def models(self) -> frozenset[str]:
        """The models used for some role."""
        return frozenset(m for role in self.setup["roles"].values() for m in role["models"])

    def noted(self, note_sort: str, gate: str | None = None) -> list[Mapping[str, Any]]:
        """The notes of a sort, in order."""
        return [
            note
            for note in self.of("note")
            if note["what"] == note_sort and gate in (None, note["gate"])
        ]


def issues_of(note: Mapping[str, Any]) -> list[Issue]:
    """The issues of a note."""
    return [Issue.from_json(entry) for entry in note["issues"]]


def enter(db: Database, item: Item, setup: "Setup", utc: str) -> Hardening:
    """The item's record for these roles: an existing one, else a new one. If there are several, as
    after merging databases, a finished one, else the longest."""
    own_hardenings = [
        hardening for hardening in read(db, item.content_hash) if hardening.key == setup.key
    ]
    if own_hardenings:
        return max(
            own_hardenings,
            key=lambda hardening: (hardening.ending is not None, len(hardening.events)),
        )
    id = str(uuid4())
    text = json.dumps(setup.to_json(), ensure_ascii=False, sort_keys=True)
    with db.atomic() as connection:
        connection.execute(_ITEM, (item.content_hash, item.id, item.model_dump_json()))
        connection.execute(
            "INSERT INTO hardening (id, key, item_hash, setup, utc) VALUES (?, ?, ?, ?, ?)",
            (id, setup.key, item.content_hash, text, utc),
        )
    return Hardening(id, setup.key, item.content_hash, setup.to_json(), utc, ())


def append(
    db: Database,
    hardening: str,
    kind: Kind,
    payload: Mapping[str, Any],
    utc: str,
    item: Item | None = None,
) -> None:
    """Add an event, and the hardened item where there is one; on disk when this returns."""
    text = json.dumps(payload, ensure_ascii=False)
    with db.atomic() as connection:
        if item is not None:
            connection.execute(_ITEM, (item.content_hash, item.id, item.model_dump_json()))
        connection.execute(
            "INSERT INTO hardening_event (hardening, seq, kind, payload, utc) VALUES (?1, (SELECT"
            " coalesce(max(seq), -1) + 1 FROM hardening_event WHERE hardening = ?1), ?2, ?3, ?4)",
            (hardening, kind, text, utc),
        )


def read(db: Database, item_hash: str | None = None) -> list[Hardening]:
    """Every item that entered the loop, or the hardenings of one item, in the order of entering.

    Raises:
        OutsideError: an event cannot be understood.
    """
    events: dict[str, list[HardeningEvent]] = {}
    for row in db.rows(
        "SELECT hardening, seq, kind, payload, hardening_event.utc AS utc FROM hardening_event"
        " JOIN hardening ON hardening.id = hardening"
        " WHERE ?1 IS NULL OR item_hash = ?1 ORDER BY hardening, seq",
        item_hash,
    ):
        events.setdefault(row["hardening"], []).append(event_of(row, db.path))
    return [
        Hardening(
            row["id"],
            row["key"],
            row["item_hash"],
            _object(row["setup"], db.path, row["id"]),
            row["utc"],
            tuple(events.get(row["id"], ())),
        )
        for row in db.rows(
            "SELECT * FROM hardening WHERE ?1 IS NULL OR item_hash = ?1 ORDER BY utc, id", item_hash
        )
    ]


def about(db: Database, item: Item) -> list[Hardening]:
    """The hardenings that an item entered, and the one that produced it, the latest last."""
    own = read(db, item.content_hash)
    hashes = {hardening.item_hash for hardening in own}
    source = db.tuples(
        "SELECT DISTINCT item_hash FROM hardening JOIN hardening_event ON hardening = hardening.id"
        " WHERE kind = 'ended' AND json_extract(payload, '$.item_hash') = ?",
        item.content_hash,
    )
    for (item_hash,) in source:
        if item_hash not in hashes:
            own += [
                hardening
                for hardening in read(db, item_hash)
                if hardening.ending is not None
                and hardening.ending.get("item_hash") == item.content_hash
            ]
    return own


def event_of(row: sqlite3.Row, path: str) -> HardeningEvent:
    """The event of a row. Raises OutsideError where it cannot be understood."""
    where = f"event {row['seq']} of hardening {row['hardening']}"
    if row["kind"] not in KINDS:
        raise _strange(path, f"{where} ({row['kind']})")
    payload = _object(row["payload"], path, where)
    return HardeningEvent(row["seq"], row["kind"], payload, row["utc"])


def _object(text: str, path: str, place: str) -> dict[str, Any]:
    """A JSON object. Raises OutsideError for any other text."""
    try:
        value = parse_json(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise _strange(path, place)
    return value


def _strange(path: str, place: str) -> OutsideError:
    return OutsideError(
        phrase("The record cannot be read"),
        f"{path}: {place} is unknown to this program",
        phrase("Update the program, or run `countermodel check-db`."),
    )


_ITEM = "INSERT OR IGNORE INTO item (hash, id, body) VALUES (?, ?, ?)"
