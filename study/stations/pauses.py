"""Pauses: the program, not the participant, hides the item and stops the clock.

Owns their events and when one begins. A pause is a phase of a block of questions. It begins when
questions timed out and nobody seems to be there, when the study shows a page after every time-out,
and when the window is too small for the question. It ends when the participant continues.
"""

from collections.abc import Mapping
from typing import Literal

from study.course.events import Event, SessionEvent
from study.course.sections import PlannedBlock
from study.course.state import Pause, SessionState
from study.course.station import Command, Scene


class PauseStarted(SessionEvent):
    """The item is hidden and the clock stops until the participant continues."""

    kind: Literal["pause_started"] = "pause_started"
    why: Pause

    def apply(self, state: SessionState) -> None:
        """Begin a pause between questions, or with a question open behind it."""
        self.need(state, "question" if self.why == "window" else "between")
        state.phase, state.pause = "paused", self.why
        state.resting = self.why == "window"
        if state.resting:
            state.notice = None


class PauseEnded(SessionEvent):
    """The participant continues."""

    kind: Literal["pause_ended"] = "pause_ended"

    def apply(self, state: SessionState) -> None:
        """Return to the open question, or continue to the next."""
        self.need(state, "paused")
        state.phase = "question" if state.resting else "between"
        state.resting, state.pause = False, None
        state.notice, state.untouched = None, 0


def pause_due(state: SessionState, block: PlannedBlock) -> Pause | None:
    """Why the session must wait before the next question; None where it continues."""
    if 0 < block.time_up.pause_after <= state.untouched:
        return "untouched"
    late = state.notice == "question_timed_out"
    return "time_up" if late and block.time_up.then == "page" else None


def _proceed(_: Scene) -> Event:
    return PauseEnded()


IN_PAUSE: Mapping[str, Command] = {"proceed": _proceed}
"""What a participant may do in a pause."""
