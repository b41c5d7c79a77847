"""Consent: the participant agrees to take part, or does not.

What is agreed to is the study's `consent`; who declines goes straight to the end.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from study.course.entries import Config, Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.state import SessionState
from study.course.station import Command, Scene, Sitting, Station, advance
from study.respondents.simulation import Respondent


class Consent(Config):
    """Every study has it, first of all."""

    station: Literal["consent"] = "consent"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """One entry; the words are the study's."""
        yield Planned(station=self.station)


class ConsentGiven(SessionEvent):
    """The participant agreed to take part."""

    kind: Literal["consent_given"] = "consent_given"

    def apply(self, state: SessionState) -> None:
        """On to the next station."""
        self.need(state, "consent")
        advance(state)


class ConsentDeclined(SessionEvent):
    """The participant did not agree; the session ends."""

    kind: Literal["consent_declined"] = "consent_declined"

    def apply(self, state: SessionState) -> None:
        """No station but the end is for this session any more."""
        self.need(state, "consent")
        state.outcome = "declined"
        advance(state)


class ConsentStation(Station):
    """Asks for consent."""

    name = "consent"
    config = Consent

    def enter(self, state: SessionState) -> None:
        """Nothing was said yet."""
        state.phase = "consent"

    def commands(self, phase: str) -> Mapping[str, Command]:
        """Agree, or decline."""
        return {"consent": _consent}

    def simulate(self, sitting: Sitting, respondent: Respondent) -> None:
        """Most agree."""
        sitting.look()
        sitting.act("consent", not respondent.declines)


def _consent(_: Scene, agreed: bool) -> Event:
    return ConsentGiven() if agreed else ConsentDeclined()


CONSENT = ConsentStation()
