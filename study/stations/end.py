"""The end of a session: the completion code, and the study's text for each outcome.

In the study file, with all fields optional for each outcome:

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
    """One code for all participants with this outcome, such as a recruiter's. It replaces the
    session's own completion code on the page; the record keeps the session's own."""
    address: StrictStr = ""
    """A web page for the participant to visit next."""
    profile: StrictBool = False
    """Whether participants see which misreadings would make some of their answers right."""

    @field_validator("address")
    @classmethod
    def _of_the_web(cls, address: str) -> str:
        """Allow no address that a browser would execute. Raises ValueError."""
        if address and not re.fullmatch(r"https?://\S+", address):
            raise ValueError(
                phrase("expected an address that begins with https://, found {a}", a=repr(address))
            )
        return address


class End(Config):
    """The end comes last in every study."""

    station: Literal["end"] = "end"
    when: When = "always"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Yield one entry."""
        yield Planned(station=self.station, when=self.when)


class SessionCompleted(SessionEvent):
    """The last event of a session's course."""

    kind: Literal["session_completed"] = "session_completed"
    outcome: Outcome
    completion_code: str

    def apply(self, state: SessionState) -> None:
        """Make the outcome the phase from here on."""
        self.need(state, "ending")
        state.phase, state.completion_code = self.outcome, self.completion_code


class EndStation(Station):
    """Ends the session by itself; its screen stays until it is closed."""

    name = "end"

    def takes(self, state: SessionState, planned: Planned) -> bool:
        """Always, since every session ends here."""
        return True

    def enter(self, state: SessionState) -> None:
        """Enter a phase that lasts until the last event."""
        state.phase = "ending"

    def follows(self, scene: Scene) -> Event | None:
        """The last event."""
        if scene.state.phase != "ending":
            return None
        return SessionCompleted(outcome=scene.state.outcome, completion_code=scene.completion_code)

    def simulate(self, sitting: Sitting, respondent: Respondent) -> None:
        """Do nothing: the session is over."""


END = EndStation()
