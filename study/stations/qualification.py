"""The qualification: a test that admits participants to the rest (DivLogicEval, section 4.2).

Owns its table in the study file, the rule of passing, and the decision. Participants pass with
strictly more than the required share of right answers, over all questions of the test; a question
that was not confirmed in time, or never reached, is not right.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field, StrictBool

from items.models import Item
from study.course.entries import Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.sections import PlannedBlock, Role
from study.course.state import SessionState
from study.course.station import Scene, advance
from study.stations.question import Questions, QuestionStation


class Qualification(Questions):
    """The test, written as `[qualification]` after the instructions or as a block anywhere."""

    station: Literal["qualification"] = "qualification"
    pass_above: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.8
    """Share of right answers that must be exceeded strictly."""
    confidence: StrictBool | None = False

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """The opening, the test, and the page for those who pass."""
        for entry in super().plan(planner):
            if isinstance(entry, PlannedBlock):
                yield PlannedTest(**dict(entry), pass_above=self.pass_above)
            else:
                yield entry
        yield Planned(station="verdict", id=f"{planner.name}-verdict")

    @property
    def role(self) -> Role:
        """The role of answers that decide who continues and are not results."""
        return "qualification"

    @property
    def decides(self) -> bool:
        """True: all its questions must be ones that can be scored."""
        return True


class PlannedTest(PlannedBlock):
    """The test with its rule."""

    pass_above: float | None = None
    """None in old records, where the study file has it."""


class QualificationDecided(SessionEvent):
    """The gate's decision."""

    kind: Literal["qualification_decided"] = "qualification_decided"
    correct: int
    asked: int
    passed: bool

    def apply(self, state: SessionState) -> None:
        """Send those who fail only to stations for those who failed."""
        self.need(state, "deciding")
        state.parts = {**state.parts, state.here.id: self}
        if not self.passed:
            state.outcome = "not_qualified"
        advance(state)


class QualificationStation(QuestionStation):
    """Questions, then a decision."""

    name = "qualification"
    config = Qualification
    can_fail = True
    planned = PlannedTest

    def over(self, state: SessionState) -> None:
        """Enter a phase that lasts until the decision."""
        state.phase = "deciding"

    def follows(self, scene: Scene) -> Event | None:
        """The decision, once all questions are finished."""
        if scene.state.phase == "deciding":
            return decide(scene)
        return super().follows(scene)


def passes(correct: int, questions: int, pass_above: float) -> bool:
    """Whether this number of right answers exceeds the share. Exact: 12 of 15 is not more than
    0.8."""
    return questions > 0 and correct > Fraction(str(pass_above)) * questions


def fewest(questions: int, pass_above: float) -> int:
    """The smallest number of right answers that passes."""
    return next(n for n in range(questions + 1) if passes(n, questions, pass_above))


def decide(scene: Scene) -> QualificationDecided:
    """Decide on the current block."""
    station = scene.state.here
    above = station.pass_above if isinstance(station, PlannedTest) else None
    if above is None:
        table = scene.study.table_of(station)
        above = table.pass_above if isinstance(table, Qualification) else 0.0
    steps = scene.state.plan.blocks[scene.state.block].steps
    correct = right_answers(scene.state, scene.answered_items)
    return QualificationDecided(
        correct=correct, asked=len(steps), passed=passes(correct, len(steps), above)
    )


def right_answers(state: SessionState, items: Mapping[str, Item]) -> int:
    """Number of questions of the current block that were answered correctly. `items` is by content
    hash."""
    from study.scores.scoring import score_question

    final_answers = {record.step: record.final for record in state.records}
    correct = 0
    for step in state.plan.blocks[state.block].steps:
        question = items[step.item_hash].questions[step.question]
        if score_question(final_answers.get(step.index, {}), question).right:
            correct += 1
    return correct


def decision(state: SessionState) -> QualificationDecided | None:
    """The last gate's decision; None where there was none."""
    decisions = [part for part in state.parts.values() if isinstance(part, QualificationDecided)]
    return decisions[-1] if decisions else None


QUALIFICATION = QualificationStation()
