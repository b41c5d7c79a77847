"""Simultaneous replacement of the symbols of a problem by other names or by formulas.

Owns the substitution in formulas, queries and signatures. The caller chooses the new names and
formulas; variables keep their names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from solver.language.edits import theory
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Problem, Query, Target
from solver.language.syntax import (
    Constant,
    EnumIs,
    EnumSame,
    EnumSort,
    Equal,
    Formula,
    Not,
    Pred,
    Prop,
    Signature,
    Symbol,
    SymbolKey,
    Term,
    children,
    expand,
    negation,
    rebuild,
)
from solver.language.usage import substitute


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A formula over other symbols that replaces a symbol."""

    places: tuple[str, ...]
    """The variables for a predicate's places, in order; names that occur in no other formula."""
    formula: Formula
    """A quantifier-free formula over the new names."""
    symbols: tuple[Symbol, ...]
    """The symbols of the formula."""


@dataclass(frozen=True)
class Renaming:
    """New names by symbol. All apply simultaneously, so two symbols may swap names."""

    names: Mapping[SymbolKey, str]
    """Symbols that are not listed keep their names."""
    orders: Mapping[SymbolKey, Sequence[int]] = field(default_factory=dict)
    """For a predicate whose places change order: the old place at each new place."""
    formulas: Mapping[SymbolKey, Interpretation] = field(default_factory=dict)
    """For Bool symbols and predicates that are replaced by a formula."""
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For an Enum, by its old name: the new names of all its values."""

    def name(self, name: str, arity: int = 0) -> str:
        """The new name of a symbol."""
        return self.names.get((name, arity), name)

    def _term(self, term: Term) -> Term:
        return Constant(self.name(term.name)) if isinstance(term, Constant) else term

    def formula(self, formula: Formula) -> Formula:
        """The formula over the new names."""
        match formula:
            case Prop(name):
                interpretation = self.formulas.get((name, 0))
                return Prop(self.name(name)) if interpretation is None else interpretation.formula
            case Pred(name, args):
                terms = tuple(self._term(arg) for arg in args)
                interpretation = self.formulas.get((name, len(args)))
                if interpretation is not None:
                    filled = interpretation.formula
                    for place, term in zip(interpretation.places, terms, strict=True):
                        filled = substitute(filled, place, term)
                    return filled
                order = self.orders.get((name, len(args)))
                if order is not None:
                    terms = tuple(terms[place] for place in order)
                return Pred(self.name(name, len(args)), terms)
            case Equal(left, right):
                return Equal(self._term(left), self._term(right))
            case EnumIs(symbol, value):
                return EnumIs(self.name(symbol), self.values.get(symbol, {}).get(value, value))
            case EnumSame(left_name, right_name):
                return EnumSame(self.name(left_name), self.name(right_name))
        below = children(formula)
        if not below:
            return formula
        new = tuple(self.formula(child) for child in below)
        if isinstance(formula, Not) and isinstance(below[0], Prop | Pred):
            return negation(new[0])
        return rebuild(formula, new)

    def query(self, query: Query, definitions: Mapping[str, Formula]) -> Query:
        """The query over the new names, with definitions expanded."""

        def renamed(formula: Formula | None) -> Formula | None:
            return None if formula is None else self.formula(expand(formula, definitions))

        def target(original: Target) -> Target:
            if original.enum is not None:
                name = self.name(original.enum)
                return Target(name, None, name)
            new = renamed(original.formula)
            key = original.key if new is None else print_formula(new)
            return Target(new.name if isinstance(new, Prop) else key, new)

        def unsigned(original: Target) -> Target:
            # A target and its negation distinguish the same worlds, so a symbol that becomes a
            # negated one is replaced by the symbol without the negation.
            new = target(original)
            if isinstance(original.formula, Prop | Pred) and isinstance(new.formula, Not):
                body = new.formula.body
                key = print_formula(body)
                return Target(body.name if isinstance(body, Prop) else key, body)
            return new

        return replace(
            query,
            formula=renamed(query.formula),
            given=renamed(query.given),
            targets=tuple(map(unsigned, query.targets)),
            listed=tuple(target(old) for old in query.listed),
        )

    def symbol(self, symbol: Symbol) -> Symbol:
        """The symbol with its new name; gloss and sort are unchanged except for the values of an
        Enum."""
        new = replace(symbol, name=self.name(symbol.name, symbol.arity))
        values = self.values.get(symbol.name)
        if values is None or not isinstance(symbol.sort, EnumSort):
            return new
        return replace(new, sort=EnumSort(tuple(values[value] for value in symbol.sort.values)))


def renamed(problem: Problem, renaming: Renaming) -> Problem:
    """The problem over the new names, with definitions expanded (in a query, those of its variant).
    Variants are omitted; use `premises_under` for the premises of one.

    Raises ValueError if two of its symbols would get the same name and arity.
    """
    symbols: dict[SymbolKey, Symbol] = {}
    for old in problem.signature.symbols.values():
        if (old.name, old.arity) in renaming.formulas:
            continue
        new = renaming.symbol(old)
        key = (new.name, new.arity)
        if key in symbols:
            raise ValueError(f"two symbols would be called {new.name}")
        symbols[key] = new
    for interpretation in renaming.formulas.values():
        for symbol in interpretation.symbols:
            symbols.setdefault((symbol.name, symbol.arity), symbol)
    return Problem(
        Signature(symbols),
        premises_under(problem, BASELINE, renaming),
        {},
        tuple(
            renaming.query(query, theory(problem, query.under).definitions)
            for query in problem.queries
        ),
    )


def premises_under(problem: Problem, variant: str, renaming: Renaming) -> tuple[Formula, ...]:
    """The premises under a variant, over the new names, with definitions expanded. Raises
    InputError if the variant does not exist."""
    variant_theory = theory(problem, variant)
    return tuple(
        renaming.formula(expand(premise.formula, variant_theory.definitions))
        for premise in variant_theory.premises
    )
