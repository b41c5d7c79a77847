"""An open desk: its lock, its state, and events stored as they happen.

Owns opening a desk, for the first time or again, one transaction per event, and closing. The
commands of a desk belong to `desk`.
"""

from typing import ClassVar, Self

from sessions.annotation.material import stored_queue
from sessions.record import queues
from sessions.record.clock import Clock, SystemClock
from sessions.record.journal import Journal
from sessions.record.queues import DeskRow, StoredQueue
from sessions.storage.database import Database
from sessions.storage.lock import SessionOpenError
from solver.errors import InputError, OutsideError
from solver.phrases import phrase
from study.annotation import events as ev
from study.annotation.carried_work import CarriedDesk, carried, event_of
from study.annotation.queue import LoadedQueue, Queue
from study.annotation.rules import FOLD
from study.annotation.scheme import Scheme
from study.annotation.state import DeskState

MOST_TOLD = 12
"""Lost verdicts that a message lists individually."""


class DeskRecord:
    """An open desk. Use it from one thread, like its database."""

    role: ClassVar[ev.Role] = "annotator"

    def __init__(self, db: Database, stored_queue: StoredQueue, row: DeskRow, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self.stored = stored_queue
        self.language = "en"
        """Language of the program's own texts of a check; the scheme's texts have their own
        languages."""
        self.row = row
        self.carried_desk: CarriedDesk | None = None
        """Work that was carried over from an earlier version when the desk was opened."""
        self._journal = Journal(
            db,
            queues.DESKS,
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
        loaded_queue: LoadedQueue,
        annotator: str,
        *,
        clock: Clock | None = None,
        program: str = "",
        accept_loss: bool = False,
        language: str = "en",
    ) -> Self:
        """Open a desk at a queue, for the first time or again; drafts are restored. Work under an
        earlier version of the queue, its scheme or its guidelines is carried over. The scheme is
        read in `language` where it has that language.

        Raises InputError for an annotator the queue does not name, items that do not fit the queue,
        or work that would be lost without `accept_loss`; OutsideError where the desk is open in
        another program or the database fails.
        """
        clock = clock or SystemClock()
        cls.admit(loaded_queue, annotator)
        before = cls._carried(db, loaded_queue, annotator, accept_loss)
        stored = stored_queue(db, loaded_queue, clock.utc()).in_language(language)
        row = queues.desk_of(db, stored.hash, annotator, cls.role, clock.utc())
        try:
            desk = cls(db, stored, row, clock)
            desk.language = language
            desk.carried_desk = None if before is None else before[0]
        except SessionOpenError as error:
            raise OutsideError(
                phrase("This desk is open in another window"),
                f"{annotator} has queue {stored.queue.id} open in a running program.",
                phrase("Go on there, or close it first. Every verdict so far is safe."),
            ) from error
        with desk._journal.released_on_error():
            desk._begin(program, None if before is None else before[1])
        return desk

    @classmethod
    def _carried(
        cls, db: Database, loaded_queue: LoadedQueue, annotator: str, accept_loss: bool
    ) -> tuple[CarriedDesk, ev.WorkCarried] | None:
        """The work under an earlier version, where there is some and none under this version.

        Raises InputError where some of it would be lost and that is not accepted.
        """
        own_desks = [
            row
            for row in queues.desks(db, loaded_queue.hash)
            # A desk without events is left over from a program that was killed while opening it.
            if row.role == cls.role and queues.DESKS.last_seq(db, row.id) >= 0
        ]
        if any(row.annotator == annotator for row in own_desks):
            return None
        row = queues.earlier(db, loaded_queue.hash, loaded_queue.queue.id, annotator, cls.role)
        if row is None:
            return None
        state, old = queues.state_of(db, row.id), queues.load_queue(db, row.queue)
        if not state.work:
            return None
        deciding = cls.role == "adjudicator"
        scheme, items = loaded_queue.scheme.scheme, old.material.items
        outcome = carried(state, old.queue, loaded_queue.queue, scheme, items, deciding=deciding)
        if outcome.lost_verdicts and not accept_loss:
            few = "\n".join(outcome.lost_verdicts[:MOST_TOLD])
            more = len(outcome.lost_verdicts) - MOST_TOLD
            raise InputError(
                phrase("The queue was changed, and some of your work does not fit it"),
                f"{loaded_queue.path}: {len(outcome.lost_verdicts)} would be lost:\n{few}"
                + (f"\nand {more} more" if more > 0 else ""),
                phrase(
                    "Nothing was changed. Put the files back as they were to go "
                    "on with it, or give --accept-loss to carry over the rest; "
                    "the record keeps all of it."
                ),
            )
        return outcome, event_of(outcome, row.id, state.seq)

    @classmethod
    def admit(cls, loaded_queue: LoadedQueue, annotator: str) -> None:
        """Raise InputError for somebody who may not use this desk."""
        if annotator not in loaded_queue.queue.annotators:
            annotator_names = ", ".join(loaded_queue.queue.annotators)
            raise InputError(
                phrase("No such annotator"),
                f"{loaded_queue.path}: expected one of {annotator_names}, found {annotator!r}",
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
        """Markdown, in the language of the desk where the scheme has it."""
        return self.stored.guidelines

    def heartbeat(self) -> None:
        """Secure the time used so far; call once per second while an entry is on the screen."""
        if not self._journal.closed and self.state.current_entry is not None:
            self._journal.store_if_free(ev.Heartbeat())

    def close(self) -> None:
        """Close the desk properly; closing twice has no further effect."""
        if not self._journal.closed:
            self._journal.close(ev.SegmentEnded())

    def _begin(self, program: str, work_carried: ev.WorkCarried | None = None) -> None:
        events: list[ev.Event] = []
        if self.state.opened is None:
            role, name = self.row.role, self.row.annotator
            events.append(
                ev.DeskOpened(queue=self.stored.hash, annotator=name, role=role, program=program)
            )
        events.append(ev.SegmentStarted(program=program))
        if work_carried is not None:
            events.append(work_carried)
        self._journal.start(*events, zero=self._clock.monotonic_ns())
