"""Known values put into formulas: constants folded, unit facts propagated to a fixpoint.

Owns simplification and propagation only; independent parts and elimination are in `reduce`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from solver.language.syntax import (
    And,
    Count,
    EnumIs,
    EnumSame,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Truth,
)
from solver.worlds.conjoin import Scoped
from solver.worlds.formula import collect_keys, ground_key
from solver.worlds.space import Axis
from solver.worlds.table import Table

Known = dict[str, bool | str]
TRUE, FALSE = Truth(True), Truth(False)


def _negated(formula: Formula) -> Formula:
    if isinstance(formula, Truth):
        return FALSE if formula.value else TRUE
    return formula.body if isinstance(formula, Not) else Not(formula)


def _joined(parts: Sequence[Formula], conjunction: bool) -> Formula:
    """A conjunction or disjunction with constants folded away."""
    kept = []
    for part in parts:
        if isinstance(part, Truth):
            if part.value is not conjunction:
                return part
        else:
            kept.append(part)
    if not kept:
        return TRUE if conjunction else FALSE
    if len(kept) == 1:
        return kept[0]
    return And(tuple(kept)) if conjunction else Or(tuple(kept))


def _same(left: Formula, right: Formula) -> Formula:
    if isinstance(left, Truth):
        return right if left.value else _negated(right)
    if isinstance(right, Truth):
        return left if right.value else _negated(left)
    return Iff(left, right)


def _counted(formula: Count, known: Mapping[str, bool | str]) -> Formula:
    n = formula.n
    kept: list[Formula] = []
    for part in formula.parts:
        simple = simplify(part, known)
        if isinstance(simple, Truth):
            n -= simple.value
        else:
            kept.append(simple)
    size = len(kept)
    if formula.bound == "at_least":
        if n <= 0:
            return TRUE
        if n > size:
            return FALSE
        if n == size:
            return _joined(kept, True)
    elif n < 0:
        return FALSE
    elif formula.bound == "at_most":
        if n >= size:
            return TRUE
        if n == 0:
            return _joined([_negated(part) for part in kept], True)
    elif n > size:
        return FALSE
    elif n == 0:
        return _joined([_negated(part) for part in kept], True)
    elif n == size:
        return _joined(kept, True)
    return Count(formula.bound, n, tuple(kept))


def simplify(formula: Formula, known: Mapping[str, bool | str]) -> Formula:
    """The formula under known values of some axes, with constants folded."""
    match formula:
        case Prop(name):
            value = known.get(name)
            return formula if value is None else TRUE if value else FALSE
        case Pred():
            value = known.get(ground_key(formula))
            return formula if value is None else TRUE if value else FALSE
        case EnumIs(symbol, wanted):
            value = known.get(symbol)
            return formula if value is None else TRUE if value == wanted else FALSE
        case EnumSame(left, right):
            if left == right:
                return TRUE
            one, two = known.get(left), known.get(right)
            if one is not None:
                return simplify(EnumIs(right, str(one)), known)
            return formula if two is None else EnumIs(left, str(two))
        case Not(body):
            return _negated(simplify(body, known))
        case And(parts):
            return _joined([simplify(part, known) for part in parts], True)
        case Or(parts):
            return _joined([simplify(part, known) for part in parts], False)
        case Implies(one_side, other_side):
            before = simplify(one_side, known)
            after = simplify(other_side, known)
            if isinstance(before, Truth):
                return after if before.value else TRUE
            if isinstance(after, Truth):
                return TRUE if after.value else _negated(before)
            return Implies(before, after)
        case Iff(one_side, other_side):
            return _same(simplify(one_side, known), simplify(other_side, known))
        case Count():
            return _counted(formula, known)
    return formula


def conjuncts(formula: Formula) -> list[Formula]:
    """Formulas that together say the same: conjunctions and denied alternatives taken apart."""
    out: list[Formula] = []
    stack = [formula]
    while stack:
        node = stack.pop()
        match node:
            case And(parts):
                stack.extend(reversed(parts))
            case Not(Not(body)):
                stack.append(body)
            case Not(Or(parts)):
                stack.extend([_negated(part) for part in reversed(parts)])
            case Not(Implies(left, right)):
                stack.append(_negated(right))
                stack.append(left)
            case Not(Truth(value)):
                out.append(FALSE if value else TRUE)
            case _:
                out.append(node)
    return out


def _unit(formula: Formula) -> tuple[str, bool | str] | None:
    """The axis and value that a unit fact fixes."""
    value = True
    if type(formula) is Not:
        formula = formula.body
        value = False
    if type(formula) is Prop:
        return formula.name, value
    if type(formula) is Pred:
        return ground_key(formula), value
    if type(formula) is EnumIs and value:
        return formula.symbol, formula.value
    return None


@dataclass(frozen=True, slots=True)
class Propagated:
    """What unit facts leave of a set of formulas."""

    known: Mapping[str, bool | str]
    """Axes whose value is fixed."""
    open: tuple[Scoped, ...]
    """What remains to be satisfied; speaks of no axis in `known`."""
    consistent: bool
    """False where propagation alone found a contradiction."""


_CONTRADICTION = Propagated({}, (), False)


def _exclude(
    formula: Formula, excluded: dict[str, set[str]], axes: Mapping[str, Axis]
) -> tuple[str, str] | None:
    """Note a value an Enum cannot have; the axis and its only value left, if one is left."""
    if not (type(formula) is Not and type(formula.body) is EnumIs):
        return None
    symbol, value = formula.body.symbol, formula.body.value
    gone = excluded.setdefault(symbol, set())
    gone.add(value)
    axis = axes.get(symbol)
    if axis is None:
        return None
    left = [str(option) for option in axis.values if option not in gone]
    return (symbol, left[0]) if len(left) == 1 else None


def propagate(
    formulas: Iterable[Formula], axes: Mapping[str, Axis], start: Propagated | None = None
) -> Propagated:
    """Fix what unit facts fix, until nothing follows any more. `start` is an earlier result."""
    known: Known = dict(start.known) if start else {}
    if start is not None and not start.consistent:
        return start
    if start:
        pending = [simplify(formula, known) for formula in formulas]
    else:
        pending = list(formulas)
    waiting = list(start.open) if start else []
    excluded: dict[str, set[str]] = {}
    while True:
        fresh: Known = {}
        for formula in pending:
            for part in conjuncts(formula):
                if isinstance(part, Truth):
                    if not part.value:
                        return _CONTRADICTION
                    continue
                fact = _unit(part) or _exclude(part, excluded, axes)
                if fact is not None:
                    key, value = fact
                    if fresh.setdefault(key, value) != value:
                        return _CONTRADICTION
                    continue
                keys: dict[str, None] = {}
                collect_keys(part, keys)
                if keys:
                    waiting.append(Scoped(part, frozenset(keys)))
                elif simplify(part, {}) != TRUE:
                    return _CONTRADICTION
        if not fresh:
            return Propagated(known, tuple(waiting), True)
        known.update(fresh)
        pending = []
        untouched = []
        for scoped in waiting:
            if scoped.keys.isdisjoint(fresh):
                untouched.append(scoped)
            else:
                assert not isinstance(scoped.constraint, Table)
                pending.append(simplify(scoped.constraint, fresh))
        waiting = untouched
