"""The return key: shown once when a session begins, and asked for of whoever comes back.

Where the study file has `return_key = true` under `[codes]`, a code alone leads to no session that
is there already. The key is with the session's first event. Who came by a link needs none.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from study.course.entries import Config, Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.state import SessionState
from study.course.station import Command, Scene, Station, advance


class ReturnKey(Config):
    """The page with the key; the study has it by `[codes]`."""

    station: Literal["return-key"] = "return-key"

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """One entry."""
        yield Planned(station=self.station)


class KeyRead(SessionEvent):
    """The participant left the page with the key; from here on it is asked for."""

    kind: Literal["key_read"] = "key_read"

    def apply(self, state: SessionState) -> None:
        """On to the next station."""
        self.need(state, "return_key")
        advance(state)


class ReturnKeyStation(Station):
    """Shows the key until it is written down."""

    name = "return-key"

    def takes(self, state: SessionState, planned: Planned) -> bool:
        """Not where the code is enough, as with links and simulated respondents."""
        return state.started is not None and bool(state.started.return_key)

    def enter(self, state: SessionState) -> None:
        """The page is on screen."""
        state.phase = "return_key"

    def commands(self, phase: str) -> Mapping[str, Command]:
        """Go on."""
        return {"proceed": _proceed}


def _proceed(_: Scene) -> Event:
    return KeyRead()


RETURN_KEY = ReturnKeyStation()
