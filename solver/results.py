"""Results of the engines: tri-state verdicts, models, supports, worlds.

Owns the classes of results and reports. Leaves wording to `explain`.
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
    """The verdicts of the built-in kinds, and `unknown`, which is never an answer."""

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
"""Map from a target's printed form (or a symbol) to its value; Enum values and individuals are
str."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A finite first-order structure, the world of a first-order problem."""

    domain: tuple[str, ...]
    """Names of the elements: that of a constant which denotes the element, else e1, e2, …"""
    constants: Mapping[str, str]
    """Element of each constant; two constants may share one."""
    predicates: Mapping[str, frozenset[tuple[str, ...]]]
    """For each printed symbol such as "F" or "P/2", the tuples of elements of which it is true. The
    key is the name, with "/arity" added only if the name is used with several arities."""
    values: Mapping[str, bool | str] = field(default_factory=dict)
    """Bool and Enum symbols."""


World = Model | Structure
"""A countermodel or witness, over all symbols in use."""


@dataclass(frozen=True, slots=True)
class Supports:
    """Minimal sets of premise numbers, each sorted; the list sorted by size, then number."""

    sets: tuple[tuple[int, ...], ...]
    exhausted: bool
    """True if the list is complete (False at the cap of 64, or if time ran out)."""
    searched: bool = field(default=False, compare=False)
    """True if the search was completed, even if not all sets that it found are listed."""

    @property
    def least(self) -> int | None:
        """Size of the smallest set; None if there are none, or if a smaller set than those listed
        may have been missed."""
        if not self.sets or not (self.exhausted or self.searched):
            return None
        return len(self.sets[0])


@quick
@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """One engine's answer to one query. Fields that the kind does not provide are None."""

    engine: EngineName
    verdict: str | None
    """A verdict of the query's kind; UNKNOWN if not decided; None if the answer is in other fields,
    as for enumerate, count and projection."""
    models: tuple[Model, ...] | None = None
    solution: Model | None = None
    count: int | None = None
    projection: tuple[str, ...] | None = None
    """Keys of the listed formulas that hold in every model, or in some."""
    exhausted: bool = True
    """False if `models` is cut at the limit or the count is a lower bound."""
    countermodel: World | None = None
    witness: World | None = None
    milliseconds: float = 0.0
    reason: str = ""
    """Why unknown: timeout, space too large, interrupted, …"""
    note: str = ""
    """How the answer was reached, if worth reporting, e.g. the bound used in grounding."""

    def reached(self, note: str, milliseconds: float) -> "EngineAnswer":
        """The same answer with the given note and time."""
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
        """True if this engine gave no answer."""
        return self.verdict is Verdict.UNKNOWN


@dataclass(frozen=True, slots=True)
class PartReport:
    """A row that an answer lists or omits, or a formula that it is about, with its evidence."""

    key: Model | str | None
    """Values of the targets, or the formula; None for everything that is not listed."""
    held: bool
    """Whether it is part of the answer."""
    worlds: Mapping[str, World | None]
    """For each variant that allows it, such a world; None if none was found in time."""
    supports: Mapping[str, Supports | None]
    """For each variant that forbids it, the minimal sets of that variant's premises that exclude
    it."""


@dataclass(frozen=True, slots=True)
class QueryReport:
    """A query with every engine's answer, the merged answer, and its minimal supports."""

    query: Query
    answer: EngineAnswer
    """The merged answer: the exact engine's if it answered, else Z3's."""
    engines: Mapping[EngineName, EngineAnswer]
    """One entry per engine that was used."""
    agree: bool | None
    """None if fewer than two engines answered."""
    supports: Supports | None = None
    """Supports of the entailed formula (the negation of the query's if the verdict is
    `impossible`); None if the answer entails none."""
    parts: tuple[PartReport, ...] | None = None
    """The parts of an answer that cannot be demonstrated by a single formula or world; else
    None."""


@dataclass(frozen=True, slots=True)
class TheoryReport:
    """Consistency of the premises under one variant."""

    consistent: bool | None
    """None if no engine could decide."""
    conflict: tuple[int, ...] | None = None
    """Numbers of a minimal set of premises that contradict one another."""


@dataclass(frozen=True, slots=True)
class ProblemReport:
    """All answers to a problem; consistency per variant name, "baseline" included."""

    theories: Mapping[str, TheoryReport]
    queries: tuple[QueryReport, ...]

    @property
    def disagreements(self) -> tuple[QueryReport, ...]:
        """Queries on which two engines disagree, which always indicates a bug."""
        return tuple(q for q in self.queries if q.agree is False)
