"""Practice: questions whose answers are not results, each followed by an explanation of the right
answer.

In the study file, as a block with the fields of every section:

    [[blocks]]
    station = "practice"
    source = "builtin:practice"
    number = 2
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import StrictBool

from study.course.entries import Config
from study.course.events import Event, SessionEvent
from study.course.sections import Role
from study.course.state import SessionState
from study.course.station import Command, Scene, station_of
from study.stations.question import Questions, QuestionStation


class Practice(Questions):
    """A series of items for practice."""

    station: Literal["practice", "check"] = "practice"
    confidence: StrictBool | None = False

    @property
    def role(self) -> Role:
        """The role of answers that are not results."""
        return "practice"

    @property
    def decides(self) -> bool:
        """True, since the right answer is explained and so must be known."""
        return True


class FeedbackRead(SessionEvent):
    """The participant left the page that explains the right answer."""

    kind: Literal["feedback_read"] = "feedback_read"
    step: int
    """Index of the question's step."""

    def apply(self, state: SessionState) -> None:
        """Continue to the next question, or leave the practice. Raises IllegalEventError where the
        feedback is on another step."""
        self.need(state, "feedback")
        station = station_of(state.here)
        if self.step != state.position - 1:
            raise state.illegal(
                self, f"the feedback is on step {state.position - 1}, not {self.step}"
            )
        state.phase, state.untouched = "between", 0
        if state.notice != "block_timed_out":
            state.notice = None
        if isinstance(station, PracticeStation):
            station.go_on(state)


class PracticeStation(QuestionStation):
    """Questions with feedback."""

    name = "practice"
    config: type[Config] | None = Practice

    def after_question(self, state: SessionState) -> None:
        """Show the right answer first."""
        state.phase = "feedback"

    def go_on(self, state: SessionState) -> None:
        """Continue after the feedback."""
        super().after_question(state)

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The commands of all questions, and the one to continue after the feedback."""
        return {"proceed": _read} if phase == "feedback" else super().commands(phase)

    def screen(self, phase: str) -> str:
        """The screen of a phase; the feedback has its own."""
        return "feedback" if phase == "feedback" else super().screen(phase)


def _read(scene: Scene) -> Event:
    return FeedbackRead(step=scene.state.position - 1)


PRACTICE = PracticeStation()
