"""Finding a small finite structure with Z3, in order to *show* it.

Owns the propositional grounding to n elements (every quantifier a conjunction or disjunction over
them), the sizes that are tried, and reading the structure off Z3's model. A search that finds
nothing says nothing about the formulas. What is true in a structure is `solver.structures`'s, which
checks every one that is found.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import z3

from solver.cancel import Budget, Cancel
from solver.language.syntax import (
    BoolSort,
    Constant,
    EnumSort,
    Exists,
    ForAll,
    Formula,
    IndividualSort,
    PredicateSort,
    Signature,
    SymbolKey,
    Term,
    expand,
    symbols_of,
)
from solver.results import Structure
from solver.smt.context import Context
from solver.smt.encode import Encoder, Env, Expr
from solver.structures import element_names, holds, predicate_key

MAX_NODES = 400_000
"""Nodes of a grounding past which a size is given up."""


LEAST_LARGEST = 4
"""Structures up to this size are always looked at, and larger ones where more constants exist."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search came to."""

    structure: Structure | None
    exceeded: bool
    """True where time, interrupt or size ended the search before all sizes were looked at."""


class _TooMuch(Exception):
    """The grounding is too large, or the budget is over."""


class _FiniteEncoder(Encoder):
    """Formulas over elements 0 … size - 1; a constant is one of them, told by one Bool each."""

    def __init__(self, context: Any, signature: Signature, size: int, budget: Budget) -> None:
        super().__init__(context, signature, {})
        self.size = size
        self._budget = budget
        self._nodes = 0
        self._atoms: dict[tuple[str, tuple[int, ...]], Expr] = {}
        self._places: dict[str, list[Expr]] = {}

    def place(self, constant: str) -> list[Expr]:
        """For every element, whether the constant names it."""
        if constant not in self._places:
            self._places[constant] = [
                z3.Bool(f"constant {constant} is {e}", self.context) for e in range(self.size)
            ]
        return self._places[constant]

    def atom(self, name: str, elements: tuple[int, ...]) -> Expr:
        """A predicate of elements."""
        key = (f"{name}/{len(elements)}", elements)
        if key not in self._atoms:
            self._atoms[key] = z3.Bool(f"predicate {key}", self.context)
        return self._atoms[key]

    def _choices(self, term: Term, env: Env) -> list[tuple[int, Expr | None]]:
        """The elements a term may name, each with the condition under which it does."""
        if isinstance(term, Constant):
            return list(enumerate(self.place(term.name)))
        return [(env[term.name], None)]

    def _cases(self, args: Sequence[Term], env: Env) -> Iterator[tuple[list[int], list[Expr]]]:
        for case in product(*(self._choices(arg, env) for arg in args)):
            self._spend()
            yield [e for e, _ in case], [when for _, when in case if when is not None]

    def _spend(self) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES or (self._nodes % 512 == 0 and self._budget.over):
            raise _TooMuch

    def predicate(self, name: str, args: Sequence[Term], env: Env) -> Expr:
        return self.any(
            [
                self.all([*when, self.atom(name, tuple(elements))])
                for elements, when in self._cases(args, env)
            ]
        )

    def equal(self, left: Term, right: Term, env: Env) -> Expr:
        same = [
            self.all(when)
            for elements, when in self._cases((left, right), env)
            if elements[0] == elements[1]
        ]
        return self.any(same)

    def quantified(self, formula: ForAll | Exists, env: Env) -> Expr:
        instances = []
        for element in range(self.size):
            self._spend()
            instances.append(self.formula(formula.body, {**env, formula.variable: element}))
        return self.all(instances) if isinstance(formula, ForAll) else self.any(instances)


