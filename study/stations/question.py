"""Questions about items with a clock: the main blocks.

Owns the table of a block, the events of questions, answers and time-outs, what they change, the
commands while a question is open, and what follows by itself. Qualification and practice differ
only in how they end. The fields of the state that are about questions are in `study.course.state`;
limits and policies of time are in `study.course.timing`.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field, StrictBool

from items.answers import Answer
from study.course.attention import Attention
from study.course.behaviour import AnsweredQuickly
from study.course.entries import Config, Planned, Planner
from study.course.events import Answers, Event, SessionEvent, Shared
from study.course.journal import IllegalEventError
from study.course.question_view import Current, current
from study.course.sections import PlannedBlock, Section, draw
from study.course.state import AnswerRecord, Ending, Notice, SessionState
from study.course.station import Command, Scene, Sitting, Station, advance, station_of
from study.respondents.answer_checks import Reason, RefusedError, misfit, unfinished
from study.respondents.simulation import Respondent
from study.stations.breaks import IN_BREAK, BreakStarted
from study.stations.pauses import IN_PAUSE, PauseStarted, pause_due


class Questions(Section):
    """What main blocks and the other stations of this module's kind have in common."""

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """The opening and the block."""
        yield Planned(station="opening", id=f"{planner.name}-opening", when=self.when)
        drawn = draw(self, planner)
        yield PlannedBlock(
            station=self.station,
            id=planner.name,
            when=self.when,
            title=self.title,
            role=self.role,
            seconds_per_question=self.seconds_per_question,
            seconds_per_block=self.seconds_per_block,
            confidence=planner.confidence if self.confidence is None else self.confidence,
            none_option=self.offers_none,
            break_after=self.calls_breaks,
            breaks=self.breaks,
            instructions=self.instructions,
            time_up=planner.time_up,
            steps=drawn.steps,
            checks=drawn.checks,
        )

    @property
    def offers_none(self) -> bool:
        """Whether the options include N."""
        return False

    @property
    def calls_breaks(self) -> int | None:
        """The number of questions after which a break begins."""
        return None


class Block(Questions):
    """A series of items under one set of rules."""

    station: Literal["question"] = "question"
    none_option: StrictBool = False
    """Offer N, "none of these, or I cannot tell", after every list of options."""
    break_after: Annotated[int, Field(strict=True, ge=1)] | None = None
    """Start a break after every this many questions, but never inside an item."""
    attention: Attention | None = None
    """Items in the block that show whether it is read carefully."""
    answers_per_item: Annotated[int, Field(strict=True, ge=1, le=100_000)] | None = None
    """Required number of answers to each item of the pool, in each condition that has the block:
    participants get the items with the fewest, and the study is full when all have that many."""

    @property
    def offers_none(self) -> bool:
        """The setting of the file."""
        return self.none_option

    @property
    def calls_breaks(self) -> int | None:
        """The setting of the file."""
        return self.break_after

    @property
    def watches(self) -> Attention | None:
        """The setting of the file."""
        return self.attention

    @property
    def fills(self) -> int | None:
        """The setting of the file."""
        return self.answers_per_item


class QuestionShown(SessionEvent):
    """A question opens; its clock runs from this event."""

    kind: Literal["question_shown"] = "question_shown"
    step: int
    """Index in the list of the plan's steps, over all blocks."""

    def apply(self, state: SessionState) -> None:
        """Open the question without an answer. Raises IllegalEventError where another step is
        next."""
        self.need(state, "between")
        if self.step != state.position:
            raise state.illegal(self, f"step {self.step} is not next, {state.position} is")
        state.phase = "question"
        _nothing_given(state)


class _OfStep(SessionEvent):
    """An event of the open question."""

    step: int

    def need_open(self, state: SessionState) -> None:
        """Raise IllegalEventError where another question is open."""
        if state.phase != "question":
            self.need(state, "question")
        if self.step != state.position:
            raise state.illegal(self, f"step {self.step} is not open, {state.position} is")


class AnswerChanged(_OfStep):
    """The draft of one part changed; None where it was cleared."""

    kind: Literal["answer_changed"] = "answer_changed"
    part: str
    answer: Shared | None

    def apply(self, state: SessionState) -> None:
        """Replace the draft."""
        self.need_open(state)
        drafts = dict(state.drafts)
        drafts.pop(self.part, None)
        if self.answer is not None:
            drafts[self.part] = self.answer
        state.drafts, state.notice = drafts, None
        state.changes += 1


class ConfidenceChanged(_OfStep):
    """The participant rated their confidence, 1 (guess) to 5 (certain)."""

    kind: Literal["confidence_changed"] = "confidence_changed"
    confidence: int = Field(ge=1, le=5)

    def apply(self, state: SessionState) -> None:
        """Draft it like an answer."""
        self.need_open(state)
        state.confidence, state.notice = self.confidence, None


