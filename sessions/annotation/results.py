"""The results of a queue: submissions by entry, disagreements, final verdicts.

Owns combining desks. Decisions never change annotators' own verdicts: a final verdict is the
adjudicator's, else the one that all agree on. `sessions.report.queue_tables` owns the tables,
`export` the files.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from items.models import Item
from sessions.annotation.earlier_work import EarlierDesk, earlier_desks
from sessions.record import queues
from sessions.record.queues import DeskRow, StoredQueue
from sessions.storage.database import Database
from study.annotation.attachments import FORMALIZATION, accepted_work, key_of_work
from study.annotation.checks import StandingVerdict, Subject, accepted, asked_checks
from study.annotation.queue import Entry
from study.annotation.scheme import Verdict
from study.annotation.state import DeskState, EntryWork

Outcome = Literal["open", "single", "agreed", "disputed", "adjudicated"]
"""`open`: some of the required annotators have not judged it; `single`: one was enough; `disputed`:
they disagree, on a check or by attaching formalizations that differ, and nobody has decided yet."""


@dataclass(frozen=True, slots=True)
class FinalVerdicts:
    """The final state of one entry."""

    entry: Entry
    outcome: Outcome
    verdicts: Mapping[str, StandingVerdict]
    """Final verdicts by key of the check; disputed checks are missing."""
    disputed_keys: tuple[str, ...]
    """Keys of the checks that annotators disagree on, decided since or not."""
    accepted: bool | None
    """Whether every deciding verdict speaks for the item; None where one is missing."""


@dataclass(frozen=True)
class QueueResults:
    """A queue with all work on it."""

    stored_queue: StoredQueue
    desks: tuple[tuple[DeskRow, DeskState], ...] = field(repr=False)
    """Including desks of an earlier version whose owners have not opened one at this version,
    converted to it."""
    earlier_desks: tuple[EarlierDesk, ...] = field(default=(), repr=False)
    """Desks of people who have not opened one at this version yet."""
    _disputed_by_entry: dict[str, tuple[str, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Cache: entry to its disputed keys."""
    _final_by_entry: dict[str, FinalVerdicts] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Cache: entry to its final state."""

    def subject(self, entry: str, work: EntryWork | None = None) -> Subject:
        """The subject of an entry."""
        material = self.stored_queue.material
        return Subject(
            material.items[entry],
            material.bases.get(entry),
            self.stored_queue.queue.entry(entry).part,
            work is not None and work.formalization is not None,
        )

    @cached_property
    def submissions(self) -> Mapping[str, Mapping[str, EntryWork]]:
        """Entry to annotator to the submission that counts; where an annotator has several, as
        after databases were merged, the last."""
        return self._by_entry("annotator")

    @cached_property
    def adjudications(self) -> Mapping[str, EntryWork]:
        """Entry to the adjudicator's submission; where there are several, the last."""
        works_by_entry = self._by_entry("adjudicator")
        return {
            entry: max(works.values(), key=lambda work: work.submitted_utc)
            for entry, works in works_by_entry.items()
            if works
        }

    @property
    def waiting(self) -> Mapping[str, int]:
        """Annotators who have not opened a desk at this version, each with how many judgements from
        an earlier one already count here."""
        return {
            desk.row.annotator: len(desk.state.submitted)
            for desk in self.earlier_desks
            if desk.row.role == "annotator" and desk.state.submitted
        }

    def needed(self, entry: str) -> int:
        """How many annotators must judge an entry."""
        queue = self.stored_queue.queue
        return len(queue.annotators) if self.control(entry) else queue.overlap

    def control(self, entry: str) -> Mapping[str, Verdict]:
        """The known verdicts of a control; empty for other entries."""
        return self.stored_queue.material.controls.get(entry, {})

    def judged(self, entry: str, work: EntryWork) -> dict[str, StandingVerdict]:
        """The verdicts of a submission on the checks that apply there."""
        verdicts = work.standing_verdicts
        checks = asked_checks(self.stored_queue.scheme, self.subject(entry, work), verdicts)
        return {check.key: verdicts[check.key] for check in checks if check.key in verdicts}

    def disputed(self, entry: str) -> tuple[str, ...]:
        """Keys of the checks on which the annotators of an entry differ, in the scheme's order.
        Includes checks that applied to only some annotators, because they differ on a check that it
        depends on. Texts are not compared."""
        if entry not in self._disputed_by_entry:
            self._disputed_by_entry[entry] = self._disagreements(entry)
        return self._disputed_by_entry[entry]

    def _disagreements(self, entry: str) -> tuple[str, ...]:
        works = self.submissions.get(entry, {})
        verdicts = [self.judged(entry, work) for work in works.values()]
        if len(verdicts) < 2:
            return ()
        keys = dict.fromkeys(key for verdicts_of_work in verdicts for key in verdicts_of_work)
        disputed = [key for key in keys if not self._text(key) and _differ(verdicts, key)]
        order = [check.id for check in self.stored_queue.scheme.checks]
        return tuple(sorted(disputed, key=lambda key: order.index(key.partition("@")[0])))

    def agreed(self, entry: str) -> dict[str, StandingVerdict]:
        """Verdicts on which all annotators of an entry agree, by key of the check."""
        disputed = set(self.disputed(entry))
        works = self.submissions.get(entry, {})
        verdicts = [self.judged(entry, work) for work in works.values()]
        return {
            key: common
            for key in dict.fromkeys(key for each in verdicts for key in each)
            if key not in disputed and (common := _common(verdicts, key)) is not None
        }

    def diverging(self, entry: str) -> bool:
        """Whether annotators attached formalizations that differ."""
        works = self.submissions.get(entry, {}).values()
        return len({key for work in works if (key := key_of_work(work))}) > 1

    def attached(self, entry: str, verdict: Verdict | None = None) -> EntryWork | None:
        """The work whose attached formalization is accepted; None where there is none, or where
        annotators differ and nobody has decided. `verdict` is a decision that is not submitted yet.
        """
        decided = self.adjudications.get(entry)
        if verdict is None and decided is not None and FORMALIZATION in decided.verdicts:
            verdict = decided.verdicts[FORMALIZATION].verdict
        return accepted_work(tuple(self.submissions.get(entry, {}).values()), verdict)

    def formal(self, entry: str) -> EntryWork | None:
        """The work whose attachment determines which checks apply: the accepted one, or any one
        while nobody has decided."""
        formalization = self.attached(entry)
        decided = self.adjudications.get(entry)
        if formalization is not None or (decided is not None and FORMALIZATION in decided.verdicts):
            return formalization
        works = self.submissions.get(entry, {}).values()
        return next((work for work in works if work.formalization is not None), None)

    def final(self, entry: str) -> FinalVerdicts:
        """The final state of an entry."""
        if entry not in self._final_by_entry:
            self._final_by_entry[entry] = self._holds(entry)
        return self._final_by_entry[entry]

    def _holds(self, entry: str) -> FinalVerdicts:
        works = self.submissions.get(entry, {})
        disputed = self.disputed(entry)
        decided = self.adjudications.get(entry)
        verdicts = self.agreed(entry)
        outcome: Outcome = "open"
        if decided is not None:
            outcome = "adjudicated"
            verdicts |= decided.verdicts
        elif len(works) >= self.needed(entry):
            alone: Outcome = "single" if len(works) == 1 else "agreed"
            outcome = "disputed" if disputed or self.diverging(entry) else alone
        subject = self.subject(entry, self.formal(entry))
        checks = asked_checks(self.stored_queue.scheme, subject, verdicts)
        keys = [FORMALIZATION] if decided is not None else []
        keys += [check.key for check in checks]
        verdicts = {key: verdicts[key] for key in keys if key in verdicts}
        accepts = accepted(checks, verdicts) if outcome not in ("open", "disputed") else None
        return FinalVerdicts(
            self.stored_queue.queue.entry(entry), outcome, verdicts, disputed, accepts
        )

    @cached_property
    def finals(self) -> tuple[FinalVerdicts, ...]:
        """The final state of every entry, in the queue's order."""
        return tuple(self.final(entry.id) for entry in self.stored_queue.queue.entries)

    @cached_property
    def to_adjudicate(self) -> tuple[str, ...]:
        """Entries that all required annotators have judged and disagree on, including their
        attachments; controls are not adjudicated."""
        return tuple(
            entry.id
            for entry in self.stored_queue.queue.entries
            if not self.control(entry.id)
            and len(self.submissions.get(entry.id, {})) >= self.needed(entry.id)
            and (self.disputed(entry.id) or self.diverging(entry.id))
        )

    def item(self, entry: str, verdict: Verdict | None = None) -> Item:
        """An entry's item, with an annotator's formalization where the item has none and that one
        is accepted (`verdict`: as for `attached`)."""
        from items.scratchpads.formalize import PartReading, formalized

        item = self.stored_queue.material.items[entry]
        work = self.attached(entry, verdict)
        if work is None or work.formalization is None:
            return item
        readings = {
            id: PartReading(reading.queries, reading.golds) for id, reading in work.readings.items()
        }
        return formalized(item, work.formalization, readings)

    def _by_entry(self, role: str) -> dict[str, dict[str, EntryWork]]:
        works: dict[str, dict[str, EntryWork]] = {e.id: {} for e in self.stored_queue.queue.entries}
        for row, state in self.desks:
            if row.role != role:
                continue
            for entry, work in state.work.items():
                if work.standing != "submitted" or entry not in works:
                    continue
                before = works[entry].get(row.annotator)
                if before is None or before.submitted_utc < work.submitted_utc:
                    works[entry][row.annotator] = work
        return works

    def _text(self, key: str) -> bool:
        return self.stored_queue.scheme.check(key.partition("@")[0]).kind == "text"


