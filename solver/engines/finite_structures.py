"""Finding a small finite structure to *display*, and finding the smallest one.

Owns the propositional form of formulas over n elements (every quantifier becomes a conjunction or
disjunction over them, every constant denotes one of them), the sizes that are tried, and reading
the structure from the SAT solver's model. A search that finds nothing proves nothing about the
formulas. The SAT solver proves that a size has no structure, or none with fewer true facts. Every
structure is checked by `structures.holds`, which shares no code with this module.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from solver.cancel import NO_LIMIT, Budget, GaveUp, Meter, within
from solver.engines.atoms import ground_atom
from solver.engines.cnf import TRUE, Encoder
from solver.engines.sat import Clauses, is_true
from solver.language.syntax import (
    BoolSort,
    EnumSort,
    Equal,
    Exists,
    ForAll,
    Formula,
    Pred,
    PredicateSort,
    Signature,
    SymbolKey,
    Term,
    Variable,
    expand,
    symbols_of,
)
from solver.results import Structure
from solver.structures import element_names, holds, predicate_keys

LEAST_LARGEST = 4
"""Structures up to this size are always tried, and larger ones if there are more constants."""
_BYTES = 300
"""Approximate size of a node of an expanded formula."""


@dataclass(frozen=True, slots=True)
class StructureSearch:
    """The result of a search."""

    structure: Structure | None
    exceeded: bool
    """True if the budget ended the search before all sizes were tried."""


@dataclass(frozen=True, slots=True)
class LeastStructure:
    """The smallest structure within a range of sizes."""

    structure: Structure | None
    """None if there is none of these sizes."""
    proved: bool
    """Whether it is proved that no structure has fewer individuals, or as many and fewer true
    facts."""
    reason: str = ""
    """Why that is not proved; empty if it is."""


class _FiniteEncoder(Encoder):
    """Formulas over elements 0 … size - 1; one Bool per constant and element says what it
    denotes."""

    def __init__(self, signature: Signature, size: int, clauses: Clauses, budget: Budget) -> None:
        super().__init__(signature, {}, clauses.add, budget)
        self.size = size
        self._env: dict[str, int] = {}
        self._places: dict[str, list[int]] = {}

    def place(self, constant: str) -> list[int]:
        """For every element, the literal saying that the constant denotes it."""
        if constant not in self._places:
            self._meter.spend(self.size)
            self._places[constant] = [self.fresh() for _ in range(self.size)]
        return self._places[constant]

    def relation(self, name: str, elements: tuple[int, ...]) -> int:
        """The literal of a predicate applied to elements."""
        return self.atom(f"{name}({', '.join(map(str, elements))})")

    def relations(self) -> dict[SymbolKey, list[tuple[tuple[int, ...], int]]]:
        """For each predicate the sorted tuples of elements that occur in clauses, with their
        literals. Raises `GaveUp`."""
        rows: dict[SymbolKey, list[tuple[tuple[int, ...], int]]] = {}
        for key, literal in within(self.atoms.items(), self._budget):
            name, elements = ground_atom(key)
            if self.signature.get(name, len(elements)) is not None and elements:
                row = tuple(map(int, elements))
                rows.setdefault((name, len(row)), []).append((row, literal))
        for listed in rows.values():
            listed.sort()
        return rows

    def _choices(self, term: Term) -> list[tuple[int, int]]:
        """The elements that a term may denote, each with the literal under which it does."""
        if isinstance(term, Variable):
            return [(self._env[term.name], TRUE)]
        return list(enumerate(self.place(term.name)))

    def _cases(self, terms: Sequence[Term]) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        for case in product(*(self._choices(term) for term in terms)):
            self._meter.spend()
            yield tuple([element for element, _ in case]), [literal for _, literal in case]

    def literal(self, formula: Formula) -> int:
        """See `Encoder.literal`; quantifiers range over the elements."""
        match formula:
            case Pred(name, args):
                return -self.all(
                    [
                        -self.all([*when, self.relation(name, elements)])
                        for elements, when in self._cases(args)
                    ]
                )
            case Equal(left, right):
                return -self.all(
                    [
                        -self.all(when)
                        for elements, when in self._cases((left, right))
                        if elements[0] == elements[1]
                    ]
                )
            case ForAll(variable, body):
                return self.all(list(self._instances(variable, body, 1)))
            case Exists(variable, body):
                return -self.all(list(self._instances(variable, body, -1)))
        return super().literal(formula)

    def require(self, formula: Formula, guard: int = 0) -> None:
        """See `Encoder.require`; each instance of a universal sentence is required separately."""
        if not isinstance(formula, ForAll):
            super().require(formula, guard)
            return
        outer = self._env
        try:
            for element in range(self.size):
                self._env = {**outer, formula.variable: element}
                self.require(formula.body, guard)
        finally:
            self._env = outer

    def _instances(self, variable: str, body: Formula, sign: int) -> Iterator[int]:
        outer = self._env
        try:
            for element in range(self.size):
                self._meter.spend()
                self._env = {**outer, variable: element}
                yield sign * self.literal(body)
        finally:
            self._env = outer


def _structure(
    encoder: _FiniteEncoder, model: Sequence[int], constants: Sequence[str], signature: Signature
) -> Structure:
    places = {
        name: next(
            e
            for e, place_literal in enumerate(encoder.place(name))
            if is_true(place_literal, model)
        )
        for name in constants
    }
    names = element_names(places, encoder.size)
    predicates: dict[str, frozenset[tuple[str, ...]]] = {}
    values: dict[str, bool | str] = {}
    printed = predicate_keys(signature.symbols)
    relations = encoder.relations()
    for (name, arity), symbol in signature.symbols.items():
        match symbol.sort:
            case PredicateSort():
                predicates[printed[name, arity]] = frozenset(
                    tuple([names[e] for e in elements])
                    for elements, literal in relations.get((name, arity), ())
                    if is_true(literal, model)
                )
            case BoolSort():
                values[name] = is_true(encoder.atom(name), model)
            case EnumSort():
                chosen = encoder.enum(name).items()
                values[name] = next(value for value, literal in chosen if is_true(literal, model))
    return Structure(
        domain=names,
        constants={name: names[element] for name, element in places.items()},
        predicates=predicates,
        values=values,
    )


def _sized(
    signature: Signature,
    formulas: Sequence[Formula],
    size: int,
    distinct: bool,
    clauses: Clauses,
    budget: Budget,
) -> _FiniteEncoder:
    """The formulas over `size` elements, as clauses. With `distinct`, the i-th constant denotes the
    i-th element."""
    encoder = _FiniteEncoder(signature, size, clauses, budget)
    meter = Meter(budget, _BYTES)
    for index, constant in enumerate(signature.constants()):
        place = encoder.place(constant)
        if distinct:
            literals = [p if element == index else -p for element, p in enumerate(place)]
        else:
            clauses.add(place)
            for element, later in enumerate(place):
                meter.spend(element)
                for earlier in place[:element]:
                    clauses.add([-earlier, -later])
            # Break symmetry: the i-th constant denotes one of the first i elements.
            literals = [-p for p in place[index + 1 :]]
        for literal in literals:
            clauses.add([literal])
    for (name, _), symbol in signature.symbols.items():
        if isinstance(symbol.sort, EnumSort):
            encoder.enum(name)
    for formula in formulas:
        encoder.require(formula)
    return encoder


def _find_sized(
    signature: Signature, formulas: Sequence[Formula], size: int, distinct: bool, budget: Budget
) -> Structure | None:
    """A structure of that size, or None if there is none. Raises `GaveUp`."""
    clauses = Clauses()
    encoder = _sized(signature, formulas, size, distinct, clauses, budget)
    if not clauses.solve([], budget):
        return None
    return _structure(encoder, clauses.model(), signature.constants(), signature)


def _least_sized(
    signature: Signature, formulas: Sequence[Formula], size: int, distinct: bool, budget: Budget
) -> LeastStructure:
    """The structure of that size with the fewest true facts, found by requiring fewer each time
    until there is none. Raises `GaveUp` if the budget ends before any is found."""
    clauses = Clauses()
    encoder = _sized(signature, formulas, size, distinct, clauses, budget)
    # Atoms that occur in no clause are false in every decoded model.
    relations = encoder.relations()
    facts = [
        literal
        for key, symbol in signature.symbols.items()
        if isinstance(symbol.sort, PredicateSort)
        for _, literal in relations.get(key, ())
    ]
    for (name, _), symbol in signature.symbols.items():
        if isinstance(symbol.sort, BoolSort):
            facts.append(encoder.atom(name))
    if not clauses.solve([], budget):
        return LeastStructure(None, False)
    while True:
        model = clauses.model()
        structure = _structure(encoder, model, signature.constants(), signature)
        true = sum(is_true(fact, model) for fact in facts)
        try:
            fewer = -encoder.at_least(facts, true)
            if not true or not clauses.solve([fewer], budget):
                return LeastStructure(structure, True)
        except GaveUp as stop:
            return LeastStructure(structure, False, stop.reason)


def _find(
    signature: Signature, formulas: Sequence[Formula], max_elements: int, budget: Budget
) -> StructureSearch:
    """The first structure found, not yet checked, over all symbols of `signature`.

    First tries the size at which every constant denotes a different individual and there are no
    others, then 1, 2, … `max_elements`, where constants may denote the same individual.
    """
    named = len(signature.constants())
    attempts = [(named, True)] if 0 < named <= max_elements else []
    attempts += [(size, False) for size in range(1, max_elements + 1)]
    for size, distinct in attempts:
        try:
            structure = _find_sized(signature, formulas, size, distinct, budget)
        except GaveUp:
            return StructureSearch(None, True)
        if structure is not None:
            return StructureSearch(structure, False)
    return StructureSearch(None, False)


def largest(signature: Signature) -> int:
    """Default maximum number of elements of structures that are searched."""
    return max(LEAST_LARGEST, len(signature.constants()))


def search(
    signature: Signature,
    formulas: Sequence[Formula],
    *,
    budget: Budget = NO_LIMIT,
    definitions: Mapping[str, Formula] | None = None,
    max_elements: int | None = None,
) -> StructureSearch:
    """A finite structure in which all formulas hold, over the symbols that they use.

    A structure in which the constants denote different individuals, and there are no others, is
    preferred; then the smallest. `max_elements` defaults to max(4, number of constants).
    """
    expanded, own = _own(signature, formulas, definitions or {}, budget)
    candidate = _find(
        own, expanded, largest(signature) if max_elements is None else max_elements, budget
    )
    _check(candidate.structure, expanded, budget)
    return candidate


def least(
    signature: Signature,
    formulas: Sequence[Formula],
    *,
    distinct: bool,
    budget: Budget = NO_LIMIT,
    max_elements: int | None = None,
) -> LeastStructure:
    """The structure with the fewest individuals in which all formulas hold and, of those, the one
    with the fewest true facts, over the symbols that they use. Definitions must be expanded.

    With `distinct`, constants denote different individuals. `max_elements` defaults to max(4,
    number of constants + 2). Raises `GaveUp` if the budget ends before any is found.
    """
    expanded, own = _own(signature, formulas, {}, budget)
    named = len(own.constants())
    most = max(LEAST_LARGEST, named + 2) if max_elements is None else max_elements
    for size in range(max(1, named) if distinct else 1, most + 1):
        least_of_size = _least_sized(own, expanded, size, distinct, budget)
        if least_of_size.structure is not None:
            _check(least_of_size.structure, expanded, NO_LIMIT)
            return least_of_size
    return LeastStructure(None, False)


def _own(
    signature: Signature,
    formulas: Sequence[Formula],
    definitions: Mapping[str, Formula],
    budget: Budget,
) -> tuple[list[Formula], Signature]:
    """The formulas with definitions expanded, and the symbols that they use."""
    meter = Meter(budget, _BYTES)
    expanded = [expand(formula, definitions, meter) for formula in formulas]
    used = frozenset[SymbolKey]().union(*(symbols_of(formula) for formula in expanded))
    own = {key: symbol for key, symbol in signature.symbols.items() if key in used}
    return expanded, Signature(own)


def _check(structure: Structure | None, formulas: Sequence[Formula], budget: Budget) -> None:
    if structure is not None and not all(
        holds(structure, formula, budget=budget) for formula in formulas
    ):
        raise AssertionError("a structure was found in which a formula it was sought for fails")
