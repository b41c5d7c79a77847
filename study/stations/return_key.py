"""The return key: shown once when a session begins, and required of participants who come back.

Where the study file has `return_key = true` under `[codes]`, a code alone does not open an existing
session. The session's first event contains the key. Participants who came by a link need none.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from study.course.entries import Config, Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.state import SessionState
from study.course.station import Command, Scene, Station, advance


class ReturnKey(Config):
    """The page with the key; the setting in `[codes]` adds it to the study."""

    station: Literal["return-key"] = "return-key"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Yield one entry."""
        yield Planned(station=self.station)


class KeyRead(SessionEvent):
    """The participant left the page with the key, which is required from here on."""

    kind: Literal["key_read"] = "key_read"

    def apply(self, state: SessionState) -> None:
        """Continue to the next station."""
        self.need(state, "return_key")
        advance(state)


class ReturnKeyStation(Station):
    """Shows the key until the participant has written it down."""

    name = "return-key"

    def takes(self, state: SessionState, planned: Planned) -> bool:
        """Not where the code is enough, as with links and simulated respondents."""
        return state.started is not None and bool(state.started.return_key)

    def enter(self, state: SessionState) -> None:
        """Show the page."""
        state.phase = "return_key"

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The command to continue."""
        return {"proceed": _proceed}


def _proceed(_: Scene) -> Event:
    return KeyRead()


RETURN_KEY = ReturnKeyStation()
