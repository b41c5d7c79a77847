"""Exact counts of large structured spaces, and their assignments, by decision diagrams.

Owns the building of a diagram from formulas (OxiDD), with the symbols nobody asks about summed out
as soon as the last formula that mentions them is in (bucket elimination, Dechter 1999), and the
reading of assignments off it. A diagram may have so few nodes that no single step takes longer
than a tenth of a second or so; where that does not suffice, it gives up.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from solver.cancel import Budget, GaveUp, Meter
from solver.engines.atoms import BOOLS, Axis, axes_of, ground_key, keys_of, refuse
from solver.engines.base import Listing
from solver.language.problem import Target, Theory
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
    expand,
)
from solver.results import Model

NODES = 1 << 16
"""Nodes a diagram may have."""
_MOST_VARIABLES = 4096
_BYTES_A_MODEL = 400

Node = Any
"""A function of OxiDD's; the library carries no types."""


class _Diagrams:
    """One manager with a variable for each Bool and for each value of an Enum."""

    def __init__(self, axes: Sequence[Axis], meter: Meter) -> None:
        from oxidd.bdd import BDDManager

        self.meter = meter
        self.levels: dict[tuple[str, bool | str], int] = {}
        for axis in axes:
            for value in (True,) if axis.values == BOOLS else axis.values:
                self.levels[axis.key, value] = len(self.levels)
        if len(self.levels) > _MOST_VARIABLES:
            raise GaveUp("too many symbols for a decision diagram")
        self.manager: Any = BDDManager(NODES, NODES, 1)
        self.manager.add_vars(len(self.levels))
        self.true: Node = self.manager.true()
        self.false: Node = self.manager.false()

    def var(self, key: str, value: bool | str = True) -> Node:
        return self.manager.var(self.levels[key, value])

    def exactly_one(self, axis: Axis) -> Node:
        return self.counted([self.var(axis.key, value) for value in axis.values], 1, 1)

    def all(self, parts: Iterable[Node]) -> Node:
        node = self.true
        for part in parts:
            self.meter.spend(Meter.EVERY)
            node = node & part
        return node

    def counted(self, parts: Sequence[Node], low: int, high: int) -> Node:
        """At least `low` and at most `high` of the parts are true; `reached[j]`: j of them."""
        top = min(high, len(parts))
        reached = [self.true] + [self.false] * top
        for part in parts:
            for j in range(top, 0, -1):
                self.meter.spend(Meter.EVERY)
                reached[j] = part.ite(reached[j - 1], reached[j])
            reached[0] = reached[0] & ~part
        node = self.false
        for j in range(max(0, low), top + 1):
            node = node | reached[j]
        return node

    def formula(self, formula: Formula) -> Node:
        self.meter.spend(Meter.EVERY)
        match formula:
            case Prop(name):
                return self.var(name)
            case Pred():
                return self.var(ground_key(formula))
            case Truth(value):
                return self.true if value else self.false
            case EnumIs(symbol, wanted):
                return self.var(symbol, wanted)
            case EnumSame(left_name, right_name):
                return self._same(left_name, right_name)
            case Not(body):
                return ~self.formula(body)
            case And(parts):
                return self.all([self.formula(part) for part in parts])
            case Or(parts):
                return ~self.all([~self.formula(part) for part in parts])
            case Implies(left, right):
                return ~self.formula(left) | self.formula(right)
            case Iff(left, right):
                return ~(self.formula(left) ^ self.formula(right))
            case Count(bound, n, parts):
                nodes = [self.formula(part) for part in parts]
                low = n if bound in ("at_least", "exactly") else 0
                high = n if bound in ("at_most", "exactly") else len(parts)
                return self.counted(nodes, low, high) if high >= 0 else self.false
        raise refuse(formula)

    def _same(self, left: str, right: str) -> Node:
        node = self.false
        for key, value in list(self.levels):
            if key == left and (right, value) in self.levels:
                node = node | (self.var(left, value) & self.var(right, value))
        return node

    def without(self, node: Node, keys: Iterable[str]) -> Node:
        """The node with all variables of these keys summed out."""
        wanted = set(keys)
        cube = self.true
        for key, value in self.levels:
            if key in wanted:
                cube = cube & self.var(key, value)
        self.meter.spend(Meter.EVERY)
        return node.exists(cube) if wanted else node


