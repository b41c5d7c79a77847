"""Finite first-order structures: truth in them, and the names of their parts.

Owns `holds`, which shares no code with any engine and therefore can check them. Leaves finding a
structure to the engines.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter

from solver.cancel import NO_LIMIT, Budget, Meter, within
from solver.language.syntax import (
    And,
    Count,
    EnumIs,
    EnumSame,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    SymbolKey,
    Term,
    Truth,
    Variable,
    expand,
)
from solver.results import Structure


def predicate_keys(keys: Iterable[SymbolKey]) -> dict[SymbolKey, str]:
    """The printed symbols of predicates: their names, with "/arity" if several share a name."""
    predicates = [key for key in keys if key[1]]
    times = Counter(name for name, _ in predicates)
    return {(n, arity): f"{n}/{arity}" if times[n] > 1 else n for n, arity in predicates}


def element_names(
    constants: Mapping[str, int], size: int, budget: Budget = NO_LIMIT
) -> tuple[str, ...]:
    """Names of elements 0 … size - 1: the first constant that denotes one, else e1, e2, … Raises
    `GaveUp`."""
    names: dict[int, str] = {}
    for constant, element in within(constants.items(), budget):
        names.setdefault(element, constant)
    used_names, number = set(constants), 0
    for element in within(range(size), budget):
        if element not in names:
            number += 1
            while f"e{number}" in used_names:
                number += 1
            names[element] = f"e{number}"
    return tuple(map(names.__getitem__, range(size)))


def in_order(rows: Iterable[tuple[str, ...]], structure: Structure) -> list[tuple[str, ...]]:
    """Rows of a predicate in the order of the domain."""
    place = {element: n for n, element in enumerate(structure.domain)}
    return sorted(rows, key=lambda row: [place.get(element, len(place)) for element in row])


# --- truth in a structure ----------------------------------------------------------------------


_Check = Callable[[list[str]], bool]
"""Whether a part of a formula is true if the terms denote these elements."""


class _Truth:
    """The definition of truth, compiled once per formula: each node becomes a function of the
    elements that the terms denote, so that an instance of a quantifier costs only a few calls."""

    def __init__(self, structure: Structure, meter: Meter | None) -> None:
        self._structure = structure
        self._spend = (meter or Meter(NO_LIMIT)).spend
        self._slots: dict[tuple[bool, str], int] = {}
        """Index in `values` of each constant in use and variable in scope."""
        self.values: list[str] = []
        """The element that each denotes."""

    def _slot(self, term: Term) -> int:
        # A constant and a variable may share a name.
        key = isinstance(term, Variable), term.name
        slot = self._slots.get(key)
        if slot is None:
            if isinstance(term, Variable):
                raise KeyError(term.name)
            slot = self._slots[key] = len(self.values)
            self.values.append(self._structure.constants[term.name])
        return slot

    def _relation(self, name: str, arity: int) -> frozenset[tuple[str, ...]]:
        predicates = self._structure.predicates
        full = predicates.get(f"{name}/{arity}")
        return predicates[name] if full is None else full

    def check(self, formula: Formula) -> _Check:
        """The formula as a function of the elements in `values`."""
        values = self._structure.values
        self._spend(1)
        match formula:
            case Truth(value):
                return lambda _: value
            case Prop(name):
                true = values[name] is True
                return lambda _: true
            case EnumIs(symbol, enum_value):
                same = values[symbol] == enum_value
                return lambda _: same
            case EnumSame(first_name, second_name):
                alike = values[first_name] == values[second_name]
                return lambda _: alike
            case Pred(name, args):
                return self._predicate(name, args)
            case Equal(left_term, right_term):
                left_slot, right_slot = self._slot(left_term), self._slot(right_term)
                return lambda v: v[left_slot] == v[right_slot]
            case Not(body):
                denied = self.check(body)
                return lambda v: not denied(v)
            case And(parts):
                return _conjunction([self.check(part) for part in parts])
            case Or(parts):
                return _some([self.check(part) for part in parts])
            case Implies(left, right):
                first, second = self.check(left), self.check(right)
                return lambda v: not first(v) or second(v)
            case Iff(left, right):
                first, second = self.check(left), self.check(right)
                return lambda v: first(v) == second(v)
            case Count(bound, n, parts):
                counted = [self.check(part) for part in parts]
                if bound == "exactly":
                    return lambda v: sum(part(v) for part in counted) == n
                if bound == "at_least":
                    return lambda v: sum(part(v) for part in counted) >= n
                return lambda v: sum(part(v) for part in counted) <= n
            case ForAll(variable, body):
                return self._quantified(variable, body, True)
            case Exists(variable, body):
                return self._quantified(variable, body, False)

    def _predicate(self, name: str, args: tuple[Term, ...]) -> _Check:
        rows = self._relation(name, len(args))
        slots = [self._slot(arg) for arg in args]
        if len(slots) == 1:
            single, members = slots[0], {element for (element,) in rows}
            return lambda v: v[single] in members
        pick = itemgetter(*slots)
        return lambda v: pick(v) in rows

    def _quantified(self, variable: str, body: Formula, universal: bool) -> _Check:
        key = True, variable
        outer = self._slots.get(key)
        slot = self._slots[key] = len(self.values)
        self.values.append("")
        inner = self.check(body)
        if outer is None:
            del self._slots[key]
        else:
            self._slots[key] = outer
        domain, spend = self._structure.domain, self._spend

        def run(values: list[str]) -> bool:
            spend(len(domain))
            for element in domain:
                values[slot] = element
                if inner(values) is not universal:
                    return not universal
            return universal

        return run


def _conjunction(parts: list[_Check]) -> _Check:
    if len(parts) == 2:
        first, second = parts
        return lambda v: first(v) and second(v)
    return lambda v: all(part(v) for part in parts)


def _some(parts: list[_Check]) -> _Check:
    if len(parts) == 2:
        first, second = parts
        return lambda v: first(v) or second(v)
    return lambda v: any(part(v) for part in parts)


def holds(
    structure: Structure,
    formula: Formula,
    definitions: Mapping[str, Formula] | None = None,
    budget: Budget | None = None,
) -> bool:
    """Whether a closed formula is true in the structure, by the definition of truth.

    Raises KeyError if the structure does not interpret a symbol of the formula, `GaveUp` at the end
    of the budget.
    """
    meter = None if budget is None else Meter(budget)
    truth = _Truth(structure, meter)
    return truth.check(expand(formula, definitions or {}, meter))(truth.values)
