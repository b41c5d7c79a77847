"""What the state of a session holds at one event.

Owns the fields, what can be derived from them, and the first event, which holds the plan. An event
owns what it changes, `stations.base` the way from one station to the next, and `rules` the fold of
a record into a state.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple

from pydantic import Field

from items.answers import Answer
from study.course.entries import Planned
from study.course.journal import Event, Folded
from study.course.plan import Plan
from study.course.sections import PlannedBlock, Step
from study.respondents.simulation import Simulated

Notice = Literal["question_timed_out", "block_timed_out", "session_timed_out"]
Ending = Literal["confirmed", "timed_out"]
Pause = Literal["untouched", "time_up", "window"]
"""Why a session waits: nobody answered, time ran out, or the window became too small."""
Outcome = Literal["completed", "not_qualified", "timed_out", "declined"]
"""How a session ends."""
END_PHASES: frozenset[str] = frozenset(("completed", "not_qualified", "timed_out", "declined"))


class SessionStarted(Event):
    """The first event. It carries the whole plan, so that replay needs nothing else."""

    kind: Literal["session_started"] = "session_started"
    study_hash: str
    version: str
    """Hash over the study file and its items; sessions of the same version are comparable."""
    code: str
    """The participant's code, normalised."""
    slot: int
    pilot: bool = False
    simulated: Simulated | None = None
    """The script that answered, and its settings; None for people."""
    language: str
    program: str
    """Version of the program that started the session."""
    about: Mapping[str, str] = Field(default_factory=dict)
    """What the researcher knew about the participant beforehand, such as a recruiter's ids, by
    name."""
    attempt: int = 1
    """Number of this attempt among the participant's attempts at the study."""
    sitting: int = 1
    """Number of the planned session within an attempt."""
    return_key: str = ""
    """Key that a returning participant must give besides the code; empty where the code is
    enough."""
    plan: Plan


class AnswerRecord(NamedTuple):
    """How one step ended."""

    step: int
    outcome: Ending
    answers: Mapping[str, Answer]
    """Answers by part; after a time-out, the draft at that moment, which may be empty."""
    confidence: int | None
    used_ns: int | None
    """Time the question was open with its clock running; for imported answers, the time in their
    file; None where nobody measured it."""
    changes: int
    """How often a part of the answer was changed."""
    submitted: bool = False
    """Whether it counts although time ran out before its confirmation."""
    unread: Mapping[str, str] = MappingProxyType({})
    """For imported answers: why answers to parts could not be read, by part; they count as
    wrong."""
    setting: str = ""
    """For imported answers: the setting in their file; likewise the run."""
    run: int | None = None

    @property
    def final(self) -> Mapping[str, Answer]:
        """The answers that count; none if they were neither confirmed nor submitted."""
        return self.answers if self.outcome == "confirmed" or self.submitted else {}


@dataclass(slots=True)
class SessionState(Folded):
    """Everything about a session at one event."""

    phase: str = "new"
    """Current phase, in the station's own words; `question` while a clock runs, and the outcome
    once the session is over. Some phases last only for a transaction, as the station continues by
    itself."""
    plan: Plan = field(default_factory=lambda: Plan(stations=()), repr=False)
    started: SessionStarted | None = field(default=None, repr=False)
    station: int = -1
    """Index of the current station in the plan."""
    outcome: Outcome = "completed"
    """The outcome if the session ended now."""
    segment_boot_ns: int = 0
    """Boot clock at the zero of the current segment's stamps."""
    segments: int = 0
    position: int = 0
    """Index of the open step, or of the next one."""
    block: int = 0
    """Index of the current block."""
    in_block: int = 0
    """Finished questions of this block."""
    since_break: int = 0
    """Finished questions since the block began or the last planned break."""
    resting: bool = False
    """In a break or pause: whether a question waits behind it (it was open before)."""
    planned_break: bool = False
    pause: Pause | None = None
    """Why the session is paused; None where it is not."""
    untouched: int = 0
    """Consecutive questions that timed out without any answer, since the last input."""
    drafts: Mapping[str, Answer] = field(default_factory=dict)
    confidence: int | None = None
    changes: int = 0
    question_used_ns: int = 0
    """Time used by the open question, up to the last event."""
    block_used_ns: int = 0
    """Time used in the current block, up to the last event."""
    session_used_ns: int = 0
    """Time used by all questions together, up to the last event."""
    stopped_ns: int = 0
    """Total time for which the clock stopped during absences."""
    away_ns: int = 0
    """Total time away, in any phase."""
    flagged: bool = False
    """Whether time away was ever measured on the wall clock."""
    records: list[AnswerRecord] = field(default_factory=list)
    """How the finished steps ended."""
    blocks_timed_out: tuple[int, ...] = ()
    notice: Notice | None = None
    """A notice for the participant on the current screen; removed at the next input."""
    asides: Mapping[str, int] = field(default_factory=dict)
    """How often each kind of event besides the answers was recorded."""
    idle: bool = False
    """Whether there has been no input for a while, with a question open."""
    idle_ns: int = 0
    """Total of such times that are over."""
    parts: Mapping[str, object] = field(default_factory=dict)
    """The stations' own data, by their id in the plan."""
    completion_code: str | None = None

    @property
    def here(self) -> Planned:
        """The current station's entry in the plan."""
        return self.plan.stations[self.station]

    @property
    def turn(self) -> tuple[int, int]:
        """Number of the attempt at the study, and of the sitting in it."""
        return (1, 1) if self.started is None else (self.started.attempt, self.started.sitting)

    @property
    def step(self) -> Step | None:
        """The open step, even while a break or pause hides it; else None."""
        hidden = self.phase in ("break", "paused") and self.resting
        open_ = self.phase == "question" or hidden
        return self.plan.steps[self.position] if open_ else None

    @property
    def current_block(self) -> PlannedBlock | None:
        """The block being worked on, or about to begin."""
        return self.plan.blocks[self.block] if self.block < len(self.plan.blocks) else None

    @property
    def clock_running(self) -> bool:
        """Whether time counts for a question and its block."""
        return self.phase == "question"

    @property
    def ended(self) -> bool:
        """Whether the course of the session is over."""
        return self.phase in END_PHASES

    @property
    def moment(self) -> str:
        """The phase and the last event."""
        return f"in {self.phase} at event {self.seq}"

    def copied(self) -> "SessionState":
        """A copy that may be modified: events add to `records` and replace everything else."""
        after = copy(self)
        after.records = list(self.records)
        return after
