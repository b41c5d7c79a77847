"""Claims, and the outcomes of attempts to refute them.

Owns the classes. Leaves the list of claims to `registry`; each claim is a module of this package.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from items.claims.case import Case
from solver.results import World

Scope = Literal["strategy", "item"]


class State(StrEnum):
    """The result of an attempt to refute a claim."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one claim, or of one part of it."""

    state: State
    reason: str
    """The reason as text, with premises numbered from 1."""
    subject: str = ""
    """A question's id, a variant, symbols or premises; empty for the whole claim."""
    world: World | None = None
    """The world that refutes it, or that demonstrates what is proved; over the symbols in use."""
    premises: tuple[int, ...] = ()
    """Numbers, from 0, of the premises that it is about."""
    figures: Mapping[str, int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that items can make."""

    name: str
    """Its name in the registry."""
    scope: Scope
    """Whether it belongs to one of the six strategies, or every item makes it."""
    strategy: str
    """The strategy's name in LLMEval-Logic, appendix B.2; empty for a claim of every item."""
    title: str
    """The claim in a few words."""
    meaning: str
    """When exactly the claim is true, in a sentence or two."""
    source: str
    fields: tuple[str, ...]
    """The fields that an item may declare for it."""
    outcomes: Callable[[Case, Mapping[str, Any] | None], Iterator[Outcome]]
    """Yields the outcome of the whole claim, then those of its parts. Its second argument is the
    item's declaration; None if there is none."""


def proved(reason: str, **details: Any) -> Outcome:
    """An outcome that proves a claim."""
    return Outcome(State.PROVED, reason, **details)


def refuted(reason: str, **details: Any) -> Outcome:
    """An outcome that refutes a claim."""
    return Outcome(State.REFUTED, reason, **details)


def unknown(reason: str, **details: Any) -> Outcome:
    """An outcome that leaves a claim open."""
    return Outcome(State.UNKNOWN, reason, **details)


def together(parts: list[Outcome]) -> State:
    """The state of a claim whose parts must all be true: refuted if one is, proved if all are."""
    states = {part.state for part in parts}
    if State.REFUTED in states:
        return State.REFUTED
    return State.UNKNOWN if State.UNKNOWN in states or not parts else State.PROVED
