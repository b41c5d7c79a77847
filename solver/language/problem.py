"""The input of the engines: premises, definitions, queries and variants, as plain data.

Owns the classes; `loader` builds them from a formal JSON object, `edits` applies variants.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from operator import itemgetter
from typing import Literal, NamedTuple

from solver.language.syntax import Formula, Signature, SymbolKey
from solver.quick_dataclasses import quick

BASELINE = "baseline"
_FORMULA: Callable[["Premise"], Formula] = itemgetter(1)


@quick
@dataclass(frozen=True, slots=True)
class Target:
    """One column of the assignments that a query lists: a formula, or an Enum symbol by name."""

    key: str
    """Printed form; the key of this target in a model."""
    formula: Formula | None
    enum: str | None = None
    """Name of the Enum symbol, in which case `formula` is None."""


@quick
@dataclass(frozen=True, slots=True)
class Query:
    """One formal query. The kind determines which fields are set."""

    kind: str
    """A kind's word in the registry of `solver.kinds`."""
    text: str
    """As written, including `given` and `under`."""
    formula: Formula | None = None
    """possible, necessary; the f of `has_alternative(targets; f)`; the F(x) of the individual
    form of enumerate_models and count_models."""
    variable: str | None = None
    """The x of `enumerate_models(F(x), x)` and `count_models(F(x), x)`; None in target form."""
    targets: tuple[Target, ...] = ()
    mode: Literal["necessary", "possible"] | None = None
    """projection only."""
    listed: tuple[Target, ...] = ()
    """projection only: the listed formulas, with their printed form as key."""
    given: Formula | None = None
    """Assumed in addition to the premises."""
    under: str = BASELINE
    number: int | None = None
    """The number, for kinds that take one."""
    compared: tuple[str, ...] = ()
    """The variants that a kind compares, in order; `baseline` may be among them."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants whose premises the answer is about."""
        return self.compared or (self.under,)


@dataclass(frozen=True, slots=True)
class Drop:
    """Remove a premise (baseline number, from 0)."""

    premise: int


@dataclass(frozen=True, slots=True)
class Add:
    """Add a premise."""

    formula: Formula


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace a premise (baseline number, from 0) by another formula."""

    premise: int
    formula: Formula


@dataclass(frozen=True, slots=True)
class Define:
    """Change the meaning of a defined name, or define a new name."""

    name: str
    formula: Formula


Edit = Drop | Add | Replace | Define


@dataclass(frozen=True, slots=True)
class Variant:
    """A named list of edits, all in the baseline's numbering: a counterfactual."""

    name: str
    edits: tuple[Edit, ...]


class Premise(NamedTuple):
    """A premise with its number: baseline numbers start at 0, and added premises continue from
    there."""

    number: int
    formula: Formula

    @classmethod
    def numbered(cls, formulas: Iterable[Formula]) -> "tuple[Premise, ...]":
        """The formulas as premises, numbered from 0."""
        # Same as `Premise._make`, without a Python call per premise.
        return tuple(map(tuple.__new__, repeat(cls), enumerate(formulas)))


@quick
@dataclass(frozen=True, slots=True)
class Theory:
    """Premises and definitions under one variant, the basis on which an engine decides queries."""

    signature: Signature
    premises: tuple[Premise, ...]
    definitions: Mapping[str, Formula] = field(default_factory=dict)
    name: str = BASELINE
    problem: "Problem | None" = field(default=None, compare=False, repr=False)
    """The problem of which this is a variant, for queries that compare variants; None if no
    variants are known."""

    @property
    def formulas(self) -> list[Formula]:
        """The premises without their numbers."""
        return list(map(_FORMULA, self.premises))


@quick
@dataclass(frozen=True, slots=True)
class Problem:
    """A whole formalization, parsed and checked."""

    signature: Signature
    premises: tuple[Formula, ...]
    definitions: Mapping[str, Formula] = field(default_factory=dict)
    queries: tuple[Query, ...] = ()
    variants: Mapping[str, Variant] = field(default_factory=dict)
    warnings: tuple[str, ...] = field(default=(), compare=False)
    """The entries of `reading`, undeclared names with a suggestion, unused declared symbols, …"""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Entries of `translation` that are not the gloss of a symbol."""
    functions: tuple[SymbolKey, ...] = ()
    """Functions of individuals in the record, with their arity. Each is a predicate with one
    additional place, and the last premises state that it has exactly one value."""
    unreadable_queries: Mapping[int, str] = field(default_factory=dict)
    """Index in the list of queries, from 0, to the reason why that query cannot be read. Such
    queries are not in `queries`; only lenient loading continues without them."""
    reading: tuple[str, ...] = field(default=(), compare=False)
    """Notes on how the record was read where other readings are possible: its dialect, functions,
    chains of →, variables that are bound but do not occur."""
