"""Finite first-order structures: what is true in them, and finding one.

Owns `holds`, which shares no code with any engine and so checks them, and `search`, which looks for
a small structure to *show*. A search that finds nothing says nothing about the formulas. The
solving behind the search is in `z3_structures`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from solver.cancel import Budget, Cancel
from solver.results import Structure
from solver.syntax import (
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
    Signature,
    SymbolKey,
    Term,
    Truth,
    expand,
    symbols_of,
)

LEAST_LARGEST = 4
"""Structures up to this size are always looked at, and larger ones where more constants exist."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search came to."""

    structure: Structure | None
    exceeded: bool
    """True where time, interrupt or size ended the search before all sizes were looked at."""


def predicate_key(keys: Iterable[SymbolKey], name: str, arity: int) -> str:
    """The printed symbol of a predicate: its name, with "/arity" where several share the name."""
    shared = any(other == name and places not in (0, arity) for other, places in keys)
    return f"{name}/{arity}" if shared else name


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


def _holds(structure: Structure, formula: Formula, env: Mapping[str, str]) -> bool:
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
            return not _holds(structure, body, env)
        case And(parts):
            return all(_holds(structure, part, env) for part in parts)
        case Or(parts):
            return any(_holds(structure, part, env) for part in parts)
        case Implies(left, right):
            return not _holds(structure, left, env) or _holds(structure, right, env)
        case Iff(left, right):
            return _holds(structure, left, env) == _holds(structure, right, env)
        case Count(bound, n, parts):
            true = sum(_holds(structure, part, env) for part in parts)
            if bound == "exactly":
                return true == n
            return true >= n if bound == "at_least" else true <= n
        case ForAll(variable, body):
            return all(_holds(structure, body, {**env, variable: e}) for e in structure.domain)
        case Exists(variable, body):
            return any(_holds(structure, body, {**env, variable: e}) for e in structure.domain)


def holds(
    structure: Structure, formula: Formula, definitions: Mapping[str, Formula] | None = None
) -> bool:
    """Whether a closed formula is true in the structure, by the definition of truth.

    Raises KeyError where the structure does not interpret a symbol of the formula.
    """
    return _holds(structure, expand(formula, definitions or {}), {})


# --- search ------------------------------------------------------------------------------------


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
    from solver.z3_structures import find

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
