"""A session's answers as columns: everything that reports count.

Owns the columns, and building them from a replayed and scored session. `cached_states` stores them;
`sessions.report` evaluates them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Literal

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.models import Question
from sessions.record.question_result import Result
from study.course.attention import AttentionResult, Sort, met
from study.course.state import SessionState
from study.exclusions.base import Facts, FinishedQuestion
from study.scores.scoring import SCORE_REASONS, decider
from study.stations.form_fields import Entry
from study.stations.qualification import decision
from study.statistics.circular import code
from study.statistics.sub_questions import DECIDERS
from study.statistics.truth import LABELS

Status = Literal["completed", "not_qualified", "timed_out", "declined", "under_way"]
NO_CODE = -1
"""Marks an answer that is missing or is neither a choice nor a truth value, and an unknown
score."""


@dataclass(frozen=True, slots=True)
class Questions:
    """The finished questions of a session, without pure attention checks, as columns of equal
    length."""

    step: list[int]
    """Place of the question in its session."""
    item: list[int]
    """Place of the item in `SessionAnswers.items`."""
    number: list[int]
    """Place of the question in its item."""
    occasion: list[int]
    """Which occurrence of an item in its block; for imported answers, which time the person met an
    item."""
    shift: list[int]
    """Rotation of its options to the left, in places."""
    block: list[int]
    """Place of the block in `SessionAnswers.blocks`."""
    right: list[int]
    """1 or 0; `NO_CODE` where unknown."""
    why: list[int]
    """Place in `SCORE_REASONS`."""
    confidence: list[int]
    """0 where there is none."""
    seconds: list[float | None]
    """None where the time was not measured."""
    late: list[int]
    """Whether its time ran out."""
    given: list[int]
    """Whether any answer was entered."""
    place: list[int | None]
    """For a choice: position of the chosen option on the screen."""
    parts: list[int]
    """Number of parts; a question without parts counts as one."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of these questions, question by question, as columns of equal length."""

    said: list[int]
    """For a choice its `code`, for a truth value its place in `LABELS`; else `NO_CODE`."""
    right: list[int]
    """As in `Questions`."""
    decider: list[int]
    """Place in `DECIDERS`."""
    given: list[int]
    """Whether there is an answer that counts; `NO_CODE` where the record does not say."""


@dataclass(frozen=True, slots=True)
class SessionAnswers:
    """The answers and other facts of one session."""

    status: Status
    """How it ended."""
    attempt: int
    """Which attempt of the participant it is."""
    noted: Mapping[str, int]
    """How often each kind of event other than answers was recorded."""
    forms: Mapping[str, Mapping[str, Entry]]
    """Entries of forms, by form and field."""
    attention: list[tuple[Sort, bool | None]]
    """The sort of each attention item and whether it was met: a
    `study.course.attention.AttentionResult` as a pair."""
    decision: tuple[bool, int, int] | None
    """The last gate's decision: whether it was passed, number of questions, and right answers."""
    completion_code: str | None
    starts: int
    """How many times the program was started for it."""
    away_ns: int
    flagged: bool
    """Whether a time away was measured by the wall clock."""
    seconds: float | None
    """Total time that questions were open; None where the time of some was not measured."""
    timed_out: int
    """Questions whose time ran out, including attention items."""
    rates: list[str]
    """Ids of the blocks that ask for confidence."""
    blocks: list[tuple[str, bool]]
    """Ids of the blocks of the plan, and whether their questions are results."""
    missed: list[tuple[int, int]]
    """Places of blocks that ran out of time before all questions were reached, and how many were
    not."""
    items: list[str]
    """Content hashes of the items that were asked."""
    questions: Questions
    parts: Parts

    def facts(self, *, met_before: bool) -> Facts:
        """The facts that exclusion rules use."""
        questions = self.questions
        main = [self.blocks[block][1] for block in questions.block]
        rows = zip(main, questions.seconds, questions.late, questions.place, strict=True)
        return Facts(
            self.status,
            [
                FinishedQuestion(seconds, bool(late), place)
                for counts, seconds, late, place in rows
                if counts and seconds is not None
            ],
            list(starmap(AttentionResult, self.attention)),
            self.forms,
            self.noted,
            self.attempt,
            met_before,
        )


