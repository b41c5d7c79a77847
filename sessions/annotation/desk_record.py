"""An open desk: its lock, its state, and events stored as they happen.

Owns opening a desk, for the first time or again, one transaction an event, and closing. What can be
done at a desk is `desk`'s.
"""

from typing import ClassVar, Self

from sessions.annotation import store as store
from sessions.annotation.material import stored_queue
from sessions.annotation.store import DeskRow, StoredQueue
from sessions.clock import Clock, SystemClock
from sessions.database import BUSY_SECONDS, Database
from sessions.journal import Journal
from sessions.lock import SessionOpenError
from solver.errors import InputError, OutsideError
from study.annotation import events as ev
from study.annotation.queue import LoadedQueue, Queue
from study.annotation.rules import FOLD
from study.annotation.scheme import Scheme
from study.annotation.state import DeskState

PATIENCE = 1.0
"""Seconds that the screen waits for another process before it says that nothing was stored."""


class DeskRecord:
    """An open desk. Use from one thread, as its database."""

    role: ClassVar[ev.Role] = "annotator"

    def __init__(self, db: Database, stored: StoredQueue, row: DeskRow, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self.stored = stored
        self.row = row
        self._journal = Journal(
            db,
            store.DESKS,
            FOLD,
            row.id,
            clock,
            clock.monotonic_ns,
            milestone=lambda state: state.submitted,
        )

    @classmethod
    def open(
        cls,
        db: Database,
        loaded: LoadedQueue,
        annotator: str,
        *,
        clock: Clock | None = None,
        program: str = "",
    ) -> Self:
        """Sit down at a queue, for the first time or again; drafts are as they were.

        Raises InputError for an annotator the queue does not know, or items that do not fit the
        queue; OutsideError where the desk is open in another program or the database fails.
        """
        clock = clock or SystemClock()
        cls.admit(loaded, annotator)
        stored = stored_queue(db, loaded, clock.utc())
        row = store.desk_of(db, stored.hash, annotator, cls.role, clock.utc())
        try:
            desk = cls(db, stored, row, clock)
        except SessionOpenError as error:
            raise OutsideError(
                "This desk is open in another window",
                f"{annotator} is at queue {stored.queue.id} in a running program.",
                "Go on there, or close it first. Every verdict so far is safe.",
            ) from error
        with desk._journal.released_on_error():
            desk._begin(program)
            db.wait_for_others(PATIENCE)
        return desk

    @classmethod
    def admit(cls, loaded: LoadedQueue, annotator: str) -> None:
        """Raises InputError for somebody who has no place at this desk."""
        if annotator not in loaded.queue.annotators:
            known = ", ".join(loaded.queue.annotators)
            raise InputError(
                "No such annotator", f"{loaded.path}: expected one of {known}, found {annotator!r}"
            )

    @property
    def state(self) -> DeskState:
        """The state after the last stored event."""
        return self._journal.state

    @property
    def queue(self) -> Queue:
        """The queue as it was when work on it began."""
        return self.stored.queue

    @property
    def scheme(self) -> Scheme:
        """The scheme as it was when work on the queue began."""
        return self.stored.scheme

    @property
    def guidelines(self) -> str:
        """Markdown."""
        return self.stored.guidelines

    def heartbeat(self) -> None:
        """Secure the time used so far; call each second while an entry is on the screen."""
        if not self._journal.closed and self.state.current is not None:
            self._journal.store_if_free(ev.Heartbeat())

    def close(self) -> None:
        """Leave in good order; doing so twice does nothing."""
        if not self._journal.closed:
            self._db.wait_for_others(BUSY_SECONDS)
            self._journal.close(ev.SegmentEnded())

    def _begin(self, program: str) -> None:
        events: list[ev.Event] = []
        if self.state.opened is None:
            role, name = self.row.role, self.row.annotator
            events.append(
                ev.DeskOpened(queue=self.stored.hash, annotator=name, role=role, program=program)
            )
        events.append(ev.SegmentStarted(program=program))
        self._journal.start(*events, zero=self._clock.monotonic_ns())
