"""What a screen needs of a desk: the entry on it, how far the annotator is, what came of it.

Owns these views as plain data. They are filled in `desk` and `adjudicating`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from items.models import Item
from sessions.annotation.results import Final
from solver.errors import CountermodelError
from study.annotation.attachments import Attachment
from study.annotation.checks import AskedCheck, Missing, StandingVerdict
from study.annotation.queue import Entry
from study.annotation.scheme import Verdict
from study.annotation.state import EntryWork


class RefusedError(CountermodelError):
    """An input that is not taken; nothing was stored."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one annotator said of a disputed check; who it was is not told."""

    number: int
    """From 1; the same annotator has the same number throughout an entry, another in the next."""
    standing: StandingVerdict | None
    """None where the check was not asked."""
    contradicts: bool
    """Whether it goes against the solver."""


@dataclass(frozen=True, slots=True)
class Current:
    """The entry on the screen with everything a screen needs."""

    entry: Entry
    item: Item
    """With the attached formalization, where there is one."""
    base: Item | None
    answer: str
    """Of an answer: its text; empty for items."""
    asked_checks: tuple[AskedCheck, ...]
    """The checks that apply now; of an adjudicator, those that are disputed."""
    verdicts: Mapping[str, StandingVerdict]
    """What stands, by key: the annotator's drafts, and the solver's findings under them."""
    settled: Mapping[str, Verdict]
    proofs: Mapping[str, str]
    missing: tuple[Missing, ...]
    """What keeps it from being submitted."""
    work: EntryWork
    opinions: Mapping[str, tuple[Opinion, ...]] = field(default_factory=dict)
    """Of an adjudicator, by key: the annotators' verdicts side by side."""
    comments: tuple[tuple[int, str], ...] = ()
    """Of an adjudicator: the annotators' comments by their numbers."""
    others: tuple[tuple[str, str], ...] = ()
    """Of an answer: what the same respondent answered to the item's other parts, as part and
    text."""
    attachments: tuple[Attachment, ...] = ()
    """Of an adjudicator: what the annotators attached, by their numbers."""


@dataclass(frozen=True, slots=True)
class ControlCheck:
    """One check of a control item after submission."""

    asked_check: AskedCheck
    standing: StandingVerdict | None
    known: Verdict
    right: bool


@dataclass(frozen=True, slots=True)
class Submission:
    """What came of submitting."""

    entry: str
    feedback: tuple[ControlCheck, ...]
    """Of a control, where the scheme tells at once; else empty."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the annotator is."""

    done: int
    share: int
    """How many entries are the annotator's part, controls included; of an adjudicator, the
    disagreements there are now."""
    skipped: int
    begun: int
    """Begun and not finished, the open one included."""
    flagged: int
    waiting: int
    """Places beyond the share that others have not filled."""
    used_ns: int
    """Time on entries in all."""


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """What became of an entry the annotator submitted."""

    entry: Entry
    own_work: EntryWork
    final: Final | None
    """None while others still work on it."""
    adjudicated: EntryWork | None
    """The adjudicator's verdicts with reasons."""
