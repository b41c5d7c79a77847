"""What the state of a session holds at one event.

Owns the fields, what can be read off them, and the first event, which holds the plan. What an event
changes is the event's own business, the way from one station to the next is `stations.base`'s, and
the fold of a record into a state is in `rules`.
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
ENDS: frozenset[str] = frozenset(("completed", "not_qualified", "timed_out", "declined"))


class SessionStarted(Event):
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
    about: Mapping[str, str] = Field(default_factory=dict)
    """What the researcher knew of the participant beforehand, such as a recruiter's ids, by
    name."""
    attempt: int = 1
    """Which attempt of the participant at the study it is."""
    sitting: int = 1
    """Which of the planned sessions of an attempt."""
    return_key: str = ""
    """What whoever comes back has to give besides the code; empty where the code is enough."""
    plan: Plan


class AnswerRecord(NamedTuple):
    """How one step ended."""

    step: int
    outcome: Ending
    answers: Mapping[str, Answer]
    """By part; after a time-out whatever stood there, possibly nothing."""
    confidence: int | None
    used_ns: int | None
    """Time the question was open with its clock running, or, of imported answers, what their file
    says; None where nobody took it."""
    changes: int
    """How often a part of the answer was changed."""
    submitted: bool = False
    """Whether it counts although time ran out before it was confirmed."""
    unread: Mapping[str, str] = MappingProxyType({})
    """Of imported answers: why those to parts could not be read, by part; they are wrong."""
    setting: str = ""
    """Likewise, as their file says; so is the run."""
    run: int | None = None

    @property
    def final(self) -> Mapping[str, Answer]:
        """The answers that count; none where they were neither confirmed nor submitted."""
        return self.answers if self.outcome == "confirmed" or self.submitted else {}


@dataclass(slots=True)
class SessionState(Folded):
    """Everything about a session at one event."""

    phase: str = "new"
    """What is going on at the current station, in the station's own words; `question` while a
    clock runs, and the outcome once the session is over. Some phases last no longer than a
    transaction, as the station goes on by itself."""
    plan: Plan = field(default_factory=lambda: Plan(stations=()), repr=False)
    started: SessionStarted | None = field(default=None, repr=False)
    station: int = -1
    """Index of the current station in the plan."""
    outcome: Outcome = "completed"
    """What the session would end as, as things stand."""
    segment_boot_ns: int = 0
    """Boot clock at the zero of the current segment's stamps."""
    segments: int = 0
    position: int = 0
    """Index of the open step, or of the next one."""
    block: int = 0
    """Index of the current block."""
    in_block: int = 0
    """Questions of this block that are over."""
    since_break: int = 0
    """Questions over since the block began or the last planned break."""
    resting: bool = False
    """In a break or pause: whether a question waits behind it (it was open when that began)."""
    planned_break: bool = False
    pause: Pause | None = None
    """Why the session is paused; None where it is not."""
    untouched: int = 0
    """Questions in a row whose time ran out without any answer, since the last input."""
    drafts: Mapping[str, Answer] = field(default_factory=dict)
    confidence: int | None = None
    changes: int = 0
    question_used_ns: int = 0
    """Of the open question, up to the last event."""
    block_used_ns: int = 0
    """Of the current block, up to the last event."""
    session_used_ns: int = 0
    """Of all questions together, up to the last event."""
    stopped_ns: int = 0
    """How long the clock stood still for absences so far."""
    away_ns: int = 0
    """Time away in all, whatever was going on."""
    flagged: bool = False
    """Whether a time away was read off the wall clock."""
    records: list[AnswerRecord] = field(default_factory=list)
    """How the steps that are over ended."""
    blocks_timed_out: tuple[int, ...] = ()
    notice: Notice | None = None
    """What the participant should be told on the current screen; gone with the next input."""
    asides: Mapping[str, int] = field(default_factory=dict)
    """How often what happens beside the answers was recorded, by kind of event."""
    idle: bool = False
    """Whether nothing has been pressed for a while, with a question open."""
    idle_ns: int = 0
    """How long that was so far, where it is over."""
    parts: Mapping[str, object] = field(default_factory=dict)
    """What stations keep for themselves, by their id in the plan."""
    completion_code: str | None = None

    @property
    def here(self) -> Planned:
        """The current station's entry in the plan."""
        return self.plan.stations[self.station]

    @property
    def turn(self) -> tuple[int, int]:
        """Which attempt of the participant at the study it is, and which sitting of that."""
        return (1, 1) if self.started is None else (self.started.attempt, self.started.sitting)

    @property
    def step(self) -> Step | None:
        """The open step, also while a break or pause hides it; else None."""
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
        return self.phase in ENDS

    @property
    def moment(self) -> str:
        """Phase and event."""
        return f"in {self.phase} at event {self.seq}"

    def copied(self) -> "SessionState":
        """A copy that may be written into: events add to `records` and replace everything else."""
        after = copy(self)
        after.records = list(self.records)
        return after
