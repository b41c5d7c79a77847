"""What can happen in a session, as typed events.

Owns the event classes. Which event may follow which is `rules`'; what every record shares is in
`journal`. Stamps are nanoseconds on the boot clock. Withdrawal of consent is no event: it erases
events.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from items.answers import Answer
from study import journal
from study.journal import Heartbeat as Heartbeat
from study.journal import SegmentEnded as SegmentEnded
from study.journal import Vocabulary, by_kind
from study.plan import Plan
from study.simulation import Simulated

AwayClock = Literal["none", "boot", "utc"]
"""What time away was measured on: not at all (first start), the boot clock, or the wall clock."""
Outcome = Literal["completed", "not_qualified", "declined"]


class SessionStarted(journal.Event):
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


class SegmentStarted(journal.Event):
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


class Suspended(journal.Event):
    """The computer slept while the program ran; treated as time away."""

    kind: Literal["suspended"] = "suspended"
    away_ns: int
    counted_ns: int
    stopped_ns: int


class ConsentGiven(journal.Event):
    """The participant agreed to take part."""

    kind: Literal["consent_given"] = "consent_given"


class ConsentDeclined(journal.Event):
    """The participant did not agree; the session ends."""

    kind: Literal["consent_declined"] = "consent_declined"


class InstructionsRead(journal.Event):
    """The participant left the instructions."""

    kind: Literal["instructions_read"] = "instructions_read"


class BlockStarted(journal.Event):
    """The participant left a block's opening screen."""

    kind: Literal["block_started"] = "block_started"
    block: int
    """Index in the plan's blocks."""


class QuestionShown(journal.Event):
    """A question opens; its clock runs from this event."""

    kind: Literal["question_shown"] = "question_shown"
    step: int
    """Index in the plan's steps, over all blocks."""


@lru_cache(maxsize=1 << 13)
def _shared(answer: Answer) -> Answer:
    return answer


Shared = Annotated[Answer, AfterValidator(_shared)]
"""An answer that is one object wherever it was read, so that two equal ones are compared fast."""


class AnswerChanged(journal.Event):
    """The draft of one part changed; None where it was emptied."""

    kind: Literal["answer_changed"] = "answer_changed"
    step: int
    part: str
    answer: Shared | None


class ConfidenceChanged(journal.Event):
    """The participant said how sure they are, 1 (guess) to 5 (certain)."""

    kind: Literal["confidence_changed"] = "confidence_changed"
    step: int
    confidence: int = Field(ge=1, le=5)


class AnswerConfirmed(journal.Event):
    """The answer is final."""

    kind: Literal["answer_confirmed"] = "answer_confirmed"
    step: int
    answers: Mapping[str, Shared]
    """By part id; the question's own id where it has no parts."""
    confidence: int | None = Field(default=None, ge=1, le=5)


class QuestionTimedOut(journal.Event):
    """Time ran out. What stood there is kept as it was and is no confirmed answer."""

    kind: Literal["question_timed_out"] = "question_timed_out"
    step: int
    limit: Literal["question", "block"]
    answers: Mapping[str, Shared]
    confidence: int | None = Field(default=None, ge=1, le=5)


class BlockTimedOut(journal.Event):
    """The block's time ran out; the questions not yet shown are never reached."""

    kind: Literal["block_timed_out"] = "block_timed_out"
    block: int


class BreakStarted(journal.Event):
    """The item is hidden and the clock stands still."""

    kind: Literal["break_started"] = "break_started"
    planned: bool
    """True where the study called the break, False where the participant did."""


class BreakEnded(journal.Event):
    """The participant goes on."""

    kind: Literal["break_ended"] = "break_ended"


class QualificationDecided(journal.Event):
    """The gate's decision."""

    kind: Literal["qualification_decided"] = "qualification_decided"
    correct: int
    asked: int
    passed: bool


class VerdictRead(journal.Event):
    """The participant left the screen that says they qualified."""

    kind: Literal["verdict_read"] = "verdict_read"


class SessionCompleted(journal.Event):
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

EVENTS: Vocabulary[Event] = Vocabulary(by_kind(Event))
Stamped: TypeAlias = journal.Stamped[Event]