class _QuestionOver(_OfStep):
    """The open question is finished. The event's answers equal the draft's; they are recorded since
    sessions with equal answers may share the event."""

    answers: Answers
    confidence: int | None = Field(default=None, ge=1, le=5)

    def over(
        self, state: SessionState, ending: Ending, submitted: bool = False, is_last: bool = False
    ) -> None:
        """Record it; the station decides what follows, unless this is the session's last question.
        Raises IllegalEventError where it differs from the answers in the state."""
        self.need_open(state)
        if self.answers != state.drafts or self.confidence != state.confidence:
            raise state.illegal(self, "it differs from what was answered")
        record = AnswerRecord(
            state.position,
            ending,
            self.answers,
            state.confidence,
            state.question_used_ns,
            state.changes,
            submitted,
        )
        state.records.append(record)
        state.phase = "between"
        state.position += 1
        state.in_block += 1
        state.since_break += 1
        _nothing_given(state)
        if is_last:
            state.outcome, state.position = "timed_out", len(state.plan.steps)
            advance(state)
        else:
            _current_station(state).after_question(state)


class AnswerConfirmed(_QuestionOver):
    """The answer is final."""

    kind: Literal["answer_confirmed"] = "answer_confirmed"

    def apply(self, state: SessionState) -> None:
        """Finish the question."""
        state.notice, state.untouched = None, 0
        self.over(state, "confirmed")


class QuestionTimedOut(_QuestionOver):
    """Time ran out. The draft is recorded as it was and is not confirmed; the study's policy
    decides whether it counts."""

    kind: Literal["question_timed_out"] = "question_timed_out"
    limit: Literal["question", "block", "session"]
    submitted: bool = False
    """Whether the answer was complete and the study counts it."""

    def apply(self, state: SessionState) -> None:
        """Finish the question; the next screen says why."""
        notices: Mapping[str, Notice] = {
            "block": "block_timed_out",
            "session": "session_timed_out",
        }
        state.notice = notices.get(self.limit, "question_timed_out")
        touched = state.changes > 0 or state.confidence is not None
        state.untouched = 0 if touched else state.untouched + 1
        self.over(state, "timed_out", self.submitted, is_last=self.limit == "session")


class BlockTimedOut(SessionEvent):
    """The block's time ran out; questions not yet shown are never reached."""

    kind: Literal["block_timed_out"] = "block_timed_out"
    block: int

    def apply(self, state: SessionState) -> None:
        """Finish the block. Raises IllegalEventError where another block is running."""
        self.need(state, "between")
        if self.block != state.block:
            raise state.illegal(self, f"block {self.block} is not running, {state.block} is")
        state.position = state.plan.blocks[state.block].steps[-1].index + 1
        state.notice = "block_timed_out"
        state.blocks_timed_out = (*state.blocks_timed_out, self.block)
        _current_station(state).over(state)


def _current_station(state: SessionState) -> "QuestionStation":
    """The station whose question is open. Raises IllegalEventError where the station asks none."""
    station = station_of(state.here)
    if not isinstance(station, QuestionStation):
        raise IllegalEventError("This cannot happen now", f"{station.name} asks no questions")
    return station


def _nothing_given(state: SessionState) -> None:
    state.drafts, state.confidence = {}, None
    state.changes = state.question_used_ns = 0


