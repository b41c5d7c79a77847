"""What can happen in a session, as typed events, and the stamp each one carries.

Owns the event classes and their JSON form. Which event may follow which is `study.state`; storing
them is the record's. Withdrawal of consent is no event: it erases events.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from items.answers import Answer
from study.plan import Plan
from study.simulation import Simulated

AwayClock = Literal["none", "boot", "utc"]
"""What time away was measured on: not at all (first start), the boot clock, or the wall clock."""
Outcome = Literal["completed", "not_qualified", "declined"]


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SessionStarted(_Event):
    """The first event. It carries the whole plan, so that replay needs nothing else."""

    kind: Literal["session_started"] = "session_started"
    study_hash: str
    version: str
    """Hash over the study file and the items it drew from; sessions of one version compare."""
    code: str
    """The participant's code, normalised."""
    slot: int
    pilot: bool = False
    simulated: Simulated | None = None
    """Which script answered, and how it was set; None of people."""
    language: str
    program: str
    """Version of the program that started the session."""
    plan: Plan


class SegmentStarted(_Event):
    """The program was started for this session: the first time, or again after an end or a kill."""

    kind: Literal["segment_started"] = "segment_started"
    boot_ns: int
    """Reading of the boot clock at the zero of this segment's stamps."""
    away_ns: int = 0
    """Nanoseconds since the last event of the segment before."""
    away_clock: AwayClock = "none"
    flagged: bool = False
    """True where time away had to be read off the wall clock (another boot)."""
    counted_ns: int = 0
    """How much of it was counted as used by the open question."""
    stopped_ns: int = 0
    """How much of it the study's policy let pass with the clock stopped."""
    program: str = ""


class SegmentEnded(_Event):
    """The program was closed in good order; a killed program leaves none."""

    kind: Literal["segment_ended"] = "segment_ended"


class Suspended(_Event):
    """The computer slept while the program ran; treated as time away."""

    kind: Literal["suspended"] = "suspended"
    away_ns: int
    counted_ns: int
    stopped_ns: int


class ConsentGiven(_Event):
    """The participant agreed to take part."""

    kind: Literal["consent_given"] = "consent_given"


class ConsentDeclined(_Event):
    """The participant did not agree; the session ends."""

    kind: Literal["consent_declined"] = "consent_declined"


class InstructionsRead(_Event):
    """The participant left the instructions."""

    kind: Literal["instructions_read"] = "instructions_read"


class BlockStarted(_Event):
    """The participant left a block's opening screen."""

    kind: Literal["block_started"] = "block_started"
    block: int
    """Index in the plan's blocks."""


class QuestionShown(_Event):
    """A question opens; its clock runs from this event."""

    kind: Literal["question_shown"] = "question_shown"
    step: int
    """Index in the plan's steps, over all blocks."""


@lru_cache(maxsize=1 << 13)
def _shared(answer: Answer) -> Answer:
    return answer


Shared = Annotated[Answer, AfterValidator(_shared)]
"""An answer that is one object wherever it was read, so that two equal ones are compared fast."""


class AnswerChanged(_Event):
    """The draft of one part changed; None where it was emptied."""

    kind: Literal["answer_changed"] = "answer_changed"
    step: int
    part: str
    answer: Shared | None


class ConfidenceChanged(_Event):
    """The participant said how sure they are, 1 (guess) to 5 (certain)."""

    kind: Literal["confidence_changed"] = "confidence_changed"
    step: int
    confidence: int = Field(ge=1, le=5)


class AnswerConfirmed(_Event):
    """The answer is final."""

    kind: Literal["answer_confirmed"] = "answer_confirmed"
    step: int
    answers: Mapping[str, Shared]
    """By part id; the question's own id where it has no parts."""
    confidence: int | None = Field(default=None, ge=1, le=5)


class QuestionTimedOut(_Event):
    """Time ran out. What stood there is kept as it was and is no confirmed answer."""

    kind: Literal["question_timed_out"] = "question_timed_out"
    step: int
    limit: Literal["question", "block"]
    answers: Mapping[str, Shared]
    confidence: int | None = Field(default=None, ge=1, le=5)


class BlockTimedOut(_Event):
    """The block's time ran out; the questions not yet shown are never reached."""

    kind: Literal["block_timed_out"] = "block_timed_out"
    block: int


class BreakStarted(_Event):
    """The item is hidden and the clock stands still."""

    kind: Literal["break_started"] = "break_started"
    planned: bool
    """True where the study called the break, False where the participant did."""


class BreakEnded(_Event):
    """The participant goes on."""

    kind: Literal["break_ended"] = "break_ended"


class Heartbeat(_Event):
    """A question is open and the program is alive: secures the time used so far."""

    kind: Literal["heartbeat"] = "heartbeat"


class QualificationDecided(_Event):
    """The gate's decision."""

    kind: Literal["qualification_decided"] = "qualification_decided"
    correct: int
    asked: int
    passed: bool


class VerdictRead(_Event):
    """The participant left the screen that says they qualified."""

    kind: Literal["verdict_read"] = "verdict_read"


class SessionCompleted(_Event):
    """The last event of a session's course."""

    kind: Literal["session_completed"] = "session_completed"
    outcome: Outcome
    completion_code: str


Event = Annotated[
    SessionStarted
    | SegmentStarted
    | SegmentEnded
    | Suspended
    | ConsentGiven
    | ConsentDeclined
    | InstructionsRead
    | BlockStarted
    | QuestionShown
    | AnswerChanged
    | ConfidenceChanged
    | AnswerConfirmed
    | QuestionTimedOut
    | BlockTimedOut
    | BreakStarted
    | BreakEnded
    | Heartbeat
    | QualificationDecided
    | VerdictRead
    | SessionCompleted,
    Field(discriminator="kind"),
]

EVENT_CLASSES: Mapping[str, type[_Event]] = {
    cls.model_fields["kind"].default: cls for cls in _Event.__subclasses__()
}
"""Every kind and its class."""


class Stamped(NamedTuple):
    """An event with its place in the session and its time."""

    seq: int
    """From 0, without gaps."""
    mono_ns: int
    """Nanoseconds on the boot clock since this segment began."""
    boot_id: str
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