def results(db: Database, queue: str, earlier_results: QueueResults | None = None) -> QueueResults:
    """The results of a queue, by its hash, with the work at all desks; given `earlier_results`,
    only new events are read."""
    states_before = (
        {} if earlier_results is None else {row.id: state for row, state in earlier_results.desks}
    )
    stored = (
        queues.load_queue(db, queue) if earlier_results is None else earlier_results.stored_queue
    )
    coming = earlier_desks(
        db, stored, () if earlier_results is None else earlier_results.earlier_desks
    )
    desks = (
        *(
            (row, queues.state_of(db, row.id, states_before.get(row.id)))
            for row in queues.desks(db, queue)
        ),
        *((desk.row, desk.state) for desk in coming),
    )
    if earlier_results is None:
        return QueueResults(stored, desks, coming)
    if all(states_before.get(row.id) is state for row, state in desks):
        return earlier_results
    changed = any(
        r.role == "annotator" and states_before.get(r.id) is not state for r, state in desks
    )
    # Adjudication does not change what annotators disagree on.
    return QueueResults(
        stored, desks, coming, {} if changed else earlier_results._disputed_by_entry
    )


def _differ(verdicts: list[dict[str, StandingVerdict]], key: str) -> bool:
    return (
        len(
            {
                work_verdicts[key].verdict if key in work_verdicts else None
                for work_verdicts in verdicts
            }
        )
        > 1
    )


def _common(verdicts: list[dict[str, StandingVerdict]], key: str) -> StandingVerdict | None:
    """The verdict all agree on; an annotator's rather than the solver's, because it has a
    reason."""
    have = [work_verdicts[key] for work_verdicts in verdicts if key in work_verdicts]
    return (
        next((answer for answer in have if answer.decided_by == "annotator"), have[0])
        if have
        else None
    )
