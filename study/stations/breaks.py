"""Breaks: the item is hidden and the clock is stopped.

Owns the break as a station, and the events of every break: those that a block starts between items
and those that a participant takes, which are phases of the block. In the study file:

    [[blocks]]
    station = "break"
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from study.course.entries import Config, Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.state import SessionState
from study.course.station import Command, Scene, Station, advance


class Break(Config):
    """A break between two stations."""

    station: Literal["break"] = "break"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Yield one entry."""
        yield Planned(station=self.station, id=planner.name, when=self.when)


class BreakStarted(SessionEvent):
    """The item is hidden and the clock stops."""

    kind: Literal["break_started"] = "break_started"
    planned: bool
    """True where the study started the break, False where the participant did."""

    def apply(self, state: SessionState) -> None:
        """Begin a break between items, or with a question open behind it."""
        self.need(state, "between" if self.planned else "question")
        state.phase = "break"
        state.resting, state.planned_break = not self.planned, self.planned
        if self.planned:
            state.since_break = 0
        else:
            state.notice = None


class BreakEnded(SessionEvent):
    """The participant continues."""

    kind: Literal["break_ended"] = "break_ended"

    def apply(self, state: SessionState) -> None:
        """Return to the open question or the block, or leave a break that is a station."""
        self.need(state, "break")
        resting = state.resting
        state.resting = state.planned_break = False
        state.notice, state.untouched = None, 0
        if state.here.station == BREAK.name:
            advance(state)
        else:
            state.phase = "question" if resting else "between"


def end_break(_: Scene) -> Event:
    """The input that ends a break."""
    return BreakEnded()


IN_BREAK: Mapping[str, Command] = {"proceed": end_break, "end_break": end_break}
"""What a participant may do in either sort of break."""


class BreakStation(Station):
    """A break until the participant continues."""

    name = "break"
    config = Break

    def enter(self, state: SessionState) -> None:
        """Begin the break."""
        state.phase, state.planned_break = "break", True

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The command to continue."""
        return IN_BREAK


BREAK = BreakStation()
