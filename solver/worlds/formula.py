"""From a formula to the region of worlds in which it holds.

Owns the evaluation over any environment of atoms, and the axes a formula speaks of. Quantifier-free
formulas without equality of individuals are in reach; ground atoms such as `F(a)` are Bool axes of
their own, which is exact because any assignment to them has a structure with distinct constants.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from solver.errors import InputError
from solver.language.syntax import (
    And,
    Constant,
    Count,
    EnumIs,
    EnumSame,
    EnumSort,
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
    Truth,
)
from solver.worlds.space import BOOLS, Axis


class NotFinite(InputError):
    """The formula needs first-order means (quantifiers, equality), which regions do not have."""

    def __init__(self, what: str) -> None:
        super().__init__(
            "Not a propositional problem",
            f"{what} is beyond the exact engine over worlds.",
            "Ask Z3.",
        )


class Atoms(Protocol):
    """What evaluation needs to know: regions of atoms, and the region of all worlds."""

    @property
    def pos(self) -> Mapping[str, int]:
        """Bool key → worlds in which it is true."""

    @property
    def neg(self) -> Mapping[str, int]:
        """Bool key → worlds in which it is false."""

    @property
    def val(self) -> Mapping[tuple[str, str], int]:
        """(Enum key, value) → worlds in which it has the value."""

    @property
    def full(self) -> int:
        """All worlds."""

    def values(self, key: str) -> tuple[bool | str, ...]:
        """The values an Enum axis can take."""


def ground_key(atom: Pred) -> str:
    """The axis key of a ground atom, in printed form such as `F(a)` or `P(a, b)`."""
    names = []
    for term in atom.args:
        if not isinstance(term, Constant):
            raise NotFinite(f"The variable {term.name}")
        names.append(term.name)
    return f"{atom.name}({', '.join(names)})"


def _prop(f: Prop, env: Atoms) -> int:
    return env.pos[f.name]


def _pred(f: Pred, env: Atoms) -> int:
    return env.pos[ground_key(f)]


def _not(f: Not, env: Atoms) -> int:
    body = f.body
    if type(body) is Prop:
        return env.neg[body.name]
    return env.full ^ _RULES[type(body)](body, env)


def _and(f: And, env: Atoms) -> int:
    bits = env.full
    for part in f.parts:
        bits &= _RULES[type(part)](part, env)
        if not bits:
            return 0
    return bits


def _or(f: Or, env: Atoms) -> int:
    full = env.full
    bits = 0
    for part in f.parts:
        other = _RULES[type(part)](part, env)
        if other is full:
            return full
        if other:
            bits = bits | other if bits else other
    return bits


def _implies(f: Implies, env: Atoms) -> int:
    left, right = f.left, f.right
    if type(left) is Prop:
        return env.neg[left.name] | _RULES[type(right)](right, env)
    return (env.full ^ _RULES[type(left)](left, env)) | _RULES[type(right)](right, env)


def _iff(f: Iff, env: Atoms) -> int:
    left, right = f.left, f.right
    return env.full ^ _RULES[type(left)](left, env) ^ _RULES[type(right)](right, env)


def _truth(f: Truth, env: Atoms) -> int:
    return env.full if f.value else 0


def _enum_is(f: EnumIs, env: Atoms) -> int:
    return env.val[f.symbol, f.value]


def _enum_same(f: EnumSame, env: Atoms) -> int:
    bits = 0
    others = set(env.values(f.right))
    for value in env.values(f.left):
        if value in others:
            bits |= env.val[f.left, str(value)] & env.val[f.right, str(value)]
    return bits


def _count(f: Count, env: Atoms) -> int:
    """Sorted counters: `reached[j]` holds where at least j of the parts seen so far are true."""
    top = f.n if f.bound == "at_least" else f.n + 1
    if top > len(f.parts):
        at_top = 0
    elif top <= 0:
        at_top = env.full
    else:
        at_top = -1
    reached = [env.full] + [0] * max(0, min(top, len(f.parts)))
    for part in f.parts:
        bits = _RULES[type(part)](part, env)
        for j in range(len(reached) - 1, 0, -1):
            reached[j] |= reached[j - 1] & bits
    if at_top < 0:
        at_top = reached[top]
    if f.bound == "at_least":
        return at_top
    below = env.full ^ at_top
    if f.bound == "at_most":
        return below
    if f.n < 0 or f.n > len(f.parts):
        return 0
    return reached[f.n] & below


def _refuse(f: Formula, _env: Atoms | None) -> int:
    raise NotFinite("Equality of individuals" if isinstance(f, Equal) else "A quantifier")


_RULES: dict[type, Callable[[Any, Atoms], int]] = {
    Prop: _prop,
    Pred: _pred,
    Not: _not,
    And: _and,
    Or: _or,
    Implies: _implies,
    Iff: _iff,
    Truth: _truth,
    EnumIs: _enum_is,
    EnumSame: _enum_same,
    Count: _count,
    Equal: _refuse,
    ForAll: _refuse,
    Exists: _refuse,
}


def evaluate(formula: Formula, env: Atoms) -> int:
    """The region in which the formula holds.

    Raises `NotFinite` for quantifiers, equality and variables; KeyError where `env` lacks a symbol.
    """
    return _RULES[type(formula)](formula, env)


def collect_keys(formula: Formula, into: dict[str, None]) -> None:
    """Add the keys of all axes (and defined names) that occur, in order of first occurrence.

    Raises `NotFinite` where the formula is beyond regions.
    """
    stack: list[Any] = [formula]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is Prop:
            into[node.name] = None
        elif kind is Not:
            stack.append(node.body)
        elif kind is And or kind is Or or kind is Count:
            stack.extend(node.parts[::-1])
        elif kind is Implies or kind is Iff:
            stack.append(node.right)
            stack.append(node.left)
        elif kind is EnumIs:
            into[node.symbol] = None
        elif kind is EnumSame:
            into[node.left] = None
            into[node.right] = None
        elif kind is Pred:
            into[ground_key(node)] = None
        elif kind is not Truth:
            _refuse(node, None)


def keys_of(formulas: Iterable[Formula]) -> dict[str, None]:
    """Keys of all axes in these formulas, in order of first occurrence."""
    found: dict[str, None] = {}
    for formula in formulas:
        collect_keys(formula, found)
    return found


def axis_for(key: str, signature: Signature) -> Axis:
    """The axis of a key; what the signature does not know as an Enum is a Bool."""
    symbol = signature.symbols.get((key, 0))
    if symbol is not None:
        sort = symbol.sort
        if type(sort) is EnumSort:
            return Axis(key, sort.values)
    return Axis(key, BOOLS)
