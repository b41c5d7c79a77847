"""The event log: append and read. There is no update and no delete.

Owns the `event` table. What events mean is `study.state`.
"""

import sqlite3
from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from sessions.database import Database
from solver.errors import OutsideError
from study.events import Event, Stamped, event_from, payload_of

SHORT = 256
"""Letters of a payload that is likely to come again, in another session."""
MOST = 1 << 15
"""Events kept for that."""
_STAMPED = "SELECT seq, kind, payload, mono_ns, boot_id, utc FROM event WHERE session = ?"


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
    for row in db.tuples(f"{_STAMPED} ORDER BY seq", session):
        yield _stamped(db, session, row)


def without_heartbeats(db: Database, session: str) -> Iterator[Stamped]:
    """A session's events in order as `study.state.replay` takes them without their heartbeats: of
    these only the ones just before a start of the program or a suspension, and the last. When and
    since which boot is told of the last event and of heartbeats, and left empty of the others.

    Raises OutsideError where an event cannot be understood, or one is missing.
    """
    # A subquery, as SQLite then finds the last one without going through all of them once more.
    stored, last = db.tuples(
        "SELECT count(*), (SELECT max(seq) FROM event WHERE session = ?1) FROM event"
        " WHERE session = ?1",
        session,
    )[0]
    if stored and stored != last + 1:
        raise OutsideError(
            "The record cannot be read",
            f"{db.path}: expected events 0 to {last} of session {session}, found {stored} of them",
            "Run `countermodel check-db`.",
        )
    if not stored:
        return
    at = -1
    for seq, kind, payload, mono_ns in db.tuples(
        "SELECT seq, kind, payload, mono_ns FROM event"
        " WHERE session = ? AND kind <> 'heartbeat' ORDER BY seq",
        session,
    ):
        if seq > at + 1 and kind in ("segment_started", "suspended"):
            yield from _at(db, session, seq - 1)
        if seq == last:
            break
        at = seq
        try:
            event = _EVENTS[kind, payload]
        except (KeyError, ValidationError) as error:
            raise _not_understood(db, session, seq, kind) from error
        yield Stamped(seq, mono_ns, "", "", event)
    if stored:
        yield from _at(db, session, last)


def _at(db: Database, session: str, seq: int) -> Iterator[Stamped]:
    for row in db.tuples(f"{_STAMPED} AND seq = ?", session, seq):
        yield _stamped(db, session, row)


def _stamped(db: Database, session: str, row: tuple[int, str, str, int, str, str]) -> Stamped:
    seq, kind, payload, mono_ns, boot_id, utc = row
    try:
        return Stamped(seq, mono_ns, boot_id, utc, _EVENTS[kind, payload])
    except (KeyError, ValidationError) as error:
        raise _not_understood(db, session, seq, kind) from error


def _not_understood(db: Database, session: str, seq: int, kind: str) -> OutsideError:
    return OutsideError(
        "The record cannot be read",
        f"{db.path}: event {seq} of session {session} ({kind}) is not one this program knows",
        "Update the program, or run `countermodel check-db`.",
    )


class _Events(dict[tuple[str, str], Event]):
    """Events by kind and payload, those kept that are likely to come again in another session."""

    def __missing__(self, place: tuple[str, str]) -> Event:
        event = event_from(*place)
        if len(place[1]) < SHORT and len(self) < MOST:
            self[place] = event
        return event


_EVENTS = _Events()


def last_seq(db: Database, session: str) -> int:
    """Number of the last stored event; -1 where there is none."""
    row = db.rows("SELECT max(seq) AS seq FROM event WHERE session = ?", session)[0]
    return -1 if row["seq"] is None else int(row["seq"])
