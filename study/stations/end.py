"""The end of a session: the completion code, and what the study says to each outcome.

In the study file, each field of each outcome optional:

    [end.not_qualified]
    title = "Thank you"
    text = "You did not pass the test, so the study ends here. You are paid for the test."
    code = "C1A2B3"
    address = "https://example.org/return?cc=C1A2B3"
"""

import re
from collections.abc import Iterator
from typing import Literal

from pydantic import StrictBool, StrictStr, field_validator

from solver.phrases import phrase
from study.course.entries import Config, Frozen, Planned, Planner, When
from study.course.events import Event, SessionEvent
from study.course.state import Outcome, SessionState
from study.course.station import Scene, Sitting, Station
from study.respondents.simulation import Respondent


class LastPage(Frozen):
    """The last page for one outcome."""

    title: StrictStr = ""
    text: StrictStr = ""
    code: StrictStr = ""
    """One for all participants of this outcome, such as a recruiter's. It is shown in place of the
    session's own completion code, which the record keeps."""
    address: StrictStr = ""
    """Where the participant goes from here: a page of the web."""
    profile: StrictBool = False
    """Whether participants are told which misreadings would make some of their answers right."""

    @field_validator("address")
    @classmethod
    def _of_the_web(cls, address: str) -> str:
        """Nothing that a browser would run."""
        if address and not re.fullmatch(r"https?://\S+", address):
            raise ValueError(
                phrase("expected an address that begins with https://, found {a}", a=repr(address))
            )
        return address


class End(Config):
    """Every study has it, last of all."""

    station: Literal["end"] = "end"
    when: When = "always"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """One entry."""
        yield Planned(station=self.station, when=self.when)


class SessionCompleted(SessionEvent):
    """The last event of a session's course."""

    kind: Literal["session_completed"] = "session_completed"
    outcome: Outcome
    completion_code: str

    def apply(self, state: SessionState) -> None:
        """The outcome is the phase from here on."""
        self.need(state, "ending")
        state.phase, state.completion_code = self.outcome, self.completion_code


class EndStation(Station):
    """Ends the session by itself; its screen waits to be closed."""

    name = "end"

    def takes(self, state: SessionState, planned: Planned) -> bool:
        """Nobody passes it by."""
        return True

    def enter(self, state: SessionState) -> None:
        """No longer than until the last event."""
        state.phase = "ending"

    def follows(self, scene: Scene) -> Event | None:
        """The last event."""
        if scene.state.phase != "ending":
            return None
        return SessionCompleted(outcome=scene.state.outcome, completion_code=scene.completion_code)

    def simulate(self, sitting: Sitting, respondent: Respondent) -> None:
        """There is nothing left to do."""


END = EndStation()
