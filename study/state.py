"""The state of a session, as a pure function of its events.

Owns what a state holds, `apply(state, stamped) -> state`, and replay. Resume is replay: there is no
other way to a state. What may follow what is `draft`'s, limits and policies are in `timing`, what
the program does next by itself is in `flow`, and no clock is read here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

from items.answers import Answer
from study import events as ev
from study.draft import AnswerRecord, Draft, IllegalEventError, Notice, Phase
from study.plan import Plan, PlannedBlock, Step

__all__ = ["AnswerRecord", "IllegalEventError", "Phase", "SessionState", "apply", "replay"]

ENDS: frozenset[Phase] = frozenset(("completed", "not_qualified", "declined"))


@dataclass(frozen=True, slots=True)
class SessionState:
    """Everything about a session at one event."""

    phase: Phase = "new"
    plan: Plan = field(default_factory=lambda: Plan(blocks=()), repr=False)
    started: ev.SessionStarted | None = field(default=None, repr=False)
    seq: int = -1
    """Of the last event."""
    mono_ns: int = 0
    """Stamp of the last event, within its segment."""
    boot_id: str = ""
    utc: str = ""
    """When the last event happened."""
    segment_boot_ns: int = 0
    """Boot clock at the zero of the current segment's stamps."""
    segments: int = 0
    open: bool = False
    """Whether the current segment has not been ended in good order."""
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
    records: tuple[AnswerRecord, ...] = ()
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


def replay(stamped: Iterable[ev.Stamped], *, without_heartbeats: bool = False) -> SessionState:
    """The state after these events, from nothing; the same as applying one after the other.

    `without_heartbeats`: heartbeats are left out of them, except for those just before a start of
    the program or a suspension, and at the end; the numbers tell how many.
    """
    draft = _draft(SessionState())
    for one in stamped:
        draft.put(one, heartbeats=not without_heartbeats)
    return _state(draft)


def apply(state: SessionState, stamped: ev.Stamped) -> SessionState:
    """The state after one more event.

    Raises IllegalEventError where the event cannot happen now, or its number or time does not
    follow on the last one's.
    """
    draft = _draft(state)
    draft.put(stamped)
    return _state(draft)


_FIELDS = tuple(one.name for one in fields(SessionState) if one.name != "records")


def _draft(state: SessionState) -> Draft:
    values = {name: getattr(state, name) for name in _FIELDS}
    return Draft(**values, records=list(state.records))


def _state(draft: Draft) -> SessionState:
    values = {name: getattr(draft, name) for name in _FIELDS}
    return SessionState(**values, records=tuple(draft.records))
