"""Event logs: append and read. There is no update and no delete.

Owns the SQL of a table of events, whatever they mean: `event` of sessions here, `annotation` of
desks in `sessions.record.queues`. The meaning of events belongs to `study.course.rules` and
`study.annotation.rules`.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import ValidationError

from sessions.record import chain
from sessions.storage.database import Database
from solver.errors import OutsideError
from solver.phrases import phrase
from study.course import events
from study.course.journal import Event, IllegalEventError, Stamped, Vocabulary

E = TypeVar("E", bound=Event)
Row = tuple[int, int, str, str, str, str]
"""Number, nanoseconds, boot id, UTC, kind, payload."""


@dataclass(frozen=True, slots=True)
class EventLog(Generic[E]):
    """A table of events."""

    table: str
    owner: str
    """Column that names the owner of an event: a session or a desk."""
    vocabulary: Vocabulary[E]
    after_heartbeat: frozenset[str]
    """Kinds of events before which a heartbeat has an effect."""
    boots: bool = True
    """Whether the table has a column for the boot id."""

    def append(
        self, connection: sqlite3.Connection, owner: str, stamped: Iterable[Stamped[E]]
    ) -> None:
        """Add events to an owner's log, each with its link, inside the caller's transaction."""
        rows: list[tuple[object, ...]] = []
        last = chain.BEGIN
        for seq, mono_ns, boot_id, utc, event in stamped:
            boot = boot_id if self.boots else ""
            if not rows:
                last = self._link(connection, owner, seq - 1)
            row = (seq, mono_ns, boot, utc, event.kind, self.vocabulary.payload(event))
            last = chain.link(last, owner, *row)
            rows.append((owner, *(row if self.boots else row[:2] + row[3:]), last))
        if not rows:
            return
        boots = "boot_id, " if self.boots else ""
        connection.executemany(
            f"INSERT INTO {self.table} ({self.owner}, seq, mono_ns, {boots}utc, kind, payload,"
            f" link) VALUES ({', '.join('?' * len(rows[0]))})",
            rows,
        )
        chain.set_head(connection, owner, seq, last)

    def _link(self, connection: sqlite3.Connection, owner: str, seq: int) -> bytes:
        """The link of a stored event; the chain's initial link for no event or one without a
        link."""
        sql = f"SELECT link FROM {self.table} WHERE {self.owner} = ? AND seq = ?"
        outcome = connection.execute(sql, (owner, seq)).fetchone()
        return chain.BEGIN if outcome is None or outcome[0] is None else bytes(outcome[0])

    def chain(self, db: Database, owner: str) -> chain.Chain:
        """Check the chain over an owner's events.

        Raises OutsideError where they cannot be read.
        """
        rows = db.tuples(f"{self._select(', link')} ORDER BY seq", owner)
        head = db.tuples("SELECT seq, link FROM head WHERE owner = ?", owner)
        before = db.tuples("SELECT events FROM before_chain WHERE owner = ?", owner)
        return chain.checked(
            owner,
            (chain.LinkedEvent._make(row) for row in rows),
            chain.Head._make(head[0]) if head else None,
            before[0][0] if before else 0,
        )

    def ends(self, db: Database, owner: str, seq: int, number: int) -> bool:
        """Whether an owner's last `number` events are chained to each other and to the one before,
        and the head matches the last one."""
        first = max(0, seq - number)
        rows = db.tuples(f"{self._select(', link')} AND seq >= ? ORDER BY seq", owner, first)
        events = [chain.LinkedEvent._make(row) for row in rows]
        head = db.tuples("SELECT seq, link FROM head WHERE owner = ?", owner)
        return (
            [event.seq for event in events] == list(range(first, seq + 1))
            and chain.follow(owner, events)
            and head == [(seq, events[-1].link)]
        )

    def last_seq(self, db: Database, owner: str) -> int:
        """Number of the last stored event; -1 where there is none."""
        sql = f"SELECT coalesce(max(seq), -1) FROM {self.table} WHERE {self.owner} = ?"
        return int(db.tuples(sql, owner)[0][0])

    def first(self, db: Database, owner: str) -> Stamped[E] | None:
        """The first event; None where there is none.

        Raises OutsideError where it cannot be understood.
        """
        return next(self._stamped(db, owner, self._at(db, owner, 0)), None)

    def read(self, db: Database, owner: str) -> Iterator[Stamped[E]]:
        """All events in order.

        Raises OutsideError where one of them cannot be understood.
        """
        return self._stamped(db, owner, db.tuples(f"{self._select()} ORDER BY seq", owner))

    def thinned(self, db: Database, owner: str, after_seq: int = -1) -> Iterator[Stamped[E]]:
        """The events after `after_seq` in order, without the heartbeats that have no effect: only
        those just before certain events and the last event are read. For a fold's replay with
        `thinned`.

        Raises OutsideError where an event cannot be understood, or one is missing.
        """
        stored, last = db.tuples(
            # With a subquery SQLite finds the last event without scanning all of them.
            f"SELECT count(*), (SELECT max(seq) FROM {self.table} WHERE {self.owner} = ?1)"
            f" FROM {self.table} WHERE {self.owner} = ?1 AND seq > ?2",
            owner,
            after_seq,
        )[0]
        if not stored:
            return iter(())
        if stored != last - after_seq:
            numbers = db.tuples(
                f"SELECT seq FROM {self.table} WHERE {self.owner} = ? AND seq > ?", owner, after_seq
            )
            missing = min(set(range(after_seq + 1, last)).difference(seq for (seq,) in numbers))
            raise OutsideError(
                phrase("The record cannot be read"),
                f"{db.path}: event {missing} of {self.owner} {owner} is missing, of {last + 1}",
                phrase("Run `countermodel check-db`."),
            )
        return self._stamped(db, owner, self._telling(db, owner, after_seq, last))

    def _telling(self, db: Database, owner: str, after_seq: int, last_seq: int) -> list[Row]:
        rows: list[Row] = db.tuples(
            f"{self._select()} AND seq > ? AND kind <> 'heartbeat' ORDER BY seq", owner, after_seq
        )
        kinds = self.after_heartbeat
        # In reverse, so that insertions do not shift the places still to be processed.
        for place in reversed([n for n, row in enumerate(rows) if row[4] in kinds]):
            before = rows[place - 1][0] if place else after_seq
            if rows[place][0] > before + 1:
                rows[place:place] = self._at(db, owner, rows[place][0] - 1)
        if (rows[-1][0] if rows else after_seq) < last_seq:
            rows += self._at(db, owner, last_seq)
        return rows

    def _at(self, db: Database, owner: str, seq: int) -> list[Row]:
        return db.tuples(f"{self._select()} AND seq = ?", owner, seq)

    def _select(self, further_columns: str = "") -> str:
        boot = "boot_id" if self.boots else "''"
        return (
            f"SELECT seq, mono_ns, {boot}, utc, kind, payload{further_columns} FROM {self.table}"
            f" WHERE {self.owner} = ?"
        )

    def _stamped(self, db: Database, owner: str, rows: Sequence[Row]) -> Iterator[Stamped[E]]:
        if not rows:
            return iter(())
        *stamps, kinds, payloads = zip(*rows, strict=True)
        known_events = self.vocabulary.cached_events
        try:
            events = list(map(known_events.__getitem__, zip(kinds, payloads, strict=True)))
        except (KeyError, ValidationError):
            # Events before the unreadable one may be wrong as well, and must be reported first.
            return self._one_by_one(db, owner, rows)
        return map(Stamped[E]._make, zip(*stamps, events, strict=True))

    def _one_by_one(self, db: Database, owner: str, rows: Iterable[Row]) -> Iterator[Stamped[E]]:
        """Stored rows as events. Raises OutsideError for an event that this program does not
        know."""
        known_events = self.vocabulary.cached_events
        for seq, mono_ns, boot_id, utc, kind, payload in rows:
            try:
                event = known_events[kind, payload]
            except (KeyError, ValidationError):
                raise OutsideError(
                    phrase("The record cannot be read"),
                    f"{db.path}: event {seq} of {self.owner} {owner} ({kind}) is unknown to"
                    " this program",
                    phrase("Update the program, or run `countermodel check-db`."),
                ) from None  # the cause would reveal the event's content
            yield Stamped(seq, mono_ns, boot_id, utc, event)


@contextmanager
def replaying(db: Database, owner: str) -> Iterator[None]:
    """Turn contradictions between stored events into an OutsideError that names the record: no
    input was refused, the file is damaged."""
    try:
        yield
    except IllegalEventError as error:
        raise OutsideError(
            phrase("The record is damaged"),
            f"{db.path}: record {owner}: {error.message}",
            phrase("Run `countermodel check-db` on the file."),
        ) from error


SESSIONS: EventLog[events.Event] = EventLog(
    "event", "session", events.EVENTS, frozenset(("segment_started", "suspended"))
)
"""The participants' events."""
