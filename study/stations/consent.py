"""Consent: the participant agrees to take part, or does not.

The study's `consent` is what they agree to; those who decline go straight to the end.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from study.course.entries import Config, Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.state import SessionState
from study.course.station import Command, Scene, Sitting, Station, advance
from study.respondents.simulation import Respondent


class Consent(Config):
    """Consent comes first in every study."""

    station: Literal["consent"] = "consent"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Yield one entry; the study has the words."""
        yield Planned(station=self.station)


class ConsentGiven(SessionEvent):
    """The participant agreed to take part."""

    kind: Literal["consent_given"] = "consent_given"

    def apply(self, state: SessionState) -> None:
        """Continue to the next station."""
        self.need(state, "consent")
        advance(state)


class ConsentDeclined(SessionEvent):
    """The participant did not agree; the session ends."""

    kind: Literal["consent_declined"] = "consent_declined"

    def apply(self, state: SessionState) -> None:
        """From here on, only the end station takes the session."""
        self.need(state, "consent")
        state.outcome = "declined"
        advance(state)


class ConsentStation(Station):
    """Asks for consent."""

    name = "consent"
    config = Consent

    def enter(self, state: SessionState) -> None:
        """Enter the phase before any answer."""
        state.phase = "consent"

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The commands to agree or decline."""
        return {"consent": _consent}

    def simulate(self, sitting: Sitting, respondent: Respondent) -> None:
        """Agree, in most cases."""
        sitting.look()
        sitting.act("consent", not respondent.declines)


def _consent(_: Scene, agreed: bool) -> Event:
    return ConsentGiven() if agreed else ConsentDeclined()


CONSENT = ConsentStation()
