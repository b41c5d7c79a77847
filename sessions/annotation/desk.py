"""Work at an annotator's desk: a command becomes a stored event and a new state.

Owns what an annotator can do, from opening a desk to closing it, and prevents two desks from being
dealt the same place. The meaning of events belongs to `study.annotation`, drawing to the terminal,
the adjudicator's desk to `adjudicating`, and the results of a queue to `results`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import ClassVar, Self

from items.inspection.audit import Audit
from items.models import Item
from items.scratchpads.formalize import PartReading, formalized
from sessions.annotation.desk_views import (
    ControlCheck,
    Current,
    EntryOutcome,
    Progress,
    RefusedError,
    Submission,
)
from sessions.annotation.earlier_work import EarlierDesk, earlier_desks, work_to_carry
from sessions.annotation.earlier_work import standings as coming
from sessions.annotation.grading import grade, take_back
from sessions.annotation.material import answer_texts, stored_queue
from sessions.annotation.results import QueueResults, results
from sessions.models.free_answers import WITHDRAWN_TEXT, others_by_key
from sessions.record import queues
from sessions.record.clock import Clock, SystemClock
from sessions.record.journal import Journal
from sessions.record.queues import DeskRow, StoredQueue
from sessions.storage.database import Database
from sessions.storage.lock import SessionOpenError
from solver.errors import InputError, OutsideError
from solver.phrases import phrase
from study.annotation import events as ev
from study.annotation.carried_work import CarriedDesk
from study.annotation.checks import (
    MAX_PAD,
    MAX_TEXT,
    AskedCheck,
    MissingInput,
    StandingVerdict,
    Subject,
    applying_checks,
    following,
    misfit,
    missing,
    normal,
    same_subject,
)
from study.annotation.dealing import NextEntry, deal
from study.annotation.queue import LoadedQueue, Queue
from study.annotation.rules import FOLD
from study.annotation.scheme import Scheme, Verdict
from study.annotation.settled_checks import SettledCheck, settle
from study.annotation.state import DeskState, EntryWork

ANSWERS = ("yes_no", "choice")
"""Kinds of check where a reason belongs to one particular answer."""


def became(queue_results: QueueResults, state: DeskState) -> tuple[EntryOutcome, ...]:
    """The outcomes of the entries submitted at a desk, from all work on the queue. A control is
    reported like any other entry, from its annotators' verdicts, so that nobody can recognize it.
    """
    entries = []
    for id in state.submitted:
        final = queue_results.final(id)
        closed_final = final if final.outcome != "open" else None
        decided = None if closed_final is None else queue_results.adjudications.get(id)
        entries.append(
            EntryOutcome(queue_results.stored_queue.queue.entry(id), closed_final, decided)
        )
    return tuple(entries)


def kept_back(queue: Queue, state: DeskState) -> tuple[EntryOutcome, ...]:
    """The entries submitted at a desk, without their outcomes."""
    return tuple(EntryOutcome(queue.entry(id), None, None) for id in state.submitted)


class Desk:
    """One annotator at one queue. Use it from one thread, like its database."""

    role: ClassVar[ev.Role] = "annotator"

    def __init__(self, db: Database, stored_queue: StoredQueue, row: DeskRow, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self.stored_queue = stored_queue
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
        self._next_entry: NextEntry | None = None
        """The last outcome of dealing, valid until something is submitted."""
        self._results: QueueResults | None = None
        """All work on the queue as it was last read."""
        self._standings = queues.Standings(stored_queue.hash, self.role)
        self._awaited: tuple[EarlierDesk, ...] = ()
        """Other people's work that waits under an earlier version, as it was last read."""
        self._texts_by_entry: Mapping[str, str] | None = None
        """The texts of answers, once they have been read."""
        self._others_by_answer: Mapping[bytes, tuple[tuple[str, str], ...]] | None = None
        """The same respondents' other answers, once they have been read."""
        self._applying: tuple[Subject, tuple[AskedCheck, ...]] | None = None
        """The subject judged last, and the checks that apply to it: an item may have thousands."""

    # --- opening and closing ---------------------------------------------------------------------

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
        before = work_to_carry(db, loaded_queue, annotator, cls.role, accept_loss=accept_loss)
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
    def admit(cls, loaded_queue: LoadedQueue, annotator: str) -> None:
        """Raise InputError for somebody who may not use this desk."""
        if annotator not in loaded_queue.queue.annotators:
            annotator_names = ", ".join(loaded_queue.queue.annotators)
            raise InputError(
                phrase("No such annotator"),
                f"{loaded_queue.path}: expected one of {annotator_names}, found {annotator!r}",
            )

    def _begin(self, program: str, work_carried: ev.WorkCarried | None = None) -> None:
        events: list[ev.Event] = []
        if self.state.opened is None:
            role, name = self.row.role, self.row.annotator
            events.append(
                ev.DeskOpened(
                    queue=self.stored_queue.hash, annotator=name, role=role, program=program
                )
            )
        events.append(ev.SegmentStarted(program=program))
        if work_carried is not None:
            events.append(work_carried)
        self._journal.start(*events, zero=self._clock.monotonic_ns())

    @property
    def state(self) -> DeskState:
        """The state after the last stored event."""
        return self._journal.state

    @property
    def queue(self) -> Queue:
        """The queue as it was when work on it began."""
        return self.stored_queue.queue

    @property
    def scheme(self) -> Scheme:
        """The scheme as it was when work on the queue began."""
        return self.stored_queue.scheme

    @property
    def guidelines(self) -> str:
        """Markdown, in the language of the desk where the scheme has it."""
        return self.stored_queue.guidelines

    def heartbeat(self) -> None:
        """Secure the time used so far; call once per second while an entry is on the screen."""
        if not self._journal.closed and self.state.current_entry is not None:
            self._journal.store_if_free(ev.Heartbeat())

    def close(self) -> None:
        """Close the desk properly; closing twice has no further effect."""
        if not self._journal.closed:
            self._journal.close(ev.SegmentEnded())

    # --- what a screen reads ---------------------------------------------------------------------

    @property
    def current(self) -> Current | None:
        """The entry on the screen."""
        work = self.state.on_screen
        if work is None:
            return None
        checks, material = self._asked_checks(work), self.stored_queue.material
        return Current(
            entry=self.queue.entry(work.entry),
            item=self._item(work),
            base=material.bases.get(work.entry),
            answer=self._words(work.entry),
            other_answers=self._others(work.entry),
            asked_checks=checks,
            verdicts=self._standing(work),
            settled_verdicts=work.settled_verdicts,
            proofs=work.proofs,
            missing=self._missing(work, checks),
            work=work,
        )

    @property
    def progress(self) -> Progress:
        """The annotator's progress."""
        if self._next_entry is None:
            self._next_entry = self._dealing()
        dealt = self._next_entry
        return self._progress(dealt.share, dealt.waiting)

    @property
    def sees_others(self) -> bool:
        """Whether others' verdicts may be shown now: depends on the scheme, and on whether the
        annotator's own share is finished."""
        match self.scheme.others:
            case "always":
                return True
            case "never":
                return False
        progress, state = self.progress, self.state
        return progress.done >= progress.share and not (state.open_entries or state.skipped)

    def look_at_others(self) -> bool:
        """Record that others' verdicts are shown now; False where showing them is not allowed."""
        if not self.sees_others:
            return False
        self._results = results(self._db, self.stored_queue.hash, self._results)
        self.saw(self._results)
        return True

    def saw(self, queue_results: QueueResults) -> None:
        """Record for which submitted entries `queue_results` reveals another person's verdicts; an
        entry that nobody else has judged reveals nothing."""
        me = self.row.annotator
        revealed_entries = tuple(
            id
            for id in self.state.submitted
            if id in queue_results.adjudications
            or queue_results.submissions.get(id, {}).keys() - {me}
        )
        if not self.state.shown_entries.issuperset(revealed_entries):
            self._journal.store(ev.OthersShown(entries=revealed_entries))

    @property
    def undoable(self) -> bool:
        """Whether `undo` can take back the last submission."""
        if not self.state.submitted:
            return False
        last = self.state.submitted[-1]
        return not self._tells(last) and last not in self.state.shown_entries

    # --- going from entry to entry ---------------------------------------------------------------

    def next(self, *, beyond: bool = False) -> Current | None:
        """Go on to an entry that was begun and not finished, else to a new one. None where only
        skipped entries are left. With `beyond`, also deal entries beyond the annotator's own share.
        """
        on_screen = self.state.on_screen
        if on_screen is not None and on_screen.standing == "open":
            return self.current
        if self.state.open_entries:
            return self.open_entry(self.state.open_entries[0])
        return self._deal(beyond)

    def open_entry(self, entry: str) -> Current | None:
        """Return to an entry that was begun, skipped or submitted (to look at it, comment or flag).
        Raises RefusedError where the entry belongs to somebody else."""
        if entry not in self.state.work or self.state.work[entry].standing == "released":
            raise RefusedError(phrase("This entry is not yours"), entry)
        if self.state.current_entry != entry or self.state.work[entry].standing == "skipped":
            self._journal.store(ev.EntryOpened(entry=entry, dealt=False))
        return self.current

    def skip(self) -> Current | None:
        """Skip the open entry and go on."""
        self._journal.store(ev.Skipped(entry=self._open().entry))
        return self.next()

    def release(self) -> Current | None:
        """Return the open entry to the pool and go on."""
        self._journal.store(ev.Released(entry=self._open().entry))
        return self.next()

    # --- judging ---------------------------------------------------------------------------------

    def focus(self, key: str | None) -> None:
        """Note that the annotator turned to a check: time counts for it from now."""
        if self.state.current_entry is not None and self.state.focus != key:
            self._journal.store_if_free(ev.CheckFocused(check=key))

    def give(self, key: str, verdict: Verdict | None, reason: str | None = None) -> Current | None:
        """Enter, change or take back (None) the draft verdict on a check. Without `reason`, the
        reason does not change; it can be written before the verdict. A reason that belongs to one
        answer is put aside when the answer changes, and restored with that answer. Raises
        RefusedError where the check does not apply to the entry, the verdict is not one of its
        verdicts, or the reason is too long."""
        work = self._open()
        check = next((check for check in self._asked_checks(work) if check.key == key), None)
        if check is None:
            raise RefusedError(phrase("This check is not asked here"), key)
        before = work.verdicts.get(key)
        reason_before = before.reason if before else work.reasons.get(key, "")
        if (
            check.check.kind in ANSWERS
            and verdict != (before and before.verdict)
            and (before or not reason_before)
        ):
            reason_before = "" if verdict is None else work.settled_aside.get((key, verdict), "")
        stored_reason = reason_before if reason is None else reason
        if len(stored_reason) > MAX_TEXT:
            raise RefusedError("Too long", phrase("expected at most {a} characters", a=MAX_TEXT))
        if verdict is not None:
            expected = misfit(check.check, verdict)
            if expected:
                raise RefusedError(
                    phrase("This verdict does not fit"), phrase("expected {a}", a=expected)
                )
            verdict = normal(check.check, verdict)
            if before == StandingVerdict(verdict, stored_reason):
                return self.current
        elif before is None and stored_reason == reason_before:
            return self.current
        self._journal.store(ev.VerdictGiven(check=key, verdict=verdict, reason=stored_reason))
        return self.current

    def comment(self, text: str) -> None:
        """Comment on the entry on the screen. Raises RefusedError where it is too long."""
        work = self.state.on_screen
        if len(text) > MAX_TEXT:
            raise RefusedError("Too long", phrase("expected at most {a} characters", a=MAX_TEXT))
        if work is not None and work.comment != text:
            self._journal.store(ev.CommentChanged(comment=text))

    def flag(self, flagged: bool) -> None:
        """Flag the entry on the screen for discussion, or remove the flag."""
        work = self.state.on_screen
        if work is not None and work.flagged != flagged:
            self._journal.store(ev.FlagChanged(flagged=flagged))

    def scratch(self, text: str) -> None:
        """Store the contents of the scratchpad for the entry on the screen; empty where it equals
        the item's own text. Raises RefusedError where it is too long."""
        work = self.state.on_screen
        if len(text) > MAX_PAD:
            raise RefusedError("Too long", phrase("expected at most {a} characters", a=MAX_PAD))
        if work is not None and work.pad != text:
            self._journal.store(ev.PadChanged(text=text))

    def settle(self, audit: Audit) -> Mapping[str, SettledCheck]:
        """Record the solver's findings about the item on the screen (`audit` must be of
        `current.item`); findings about another item are ignored."""
        work = self.state.on_screen
        if work is None or work.standing == "submitted":
            return {}
        if audit.item.content_hash != self._item(work).content_hash:
            return {}
        checks = {
            check.key: check for check in self._asked(self._subject(work), work.standing_verdicts)
        }
        settled_checks = settle(checks.values(), audit, attached=work.formalization is not None)
        settled = {key: check for key, check in settled_checks.items() if check.verdict is not None}
        verdicts = {key: check.verdict for key, check in settled.items() if check.verdict}
        proofs = {key: check.proof for key, check in settled_checks.items()}
        if verdicts != work.settled_verdicts or proofs != work.proofs:
            self._journal.store(ev.Settled(verdicts=verdicts, proofs=proofs))
        return settled

    def attach(
        self, formalization: Mapping[str, object] | None, readings: Mapping[str, PartReading]
    ) -> Current | None:
        """Attach a formalization of the item on the screen with the formal queries of its questions
        and their golds; None removes it. The solver's findings about the previous one go with it.

        Raises InputError where it cannot be read; RefusedError where the item has its own
        formalization.
        """
        work = self._open()
        item = self.stored_queue.material.items[work.entry]
        if item.formalization is not None:
            raise RefusedError(phrase("The item has a formalization already"), item.id)
        if formalization is not None:
            formalized(item, formalization, readings)
        stored_readings = {
            id: ev.Reading(queries=r.queries, golds=r.golds) for id, r in readings.items()
        }
        self._journal.store(
            ev.FormalizationAttached(formalization=formalization, readings=stored_readings),
            *([ev.Settled(verdicts={}, proofs={})] if work.settled_verdicts or work.proofs else []),
        )
        return self.current

    def submit(self) -> Submission:
        """Submit the open entry.

        Raises RefusedError naming the first check that needs a verdict or a reason.
        """
        work = self._open()
        lacking = self._missing(work, self._asked_checks(work))
        if lacking:
            first = lacking[0]
            about = f" ({first.asked_check.subject})" if first.asked_check.subject else ""
            raise RefusedError(f"Needs a {first.part}", f"{first.asked_check.check.text}{about}")
        entry = self.queue.entry(work.entry)
        with self._journal.writing() as writing:
            writing.add(ev.Submitted(entry=work.entry))
            if entry.answer and self._words(entry.id) != WITHDRAWN_TEXT:
                now, name = writing.state.utc, self.row.annotator
                grade(writing.connection, entry, name, self.scheme, work.standing_verdicts, now)
        self._next_entry = None
        return Submission(work.entry, self._feedback(work) if self._tells(work.entry) else ())

    def undo(self) -> Current | None:
        """Take back the last submission; its entry is open again with its verdicts. Raises
        RefusedError where nothing is submitted, where the known verdict of a control was shown, or
        where the annotator has seen others' verdicts on it."""
        if not self.state.submitted:
            raise RefusedError(phrase("Nothing is submitted yet"))
        entry = self.state.submitted[-1]
        if self._tells(entry):
            raise RefusedError(
                phrase("This cannot be undone"), phrase("You have seen the known verdict.")
            )
        if entry in self.state.shown_entries:
            raise RefusedError(
                phrase("This cannot be undone"), phrase("You have seen the others' verdicts.")
            )
        undone = self.queue.entry(entry)
        with self._journal.writing() as writing:
            writing.add(ev.Undone(entry=entry))
            if undone.answer:
                take_back(writing.connection, undone, self.row.annotator, writing.state.utc)
        self._next_entry = None
        return self.current

    # --- inside ----------------------------------------------------------------------------------

    def _open(self) -> EntryWork:
        """The work on the open entry. Raises RefusedError where no entry is open, or the open one
        is submitted."""
        self._journal.refresh()
        work = self.state.on_screen
        if work is None:
            raise RefusedError(phrase("No entry is open"))
        if work.standing == "submitted":
            raise RefusedError(
                phrase("This entry is submitted"), phrase("Undo the last submission to change it.")
            )
        return work

    def _item(self, work: EntryWork) -> Item:
        item = self.stored_queue.material.items[work.entry]
        if work.formalization is None:
            return item
        readings = {id: PartReading(r.queries, r.golds) for id, r in work.readings.items()}
        return formalized(item, work.formalization, readings)

    def _words(self, entry: str) -> str:
        """The text of the answer, for an entry about an answer."""
        if not self.queue.entry(entry).answer:
            return ""
        if self._texts_by_entry is None:
            self._texts_by_entry = answer_texts(self._db, self.stored_queue)
        return self._texts_by_entry.get(entry, WITHDRAWN_TEXT)

    def _others(self, entry: str) -> tuple[tuple[str, str], ...]:
        """The same respondent's answers to the other parts, as far as they are recorded in this
        database."""
        answer = self.queue.entry(entry).answer
        if not answer:
            return ()
        if self._others_by_answer is None:
            hashes = {member.hash for member in self.queue.entries}
            self._others_by_answer = others_by_key(self._db, hashes)
        return self._others_by_answer.get(bytes.fromhex(answer), ())

    def _subject(self, work: EntryWork) -> Subject:
        material = self.stored_queue.material
        return Subject(
            material.items[work.entry],
            material.bases.get(work.entry),
            self.queue.entry(work.entry).part,
            work.formalization is not None,
        )

    def _standing(self, work: EntryWork) -> Mapping[str, StandingVerdict]:
        """The current verdict on each check."""
        return work.standing_verdicts

    def _asked_checks(self, work: EntryWork) -> tuple[AskedCheck, ...]:
        return self._asked(self._subject(work), self._standing(work))

    def _asked(
        self, subject: Subject, verdicts: Mapping[str, StandingVerdict]
    ) -> tuple[AskedCheck, ...]:
        """The checks that apply to what is judged, given the verdicts so far."""
        last = self._applying
        if last is None or not same_subject(last[0], subject):
            last = self._applying = (subject, applying_checks(self.scheme, subject))
        return following(last[1], self.scheme, verdicts)

    def _missing(self, work: EntryWork, checks: Sequence[AskedCheck]) -> tuple[MissingInput, ...]:
        return missing(checks, work.standing_verdicts, work.settled_verdicts)

    def _progress(self, share: int, waiting: int) -> Progress:
        state = self.state
        return Progress(
            len(state.submitted),
            max(share, len(state.submitted)),
            len(state.skipped),
            len(state.open_entries),
            len(state.flagged),
            waiting,
            sum(work.used_ns for work in state.work.values()),
        )

    def _deal(self, beyond: bool) -> Current | None:
        """A new entry; reading others' assignments and dealing are one transaction."""
        with self._journal.writing() as writing:
            dealt = self._dealing(beyond)
            if dealt.entry is not None:
                writing.add(ev.EntryOpened(entry=dealt.entry, dealt=True))
        if dealt.entry is None:
            self._next_entry = dealt
            return None
        self._next_entry = None
        return self.current

    def _dealing(self, beyond: bool = False) -> NextEntry:
        """The entry that would be dealt now."""
        hours = timedelta(hours=self.queue.abandoned_after_hours)
        before = datetime.fromisoformat(self._clock.utc()) - hours
        since = before.isoformat(timespec="microseconds")
        standings = self._standings.read(self._db.connection, since, self.row.id)
        self._awaited = earlier_desks(self._db, self.stored_queue, self._awaited, self.role)
        standings = {**coming(self._awaited, since), **standings}
        controls = frozenset(self.stored_queue.material.controls)
        return deal(self.queue, controls, standings, self.row.annotator, beyond=beyond)

    def _tells(self, entry: str) -> bool:
        """Whether submitting an entry reveals its known verdict."""
        return self.scheme.controls == "feedback" and entry in self.stored_queue.material.controls

    def _feedback(self, work: EntryWork) -> tuple[ControlCheck, ...]:
        checks = []
        checks_by_key = {asked_check.key: asked_check for asked_check in self._asked_checks(work)}
        for key, known_verdict in self.stored_queue.material.controls[work.entry].items():
            if key in checks_by_key:
                verdict = work.standing_verdicts.get(key)
                right = verdict is not None and verdict.verdict == known_verdict
                checks.append(ControlCheck(checks_by_key[key], verdict, known_verdict, right))
        return tuple(checks)
