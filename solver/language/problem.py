"""What is asked of the engines: premises, definitions, queries and variants, as plain data.

Owns the classes; `loader` builds them from a formal JSON object, `edits` applies variants.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from typing import Literal, NamedTuple

from solver.language.syntax import Formula, Signature, SymbolKey
from solver.quick_dataclasses import quick

BASELINE = "baseline"


@quick
@dataclass(frozen=True, slots=True)
class Target:
    """One column of the assignments a query lists: a formula, or an Enum symbol by name."""

    key: str
    """Printed form; the key of this target in a model."""
    formula: Formula | None
    enum: str | None = None
    """Name of the Enum symbol; then `formula` is None."""


@quick
@dataclass(frozen=True, slots=True)
class Query:
    """One formal query. Which fields are set depends on the kind."""

    kind: str
    """A word of the registry in `solver.kinds`."""
    text: str
    """As written, without `given` and `under` taken off."""
    formula: Formula | None = None
    """possible, necessary; the f of `has_alternative(targets; f)`; the F(x) of the individual
    form of enumerate_models and count_models."""
    variable: str | None = None
    """The x of `enumerate_models(F(x), x)` and `count_models(F(x), x)`; None in target form."""
    targets: tuple[Target, ...] = ()
    mode: Literal["necessary", "possible"] | None = None
    """projection only."""
    listed: tuple[Target, ...] = ()
    """projection only: the formulas asked about, with their printed form as key."""
    given: Formula | None = None
    """Added to the premises before the question is asked."""
    under: str = BASELINE
    number: int | None = None
    """For kinds that take a number."""
    compared: tuple[str, ...] = ()
    """The variants that a kind compares, in their order; `baseline` may be among them."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants whose premises the answer is about."""
        return self.compared or (self.under,)


@dataclass(frozen=True, slots=True)
class Drop:
    """Leave out a premise (baseline number, from 0)."""

    premise: int


@dataclass(frozen=True, slots=True)
class Add:
    """A further premise."""

    formula: Formula


@dataclass(frozen=True, slots=True)
class Replace:
    """Another formula in a premise's place (baseline number, from 0)."""

    premise: int
    formula: Formula


@dataclass(frozen=True, slots=True)
class Define:
    """Another meaning for a defined name, or a new defined name."""

    name: str
    formula: Formula


Edit = Drop | Add | Replace | Define


@dataclass(frozen=True, slots=True)
class Variant:
    """A named list of edits, all in the baseline's numbering: a counterfactual."""

    name: str
    edits: tuple[Edit, ...]


class Premise(NamedTuple):
    """A premise under its number: baseline numbers from 0, added ones count on from there."""

    number: int
    formula: Formula

    @classmethod
    def numbered(cls, formulas: Iterable[Formula]) -> "tuple[Premise, ...]":
        """The formulas as premises, numbered from 0."""
        # As `Premise._make` does, without a call of Python's for each of many.
        return tuple(map(tuple.__new__, repeat(cls), enumerate(formulas)))


@quick
@dataclass(frozen=True, slots=True)
class Theory:
    """Premises and definitions under one variant: what an engine decides queries on."""

    signature: Signature
    premises: tuple[Premise, ...]
    definitions: Mapping[str, Formula] = field(default_factory=dict)
    name: str = BASELINE
    problem: "Problem | None" = field(default=None, compare=False, repr=False)
    """What the premises are a variant of, for queries that compare variants; None where no variant
    is known."""

    @property
    def formulas(self) -> list[Formula]:
        """The premises without their numbers."""
        return [formula for _, formula in self.premises]


@quick
@dataclass(frozen=True, slots=True)
class Problem:
    """A whole formalization, read and checked."""

    signature: Signature
    premises: tuple[Formula, ...]
    definitions: Mapping[str, Formula] = field(default_factory=dict)
    queries: tuple[Query, ...] = ()
    variants: Mapping[str, Variant] = field(default_factory=dict)
    warnings: tuple[str, ...] = field(default=(), compare=False)
    """How the record was read (as in `reading`), undeclared names with a suggestion, declared
    symbols that nothing uses, …"""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Entries of `translation` that gloss no symbol."""
    functions: tuple[SymbolKey, ...] = ()
    """Functions of individuals that were written, with their arity. Each is a predicate of one
    place more, and the last premises say that it has one value."""
    unread: Mapping[int, str] = field(default_factory=dict)
    """Place in the list of queries, from 0, to why the query there cannot be read. Such queries are
    not among `queries`; only a reader that is asked to goes on without them."""
    reading: tuple[str, ...] = field(default=(), compare=False)
    """How the record was read where it could mean something else: its dialect, functions, chains of
    →, variables that a quantifier binds in vain."""
