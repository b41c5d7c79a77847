"""Finite first-order structures: what is true in them, and how their parts are named.

Owns `holds`, which shares no code with any engine and so checks them. Finding a structure is
`smt.structures`'.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from solver.cancel import Budget, Meter
from solver.language.syntax import (
    And,
    Constant,
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
    expand,
)
from solver.results import Structure


def predicate_keys(keys: Iterable[SymbolKey]) -> dict[SymbolKey, str]:
    """The printed symbols of predicates: their names, with "/arity" where several share one."""
    predicates = [key for key in keys if key[1]]
    times = Counter(name for name, _ in predicates)
    return {(n, arity): f"{n}/{arity}" if times[n] > 1 else n for n, arity in predicates}


def element_names(constants: Mapping[str, int], size: int) -> tuple[str, ...]:
    """Names of elements 0 … size - 1: the first constant that names one, else e1, e2, …"""
    names: dict[int, str] = {}
    for constant, element in constants.items():
        names.setdefault(element, constant)
    taken, number = set(constants), 0
    for element in range(size):
        if element not in names:
            number += 1
            while f"e{number}" in taken:
                number += 1
            names[element] = f"e{number}"
    return tuple(names[element] for element in range(size))


# --- truth in a structure ----------------------------------------------------------------------


def _element(structure: Structure, term: Term, env: Mapping[str, str]) -> str:
    if isinstance(term, Constant):
        return structure.constants[term.name]
    return env[term.name]


def _relation(structure: Structure, name: str, arity: int) -> frozenset[tuple[str, ...]]:
    full = structure.predicates.get(f"{name}/{arity}")
    return structure.predicates[name] if full is None else full


def _holds(
    structure: Structure, formula: Formula, env: Mapping[str, str], meter: Meter | None
) -> bool:
    if meter is not None:
        meter.spend()
    match formula:
        case Truth(value):
            return value
        case Prop(name):
            return structure.values[name] is True
        case EnumIs(symbol, wanted):
            return structure.values[symbol] == wanted
        case EnumSame(first, second):
            return structure.values[first] == structure.values[second]
        case Pred(name, args):
            elements = tuple(_element(structure, arg, env) for arg in args)
            return elements in _relation(structure, name, len(args))
        case Equal(left_term, right_term):
            return _element(structure, left_term, env) == _element(structure, right_term, env)
        case Not(body):
            return not _holds(structure, body, env, meter)
        case And(parts):
            return all(_holds(structure, part, env, meter) for part in parts)
        case Or(parts):
            return any(_holds(structure, part, env, meter) for part in parts)
        case Implies(left, right):
            return not _holds(structure, left, env, meter) or _holds(structure, right, env, meter)
        case Iff(left, right):
            return _holds(structure, left, env, meter) == _holds(structure, right, env, meter)
        case Count(bound, n, parts):
            true = sum(_holds(structure, part, env, meter) for part in parts)
            if bound == "exactly":
                return true == n
            return true >= n if bound == "at_least" else true <= n
        case ForAll(variable, body):
            return all(
                _holds(structure, body, {**env, variable: e}, meter) for e in structure.domain
            )
        case Exists(variable, body):
            return any(
                _holds(structure, body, {**env, variable: e}, meter) for e in structure.domain
            )


def holds(
    structure: Structure,
    formula: Formula,
    definitions: Mapping[str, Formula] | None = None,
    budget: Budget | None = None,
) -> bool:
    """Whether a closed formula is true in the structure, by the definition of truth.

    Raises KeyError where the structure does not interpret a symbol of the formula, `GaveUp` at the
    budget's end.
    """
    meter = None if budget is None else Meter(budget)
    return _holds(structure, expand(formula, definitions or {}, meter), {}, meter)
