"""What a station of a session is.

Owns the base class, with all operations of a station that the rest of the program uses, and the way
from one station to the next. The stations are the modules of `study.stations`; their tables in the
study file and their entries in plans are `entries`.

A session is at one station at a time. Within it the session is in a phase, which the station names.
Events change it; each class of events has its own rule (`study.course.events.SessionEvent.apply`).
Code that stores events, replays them or draws screens walks the plan and calls the station; none of
it knows a station by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from items.models import Item
from study.course.entries import STATIONS, Config, Planned
from study.course.journal import Event, IllegalEventError
from study.course.state import SessionState
from study.respondents.answer_checks import Reason, RefusedError
from study.respondents.simulation import Respondent


class StudyFile(Protocol):
    """The study file, with what a station needs beyond its own entry in the plan."""

    def table_of(self, planned: Planned) -> Config | None:
        """The table that an entry of a plan comes from; None where the file has none."""

    def unwanted(self, form: str, field: str) -> frozenset[str]:
        """Entries in a form for which the study's rules exclude a session."""

    @property
    def quick_seconds(self) -> float:
        """An answer confirmed sooner after its question appeared is recorded."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a station may look at when it decides what happens."""

    state: SessionState
    items: Mapping[str, Item]
    """The items of the plan, by content hash."""
    answered_items: Mapping[str, Item]
    """The same with reference answers, for finished questions."""
    study: StudyFile
    completion_code: str


Command = Callable[..., "Event | None"]
"""A respondent's input: from the scene and the input's own arguments to its event, or None where it
changes nothing. Raises RefusedError."""


class Sitting(Protocol):
    """A simulated respondent's seat at the program."""

    @property
    def scene(self) -> Scene:
        """The current scene."""

    def act(self, command: str, *arguments: Any) -> None:
        """Send an input."""

    def look(self) -> None:
        """Look at a page for a while."""

    def wait(self, seconds: float) -> bool:
        """Let time pass; False where a limit came first and the question timed out."""

    def seconds_left(self) -> float | None:
        """Seconds left for the open question; None where its time is not limited."""


class Station:
    """One kind of station, with one object in the program; what differs between sessions is in the
    plan and in the state."""

    name: str
    """Name in the registry and in the entries of plans."""
    config: type[Config] | None = None
    """The table in the study file; None where no table names this station."""
    planned: type[Planned] = Planned
    """The entry in the plan."""
    asks: bool = False
    """Whether participants are asked something there, so that a study may consist of this station
    alone."""
    can_fail: bool = False
    """Whether participants can fail there, so that stations for those who failed are reachable."""

    def takes(self, state: SessionState, planned: Planned) -> bool:
        """Whether a session in this state stops at this entry of its plan."""
        if state.outcome == "declined":
            return False
        if state.outcome == "timed_out":
            return planned.when == "always"
        failed = state.outcome == "not_qualified"
        return planned.when == "always" or (planned.when == "failed") is failed

    def enter(self, state: SessionState) -> None:
        """A session arrives: at least set its phase. Raises TypeError where a station does not
        define it."""
        raise TypeError(f"station {self.name} does not define enter")

    def follows(self, scene: Scene) -> Event | None:
        """The event that follows without anybody's input; None while waiting for the respondent."""
        return None

    def expired(self, scene: Scene, limit: Literal["question", "block", "session"]) -> Event:
        """The event for a time limit that was reached, at a station that has a clock. Raises
        TypeError where a station with a clock does not define it."""
        raise TypeError(f"station {self.name} does not define expired")

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The inputs a respondent may make in a phase of this station, by name."""
        return {}

    def command(self, phase: str, name: str) -> Command:
        """An input by its name.

        Raises RefusedError where it is not possible now.
        """
        function = self.commands(phase).get(name)
        if function is None:
            raise RefusedError(Reason.NOT_NOW)
        return function

    def beside(self, scene: Scene, event: Event, used_ns: int) -> Iterator[Event]:
        """What is recorded along with an input and stored before it; `used_ns` is the time that the
        open question has used."""
        return iter(())

    def screen(self, phase: str) -> str:
        """Name of the screen that shows the station in a phase."""
        return self.name

    def simulate(self, sitting: Sitting, respondent: Respondent) -> None:
        """What a simulated respondent does here now: at least one input. By default it reads and
        continues."""
        sitting.look()
        sitting.act("proceed")


def station_of(planned: Planned) -> Station:
    """The station of an entry of a plan."""
    station: Station = STATIONS[planned.station]
    return station


def advance(state: SessionState) -> None:
    """Move a session to the next station for its outcome. The state must not be held by anybody
    else. Raises IllegalEventError where the plan has no further station."""
    for index in range(state.station + 1, len(state.plan.stations)):
        planned = state.plan.stations[index]
        station = station_of(planned)
        if station.takes(state, planned):
            state.station = index
            station.enter(state)
            return
    raise IllegalEventError("This cannot happen now", "the plan has no further station")
