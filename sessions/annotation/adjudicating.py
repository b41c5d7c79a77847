"""The adjudicator's desk: entries on which annotators disagree, their verdicts side by side.

Owns what the adjudicator sees of the annotators' work, without names, and what a final verdict
requires. Final verdicts are the adjudicator's own events; the annotators' verdicts do not change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from items.models import Item
from sessions.annotation.desk import Desk
from sessions.annotation.desk_views import Current, Opinion, Progress, RefusedError, Submission
from sessions.annotation.results import QueueResults, results
from solver.errors import InputError
from solver.phrases import phrase
from study.annotation import events as ev
from study.annotation.attachments import (
    FORMALIZATION,
    Attachment,
    formalization_check,
    key_of_work,
)
from study.annotation.checks import AskedCheck, MissingInput, StandingVerdict
from study.annotation.queue import LoadedQueue
from study.annotation.sampling import shuffled
from study.annotation.scheme import Verdict
from study.annotation.state import EntryWork


class AdjudicatorDesk(Desk):
    """The adjudicator at one queue; opened and used like an annotator's desk."""

    role: ClassVar[ev.Role] = "adjudicator"

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._stale = True

    @classmethod
    def admit(cls, loaded_queue: LoadedQueue, annotator: str) -> None:  # noqa: ARG003
        """Admit anybody with a name; raises InputError without one."""
        if not annotator.strip():
            raise InputError("An adjudicator has a name", "expected a name, found none")

    @property
    def sees_others(self) -> bool:
        """Always True: an adjudicator works on other people's verdicts."""
        return True

    def look_at_others(self) -> bool:
        """Always True, and records nothing: final verdicts can be taken back."""
        return True

    def saw(self, queue_results: QueueResults) -> None:
        """Records nothing either."""

    @property
    def results(self) -> QueueResults:
        """All work on the queue, read when the desk was opened and after each submission."""
        if self._results is None or self._stale:
            self._results = results(self._db, self.stored_queue.hash, self._results)
            self._stale = False
        return self._results

    @property
    def current(self) -> Current | None:
        """The entry on the screen, with the annotators' verdicts."""
        current = super().current
        if current is None:
            return None
        works = self._numbered(current.entry.id)
        judged = [(number, work, self.results.judged(work.entry, work)) for number, work in works]
        opinions = {
            check.key: tuple(
                _opinion(number, work, verdicts, check.key) for number, work, verdicts in judged
            )
            for check in current.asked_checks
        }
        comments = tuple((number, work.comment) for number, work in works if work.comment)
        holding = self._holding(current.work)
        proving = [work for _, work in works if holding is None or key_of_work(work) == holding]
        settled = {key: v for work in proving for key, v in work.settled_verdicts.items()}
        proofs = {key: proof for work in proving for key, proof in work.proofs.items()}
        return replace(
            current,
            opinions=opinions,
            comments=comments,
            settled_verdicts=settled,
            proofs=proofs,
            attachments=self._attachments(current.entry.id),
        )

    def _holding(self, work: EntryWork) -> str | None:
        """The key of the attachment accepted by the decisions so far, empty where none is; None
        where the annotators' attachments do not differ."""
        if not self.results.diverging(work.entry):
            return None
        formalization = self.results.attached(work.entry, self._chosen(work))
        return "" if formalization is None else key_of_work(formalization)

    def _chosen(self, work: EntryWork) -> Verdict | None:
        """The attachment that the adjudicator chose, submitted or not."""
        verdict_given = work.verdicts.get(FORMALIZATION)
        return None if verdict_given is None else verdict_given.verdict

    def _attachments(self, entry: str) -> tuple[Attachment, ...]:
        """The annotators' attachments, by annotator number."""
        return tuple(
            Attachment(number, work.formalization, work.readings)
            for number, work in self._numbered(entry)
            if work.formalization is not None
        )

    @property
    def progress(self) -> Progress:
        """The adjudicator's progress through the current disagreements."""
        entries = set(self.results.to_adjudicate) | set(self.state.submitted)
        return self._progress(len(entries), 0)

    def next(self, *, beyond: bool = False) -> Current | None:
        """Go on to the next entry. Entries that were begun and are no longer disputed are put
        aside, and dealt again with their drafts if they become disputed again."""
        self._stale = True
        for entry in self.state.open_entries:
            if not self._decides(self.state.work[entry]):
                if self.state.current_entry != entry:
                    self._journal.store(ev.EntryOpened(entry=entry, dealt=False))
                self._journal.store(ev.Released(entry=entry))
        return super().next(beyond=beyond)

    def release(self) -> Current | None:
        """Raise RefusedError: an adjudicator has no pool to return entries to."""
        raise RefusedError(
            phrase("An adjudicator skips"), phrase("There is no pool to return it to.")
        )

    def submit(self) -> Submission:
        """Submit the final verdicts. Raises RefusedError where a verdict or a reason is missing."""
        self._stale = True
        if not self._decides(self._open()):
            raise RefusedError(
                phrase("There is nothing to decide here"),
                phrase("The annotators do not disagree on it now; F6 goes on."),
            )
        submission = super().submit()
        self._stale = True
        return submission

    def undo(self) -> Current | None:
        """Take back the last final verdicts."""
        self._stale = True
        return super().undo()

    # --- inside ----------------------------------------------------------------------------------

    def _deal(self, beyond: bool) -> Current | None:
        """The next disagreement that nobody has decided."""
        self._stale = True
        adjudications = self.results.adjudications
        work = self.state.work
        todo = [
            entry
            for entry in self.results.to_adjudicate
            if entry not in adjudications
            and (entry not in work or work[entry].standing == "released")
        ]
        order = shuffled(todo, self.queue.seed, "adjudication", str)
        if not order:
            return None
        self._journal.store(ev.EntryOpened(entry=order[0], dealt=True))
        return self.current

    def _decides(self, work: EntryWork) -> bool:
        """Whether the annotators have all judged an entry and disagree on it."""
        return work.entry in self.results.to_adjudicate and bool(self._asked_checks(work))

    def _standing(self, work: EntryWork) -> Mapping[str, StandingVerdict]:
        """What the annotators agree on, and the final verdicts so far."""
        return {**self.results.agreed(work.entry), **work.verdicts}

    def _asked_checks(self, work: EntryWork) -> tuple[AskedCheck, ...]:
        """The choice between formalizations, where they differ; then the disputed checks that
        apply, given the agreed and the final verdicts."""
        disputed = set(self.results.disputed(work.entry))
        subject = self.results.subject(work.entry, self.results.formal(work.entry))
        checks = self._asked(subject, self._standing(work))
        first = []
        if self.results.diverging(work.entry):
            attached = self._attachments(work.entry)
            first = [formalization_check(attached, self.scheme, self.language)]
        return (*first, *(check for check in checks if check.key in disputed))

    def _missing(self, work: EntryWork, checks: Sequence[AskedCheck]) -> tuple[MissingInput, ...]:
        """Checks without a final verdict or without its reason, which is always required."""
        lacking = []
        for asked_check in checks:
            own_verdict = work.verdicts.get(asked_check.key)
            if own_verdict is None or not own_verdict.reason.strip():
                lacking.append(
                    MissingInput(asked_check, "verdict" if own_verdict is None else "reason")
                )
        return tuple(lacking)

    def _item(self, work: EntryWork) -> Item:
        return self.results.item(work.entry, self._chosen(work))

    def _numbered(self, entry: str) -> list[tuple[int, EntryWork]]:
        """The annotators' work, numbered in an order that does not reveal who is who."""
        works = self.results.submissions.get(entry, {})
        order = shuffled(works, self.queue.seed, f"opinions {entry}", str)
        return [(number, works[name]) for number, name in enumerate(order, start=1)]


def _opinion(
    number: int, work: EntryWork, verdicts: Mapping[str, StandingVerdict], check: str
) -> Opinion:
    """An annotator's opinion on a check; `verdicts` are those of the submission that apply."""
    if check == FORMALIZATION:
        key = key_of_work(work)
        return Opinion(number, StandingVerdict(key) if key else None, False)
    return Opinion(number, verdicts.get(check), work.contradicts(check))
