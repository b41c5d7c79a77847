"""What a station of a session is.

Owns the base class, with everything the rest of the program asks of a station, and the way from one
station to the next. The stations are the modules of `study.stations`; their tables in the study
file and their entries in plans are `entries`.

A session is at one station at a time. Within it the session is in a phase, which the station names.
Events move it: one class each, which carries its own rule
(`study.course.events.SessionEvent.apply`). Whoever stores events, replays them or draws screens
walks the plan and asks the station; none of them knows a station by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from items.models import Item
from study.course.entries import STATIONS, Config, Planned
from study.course.journal import Event, IllegalEventError
from study.course.state import SessionState
from study.respondents.answering import Reason, RefusedError
from study.respondents.simulation import Respondent


class StudyFile(Protocol):
    """The study file, as far as a station needs it beyond its own entry in the plan."""

    def table_of(self, planned: Planned) -> Config | None:
        """The table that an entry of a plan comes from; None where the file has none."""

    def unwanted(self, form: str, field: str) -> frozenset[str]:
        """Entries in a form for which the study's rules leave a session out."""

    @property
    def quick_seconds(self) -> float:
        """An answer confirmed sooner after its question was shown is noted."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a station may look at when it decides what happens."""

    state: SessionState
    items: Mapping[str, Item]
    """The items of the plan, by content hash."""
    answered: Mapping[str, Item]
    """The same with their reference answers, for questions that are over."""
    study: StudyFile
    completion_code: str


Command = Callable[..., "Event | None"]
"""A respondent's input: from the scene and the input's own arguments to the event it makes, or None
where it changes nothing. Raises RefusedError."""


class Sitting(Protocol):
    """A simulated respondent's place before the program."""

    @property
    def scene(self) -> Scene:
        """As it is now."""

    def act(self, command: str, *arguments: Any) -> None:
        """Make an input."""

    def look(self) -> None:
        """Look at a page for a while."""

    def wait(self, seconds: float) -> bool:
        """Let time pass; False where a limit came first, and the question timed out."""

    def seconds_left(self) -> float | None:
        """Seconds left for the open question; None where its time is not limited."""


class Station:
    """One kind of station. There is one object of it; what differs between sessions is in the plan
    and in the state."""

    name: str
    """In the registry, and in the entries of plans."""
    config: type[Config] | None = None
    """The table in the study file; None where no table asks for this station by itself."""
    planned: type[Planned] = Planned
    """The entry in the plan."""
    asks: bool = False
    """Whether participants are asked something there, so that a study may consist of it alone."""
    can_fail: bool = False
    """Whether participants can fail there, so that stations for those who failed are reached."""

    def takes(self, state: SessionState, planned: Planned) -> bool:
        """Whether a session in this state stops at this entry of its plan."""
        if state.outcome == "declined":
            return False
        if state.outcome == "timed_out":
            return planned.when == "always"
        failed = state.outcome == "not_qualified"
        return planned.when == "always" or (planned.when == "failed") is failed

    def enter(self, state: SessionState) -> None:
        """A session arrives: at the least, set the phase it is in then. Raises TypeError where a
        station does not define it."""
        raise TypeError(f"station {self.name} does not say how it begins")

    def follows(self, scene: Scene) -> Event | None:
        """The event that follows without anybody's input; None where the respondent is awaited."""
        return None

    def expired(self, scene: Scene, limit: Literal["question", "block", "session"]) -> Event:
        """The event of a time that ran out, at a station that has a clock. Raises TypeError where a
        station with a clock does not define it."""
        raise TypeError(f"station {self.name} does not say what happens when time runs out")

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The inputs a respondent may make in a phase of this station, by name."""
        return {}

    def command(self, phase: str, name: str) -> Command:
        """One of them.

        Raises RefusedError where it is not possible now.
        """
        function = self.commands(phase).get(name)
        if function is None:
            raise RefusedError(Reason.NOT_NOW)
        return function

    def beside(self, scene: Scene, event: Event, used_ns: int) -> Iterator[Event]:
        """What is noted beside an input, stored before it; `used_ns` is the time that the open
        question has used."""
        return iter(())

    def screen(self, phase: str) -> str:
        """Name of the screen that shows the station in a phase."""
        return self.name

    def simulate(self, sitting: Sitting, respondent: Respondent) -> None:
        """What a simulated respondent does here now: at least one input. This one reads and goes
        on."""
        sitting.look()
        sitting.act("proceed")


def station_of(planned: Planned) -> Station:
    """The station of an entry of a plan."""
    station: Station = STATIONS[planned.station]
    return station


def advance(state: SessionState) -> None:
    """Take a session on to the next station that is for one of its outcome. The state must be one
    that nobody else holds. Raises IllegalEventError where the plan has no further station."""
    for index in range(state.station + 1, len(state.plan.stations)):
        planned = state.plan.stations[index]
        station = station_of(planned)
        if station.takes(state, planned):
            state.station = index
            station.enter(state)
            return
    raise IllegalEventError("This cannot happen now", "the plan has no further station")
