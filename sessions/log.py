"""The event log: append and read. There is no update and no delete.

Owns the `event` table. What events mean is `study.state`.
"""

import sqlite3
from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from sessions.database import Database
from solver.errors import OutsideError
from study.events import Stamped, event_from, payload_of


def append(connection: sqlite3.Connection, session: str, events: Sequence[Stamped]) -> None:
    """Add events to a session, inside the caller's transaction."""
    connection.executemany(
        "INSERT INTO event (session, seq, kind, payload, mono_ns, boot_id, utc)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (session, e.seq, e.event.kind, payload_of(e.event), e.mono_ns, e.boot_id, e.utc)
            for e in events
        ],
    )


def read(db: Database, session: str) -> Iterator[Stamped]:
    """A session's events in order.

    Raises OutsideError where one of them cannot be understood.
    """
    rows = db.rows(
        "SELECT seq, kind, payload, mono_ns, boot_id, utc FROM event WHERE session = ?"
        " ORDER BY seq",
        session,
    )
    for row in rows:
        try:
            event = event_from(row["kind"], row["payload"])
        except (KeyError, ValidationError) as error:
            raise OutsideError(
                "The record cannot be read",
                f"{db.path}: event {row['seq']} of session {session} ({row['kind']}) is not "
                "one this program knows",
                "Update the program, or run `countermodel check-db`.",
            ) from error
        yield Stamped(row["seq"], row["mono_ns"], row["boot_id"], row["utc"], event)


def last_seq(db: Database, session: str) -> int:
    """Number of the last stored event; -1 where there is none."""
    row = db.rows("SELECT max(seq) AS seq FROM event WHERE session = ?", session)[0]
    return -1 if row["seq"] is None else int(row["seq"])
