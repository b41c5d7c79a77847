"""The qualification: a test that admits to what follows (DivLogicEval, section 4.2).

Owns its table in the study file, the rule of passing, and the decision. One passes with strictly
more than the share of right answers the study asks for, over all questions asked; a question that
was not confirmed in time, or never reached, is not right.
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
    """The test, as `[qualification]` after the instructions or as a block anywhere."""

    station: Literal["qualification"] = "qualification"
    pass_above: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.8
    """Share of right answers that must be exceeded: strictly more than this passes."""
    confidence: StrictBool | None = False

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Opening, test, and the page for those who pass."""
        for entry in super().plan(planner):
            if isinstance(entry, PlannedBlock):
                yield PlannedTest(**dict(entry), pass_above=self.pass_above)
            else:
                yield entry
        yield Planned(station="verdict", id=f"{planner.name}-verdict")

    @property
    def role(self) -> Role:
        """Its answers decide, and are no results."""
        return "qualification"

    @property
    def decides(self) -> bool:
        """All its questions have to be ones that can be scored."""
        return True


class PlannedTest(PlannedBlock):
    """The test with its rule."""

    pass_above: float | None = None
    """None in old records: the study file says it."""


class QualificationDecided(SessionEvent):
    """The gate's decision."""

    kind: Literal["qualification_decided"] = "qualification_decided"
    correct: int
    asked: int
    passed: bool

    def apply(self, state: SessionState) -> None:
        """Those who fail go on only to stations that are for them."""
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
        """No longer than until the decision."""
        state.phase = "deciding"

    def follows(self, scene: Scene) -> Event | None:
        """The decision, once all questions are over."""
        if scene.state.phase == "deciding":
            return decide(scene)
        return super().follows(scene)


def passes(correct: int, questions: int, pass_above: float) -> bool:
    """Whether so many right answers exceed the share. Exact: 12 of 15 is not more than 0.8."""
    return questions > 0 and correct > Fraction(str(pass_above)) * questions


def fewest(questions: int, pass_above: float) -> int:
    """The fewest right answers that pass."""
    return next(n for n in range(questions + 1) if passes(n, questions, pass_above))


def decide(scene: Scene) -> QualificationDecided:
    """The decision over the current block."""
    station = scene.state.here
    above = station.pass_above if isinstance(station, PlannedTest) else None
    if above is None:
        table = scene.study.table_of(station)
        above = table.pass_above if isinstance(table, Qualification) else 0.0
    steps = scene.state.plan.blocks[scene.state.block].steps
    correct = right_answers(scene.state, scene.answered)
    return QualificationDecided(
        correct=correct, asked=len(steps), passed=passes(correct, len(steps), above)
    )


def right_answers(state: SessionState, items: Mapping[str, Item]) -> int:
    """How many questions of the current block were answered right. `items` is by content hash."""
    from study.scores.scoring import score_question

    final_answers = {record.step: record.final for record in state.records}
    correct = 0
    for step in state.plan.blocks[state.block].steps:
        question = items[step.item_hash].questions[step.question]
        if score_question(final_answers.get(step.index, {}), question).right:
            correct += 1
    return correct


def decision(state: SessionState) -> QualificationDecided | None:
    """What the last gate decided; None where none has."""
    decisions = [part for part in state.parts.values() if isinstance(part, QualificationDecided)]
    return decisions[-1] if decisions else None


QUALIFICATION = QualificationStation()
