"""What can happen at an annotator's desk, as typed events.

Owns the event classes and their JSON form. A desk is one annotator (or the adjudicator) at one
queue. Which event may follow which is `state`; storing them is the record's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from study.annotation.scheme import Verdict

Role = Literal["annotator", "adjudicator"]


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DeskOpened(_Event):
    """The first event."""

    kind: Literal["desk_opened"] = "desk_opened"
    queue: str
    """Hash of the queue: its file, scheme and items."""
    annotator: str
    role: Role
    program: str


class SegmentStarted(_Event):
    """The program was started for this desk; time counts anew from here."""

    kind: Literal["segment_started"] = "segment_started"
    program: str = ""


class SegmentEnded(_Event):
    """The program was closed in good order; a killed program leaves none."""

    kind: Literal["segment_ended"] = "segment_ended"


class EntryOpened(_Event):
    """An entry of the queue is on the screen: dealt for the first time, or come back to."""

    kind: Literal["entry_opened"] = "entry_opened"
    entry: str
    dealt: bool
    """Whether this assigns it to the annotator."""


class CheckFocused(_Event):
    """The annotator turned to a check (None: to the item or the evidence)."""

    kind: Literal["check_focused"] = "check_focused"
    check: str | None


class VerdictGiven(_Event):
    """A draft verdict; None takes it back."""

    kind: Literal["verdict_given"] = "verdict_given"
    check: str
    """Key of the check as asked, such as `gold@2`."""
    verdict: Verdict | None
    reason: str = ""


class Settled(_Event):
    """What the solver found out about the open entry."""

    kind: Literal["settled"] = "settled"
    verdicts: Mapping[str, Verdict]
    """By key of the check."""
    proofs: Mapping[str, str]
    """By key of the check: the finding in words."""


class CommentChanged(_Event):
    """The comment on the open entry; it counts for nothing."""

    kind: Literal["comment_changed"] = "comment_changed"
    comment: str


class FlagChanged(_Event):
    """The open entry is to be talked about, or no longer."""

    kind: Literal["flag_changed"] = "flag_changed"
    flagged: bool


class PadChanged(_Event):
    """The text in the scratchpad of the open entry, attached or not; empty where it is as it was
    given."""

    kind: Literal["pad_changed"] = "pad_changed"
    text: str


class FormalizationAttached(_Event):
    """The annotator built a formalization of the open entry's item; None takes it off again."""

    kind: Literal["formalization_attached"] = "formalization_attached"
    formalization: Mapping[str, Any] | None
    readings: Mapping[str, "Reading"] = Field(default_factory=dict)
    """Question part to what it asks formally; several queries where it asks several things."""


class Reading(_Event):
    """What one question part asks, and its gold answer, in the formal language."""

    queries: tuple[str, ...]
    golds: tuple[str, ...]
    """One a query, in the text form of answers."""


class Submitted(_Event):
    """The open entry is done."""

    kind: Literal["submitted"] = "submitted"
    entry: str


class Skipped(_Event):
    """The open entry is put aside, to be returned to."""

    kind: Literal["skipped"] = "skipped"
    entry: str


class Released(_Event):
    """The open entry is given back to the pool; its drafts stay in the record."""

    kind: Literal["released"] = "released"
    entry: str


class Undone(_Event):
    """The last submission is taken back; the entry is open again with its verdicts."""

    kind: Literal["undone"] = "undone"
    entry: str


class Heartbeat(_Event):
    """An entry is open and the program is alive: secures the time used so far."""

    kind: Literal["heartbeat"] = "heartbeat"


Event = Annotated[
    DeskOpened
    | SegmentStarted
    | SegmentEnded
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
    | Heartbeat,
    Field(discriminator="kind"),
]

EVENT_CLASSES: Mapping[str, type[_Event]] = {
    cls.model_fields["kind"].default: cls
    for cls in _Event.__subclasses__()
    if "kind" in cls.model_fields
}
"""Every kind and its class."""


@dataclass(frozen=True, slots=True)
class Stamped:
    """An event with its place at the desk and its time."""

    seq: int
    """From 0, without gaps."""
    mono_ns: int
    """Nanoseconds since this segment began, on a clock that stands still while the computer
    sleeps."""
    utc: str
    """ISO 8601 with microseconds, in UTC."""
    event: Event


def payload_of(event: Event) -> str:
    """The event as JSON without its kind, which the record keeps in a column of its own."""
    return event.model_dump_json(exclude={"kind"})


def event_from(kind: str, payload: str) -> Event:
    """Read an event back.

    Raises KeyError for an unknown kind and pydantic's ValidationError for a payload that does not
    fit it.
    """
    return EVENT_CLASSES[kind].model_validate_json(payload)  # type: ignore[return-value]
