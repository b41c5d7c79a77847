"""A session's state while events are put into it: what may follow what, and what it changes.

Owns the rules, one an event, and the mutable form they work on, so that a long replay makes one
state rather than one an event. `study.state` makes a draft of a state and a state of a draft;
nobody else holds one. Limits and policies are in `timing`, and no clock is read here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from items.answers import Answer
from solver.errors import CountermodelError
from study import events as ev
from study.plan import Plan

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


class IllegalEventError(CountermodelError):
    """An event that cannot happen in this state. It is refused and never stored."""


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
class Draft:
    """The fields of `study.state.SessionState`, where they are told, to be changed. Answers given
    so far are never changed but replaced, since states share them."""

    phase: Phase
    plan: Plan
    started: ev.SessionStarted | None
    seq: int
    mono_ns: int
    boot_id: str
    utc: str
    segment_boot_ns: int
    segments: int
    open: bool
    position: int
    block: int
    in_block: int
    since_break: int
    resting: bool
    planned_break: bool
    drafts: Mapping[str, Answer]
    confidence: int | None
    changes: int
    question_used_ns: int
    block_used_ns: int
    stopped_ns: int
    away_ns: int
    flagged: bool
    records: list[AnswerRecord]
    blocks_timed_out: tuple[int, ...]
    notice: Notice | None
    qualification: ev.QualificationDecided | None
    completion_code: str | None

    def put(self, stamped: ev.Stamped, *, heartbeats: bool = True) -> None:
        """Apply one more event. After an error the draft is of no use. Without `heartbeats`, the
        numbers between the last event's and this one's are those of heartbeats that were not read.

        Raises IllegalEventError where the event cannot happen now, or its number or time does not
        follow on the last one's.
        """
        seq, mono_ns, boot_id, utc, event = stamped
        kind = type(event)
        if seq != self.seq + 1:
            if heartbeats or seq <= self.seq:
                raise self._illegal(event, f"number {seq} does not follow {self.seq}")
            # Heartbeats: they change nothing but the time of the last event, and the time to this
            # event covers theirs.
            if self.phase != "question" or not self.open:
                raise self._illegal(ev.Heartbeat(), "only in question")
        if kind is not ev.SegmentStarted:
            if mono_ns < self.mono_ns:
                raise self._illegal(event, "its time is before the last event's")
            if not self.open and kind is not ev.SessionStarted:
                raise self._illegal(event, "the program is not running")
        if self.phase == "question":
            # Not `isinstance`: of pydantic's classes it is slow, and this is asked at every event.
            if type(event) is ev.SegmentStarted:
                elapsed = event.counted_ns
            elif type(event) is ev.Suspended:
                elapsed = max(0, mono_ns - self.mono_ns - event.away_ns) + event.counted_ns
            else:
                elapsed = mono_ns - self.mono_ns
            self.question_used_ns += elapsed
            self.block_used_ns += elapsed
        self.seq, self.mono_ns, self.boot_id, self.utc = seq, mono_ns, boot_id, utc
        _RULES[kind](self, event)

    def _illegal(self, event: ev.Event, reason: str) -> IllegalEventError:
        return IllegalEventError(
            "This cannot happen now", f"{event.kind} in {self.phase} at event {self.seq}: {reason}"
        )

    def _need(self, event: ev.Event, *phases: Phase) -> None:
        if self.phase not in phases:
            raise self._illegal(event, f"only in {' or '.join(phases)}")

    def _need_step(self, event: ev.Event, step: int) -> None:
        if self.phase != "question":
            self._need(event, "question")
        if step != self.position:
            raise self._illegal(event, f"step {step} is not open, {self.position} is")

    def _session_started(self, event: ev.SessionStarted) -> None:
        self._need(event, "new")
        self.phase, self.plan, self.started = "consent", event.plan, event

    def _segment_started(self, event: ev.SegmentStarted) -> None:
        if self.started is None:
            raise self._illegal(event, "the session has not started")
        self.segment_boot_ns = event.boot_ns
        self.segments += 1
        self.open = True
        self.stopped_ns += event.stopped_ns
        self.away_ns += event.away_ns
        self.flagged |= event.flagged

    def _segment_ended(self, _: ev.SegmentEnded) -> None:
        self.open = False

    def _suspended(self, event: ev.Suspended) -> None:
        self.stopped_ns += event.stopped_ns
        self.away_ns += event.away_ns

    def _consent_given(self, event: ev.ConsentGiven) -> None:
        self._need(event, "consent")
        self.phase = "instructions"

    def _consent_declined(self, event: ev.ConsentDeclined) -> None:
        self._need(event, "consent")
        self.phase = "ending"

    def _instructions_read(self, event: ev.InstructionsRead) -> None:
        self._need(event, "instructions")
        self.phase = "block_intro"

    def _block_started(self, event: ev.BlockStarted) -> None:
        self._need(event, "block_intro")
        if event.block != self.block:
            raise self._illegal(event, f"block {event.block} is not next, {self.block} is")
        self.phase, self.notice = "between", None
        self.block_used_ns = self.in_block = self.since_break = 0

    def _question_shown(self, event: ev.QuestionShown) -> None:
        self._need(event, "between")
        if event.step != self.position:
            raise self._illegal(event, f"step {event.step} is not next, {self.position} is")
        self.phase = "question"
        self._nothing_given()

    def _nothing_given(self) -> None:
        self.drafts, self.confidence = {}, None
        self.changes = self.question_used_ns = 0

    def _answer_changed(self, event: ev.AnswerChanged) -> None:
        self._need_step(event, event.step)
        drafts = dict(self.drafts)
        drafts.pop(event.part, None)
        if event.answer is not None:
            drafts[event.part] = event.answer
        self.drafts, self.notice = drafts, None
        self.changes += 1

    def _confidence_changed(self, event: ev.ConfidenceChanged) -> None:
        self._need_step(event, event.step)
        self.confidence, self.notice = event.confidence, None

    def _confirmed(self, event: ev.AnswerConfirmed) -> None:
        self._need_step(event, event.step)
        self._need_same(event)
        self.notice = None
        self._over("confirmed", event.answers)

    def _timed_out(self, event: ev.QuestionTimedOut) -> None:
        self._need_step(event, event.step)
        self._need_same(event)
        self.notice = "block_timed_out" if event.limit == "block" else "question_timed_out"
        self._over("timed_out", event.answers)

    def _need_same(self, event: ev.AnswerConfirmed | ev.QuestionTimedOut) -> None:
        if event.answers != self.drafts or event.confidence != self.confidence:
            raise self._illegal(event, "it differs from what was answered")

    def _over(self, outcome: Outcome, answers: Mapping[str, Answer]) -> None:
        """The open question is over; the flow decides what comes. The event's answers are those of
        the draft; they are recorded, as sessions that answered alike may have that event in
        common."""
        self.records.append(
            AnswerRecord(
                self.position,
                outcome,
                answers,
                self.confidence,
                self.question_used_ns,
                self.changes,
            )
        )
        self.phase = "between"
        self.position += 1
        self.in_block += 1
        self.since_break += 1
        self._nothing_given()
        if self.in_block == len(self.plan.blocks[self.block].steps):
            self._block_over()

    def _block_over(self) -> None:
        if self.plan.blocks[self.block].role == "qualification":
            self.phase = "deciding"
        elif self.block + 1 == len(self.plan.blocks):
            self.phase = "ending"
        else:
            self.phase = "block_intro"
            self.block += 1

    def _block_timed_out(self, event: ev.BlockTimedOut) -> None:
        self._need(event, "between")
        if event.block != self.block:
            raise self._illegal(event, f"block {event.block} is not running, {self.block} is")
        self.position = self.plan.blocks[self.block].steps[-1].index + 1
        self.notice = "block_timed_out"
        self.blocks_timed_out = (*self.blocks_timed_out, event.block)
        self._block_over()

    def _break_started(self, event: ev.BreakStarted) -> None:
        self._need(event, "between" if event.planned else "question")
        self.phase = "break"
        self.resting, self.planned_break = not event.planned, event.planned
        if event.planned:
            self.since_break = 0

    def _break_ended(self, event: ev.BreakEnded) -> None:
        self._need(event, "break")
        self.phase = "question" if self.resting else "between"
        self.resting = self.planned_break = False
        self.notice = None

    def _heartbeat(self, event: ev.Heartbeat) -> None:
        self._need(event, "question")

    def _decided(self, event: ev.QualificationDecided) -> None:
        self._need(event, "deciding")
        self.phase = "qualification_passed" if event.passed else "ending"
        self.qualification = event

    def _verdict_read(self, event: ev.VerdictRead) -> None:
        self._need(event, "qualification_passed")
        self.phase, self.notice = "block_intro", None
        self.block += 1

    def _completed(self, event: ev.SessionCompleted) -> None:
        self._need(event, "ending")
        self.phase, self.completion_code = event.outcome, event.completion_code


_RULES: Mapping[type, Callable[[Draft, Any], None]] = {
    ev.SessionStarted: Draft._session_started,
    ev.SegmentStarted: Draft._segment_started,
    ev.SegmentEnded: Draft._segment_ended,
    ev.Suspended: Draft._suspended,
    ev.ConsentGiven: Draft._consent_given,
    ev.ConsentDeclined: Draft._consent_declined,
    ev.InstructionsRead: Draft._instructions_read,
    ev.BlockStarted: Draft._block_started,
    ev.QuestionShown: Draft._question_shown,
    ev.AnswerChanged: Draft._answer_changed,
    ev.ConfidenceChanged: Draft._confidence_changed,
    ev.AnswerConfirmed: Draft._confirmed,
    ev.QuestionTimedOut: Draft._timed_out,
    ev.BlockTimedOut: Draft._block_timed_out,
    ev.BreakStarted: Draft._break_started,
    ev.BreakEnded: Draft._break_ended,
    ev.Heartbeat: Draft._heartbeat,
    ev.QualificationDecided: Draft._decided,
    ev.VerdictRead: Draft._verdict_read,
    ev.SessionCompleted: Draft._completed,
}
