"""What a screen needs from a desk: the current entry, the annotator's progress, and outcomes.

Owns these views as plain data. `desk` and `adjudicating` fill them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from items.models import Item
from sessions.annotation.results import FinalVerdicts
from solver.errors import CountermodelError
from study.annotation.attachments import Attachment
from study.annotation.checks import AskedCheck, MissingInput, StandingVerdict
from study.annotation.queue import Entry
from study.annotation.scheme import Verdict
from study.annotation.state import EntryWork


class RefusedError(CountermodelError):
    """An input that was refused; nothing was stored."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """One annotator's verdict on a disputed check, without the annotator's name."""

    number: int
    """From 1; an annotator has the same number throughout an entry, and another in the next entry.
    """
    standing: StandingVerdict | None
    """None where the check did not apply."""
    contradicts: bool
    """Whether it contradicts the solver."""


@dataclass(frozen=True, slots=True)
class Current:
    """The entry on the screen with everything a screen needs."""

    entry: Entry
    item: Item
    """With the attached formalization, where there is one."""
    base: Item | None
    answer: str
    """For an answer: its text; empty for items."""
    asked_checks: tuple[AskedCheck, ...]
    """The checks that apply now; for an adjudicator, the disputed ones."""
    verdicts: Mapping[str, StandingVerdict]
    """Current verdicts by key: the annotator's drafts, and below them the solver's findings."""
    settled_verdicts: Mapping[str, Verdict]
    proofs: Mapping[str, str]
    missing: tuple[MissingInput, ...]
    """What prevents its submission."""
    work: EntryWork
    opinions: Mapping[str, tuple[Opinion, ...]] = field(default_factory=dict)
    """For an adjudicator: the annotators' verdicts side by side, by key."""
    comments: tuple[tuple[int, str], ...] = ()
    """For an adjudicator: the annotators' comments by annotator number."""
    other_answers: tuple[tuple[str, str], ...] = ()
    """For an answer: the same respondent's answers to the item's other parts, as part and text."""
    attachments: tuple[Attachment, ...] = ()
    """For an adjudicator: the annotators' attachments, by annotator number."""


@dataclass(frozen=True, slots=True)
class ControlCheck:
    """One check of a control item after submission."""

    asked_check: AskedCheck
    standing: StandingVerdict | None
    known_verdict: Verdict
    right: bool


@dataclass(frozen=True, slots=True)
class Submission:
    """The outcome of submitting."""

    entry: str
    feedback: tuple[ControlCheck, ...]
    """For a control, where the scheme gives feedback at once; else empty."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an annotator or adjudicator."""

    done: int
    share: int
    """Number of entries in the annotator's share, controls included; for an adjudicator, the
    current disagreements."""
    skipped: int
    begun: int
    """Begun and not finished, including the open one."""
    flagged: int
    waiting: int
    """Places beyond the share that others have not filled."""
    used_ns: int
    """Total time on entries."""


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """The outcome of an entry that the annotator submitted."""

    entry: Entry
    final_verdicts: FinalVerdicts | None
    """None while others are still working on it."""
    adjudicated: EntryWork | None
    """The adjudicator's verdicts with reasons."""
