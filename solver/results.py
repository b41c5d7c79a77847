"""What the engines answer: tri-state verdicts, models, supports, worlds.

Owns the classes and their merging by engine; the words for people are in `explain`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from solver.language.problem import Query
from solver.quick_dataclasses import quick

EngineName = Literal["worlds", "z3"]
EngineChoice = Literal["auto", "worlds", "z3", "both"]
MAX_SUPPORTS = 64


class Verdict(StrEnum):
    """Words of the kinds this program has, and `unknown`, which is never an answer."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    NECESSARY = "necessary"
    UNNECESSARY = "unnecessary"
    UNIQUE = "unique"
    NOT_UNIQUE = "not_unique"
    NONE = "none"
    ALTERNATIVE = "alternative"
    NO_ALTERNATIVE = "no_alternative"
    UNKNOWN = "unknown"


Model = Mapping[str, bool | str]
"""From a target's printed form (or a symbol) to its value; Enum values and individuals are str."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A finite first-order structure: the world a first-order countermodel lives in."""

    domain: tuple[str, ...]
    """Names of the elements: the constants' names where one names the element, else e1, e2, …"""
    constants: Mapping[str, str]
    """Constant to element; two constants may share one."""
    predicates: Mapping[str, frozenset[tuple[str, ...]]]
    """Printed symbol such as "F" or "P/2" → the tuples of elements of which it is true. The key is
    the name, with "/arity" added only where a name is used with several arities."""
    values: Mapping[str, bool | str] = field(default_factory=dict)
    """Bool and Enum symbols."""


World = Model | Structure
"""A countermodel or witness, over all symbols in use."""


@dataclass(frozen=True, slots=True)
class Supports:
    """Minimal sets of premise numbers, each sorted; the list sorted by size, then number."""

    sets: tuple[tuple[int, ...], ...]
    exhausted: bool
    """True where these are all there are (False at the cap of 64, or when time ran out)."""
    searched: bool = field(default=False, compare=False)
    """True where the search came to its end, though not all that it found may be listed."""

    @property
    def least(self) -> int | None:
        """Of how many premises the smallest consist; None where there are none, and where a
        smaller one than those listed may have been missed."""
        if not self.sets or not (self.exhausted or self.searched):
            return None
        return len(self.sets[0])


@quick
@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """One engine's answer to one query. Fields that the kind does not give are None."""

    engine: EngineName
    verdict: str | None
    """A word of the query's kind; UNKNOWN where not decided; None where the answer is given in
    other fields, as for enumerate, count and projection."""
    models: tuple[Model, ...] | None = None
    solution: Model | None = None
    count: int | None = None
    projection: tuple[str, ...] | None = None
    """Keys of the listed formulas that hold (in every / in some model)."""
    exhausted: bool = True
    """False where `models` is cut at the limit or the count is a lower bound."""
    countermodel: World | None = None
    witness: World | None = None
    milliseconds: float = 0.0
    reason: str = ""
    """Why unknown: timeout, space too large, interrupted, …"""
    note: str = ""
    """What should be said of how the answer was reached, such as the bound used in grounding."""

    def reached(self, note: str, milliseconds: float) -> "EngineAnswer":
        """The same answer with how it was reached and how long that took."""
        return EngineAnswer(
            self.engine,
            self.verdict,
            self.models,
            self.solution,
            self.count,
            self.projection,
            self.exhausted,
            self.countermodel,
            self.witness,
            milliseconds,
            self.reason,
            note,
        )

    @property
    def unknown(self) -> bool:
        """True where this engine gave no answer."""
        return self.verdict is Verdict.UNKNOWN


@dataclass(frozen=True, slots=True)
class PartReport:
    """A row that an answer lists or leaves out, or a formula it speaks of, with what shows it."""

    key: Model | str | None
    """Values of the targets, or the formula; None for everything that is not listed."""
    held: bool
    """Whether it is part of the answer."""
    worlds: Mapping[str, World | None]
    """By each variant that allows it: a world of it, None where none was found in time."""
    supports: Mapping[str, Supports | None]
    """By each variant that forbids it: minimal sets of that variant's premises that exclude it."""


@dataclass(frozen=True, slots=True)
class QueryReport:
    """A query with every engine's answer, the merged answer, and its minimal supports."""

    query: Query
    answer: EngineAnswer
    """The answer shown: the exact engine's where it answered, else Z3's."""
    engines: Mapping[EngineName, EngineAnswer]
    """One entry an engine that was asked."""
    agree: bool | None
    """None where fewer than two engines answered."""
    supports: Supports | None = None
    """Of the entailed formula (its negation where the verdict is `impossible`); else None."""
    parts: tuple[PartReport, ...] | None = None
    """Of an answer that no one formula and no one world shows: its parts; else None."""


@dataclass(frozen=True, slots=True)
class TheoryReport:
    """Consistency of the premises under one variant."""

    consistent: bool | None
    """None where no engine could tell."""
    conflict: tuple[int, ...] | None = None
    """A minimal set of premise numbers that contradict one another."""


@dataclass(frozen=True, slots=True)
class ProblemReport:
    """All answers to a problem; consistency per variant name, "baseline" included."""

    theories: Mapping[str, TheoryReport]
    queries: tuple[QueryReport, ...]

    @property
    def disagreements(self) -> tuple[QueryReport, ...]:
        """Queries on which two engines gave different answers: always an error to report."""
        return tuple(q for q in self.queries if q.agree is False)
