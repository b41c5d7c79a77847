"""What the state of a session holds at one event.

Owns the fields, and what can be read off them. How events change a state is in `rules`.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from items.answers import Answer
from study import events as ev
from study.journal import Folded
from study.plan import Plan, PlannedBlock, Step

Phase = Literal[
    "new",
    "consent",
    "instructions",
    "block_intro",
    "question",
    "between",
    "break",
    "deciding",
    "qualification_passed",
    "ending",
    "completed",
    "not_qualified",
    "declined",
]
"""`between`, `deciding` and `ending` last no longer than a transaction: the flow goes on by
itself."""
Notice = Literal["question_timed_out", "block_timed_out"]
Outcome = Literal["confirmed", "timed_out"]
ENDS: frozenset[Phase] = frozenset(("completed", "not_qualified", "declined"))


class AnswerRecord(NamedTuple):
    """How one step ended."""

    step: int
    outcome: Outcome
    answers: Mapping[str, Answer]
    """By part; after a time-out whatever stood there, possibly nothing."""
    confidence: int | None
    used_ns: int
    """Time the question was open with its clock running."""
    changes: int
    """How often a part of the answer was changed."""


@dataclass(slots=True)
class SessionState(Folded):
    """Everything about a session at one event."""

    phase: Phase = "new"
    plan: Plan = field(default_factory=lambda: Plan(blocks=()), repr=False)
    started: ev.SessionStarted | None = field(default=None, repr=False)
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
    """In a break: whether a question waits behind it (it was open when the break began)."""
    planned_break: bool = False
    drafts: Mapping[str, Answer] = field(default_factory=dict)
    confidence: int | None = None
    changes: int = 0
    question_used_ns: int = 0
    """Of the open question, up to the last event."""
    block_used_ns: int = 0
    """Of the current block, up to the last event."""
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
    qualification: ev.QualificationDecided | None = None
    completion_code: str | None = None

    @property
    def step(self) -> Step | None:
        """The open step, also while a break hides it; else None."""
        open_ = self.phase == "question" or (self.phase == "break" and self.resting)
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
        """A copy that may be written into: rules add to `records` and replace everything else."""
        after = copy(self)
        after.records = list(self.records)
        return after
