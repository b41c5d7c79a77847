"""Proof states cached in the database, by the items' content hash.

Owns the table `proof`. `items.gold.check` proves; `items.files.proofs` holds the states shipped
with the built-in items.
"""

from collections.abc import Mapping
from typing import get_args

from items.files.proofs import proofs as with_shipped
from items.models import ProofState
from sessions.storage.database import Database

_STATES = frozenset(get_args(ProofState))


def load(db: Database) -> dict[str, ProofState]:
    """All cached states."""
    return {
        row["item_hash"]: row["state"]
        for row in db.rows("SELECT item_hash, state FROM proof")
        if row["state"] in _STATES
    }


def stored_states(db: Database) -> Mapping[str, ProofState]:
    """The cached states and those that ship with the built-in items."""
    return with_shipped(load(db))


def undecided_items(db: Database, program: str) -> frozenset[str]:
    """Items that this version of the program tried and could not decide."""
    rows = db.rows("SELECT item_hash FROM proof WHERE state = 'unknown' AND program = ?", program)
    return frozenset(row["item_hash"] for row in rows)


def store(db: Database, proofs: Mapping[str, ProofState], program: str, utc: str) -> None:
    """Store states; a newer one replaces the older, but `unknown` never replaces a decided
    state."""
    with db.atomic() as connection:
        connection.executemany(
            "INSERT INTO proof (item_hash, state, program, utc) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (item_hash) DO UPDATE SET state = excluded.state,"
            " program = excluded.program, utc = excluded.utc"
            " WHERE excluded.state != 'unknown' OR proof.state = 'unknown'",
            [(item_hash, state, program, utc) for item_hash, state in proofs.items()],
        )
