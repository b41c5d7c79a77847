"""Tables of the study file and entries of a plan, read as the classes of the stations they name.

Owns the base classes of both, and the registry of stations: one line each, plus those of other
distributions. A plug-in is an entry point of the group `countermodel.stations` that gives a
`Station` object (`study.course.station`). Registered objects are imported when first needed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import InitErrorDetails, ValidationError

from items.models import Item
from solver.plugins import Registry
from study.files.toml_errors import Place

STATIONS: Registry[Any] = Registry(
    "countermodel.stations",
    {
        "return-key": "study.stations.return_key:RETURN_KEY",
        "consent": "study.stations.consent:CONSENT",
        "instructions": "study.stations.text:INSTRUCTIONS",
        "opening": "study.stations.text:OPENING",
        "verdict": "study.stations.text:VERDICT",
        "text": "study.stations.text:TEXT",
        "question": "study.stations.question:QUESTION",
        "qualification": "study.stations.qualification:QUALIFICATION",
        "practice": "study.stations.practice:PRACTICE",
        "check": "study.stations.check:CHECK",
        "again": "study.stations.check:AGAIN",
        "form": "study.stations.form:FORM",
        "break": "study.stations.breaks:BREAK",
        "recorded": "study.stations.recorded:RECORDED",
        "end": "study.stations.end:END",
    },
    ("name", "config", "planned", "enter", "follows", "commands", "screen", "simulate"),
    sort="study.course.station:Station",
)
BLOCK = "question"
"""The station of a table of the study file that names none."""
When = Literal["passed", "failed", "always"]
"""Who visits a station: those who failed no gate so far, those who failed one, or both. Those
who decline go straight to the end; those who run out of session time go to the stations for
`always`."""
Id = Annotated[str, Field(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")]


class Frozen(BaseModel):
    """A model with known fields and no others."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class TimeUp(Frozen):
    """What happens when the time of a question runs out."""

    answer: Literal["submit", "discard"] = "discard"
    """Whether a complete answer then counts although it was not confirmed."""
    then: Literal["next", "page"] = "next"
    """Whether the next question follows at once, or a page first waits for the participant."""
    pause_after: int = 0
    """The session waits after this number of consecutive time-outs without any answer; 0: never."""


@dataclass(slots=True)
class Planner:
    """The context for planning tables, one after the other."""

    pools: Mapping[str, tuple[Item, ...]]
    """From a source as named in the study file to its items."""
    seed: int
    turn: int
    """Turn of the slot, within its condition and its order of blocks
    (`study.course.assignment`)."""
    confidence: bool
    """Whether answers have a confidence rating, where a table does not say."""
    time_up: TimeUp = field(default_factory=TimeUp)
    blocks: int = 0
    """Number of blocks planned so far."""
    steps: int = 0
    """Number of steps planned so far."""
    name: str = ""
    """Name of the table being planned: its id, or the generated one where it has none."""
    sections: Mapping[str, Any] = field(default_factory=dict)
    """The study's tables that ask questions, by their names."""
    successions: Mapping[str, Any] = field(default_factory=dict)
    """Position of the slot among those that show these tables, by name
    (`study.course.assignment`)."""
    filled: Mapping[str, Any] = field(default_factory=dict)
    """Inputs for the samples of tables with `answers_per_item`, by name
    (`study.course.filling`)."""
    place: Place = ()
    """Place of that table in the study file."""
    language: str = "en"
    """Language of the screens."""


class Config(Frozen):
    """A `[[blocks]]` table of the study file."""

    station: str
    """Name of the station; subclasses give the default."""
    id: Id | None = None
    """Name in the record and in reports; by default the kind of station and a number."""
    when: When = "passed"
    conditions: tuple[Id, ...] = ()
    """Only participants in one of these conditions visit it; all do where this is empty."""
    sitting: Annotated[int, Field(strict=True, ge=1, le=20)] = 1
    """Number of the sitting."""

    @classmethod
    def class_of(cls, value: Mapping[str, Any]) -> "type[Config]":
        """The class of a table: that of the station it names.

        Raises pydantic's ValidationError where no station with a table has that name.
        """
        if cls is not Config:
            return cls
        name = value.get("station", BLOCK)
        station = STATIONS.get(name) if isinstance(name, str) else None
        if station is None or station.config is None:
            names = [repr(name) for name, other in STATIONS.working() if other.config is not None]
            raise _mistake(cls, name, f"{', '.join(names[:-1])} or {names[-1]}")
        config: type[Config] = station.config
        return config

    def plan(self, planner: Planner) -> "Iterator[Planned]":
        """The entries of the plan for this table, in order. Raises TypeError where a table does not
        define it."""
        raise TypeError(f"{type(self).__name__} does not define plan")


class Planned(Frozen):
    """An entry of a session's plan: all that the station needs, stored with the session's first
    event. Subclasses add fields."""

    station: str
    """Name of the station in the registry."""
    id: str = ""
    """Unique among the entries that have one."""
    when: When = "passed"


def read_config(value: object) -> Config:
    """A `[[blocks]]` table as the class of its station.

    Raises pydantic's ValidationError.
    """
    if isinstance(value, Config):
        return value
    return Config.class_of(value if isinstance(value, Mapping) else {}).model_validate(value)


def read_planned(value: object) -> Planned:
    """An entry of a plan as the class of its station.

    Raises pydantic's ValidationError.
    """
    if isinstance(value, Planned):
        return value
    name: Any = value.get("station") if isinstance(value, Mapping) else None
    station = STATIONS.get(name) if isinstance(name, str) else None
    if station is None:
        raise _mistake(Planned, name, "a station that is installed")
    planned: type[Planned] = station.planned
    return planned.model_validate(value)


def _mistake(model: type, value: object, expected: str) -> ValidationError:
    detail = InitErrorDetails(
        type="literal_error", loc=("station",), input=value, ctx={"expected": expected}
    )
    return ValidationError.from_exception_data(model.__name__, [detail])