def _structure(
    encoder: _FiniteEncoder, model: Any, constants: Sequence[str], signature: Signature
) -> Structure:
    places: Mapping[str, int] = {
        name: next(e for e, here in enumerate(encoder.place(name)) if encoder.is_true(model, here))
        for name in constants
    }
    names = element_names(places, encoder.size)
    predicates: dict[str, frozenset[tuple[str, ...]]] = {}
    values: dict[str, bool | str] = {}
    for (name, arity), symbol in signature.symbols.items():
        match symbol.sort:
            case PredicateSort():
                predicates[predicate_key(signature.symbols, name, arity)] = frozenset(
                    tuple(names[e] for e in elements)
                    for elements in product(range(encoder.size), repeat=arity)
                    if encoder.is_true(model, encoder.atom(name, elements))
                )
            case BoolSort():
                values[name] = encoder.is_true(model, encoder.prop(name))
            case EnumSort():
                values[name] = encoder.enum_value(model, name)
            case IndividualSort():
                pass
    return Structure(
        domain=names,
        constants={name: names[element] for name, element in places.items()},
        predicates=predicates,
        values=values,
    )


def _find_sized(
    signature: Signature,
    formulas: Sequence[Formula],
    size: int,
    distinct: bool,
    budget: Budget,
) -> Structure | None:
    """A structure of that size, None where there is none; raises _TooMuch."""
    context = Context()
    encoder = _FiniteEncoder(context, signature, size, budget)
    solver = z3.SolverFor("QF_FD", ctx=context)
    constants = signature.constants()
    for index, constant in enumerate(constants):
        place = encoder.place(constant)
        if distinct:
            solver.add(place[index], *(z3.Not(p) for e, p in enumerate(place) if e != index))
            continue
        solver.add(z3.PbEq([(p, 1) for p in place], 1))
        # Elements are told apart only by who is named: the i-th constant names one of the first i.
        solver.add(*(z3.Not(p) for p in place[index + 1 :]))
    for formula in formulas:
        solver.add(encoder.formula(formula))
    solver.set("timeout", max(1, int(budget.left * 1000)))
    with budget.cancel.running(context.interrupt) as start:
        outcome = solver.check() if start else z3.unknown
    if outcome == z3.unknown:
        raise _TooMuch
    if outcome == z3.unsat:
        return None
    return _structure(encoder, solver.model(), constants, signature)


def find(
    signature: Signature, formulas: Sequence[Formula], max_elements: int, budget: Budget
) -> Search:
    """The first structure among the sizes tried, not yet checked; symbols are all of `signature`.

    First comes the size at which every constant names an individual of its own and no others
    exist, then 1, 2, … `max_elements` with constants free to share.
    """
    named = len(signature.constants())
    attempts = [(named, True)] if 0 < named <= max_elements else []
    attempts += [(size, False) for size in range(1, max_elements + 1)]
    exceeded = False
    for size, distinct in attempts:
        if budget.over:
            return Search(None, True)
        try:
            structure = _find_sized(signature, formulas, size, distinct, budget)
        except (_TooMuch, z3.Z3Exception):
            exceeded = True
            continue
        if structure is not None:
            return Search(structure, False)
    return Search(None, exceeded)


def largest(signature: Signature) -> int:
    """Number of elements up to which structures are searched by default."""
    return max(LEAST_LARGEST, len(signature.constants()))


def search(
    signature: Signature,
    formulas: Sequence[Formula],
    *,
    definitions: Mapping[str, Formula] | None = None,
    max_elements: int | None = None,
    seconds: float = 2.0,
    cancel: Cancel | None = None,
) -> Search:
    """A finite structure in which all formulas hold, over the symbols they use.

    One in which the constants name different individuals, and nobody else exists, is preferred;
    then the smallest. Every structure found is checked with `holds` before it is given out.
    `max_elements` is max(4, number of named constants) where not given; `seconds` bounds the whole
    search.
    """
    expanded = [expand(formula, definitions or {}) for formula in formulas]
    keys: dict[SymbolKey, None] = {}
    used = frozenset[SymbolKey]().union(*(symbols_of(formula) for formula in expanded))
    keys.update((key, None) for key in signature.symbols if key in used)
    found = find(
        Signature({key: signature.symbols[key] for key in keys}),
        expanded,
        largest(signature) if max_elements is None else max_elements,
        Budget.of(seconds, cancel),
    )
    structure = found.structure
    if structure is not None and not all(holds(structure, formula) for formula in expanded):
        raise AssertionError("a structure was found in which a formula it was sought for fails")
    return found
