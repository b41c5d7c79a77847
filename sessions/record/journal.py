"""A record that is open in this program: its lock, its state, and events stored as they happen.

Owns opening a record, for the first time or again, one transaction per input, recovering from a
failed commit, and closing. A participant's session (`sessions.taking.runner`) and an annotator's
desk (`annotation.desk`) are both based on it; they define their events and what they do.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Self, TypeVar

from sessions.record.clock import Clock
from sessions.record.event_log import EventLog, replaying
from sessions.storage.database import BusyError, Database, damaged
from sessions.storage.lock import SessionLock
from solver.errors import CountermodelError
from study.course.journal import Event, Fold, Folded, Stamped

S = TypeVar("S", bound=Folded)
E = TypeVar("E", bound=Event)


class Writing(Generic[S, E]):
    """One transaction of a journal: events are stamped with the time at which it began."""

    def __init__(
        self, connection: sqlite3.Connection, state: S, add: Callable[[S, E], list[Stamped[E]]]
    ) -> None:
        self.connection = connection
        self.state = state
        """The state after the events added so far."""
        self.stamped: list[Stamped[E]] = []
        self._add = add

    def add(self, event: E) -> None:
        """Add an event, and the events that follow from it automatically.

        Raises IllegalEventError where it is not allowed now.
        """
        if not self.stamped:
            self.state = self.state.copied()
        self.stamped += self._add(self.state, event)


class Journal(Generic[S, E]):
    """An open record. Use it from one thread, like its database."""

    def __init__(
        self,
        db: Database,
        log: EventLog[E],
        fold: Fold[S, E],
        owner: str,
        clock: Clock,
        elapsed_ns: Callable[[], int],
        follow: Callable[[S], E | None] = lambda _: None,
        milestone: Callable[[S], object] = lambda _: None,
    ) -> None:
        """Lock a record and replay it. `elapsed_ns` reads the clock used for stamps; `follow`
        returns the event that the program adds next by itself. The main file of the database
        contains everything up to the last start or end of a segment, and the last change of
        `milestone`.

        Raises SessionOpenError where the record is open elsewhere, OutsideError where it cannot be
        locked, read or understood.
        """
        self._db = db
        self._log = log
        self._fold = fold
        self._owner = owner
        self._clock = clock
        self._elapsed_ns = elapsed_ns
        self._follow = follow
        self._milestone = milestone
        self._zero = elapsed_ns()
        self._stale = False
        self._known_faults: tuple[str, ...] = ()
        """Faults of the chain from before this segment, e.g. in a rescued record."""
        self.closed = False
        self._lock = SessionLock.acquire(db.path, owner)
        with self.released_on_error(), replaying(db, owner):
            self._state = fold.replay(log.thinned(db, owner), thinned=True)

    @property
    def state(self) -> S:
        """The state after the last stored event."""
        return self._state

    def now(self) -> int:
        """The stamp of an event that happens now: nanoseconds since this segment began."""
        return max(self._state.mono_ns, self._elapsed_ns() - self._zero)

    def start(self, *events: E, zero: int) -> None:
        """Begin a segment, whose stamps count from `zero`, a reading of the clock."""
        self._zero = zero
        with self._writing(mono_ns=0) as writing:
            for event in events:
                writing.add(event)
        self._known_faults = self._faults()
        self._secure()

    def store(self, *events: E) -> S:
        """Store events that happen now and the events that follow from them; they are on disk
        before the new state is returned.

        Raises IllegalEventError where one is not allowed, DamagedError where the file contains
        something other than what was stored, and OutsideError where nothing was stored.
        """
        with self.writing() as writing:
            for event in events:
                writing.add(event)
        return self._state

    def store_if_free(self, event: E) -> None:
        """Store an event that only secures time, unless another process holds the database: then it
        is dropped, and the next event secures the time. It does not wait for the disk either: with
        many participants at once, answers would have to wait for everybody's heartbeats."""
        try:
            with self._db.waiting(0), self._db.unhurried():
                self.store(event)
        except BusyError:
            pass

    @contextmanager
    def writing(self) -> Iterator[Writing[S, E]]:
        """A transaction for adding events and for other reads or writes with them. The events are
        stored at its end, and only then does the state change."""
        self.refresh()
        with self._writing(mono_ns=self.now()) as writing:
            yield writing

    @contextmanager
    def _writing(self, mono_ns: int) -> Iterator[Writing[S, E]]:
        if self._db.damaged:
            self._secure()
        boot_id = self._clock.boot_id() if self._log.boots else ""
        utc = self._clock.utc()

        def add(state: S, event: E) -> list[Stamped[E]]:
            stamped: list[Stamped[E]] = []
            following: E | None = event
            while following is not None:
                stamped.append(Stamped(state.seq + 1, mono_ns, boot_id, utc, following))
                self._fold.put(state, stamped[-1])
                following = self._follow(state)
            return stamped

        try:
            with self._db.atomic() as connection:
                writing = Writing[S, E](connection, self._state, add)
                yield writing
                self._log.append(connection, self._owner, writing.stamped)
        except CountermodelError:
            # A failed commit may still have reached the disk: the next input takes the log's
            # version.
            self._stale = True
            raise
        before, self._state = self._state, writing.state
        self._look_back(len(writing.stamped))
        if self._milestone(before) != self._milestone(self._state):
            self._secure()

    def _look_back(self, number: int) -> None:
        """Read the last events, and the one before them, from disk.

        Raises DamagedError where they are not what was stored.
        """
        if number and self._db.on_disk:
            with self._db.reread() as disk:
                if not self._log.ends(disk, self._owner, self._state.seq, number):
                    self._db.damaged = True
                    raise damaged(
                        self._db.path,
                        f"the last events of {self._log.owner} {self._owner} are not those that"
                        " were stored",
                    )

    def _secure(self) -> None:
        """Check the record on disk, then checkpoint it into the main file.

        Raises DamagedError where it is not what was stored; then the main file does not change.
        """
        if self._db.on_disk:
            faults = [fault for fault in self._faults() if fault not in self._known_faults]
            if faults:
                self._db.damaged = True
                raise damaged(self._db.path, f"{self._log.owner} {self._owner}: {faults[0]}")
            self._db.require_whole()
            self._db.require_log()
            self._db.damaged = False
            self._db.checkpoint()

    def _faults(self) -> tuple[str, ...]:
        if not self._db.on_disk:
            return ()
        with self._db.reread() as disk:
            return self._log.chain(disk, self._owner).faults

    def refresh(self) -> None:
        """After a failed commit: read the state from disk."""
        if self._stale:
            if self._log.last_seq(self._db, self._owner) != self._state.seq:
                stored = self._log.thinned(self._db, self._owner)
                self._state = self._fold.replay(stored, thinned=True)
            self._stale = False

    def close(self, *events: E) -> None:
        """Store the last events and release the record; closing twice has no further effect."""
        if not self.closed:
            with self.released_on_error():
                self.store(*events)
                self._secure()
            self.release()

    def release(self) -> None:
        """Release the record without storing anything, as after a kill."""
        self.closed = True
        self._lock.release()

    @contextmanager
    def released_on_error(self) -> Iterator[Self]:
        """Release the record if the body of this context fails."""
        try:
            yield self
        except BaseException:
            self.release()
            raise