def answered_of(state: SessionState, results: Sequence[Result]) -> SessionAnswers:
    """The columns of a session, from its state and its results."""
    plan = state.plan
    item_places: dict[str, int] = {}
    over = [result for result in results if result.over]
    results_shown = [result for result in over if not result.attention]
    missed = Counter(
        result.step.block
        for result in results
        if result.ending == "not_reached" and not result.attention
    )
    answers = {result.step.index: result.final_answers for result in over}
    items = {result.step.index: result.item for result in over}
    checks = [met(check, answers, items) for block in plan.blocks for check in block.checks]
    decided = decision(state)
    seconds = [result.seconds for result in results if result.seconds is not None]
    return SessionAnswers(
        status=_status(state),
        attempt=1 if state.started is None else state.started.attempt,
        noted=dict(state.asides),
        forms={name: part for name, part in state.parts.items() if isinstance(part, Mapping)},
        attention=[(check.sort, check.passed) for check in checks],
        decision=None if decided is None else (decided.passed, decided.asked, decided.correct),
        completion_code=state.completion_code,
        starts=state.segments,
        away_ns=state.away_ns,
        flagged=state.flagged,
        seconds=sum(seconds) if len(seconds) == len(results) else None,
        timed_out=sum(result.ending == "timed_out" for result in results),
        rates=[block.id for block in plan.blocks if block.confidence],
        blocks=[(block.id, block.role == "main") for block in plan.blocks],
        missed=list(missed.items()),
        questions=Questions(
            step=[result.step.index for result in results_shown],
            item=[
                item_places.setdefault(result.step.item_hash, len(item_places))
                for result in results_shown
            ],
            number=[result.step.question for result in results_shown],
            occasion=[result.step.ordinal for result in results_shown],
            shift=[result.step.shift for result in results_shown],
            block=[result.step.block for result in results_shown],
            right=[_right(result.score.right) for result in results_shown],
            why=[SCORE_REASONS.index(result.score.why) for result in results_shown],
            confidence=[result.confidence or 0 for result in results_shown],
            seconds=[result.seconds for result in results_shown],
            late=[int(result.ending == "timed_out") for result in results_shown],
            given=[int(bool(result.answers)) for result in results_shown],
            place=[_place(result) for result in results_shown],
            parts=[len(result.scores) for result in results_shown],
        ),
        items=list(item_places),
        parts=_parts(results_shown),
    )


def _status(state: SessionState) -> Status:
    match state.phase:
        case "completed" | "not_qualified" | "timed_out" | "declined" as phase:
            return phase
        case _:
            return "under_way"


def _parts(results: Sequence[Result]) -> Parts:
    parts = Parts([], [], [], [])
    for result in results:
        for leaf in result.question.leaves:
            answer, score = result.final_answers.get(leaf.id), result.scores[leaf.id]
            parts.said.append(_answer_code(answer, leaf))
            parts.right.append(_right(score.right))
            parts.decider.append(DECIDERS.index(decider(score)))
            recorded = score.why != "not recorded"
            parts.given.append(int(answer is not None) if recorded else NO_CODE)
    return parts


def _answer_code(answer: Answer | None, part: Question) -> int:
    """An answer as compared with its part's gold."""
    if isinstance(part.gold, ChoiceAnswer):
        chosen = answer.option if isinstance(answer, ChoiceAnswer) else None
        return code(chosen, part.gold.option, answer is not None)
    return LABELS.index(answer.value) if isinstance(answer, TruthAnswer) else NO_CODE


def _right(right: bool | None) -> int:
    return NO_CODE if right is None else int(right)


def _place(result: Result) -> int | None:
    """Position of the chosen option on the screen; "none of these" is last."""
    leaf = result.question.leaves[0]
    answer = result.answers.get(leaf.id)
    if not isinstance(answer, ChoiceAnswer) or not leaf.options:
        return None
    count = len(leaf.options)
    return count if answer.option is None else (answer.option - result.step.shift) % count
