"""What a claim is, and what comes of an attempt to refute it.

Owns the classes. Which claims there are is `registry`'s; each is a module beside this one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from items.claims.case import Case
from solver.results import World

Scope = Literal["strategy", "item"]


class State(StrEnum):
    """What an attempt to refute a claim has shown."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one claim, or of one part of it."""

    state: State
    reason: str
    """In words; premises are counted from 1."""
    subject: str = ""
    """A question's id, a variant, symbols or premises; empty for the whole claim."""
    world: World | None = None
    """The world that refutes it, or that shows what is proved; over the symbols in use."""
    premises: tuple[int, ...] = ()
    """Numbers of the premises that it is about, from 0."""
    figures: Mapping[str, int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim that items make."""

    name: str
    """As the registry has it."""
    scope: Scope
    """Whether one of the six strategies claims it, or every item."""
    strategy: str
    """The strategy's name in LLMEval-Logic, appendix B.2; empty for a claim of every item."""
    title: str
    """What is claimed, in a few words."""
    meaning: str
    """When exactly it is so, in a sentence or two."""
    source: str
    fields: tuple[str, ...]
    """What an item may declare of it."""
    outcomes: Callable[[Case, Mapping[str, Any] | None], Iterator[Outcome]]
    """The whole claim's outcome first, then those of its parts. What the item declares of it is
    handed in; None where it declares nothing."""


def proved(reason: str, **more: Any) -> Outcome:
    """An outcome that proves a claim."""
    return Outcome(State.PROVED, reason, **more)


def refuted(reason: str, **more: Any) -> Outcome:
    """An outcome that refutes a claim."""
    return Outcome(State.REFUTED, reason, **more)


def unknown(reason: str, **more: Any) -> Outcome:
    """An outcome that leaves a claim open."""
    return Outcome(State.UNKNOWN, reason, **more)


def together(parts: list[Outcome]) -> State:
    """Of parts that must all be so: refuted where one is, proved where all are."""
    states = {part.state for part in parts}
    if State.REFUTED in states:
        return State.REFUTED
    return State.UNKNOWN if State.UNKNOWN in states or not parts else State.PROVED