class QuestionStation(Station):
    """Shows one question after the other until all are finished or time runs out."""

    name = "question"
    config: type[Config] | None = Block
    planned: type[Planned] = PlannedBlock

    def enter(self, state: SessionState) -> None:
        """Enter the phase before its first question."""
        state.phase = "between"
        state.block = state.plan.blocks_before[state.station]
        state.position = state.plan.blocks[state.block].steps[0].index
        state.block_used_ns = state.in_block = state.since_break = state.untouched = 0

    def after_question(self, state: SessionState) -> None:
        """Called after each question."""
        if state.in_block == len(state.plan.blocks[state.block].steps):
            self.over(state)

    def over(self, state: SessionState) -> None:
        """Called after the last question, or when time ran out."""
        advance(state)

    def follows(self, scene: Scene) -> Event | None:
        """Between questions: the end of a block that is out of time, a break that is due, or the
        next question."""
        state = scene.state
        if state.phase != "between":
            return None
        block = state.plan.blocks[state.block]
        if block.seconds_per_block is not None and state.notice == "block_timed_out":
            return BlockTimedOut(block=state.block)
        if _break_due(state, block):
            return BreakStarted(planned=True)
        why = pause_due(state, block)
        if why is not None:
            return PauseStarted(why=why)
        return QuestionShown(step=state.position)

    def expired(self, scene: Scene, limit: Literal["question", "block", "session"]) -> Event:
        """The end of the open question in its current state."""
        state, open_question = scene.state, _open(scene)
        complete = all(
            unfinished(state.drafts.get(p.id), p) is None for p in open_question.question.leaves
        )
        return QuestionTimedOut(
            step=state.position,
            limit=limit,
            answers=state.drafts,
            confidence=state.confidence,
            submitted=complete and open_question.block.time_up.answer == "submit",
        )

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The commands to answer, rate confidence, confirm, and take a break."""
        return _COMMANDS.get(phase, {})

    def beside(self, scene: Scene, event: Event, used_ns: int) -> Iterator[Event]:
        """The sign of an answer that comes too soon."""
        seconds = used_ns / 1e9
        if isinstance(event, AnswerConfirmed) and seconds < scene.study.quick_seconds:
            yield AnsweredQuickly(step=event.step, seconds=seconds)

    def screen(self, phase: str) -> str:
        """The screen of a phase; breaks and pauses have their own."""
        return phase if phase in ("break", "paused") else "question"

    def attempt(self, state: SessionState) -> int:
        """Number of the attempt at the questions, where a session has several."""
        return 1

    def simulate(self, sitting: Sitting, respondent: Respondent) -> None:
        """Answer the open question part by part, as far as its time allows."""
        if sitting.scene.state.phase != "question":
            super().simulate(sitting, respondent)
            return
        open_question = _open(sitting.scene)
        state = sitting.scene.state
        holds = any(
            check.step == open_question.step.index and check.sort == "instructed"
            for check in open_question.block.checks
        )
        item = sitting.scene.items.get(open_question.step.item_hash)
        turn = (self.attempt(state), *state.turn)
        act = respondent.act(
            open_question.step,
            open_question.block,
            open_question.question,
            item,
            instructed=holds,
            turn=turn,
        )
        inputs: list[tuple[str, tuple[object, ...]]] = [
            ("change", (part, answer)) for part, answer in act.answers.items()
        ]
        if open_question.block.confidence:
            inputs.append(("set_confidence", (act.confidence,)))
        if not (act.lingers and sitting.seconds_left() is not None):
            inputs.append(("confirm", ()))
        for command, arguments in inputs:
            if not sitting.wait(act.seconds / len(inputs)):
                return
            sitting.act(command, *arguments)
        seconds_left = sitting.seconds_left()
        if (
            act.lingers
            and seconds_left is not None
            and sitting.scene.state.position == open_question.step.index
        ):
            sitting.wait(seconds_left)


def _break_due(state: SessionState, block: PlannedBlock) -> bool:
    """Whether a planned break is due: they come between items, after at least `break_after`
    questions."""
    if block.break_after is None or state.since_break < block.break_after:
        return False
    return state.plan.steps[state.position].question == 0


def _open(scene: Scene) -> Current:
    """The open question. Raises RefusedError where none is open."""
    open_question = current(scene.state, scene.items)
    if open_question is None:
        raise RefusedError(Reason.NOT_NOW)
    return open_question


def _change(scene: Scene, part_id: str, answer: Answer | None) -> Event | None:
    """Set, change or clear (None) the draft of one part. Raises RefusedError for an unknown part,
    or an answer that does not fit it."""
    open_question = _open(scene)
    part = next((leaf for leaf in open_question.question.leaves if leaf.id == part_id), None)
    if part is None:
        raise RefusedError(Reason.UNKNOWN_PART, part_id)
    reason = None if answer is None else misfit(answer, part, open_question.block.none_option)
    if reason is not None:
        raise RefusedError(reason, part_id)
    if scene.state.drafts.get(part_id) == answer:
        return None
    return AnswerChanged(step=open_question.step.index, part=part_id, answer=answer)


def _set_confidence(scene: Scene, confidence: int) -> Event | None:
    """Rate the confidence in the answer, 1 (a guess) to 5 (certain). Raises RefusedError where none
    is asked for, or the number is not on the scale."""
    open_question = _open(scene)
    if not open_question.block.confidence:
        raise RefusedError(Reason.NO_CONFIDENCE_ASKED)
    if not 1 <= confidence <= 5:
        raise RefusedError(Reason.CONFIDENCE_MISSING)
    if scene.state.confidence == confidence:
        return None
    return ConfidenceChanged(step=open_question.step.index, confidence=confidence)


def _confirm(scene: Scene) -> Event:
    """Confirm the open answer and continue. Raises RefusedError where a part, or the confidence,
    has no complete answer."""
    open_question = _open(scene)
    state = scene.state
    for part in open_question.question.leaves:
        reason = unfinished(state.drafts.get(part.id), part)
        if reason is not None:
            raise RefusedError(reason, part.id)
    if open_question.block.confidence and state.confidence is None:
        raise RefusedError(Reason.CONFIDENCE_MISSING)
    return AnswerConfirmed(
        step=open_question.step.index, answers=state.drafts, confidence=state.confidence
    )


def _pause(scene: Scene) -> Event:
    """Hide the item and stop the clock where the window is too small for the question."""
    _open(scene)
    return PauseStarted(why="window")


def _start_break(scene: Scene) -> Event:
    """Hide the item and stop the clock. Raises RefusedError where the block allows none."""
    if not _open(scene).block.breaks:
        raise RefusedError(Reason.BREAKS_NOT_ALLOWED)
    return BreakStarted(planned=False)


_COMMANDS: Mapping[str, Mapping[str, Command]] = {
    "question": {
        "change": _change,
        "set_confidence": _set_confidence,
        "confirm": _confirm,
        "start_break": _start_break,
        "pause": _pause,
    },
    "break": IN_BREAK,
    "paused": IN_PAUSE,
}
QUESTION = QuestionStation()