def listed(
    theory: Theory,
    formulas: Sequence[Formula],
    targets: Sequence[Target],
    limit: int | None,
    budget: Budget,
) -> Listing:
    """Distinct assignments to the targets in worlds where premises and formulas hold: all counted,
    at most `limit` listed. Raises `GaveUp` where diagram or budget do not suffice."""
    from oxidd.util import DDMemoryError

    try:
        return _listed(theory, formulas, targets, limit, budget)
    except (DDMemoryError, MemoryError) as error:
        raise GaveUp("too large for a decision diagram") from error


def _listed(
    theory: Theory,
    formulas: Sequence[Formula],
    targets: Sequence[Target],
    limit: int | None,
    budget: Budget,
) -> Listing:
    definitions = theory.definitions
    parts = [
        expand(formula, definitions)
        for formula in (*(premise.formula for premise in theory.premises), *formulas)
    ]
    axes = {axis.key: axis for axis in axes_of(theory, formulas, targets)}
    columns: list[str] = []
    for place, target in enumerate(targets):
        formula = None if target.formula is None else expand(target.formula, definitions)
        if target.enum is not None:
            columns.append(target.enum)
        elif isinstance(formula, Prop):
            columns.append(formula.name)
        elif formula is not None:
            # A compound target is a symbol of its own, equivalent to it.
            name = f"target {place}"
            axes[name] = Axis(name, BOOLS)
            parts.append(Iff(Prop(name), formula))
            columns.append(name)
    keep = dict.fromkeys(columns)
    order = [axes[key] for key in dict.fromkeys([*keys_of(parts), *axes])]
    diagrams = _Diagrams(order, Meter(budget))
    node = _conjoined(diagrams, order, parts, keep)
    kept = [axis for axis in order if axis.key in keep]
    variables = [place for place in diagrams.levels if place[0] in keep]
    free = len(diagrams.levels) - len(variables)
    count = int(node.sat_count(len(diagrams.levels))) >> free
    wanted = count if limit is None else min(limit, count)
    if (limit is None and count > budget.models) or wanted * _BYTES_A_MODEL > budget.memory:
        raise GaveUp("too many models")
    worlds = _worlds(diagrams, node, kept, variables, wanted)
    models = tuple(
        [
            {target.key: world[column] for target, column in zip(targets, columns, strict=True)}
            for world in worlds
        ]
    )
    return Listing(models, count)


def _conjoined(
    diagrams: _Diagrams, order: Sequence[Axis], parts: Sequence[Formula], keep: Iterable[str]
) -> Node:
    """All parts at once, by their last symbol in the order, other symbols than `keep` gone."""
    place = {axis.key: number for number, axis in enumerate(order)}
    mentioned = [set(keys_of([part])) for part in parts]
    last: dict[str, int] = {}
    turns = sorted(
        range(len(parts)), key=lambda n: max((place[key] for key in mentioned[n]), default=-1)
    )
    for turn, number in enumerate(turns):
        for key in mentioned[number]:
            last[key] = turn
    going = [set[str]() for _ in turns]
    kept = set(keep)
    for key, turn in last.items():
        if key not in kept:
            going[turn].add(key)
    node = diagrams.true
    tied: set[str] = set()
    for turn, number in enumerate(turns):
        for key in mentioned[number]:
            axis = order[place[key]]
            if axis.values != BOOLS and key not in tied:
                tied.add(key)
                node = node & diagrams.exactly_one(axis)
        node = node & diagrams.formula(parts[number])
        if going[turn]:
            node = diagrams.without(node, going[turn])
    for axis in order:
        if axis.values != BOOLS and axis.key in kept and axis.key not in tied:
            node = node & diagrams.exactly_one(axis)
    return node


def _worlds(
    diagrams: _Diagrams,
    node: Node,
    kept: Sequence[Axis],
    variables: Sequence[tuple[str, bool | str]],
    wanted: int,
) -> list[Model]:
    """At most `wanted` worlds of a node over the kept symbols."""
    bools = {axis.key: False for axis in kept if axis.values == BOOLS}
    levels = [diagrams.levels[place] for place in variables]
    worlds: list[Model] = []
    stack: list[tuple[Node, int, Model]] = [(node, 0, bools)] if wanted else []
    while stack:
        diagrams.meter.spend()
        current, place, world = stack.pop()
        if not current.satisfiable():
            continue
        if place == len(variables):
            worlds.append(world)
            if len(worlds) == wanted:
                break
            continue
        high = low = current
        if current.node_level() == levels[place]:
            high, low = current.cofactors()
        key, value = variables[place]
        stack.append((high, place + 1, {**world, key: value}))
        stack.append((low, place + 1, world))
    return worlds
