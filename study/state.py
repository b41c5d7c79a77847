"""The state of a session, as a pure function of its events.

Owns `apply(state, stamped) -> state` and what may follow what. Resume is replay: there is no other
way to a state. Limits and policies are in `timing`, what the program does next by itself is in
`flow`, and no clock is read here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from items.answers import Answer
from solver.errors import CountermodelError
from study import events as ev
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
ENDS: frozenset[Phase] = frozenset(("completed", "not_qualified", "declined"))
Notice = Literal["question_timed_out", "block_timed_out"]


class IllegalEventError(CountermodelError):
    """An event that cannot happen in this state. It is refused and never stored."""


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """How one step ended."""

    step: int
    outcome: Literal["confirmed", "timed_out"]
    answers: Mapping[str, Answer]
    """By part; after a time-out whatever stood there, possibly nothing."""
    confidence: int | None
    used_ns: int
    """Time the question was open with its clock running."""
    changes: int
    """How often a part of the answer was changed."""


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


def replay(stamped: Iterable[ev.Stamped]) -> SessionState:
    """The state after these events, from nothing."""
    state = SessionState()
    for one in stamped:
        state = apply(state, one)
    return state


def apply(state: SessionState, stamped: ev.Stamped) -> SessionState:
    """The state after one more event.

    Raises IllegalEventError where the event cannot happen now, or its number or time does not
    follow on the last one's.
    """
    event = stamped.event
    if stamped.seq != state.seq + 1:
        raise _illegal(state, event, f"number {stamped.seq} does not follow {state.seq}")
    new_segment = isinstance(event, ev.SegmentStarted)
    if not new_segment and stamped.mono_ns < state.mono_ns:
        raise _illegal(state, event, "its time is before the last event's")
    if not state.open and not isinstance(event, ev.SegmentStarted | ev.SessionStarted):
        raise _illegal(state, event, "the program is not running")
    elapsed = 0
    if isinstance(event, ev.SegmentStarted):
        elapsed = event.counted_ns
    elif isinstance(event, ev.Suspended):
        elapsed = max(0, stamped.mono_ns - state.mono_ns - event.away_ns) + event.counted_ns
    else:
        elapsed = stamped.mono_ns - state.mono_ns
    if not state.clock_running:
        elapsed = 0
    before = replace(
        state,
        seq=stamped.seq,
        mono_ns=stamped.mono_ns,
        boot_id=stamped.boot_id,
        utc=stamped.utc,
        question_used_ns=state.question_used_ns + elapsed,
        block_used_ns=state.block_used_ns + elapsed,
    )
    return _RULES[type(event)](before, event)


def _illegal(state: SessionState, event: ev.Event, reason: str) -> IllegalEventError:
    return IllegalEventError(
        "This cannot happen now", f"{event.kind} in {state.phase} at event {state.seq}: {reason}"
    )


def _need(state: SessionState, event: ev.Event, *phases: Phase) -> None:
    if state.phase not in phases:
        raise _illegal(state, event, f"only in {' or '.join(phases)}")


def _need_step(state: SessionState, event: ev.Event, step: int) -> None:
    _need(state, event, "question")
    if step != state.position:
        raise _illegal(state, event, f"step {step} is not open, {state.position} is")


def _session_started(state: SessionState, event: ev.SessionStarted) -> SessionState:
    _need(state, event, "new")
    return replace(state, phase="consent", plan=event.plan, started=event)


def _segment_started(state: SessionState, event: ev.SegmentStarted) -> SessionState:
    if state.started is None:
        raise _illegal(state, event, "the session has not started")
    return replace(
        state,
        segment_boot_ns=event.boot_ns,
        segments=state.segments + 1,
        open=True,
        stopped_ns=state.stopped_ns + event.stopped_ns,
        away_ns=state.away_ns + event.away_ns,
    )


def _segment_ended(state: SessionState, _: ev.SegmentEnded) -> SessionState:
    return replace(state, open=False)


def _suspended(state: SessionState, event: ev.Suspended) -> SessionState:
    return replace(
        state,
        stopped_ns=state.stopped_ns + event.stopped_ns,
        away_ns=state.away_ns + event.away_ns,
    )


def _consent_given(state: SessionState, event: ev.ConsentGiven) -> SessionState:
    _need(state, event, "consent")
    return replace(state, phase="instructions")


def _consent_declined(state: SessionState, event: ev.ConsentDeclined) -> SessionState:
    _need(state, event, "consent")
    return replace(state, phase="ending")


def _instructions_read(state: SessionState, event: ev.InstructionsRead) -> SessionState:
    _need(state, event, "instructions")
    return replace(state, phase="block_intro")


def _block_started(state: SessionState, event: ev.BlockStarted) -> SessionState:
    _need(state, event, "block_intro")
    if event.block != state.block:
        raise _illegal(state, event, f"block {event.block} is not next, {state.block} is")
    return replace(state, phase="between", block_used_ns=0, in_block=0, since_break=0, notice=None)


def _question_shown(state: SessionState, event: ev.QuestionShown) -> SessionState:
    _need(state, event, "between")
    if event.step != state.position:
        raise _illegal(state, event, f"step {event.step} is not next, {state.position} is")
    return replace(
        state, phase="question", drafts={}, confidence=None, changes=0, question_used_ns=0
    )


def _answer_changed(state: SessionState, event: ev.AnswerChanged) -> SessionState:
    _need_step(state, event, event.step)
    drafts = {part: answer for part, answer in state.drafts.items() if part != event.part}
    if event.answer is not None:
        drafts[event.part] = event.answer
    return replace(state, drafts=drafts, changes=state.changes + 1, notice=None)


def _confidence_changed(state: SessionState, event: ev.ConfidenceChanged) -> SessionState:
    _need_step(state, event, event.step)
    return replace(state, confidence=event.confidence, notice=None)


def _confirmed(state: SessionState, event: ev.AnswerConfirmed) -> SessionState:
    _need_step(state, event, event.step)
    if dict(event.answers) != dict(state.drafts) or event.confidence != state.confidence:
        raise _illegal(state, event, "it differs from what was answered")
    return _over(replace(state, notice=None), "confirmed")


def _timed_out(state: SessionState, event: ev.QuestionTimedOut) -> SessionState:
    _need_step(state, event, event.step)
    if dict(event.answers) != dict(state.drafts) or event.confidence != state.confidence:
        raise _illegal(state, event, "it differs from what was answered")
    notice: Notice = "block_timed_out" if event.limit == "block" else "question_timed_out"
    return _over(replace(state, notice=notice), "timed_out")


def _over(state: SessionState, outcome: Literal["confirmed", "timed_out"]) -> SessionState:
    """The open question is over; the flow decides what comes."""
    record = AnswerRecord(
        step=state.position,
        outcome=outcome,
        answers=state.drafts,
        confidence=state.confidence,
        used_ns=state.question_used_ns,
        changes=state.changes,
    )
    after = replace(
        state,
        phase="between",
        records=(*state.records, record),
        position=state.position + 1,
        in_block=state.in_block + 1,
        since_break=state.since_break + 1,
        drafts={},
        confidence=None,
        changes=0,
        question_used_ns=0,
    )
    block = state.plan.blocks[state.block]
    return _block_over(after) if after.in_block == len(block.steps) else after


def _block_over(state: SessionState) -> SessionState:
    block = state.plan.blocks[state.block]
    if block.role == "qualification":
        return replace(state, phase="deciding")
    if state.block + 1 == len(state.plan.blocks):
        return replace(state, phase="ending")
    return replace(state, phase="block_intro", block=state.block + 1)


def _block_timed_out(state: SessionState, event: ev.BlockTimedOut) -> SessionState:
    _need(state, event, "between")
    if event.block != state.block:
        raise _illegal(state, event, f"block {event.block} is not running, {state.block} is")
    end = state.plan.blocks[state.block].steps[-1].index + 1
    return _block_over(
        replace(
            state,
            position=end,
            notice="block_timed_out",
            blocks_timed_out=(*state.blocks_timed_out, event.block),
        )
    )


def _break_started(state: SessionState, event: ev.BreakStarted) -> SessionState:
    _need(state, event, "between" if event.planned else "question")
    return replace(
        state,
        phase="break",
        resting=not event.planned,
        planned_break=event.planned,
        since_break=0 if event.planned else state.since_break,
    )


def _break_ended(state: SessionState, event: ev.BreakEnded) -> SessionState:
    _need(state, event, "break")
    return replace(
        state,
        phase="question" if state.resting else "between",
        resting=False,
        planned_break=False,
        notice=None,
    )


def _heartbeat(state: SessionState, event: ev.Heartbeat) -> SessionState:
    _need(state, event, "question")
    return state


def _decided(state: SessionState, event: ev.QualificationDecided) -> SessionState:
    _need(state, event, "deciding")
    phase: Phase = "qualification_passed" if event.passed else "ending"
    return replace(state, phase=phase, qualification=event)


def _verdict_read(state: SessionState, event: ev.VerdictRead) -> SessionState:
    _need(state, event, "qualification_passed")
    return replace(state, phase="block_intro", block=state.block + 1, notice=None)


def _completed(state: SessionState, event: ev.SessionCompleted) -> SessionState:
    _need(state, event, "ending")
    return replace(state, phase=event.outcome, completion_code=event.completion_code)


_RULES: Mapping[type, Callable[[SessionState, Any], SessionState]] = {
    ev.SessionStarted: _session_started,
    ev.SegmentStarted: _segment_started,
    ev.SegmentEnded: _segment_ended,
    ev.Suspended: _suspended,
    ev.ConsentGiven: _consent_given,
    ev.ConsentDeclined: _consent_declined,
    ev.InstructionsRead: _instructions_read,
    ev.BlockStarted: _block_started,
    ev.QuestionShown: _question_shown,
    ev.AnswerChanged: _answer_changed,
    ev.ConfidenceChanged: _confidence_changed,
    ev.AnswerConfirmed: _confirmed,
    ev.QuestionTimedOut: _timed_out,
    ev.BlockTimedOut: _block_timed_out,
    ev.BreakStarted: _break_started,
    ev.BreakEnded: _break_ended,
    ev.Heartbeat: _heartbeat,
    ev.QualificationDecided: _decided,
    ev.VerdictRead: _verdict_read,
    ev.SessionCompleted: _completed,
}
