"""What can happen at an annotator's desk, as typed events.

Owns the event classes. A desk is one annotator (or the adjudicator) at one queue. Which event may
follow which is `rules`'; what every record shares is in `study.course.journal`. Stamps are
nanoseconds on a clock that stands still while the computer sleeps, and name no boot.
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
    """The first event."""

    kind: Literal["desk_opened"] = "desk_opened"
    queue: str
    """Hash of the queue: its file, scheme and items."""
    annotator: str
    role: Role
    program: str


class SegmentStarted(journal.Event):
    """The program was started for this desk; time counts anew from here."""

    kind: Literal["segment_started"] = "segment_started"
    program: str = ""


class CarriedVerdict(BaseModel):
    """A verdict that was given under an earlier version."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Verdict
    reason: str = ""


class CarriedWork(BaseModel):
    """The work on one entry as it stood under an earlier version (see `state.EntryWork`)."""

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
    """The queue, its scheme or its guidelines were changed: work goes on from an earlier version's
    desk."""

    kind: Literal["work_carried"] = "work_carried"
    desk: str
    """Id of the desk under the earlier version."""
    seq: int
    """Number of its last event then."""
    works: tuple[CarriedWork, ...]
    submitted: tuple[str, ...]
    """Entries in the order of their submission."""
    shown: tuple[str, ...]
    """Entries that were submitted when others' work was shown."""
    lost: tuple[str, ...]
    """What had no place any more, in words; the earlier desk still has it."""


class EntryOpened(journal.Event):
    """An entry of the queue is on the screen: dealt for the first time, or come back to."""

    kind: Literal["entry_opened"] = "entry_opened"
    entry: str
    dealt: bool
    """Whether this assigns it to the annotator."""


class CheckFocused(journal.Event):
    """The annotator turned to a check (None: to the item or the evidence)."""

    kind: Literal["check_focused"] = "check_focused"
    check: str | None


class VerdictGiven(journal.Event):
    """A draft verdict; None takes it back, or keeps a reason that was written first."""

    kind: Literal["verdict_given"] = "verdict_given"
    check: str
    """Key of the check as asked, such as `gold@2`."""
    verdict: Verdict | None
    reason: str = ""


class Settled(journal.Event):
    """What the solver found out about the open entry."""

    kind: Literal["settled"] = "settled"
    verdicts: Mapping[str, Verdict]
    """By key of the check."""
    proofs: Mapping[str, str]
    """By key of the check: the finding in words."""


class CommentChanged(journal.Event):
    """The comment on the open entry; it counts for nothing."""

    kind: Literal["comment_changed"] = "comment_changed"
    comment: str


class FlagChanged(journal.Event):
    """The open entry is to be talked about, or no longer."""

    kind: Literal["flag_changed"] = "flag_changed"
    flagged: bool


class PadChanged(journal.Event):
    """The text in the scratchpad of the open entry, attached or not; empty where it is as it was
    given."""

    kind: Literal["pad_changed"] = "pad_changed"
    text: str


class FormalizationAttached(journal.Event):
    """The annotator built a formalization of the open entry's item; None takes it off again."""

    kind: Literal["formalization_attached"] = "formalization_attached"
    formalization: Mapping[str, Any] | None
    readings: Mapping[str, "Reading"] = Field(default_factory=dict)
    """Question part to what it asks formally; several queries where it asks several things."""


class Reading(BaseModel):
    """What one question part asks, and its gold answer, in the formal language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    queries: tuple[str, ...]
    golds: tuple[str, ...]
    """One a query, in the text form of answers."""


class Submitted(journal.Event):
    """The open entry is done."""

    kind: Literal["submitted"] = "submitted"
    entry: str


class Skipped(journal.Event):
    """The open entry is put aside, to be returned to."""

    kind: Literal["skipped"] = "skipped"
    entry: str


class Released(journal.Event):
    """The open entry is given back to the pool; its drafts stay in the record."""

    kind: Literal["released"] = "released"
    entry: str


class OthersShown(journal.Event):
    """The annotator was shown what others said: what is submitted stays so."""

    kind: Literal["others_shown"] = "others_shown"
    entries: tuple[str, ...] | None = None
    """Those that others had judged; None, in older records: all that were submitted."""


class Undone(journal.Event):
    """The last submission is taken back; the entry is open again with its verdicts."""

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
