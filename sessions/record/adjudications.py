"""People's verdicts on two formalizations of one item, with reasons: only added and read, never
changed.

Owns the table `adjudication` and which verdict on a pair counts. At an annotators' desk the
adjudicator's verdict is an event of the desk and is not stored here.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Literal, get_args

from items.models import Item
from sessions.storage.database import Database, explained
from solver.errors import InputError
from solver.phrases import phrase

Choice = Literal["left", "right", "both", "neither"]
"""Which of the two renders the text correctly."""
OPPOSITE_CHOICE: dict[Choice, Choice] = {
    "left": "right",
    "right": "left",
    "both": "both",
    "neither": "neither",
}


@dataclass(frozen=True, slots=True)
class Adjudication:
    """One person's verdict on two formalizations."""

    item_hash: str
    left: str
    """The compared formalizations, as returned by `as_text`."""
    right: str
    left_name: str
    """Name of its author, as shown on the screen."""
    right_name: str
    choice: Choice
    reason: str
    person: str
    """The name that the person gave."""
    utc: str

    @property
    def id(self) -> bytes:
        """Identifies the verdict; includes the time, since a person may decide again."""
        row = (self.item_hash, self.left, self.right, self.left_name, self.right_name)
        rest = json.dumps([*row, self.choice, self.reason, self.person, self.utc])
        return blake2b(rest.encode(), digest_size=16).digest()


def as_text(written: Any) -> str:
    """A formalization in stored form: a model's response verbatim, a formal object as JSON."""
    if isinstance(written, str):
        return written
    return json.dumps(written, sort_keys=True, ensure_ascii=False)


def add(db: Database, adjudication: Adjudication, item: Item) -> None:
    """Add a verdict, and the item it is about.

    Raises InputError where it has no reason or is not a valid verdict; OutsideError where it cannot
    be stored.
    """
    if not adjudication.reason.strip():
        raise InputError("A verdict needs a reason", "expected a reason, found none")
    if adjudication.choice not in get_args(Choice):
        expected = ", ".join(get_args(Choice))
        raise InputError(
            phrase("No such verdict"), f"expected one of {expected}, found {adjudication.choice!r}"
        )
    with db.atomic() as connection:
        connection.execute(
            "INSERT OR IGNORE INTO item (hash, id, body) VALUES (?, ?, ?)",
            (item.content_hash, item.id, item.model_dump_json()),
        )
        connection.execute(
            "INSERT OR IGNORE INTO adjudication VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                adjudication.id,
                adjudication.item_hash,
                adjudication.left,
                adjudication.right,
                adjudication.left_name,
                adjudication.right_name,
                adjudication.choice,
                adjudication.reason,
                adjudication.person,
                adjudication.utc,
            ),
        )


def read(db: Database, item_hash: str | None = None) -> tuple[Adjudication, ...]:
    """All verdicts, or those on one item, in the order in which they were added."""
    where, values = ("", ()) if item_hash is None else (" WHERE item_hash = ?", (item_hash,))
    with explained(db.path):
        cursor: sqlite3.Cursor = db.connection.cursor()
        cursor.row_factory = None
        rows = cursor.execute(
            "SELECT item_hash, left, right, left_name, right_name, choice, reason, person, utc"
            f" FROM adjudication{where} ORDER BY rowid",
            values,
        )
        return tuple(Adjudication(*row) for row in rows)


def held_choice(
    adjudications: Iterable[Adjudication], left: str, right: str
) -> tuple[Choice, str] | None:
    """The last verdict on a pair, in either order, and its reason."""
    last: tuple[Choice, str] | None = None
    for adjudication in adjudications:
        if (adjudication.left, adjudication.right) == (left, right):
            last = (adjudication.choice, adjudication.reason)
        elif (adjudication.right, adjudication.left) == (left, right):
            last = (OPPOSITE_CHOICE[adjudication.choice], adjudication.reason)
    return last
