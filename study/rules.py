"""The rules of a session: what may follow what, and what each event changes.

Owns one rule an event, and the fold they make: `apply` and `replay`. Resume is replay: there is no
other way to a state. Limits and policies are in `timing`, what the program does next by itself is
in `flow`, and no clock is read here.
"""

from collections.abc import Callable, Mapping
from typing import Any

from items.answers import Answer
from study import events as ev
from study.journal import Fold
from study.state import AnswerRecord, Outcome, Phase, SessionState


def _spend(state: SessionState, stamped: ev.Stamped) -> None:
    """The time before an event counts for the open question and its block."""
    if state.phase != "question":
        return
    event, elapsed = stamped.event, stamped.mono_ns - state.mono_ns
    # Not `isinstance`: of pydantic's classes it is slow, and this is asked at every event.
    if type(event) is ev.SegmentStarted:
        elapsed = event.counted_ns
    elif type(event) is ev.Suspended:
        elapsed = max(0, elapsed - event.away_ns) + event.counted_ns
    state.question_used_ns += elapsed
    state.block_used_ns += elapsed


def _need(state: SessionState, event: ev.Event, *phases: Phase) -> None:
    if state.phase not in phases:
        raise state.illegal(event, f"only in {' or '.join(phases)}")


def _need_step(state: SessionState, event: ev.Event, step: int) -> None:
    if state.phase != "question":
        _need(state, event, "question")
    if step != state.position:
        raise state.illegal(event, f"step {step} is not open, {state.position} is")


def _session_started(state: SessionState, event: ev.SessionStarted) -> None:
    _need(state, event, "new")
    state.phase, state.plan, state.started = "consent", event.plan, event


def _segment_started(state: SessionState, event: ev.SegmentStarted) -> None:
    if state.started is None:
        raise state.illegal(event, "the session has not started")
    state.segment_boot_ns = event.boot_ns
    state.segments += 1
    state.running = True
    state.stopped_ns += event.stopped_ns
    state.away_ns += event.away_ns
    state.flagged |= event.flagged


def _segment_ended(state: SessionState, _: ev.SegmentEnded) -> None:
    state.running = False


def _suspended(state: SessionState, event: ev.Suspended) -> None:
    state.stopped_ns += event.stopped_ns
    state.away_ns += event.away_ns


def _consent_given(state: SessionState, event: ev.ConsentGiven) -> None:
    _need(state, event, "consent")
    state.phase = "instructions"


def _consent_declined(state: SessionState, event: ev.ConsentDeclined) -> None:
    _need(state, event, "consent")
    state.phase = "ending"


def _instructions_read(state: SessionState, event: ev.InstructionsRead) -> None:
    _need(state, event, "instructions")
    state.phase = "block_intro"


def _block_started(state: SessionState, event: ev.BlockStarted) -> None:
    _need(state, event, "block_intro")
    if event.block != state.block:
        raise state.illegal(event, f"block {event.block} is not next, {state.block} is")
    state.phase, state.notice = "between", None
    state.block_used_ns = state.in_block = state.since_break = 0


def _question_shown(state: SessionState, event: ev.QuestionShown) -> None:
    _need(state, event, "between")
    if event.step != state.position:
        raise state.illegal(event, f"step {event.step} is not next, {state.position} is")
    state.phase = "question"
    _nothing_given(state)


def _nothing_given(state: SessionState) -> None:
    state.drafts, state.confidence = {}, None
    state.changes = state.question_used_ns = 0


def _answer_changed(state: SessionState, event: ev.AnswerChanged) -> None:
    _need_step(state, event, event.step)
    drafts = dict(state.drafts)
    drafts.pop(event.part, None)
    if event.answer is not None:
        drafts[event.part] = event.answer
    state.drafts, state.notice = drafts, None
    state.changes += 1


def _confidence_changed(state: SessionState, event: ev.ConfidenceChanged) -> None:
    _need_step(state, event, event.step)
    state.confidence, state.notice = event.confidence, None


def _confirmed(state: SessionState, event: ev.AnswerConfirmed) -> None:
    _need_step(state, event, event.step)
    _need_same(state, event)
    state.notice = None
    _over(state, "confirmed", event.answers)


def _timed_out(state: SessionState, event: ev.QuestionTimedOut) -> None:
    _need_step(state, event, event.step)
    _need_same(state, event)
    state.notice = "block_timed_out" if event.limit == "block" else "question_timed_out"
    _over(state, "timed_out", event.answers)


def _need_same(state: SessionState, event: ev.AnswerConfirmed | ev.QuestionTimedOut) -> None:
    if event.answers != state.drafts or event.confidence != state.confidence:
        raise state.illegal(event, "it differs from what was answered")


def _over(state: SessionState, outcome: Outcome, answers: Mapping[str, Answer]) -> None:
    """The open question is over; the flow decides what follows. The answers recorded are the
    event's, not the equal ones of the draft: sessions that answered alike may share the event."""
    state.records.append(
        AnswerRecord(
            state.position,
            outcome,
            answers,
            state.confidence,
            state.question_used_ns,
            state.changes,
        )
    )
    state.phase = "between"
    state.position += 1
    state.in_block += 1
    state.since_break += 1
    _nothing_given(state)
    if state.in_block == len(state.plan.blocks[state.block].steps):
        _block_over(state)


def _block_over(state: SessionState) -> None:
    if state.plan.blocks[state.block].role == "qualification":
        state.phase = "deciding"
    elif state.block + 1 == len(state.plan.blocks):
        state.phase = "ending"
    else:
        state.phase = "block_intro"
        state.block += 1


def _block_timed_out(state: SessionState, event: ev.BlockTimedOut) -> None:
    _need(state, event, "between")
    if event.block != state.block:
        raise state.illegal(event, f"block {event.block} is not running, {state.block} is")
    state.position = state.plan.blocks[state.block].steps[-1].index + 1
    state.notice = "block_timed_out"
    state.blocks_timed_out = (*state.blocks_timed_out, event.block)
    _block_over(state)


def _break_started(state: SessionState, event: ev.BreakStarted) -> None:
    _need(state, event, "between" if event.planned else "question")
    state.phase = "break"
    state.resting, state.planned_break = not event.planned, event.planned
    if event.planned:
        state.since_break = 0


def _break_ended(state: SessionState, event: ev.BreakEnded) -> None:
    _need(state, event, "break")
    state.phase = "question" if state.resting else "between"
    state.resting = state.planned_break = False
    state.notice = None


def _heartbeat(state: SessionState, event: ev.Heartbeat) -> None:
    _need(state, event, "question")


def _decided(state: SessionState, event: ev.QualificationDecided) -> None:
    _need(state, event, "deciding")
    state.phase = "qualification_passed" if event.passed else "ending"
    state.qualification = event


def _verdict_read(state: SessionState, event: ev.VerdictRead) -> None:
    _need(state, event, "qualification_passed")
    state.phase, state.notice = "block_intro", None
    state.block += 1


def _completed(state: SessionState, event: ev.SessionCompleted) -> None:
    _need(state, event, "ending")
    state.phase, state.completion_code = event.outcome, event.completion_code


_RULES: Mapping[type[ev.Event], Callable[[SessionState, Any], None]] = {
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
FOLD: Fold[SessionState, ev.Event] = Fold(
    blank=SessionState,
    rule=lambda state, event: _RULES[type(event)](state, event),
    opening=ev.SessionStarted,
    segment=ev.SegmentStarted,
    spend=_spend,
    beating=lambda state: state.phase == "question",
)
apply, replay = FOLD.apply, FOLD.replay
