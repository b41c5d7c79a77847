"""What can happen at an annotator's desk, as typed events.

Owns the event classes. A desk is one annotator (or the adjudicator) at one queue. `rules` decides
which event may follow which; `study.course.journal` has what all records share. Stamps are
nanoseconds on a clock that stops while the computer sleeps, without an id of the boot.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from study.annotation.scheme import Verdict
from study.course import journal
from study.course.journal import Heartbeat as Heartbeat
from study.course.journal import SegmentEnded as SegmentEnded
from study.course.journal import Vocabulary, by_kind

Role = Literal["annotator", "adjudicator"]


class DeskOpened(journal.Event):
    """The first event of a desk."""

    kind: Literal["desk_opened"] = "desk_opened"
    queue: str
    """Hash of the queue: its file, scheme and items."""
    annotator: str
    role: Role
    program: str


class SegmentStarted(journal.Event):
    """The program was started for this desk; time is counted from here."""

    kind: Literal["segment_started"] = "segment_started"
    program: str = ""


class CarriedVerdict(BaseModel):
    """A verdict that was given in an earlier version."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Verdict
    reason: str = ""


class CarriedWork(BaseModel):
    """The work on one entry under an earlier version (see `state.EntryWork`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    entry: str
    standing: Literal["open", "skipped", "submitted", "released"]
    verdicts: Mapping[str, CarriedVerdict]
    settled: Mapping[str, Verdict]
    proofs: Mapping[str, str]
    comment: str
    flagged: bool
    formalization: Mapping[str, Any] | None
    readings: Mapping[str, "Reading"]
    pad: str
    reasons: Mapping[str, str] = Field(default_factory=dict)
    used_ns: int
    check_ns: Mapping[str, int]
    changes: int
    submissions: int
    dealt_utc: str
    submitted_utc: str


class WorkCarried(journal.Event):
    """The queue, its scheme or its guidelines changed: work continues from the desk of an earlier
    version."""

    kind: Literal["work_carried"] = "work_carried"
    desk: str
    """Id of the desk under the earlier version."""
    seq: int
    """Number of its last event."""
    works: tuple[CarriedWork, ...]
    submitted: tuple[str, ...]
    """Entries in the order of their submission."""
    shown: tuple[str, ...]
    """Entries that were submitted before others' work was shown."""
    lost: tuple[str, ...]
    """What no longer fits, in words; the earlier desk still has it."""


class EntryOpened(journal.Event):
    """An entry is on the screen, either dealt for the first time or reopened."""

    kind: Literal["entry_opened"] = "entry_opened"
    entry: str
    dealt: bool
    """Whether this assigns it to the annotator."""


class CheckFocused(journal.Event):
    """The annotator selected a check (None: the item or the evidence)."""

    kind: Literal["check_focused"] = "check_focused"
    check: str | None


class VerdictGiven(journal.Event):
    """A draft verdict; None withdraws it, or stores a reason that was written first."""

    kind: Literal["verdict_given"] = "verdict_given"
    check: str
    """Key of the check as asked, such as `gold@2`."""
    verdict: Verdict | None
    reason: str = ""


class Settled(journal.Event):
    """What the solver found about the open entry."""

    kind: Literal["settled"] = "settled"
    verdicts: Mapping[str, Verdict]
    """Verdicts by key of the check."""
    proofs: Mapping[str, str]
    """Findings in words, by key of the check."""


class CommentChanged(journal.Event):
    """The comment on the open entry; it does not affect acceptance."""

    kind: Literal["comment_changed"] = "comment_changed"
    comment: str


class FlagChanged(journal.Event):
    """The open entry was flagged for discussion, or unflagged."""

    kind: Literal["flag_changed"] = "flag_changed"
    flagged: bool


class PadChanged(journal.Event):
    """The text in the scratchpad of the open entry, attached or not; empty where it is
    unchanged."""

    kind: Literal["pad_changed"] = "pad_changed"
    text: str


class FormalizationAttached(journal.Event):
    """The annotator attached a formalization of the open entry's item; None detaches it."""

    kind: Literal["formalization_attached"] = "formalization_attached"
    formalization: Mapping[str, Any] | None
    readings: Mapping[str, "Reading"] = Field(default_factory=dict)
    """Question part to its formal question; with several queries where it asks several things."""


class Reading(BaseModel):
    """What one question part asks, and its gold answer, in the formal language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    queries: tuple[str, ...]
    golds: tuple[str, ...]
    """One per query, in the text form of answers."""


class Submitted(journal.Event):
    """The open entry was submitted."""

    kind: Literal["submitted"] = "submitted"
    entry: str


class Skipped(journal.Event):
    """The open entry was skipped, to be reopened later."""

    kind: Literal["skipped"] = "skipped"
    entry: str


class Released(journal.Event):
    """The open entry was released to the pool; its drafts stay in the record."""

    kind: Literal["released"] = "released"
    entry: str


class OthersShown(journal.Event):
    """The annotator saw what others said, so submissions can no longer be undone."""

    kind: Literal["others_shown"] = "others_shown"
    entries: tuple[str, ...] | None = None
    """The entries that others had judged; None in older records means all submitted ones."""


class Undone(journal.Event):
    """The last submission is withdrawn; the entry is open again with its verdicts."""

    kind: Literal["undone"] = "undone"
    entry: str


Event = Annotated[
    DeskOpened
    | SegmentStarted
    | SegmentEnded
    | WorkCarried
    | EntryOpened
    | CheckFocused
    | VerdictGiven
    | Settled
    | CommentChanged
    | FlagChanged
    | PadChanged
    | FormalizationAttached
    | Submitted
    | Skipped
    | Released
    | Undone
    | OthersShown
    | Heartbeat,
    Field(discriminator="kind"),
]

EVENTS: Vocabulary[Event] = Vocabulary(by_kind(Event))
Stamped: TypeAlias = journal.Stamped[Event]
