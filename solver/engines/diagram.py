"""Exact counts and assignments of large structured spaces, by decision diagrams.

Owns the building of a diagram from formulas (OxiDD), and reading assignments from it. Symbols that
are not needed are summed out after the last formula that mentions them (bucket elimination, Dechter
1999). The number of nodes is limited so that no single step takes longer than about a tenth of a
second; larger diagrams are given up.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from solver.cancel import Budget, GaveUp, Meter
from solver.engines.atoms import BOOLS, Axis, axes_of, ground_key, keys_of, refuse
from solver.engines.base import Listing
from solver.engines.library_loading import loaded
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

NODES = 1 << 16
"""Maximum nodes of a diagram."""
_MOST_VARIABLES = 4096
_BYTES = 300
"""Approximate size of a node of an expanded formula."""
_MAX_CACHED_WORLDS = 128
"""Maximum worlds below a node for which their list is cached."""
_MAX_DEPTH = 300
"""Number of variables below a node above which this is not tried, to limit recursion."""

Node = Any
"""A function of OxiDD; the library has no types."""
_World = dict[str, bool | str]


class _Diagrams:
    """One manager with a variable for each Bool and for each value of an Enum."""

    def __init__(self, axes: Sequence[Axis], meter: Meter) -> None:
        self.meter = meter
        self.levels: dict[tuple[str, bool | str], int] = {}
        for axis in axes:
            for value in (True,) if axis.values == BOOLS else axis.values:
                self.levels[axis.key, value] = len(self.levels)
        if len(self.levels) > _MOST_VARIABLES:
            raise GaveUp("too many symbols for a decision diagram")
        self.manager: Any = loaded("oxidd.bdd", meter.budget).BDDManager(NODES, NODES, 1)
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
            self.meter.spend(Meter.STEPS_PER_CHECK)
            node = node & part
        return node

    def counted(self, parts: Sequence[Node], low: int, high: int) -> Node:
        """At least `low` and at most `high` of the parts are true; `reached[j]`: exactly j of
        them."""
        top = min(high, len(parts))
        reached = [self.true] + [self.false] * top
        for part in parts:
            for j in range(top, 0, -1):
                self.meter.spend(Meter.STEPS_PER_CHECK)
                reached[j] = part.ite(reached[j - 1], reached[j])
            reached[0] = reached[0] & ~part
        node = self.false
        for j in range(max(0, low), top + 1):
            node = node | reached[j]
        return node

    def formula(self, formula: Formula) -> Node:
        self.meter.spend(Meter.STEPS_PER_CHECK)
        match formula:
            case Prop(name):
                return self.var(name)
            case Pred():
                return self.var(ground_key(formula))
            case Truth(value):
                return self.true if value else self.false
            case EnumIs(symbol, enum_value):
                return self.var(symbol, enum_value)
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

    def summed_out(self, node: Node, keys: Iterable[str]) -> Node:
        """The node with all variables of these keys summed out."""
        removed_keys = set(keys)
        cube = self.true
        for key, value in self.levels:
            if key in removed_keys:
                cube = cube & self.var(key, value)
        self.meter.spend(Meter.STEPS_PER_CHECK)
        return node.exists(cube) if removed_keys else node


def listed(
    theory: Theory,
    formulas: Sequence[Formula],
    targets: Sequence[Target],
    limit: int | None,
    budget: Budget,
) -> Listing:
    """Distinct assignments to the targets in worlds of the premises and formulas: all are counted,
    at most `limit` listed. Raises `GaveUp` if the diagram gets too large or the budget ends."""
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
    meter = Meter(budget, _BYTES)
    parts = [expand(formula, definitions, meter) for formula in (*theory.formulas, *formulas)]
    axes = {axis.key: axis for axis in axes_of(theory, formulas, targets, budget=budget)}
    columns: list[str] = []
    for place, target in enumerate(targets):
        formula = None if target.formula is None else expand(target.formula, definitions, meter)
        if target.enum is not None:
            columns.append(target.enum)
        elif isinstance(formula, Prop):
            columns.append(formula.name)
        elif formula is not None:
            # A compound target becomes a new symbol that is equivalent to it.
            name = f"target {place}"
            axes[name] = Axis(name, BOOLS)
            parts.append(Iff(Prop(name), formula))
            columns.append(name)
    keep = dict.fromkeys(columns)
    order = [axes[key] for key in dict.fromkeys([*keys_of(parts, budget), *axes])]
    diagrams = _Diagrams(order, Meter(budget))
    node = _conjoined(diagrams, order, parts, keep)
    variables = [place for place in diagrams.levels if place[0] in keep]
    free = len(diagrams.levels) - len(variables)
    count = int(node.sat_count(len(diagrams.levels))) >> free
    plain = len(keep) == len(columns)
    # Compound targets are listed twice.
    listable = budget.listable(len(targets) if plain else len(targets) + len(keep))
    if limit is None and count > listable:
        raise GaveUp("too many models")
    listed_count = min(count, listable if limit is None else min(limit, listable))
    names = {column: target.key for column, target in zip(columns, targets, strict=True)}
    if not plain:
        names = {column: column for column in columns}
    template: _World = dict.fromkeys(names.values(), False)
    walk = _Walk(
        diagrams, {column: (names[column], axes[column].values == BOOLS) for column in keep}
    )
    worlds = walk.worlds(node, listed_count, template)
    if not plain:
        pairs = [(target.key, column) for target, column in zip(targets, columns, strict=True)]
        worlds = [{key: world[column] for key, column in pairs} for world in worlds]
    return Listing(tuple(worlds), count)


def _conjoined(
    diagrams: _Diagrams,
    order: Sequence[Axis],
    parts: Sequence[Formula],
    remaining_keys: Iterable[str],
) -> Node:
    """The conjunction of all parts, sorted by their last symbol in the order, with all symbols
    except `remaining_keys` summed out."""
    place = {axis.key: number for number, axis in enumerate(order)}
    mentioned = [set(keys_of([part], diagrams.meter.budget)) for part in parts]
    last: dict[str, int] = {}
    turns = sorted(
        range(len(parts)), key=lambda n: max((place[key] for key in mentioned[n]), default=-1)
    )
    for turn, number in enumerate(turns):
        for key in mentioned[number]:
            last[key] = turn
    going = [set[str]() for _ in turns]
    kept_keys = set(remaining_keys)
    for key, turn in last.items():
        if key not in kept_keys:
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
            node = diagrams.summed_out(node, going[turn])
    for axis in order:
        if axis.values != BOOLS and axis.key in kept_keys and axis.key not in tied:
            node = node & diagrams.exactly_one(axis)
    return node


class _Walk:
    """Lists the assignments of a node to the kept symbols. Each node is read from the library once,
    and short lists below a node are cached."""

    def __init__(self, diagrams: _Diagrams, names: Mapping[str, tuple[str, bool]]) -> None:
        """`names` gives for each kept symbol its key in worlds, and whether it is a Bool."""
        self._meter = diagrams.meter
        self._steps: list[tuple[_World, _World, int]] = []
        for (symbol, value), level in diagrams.levels.items():
            if symbol in names:
                key, is_bool = names[symbol]
                self._steps.append(({key: value}, {key: False} if is_bool else {}, level))
        self._below: dict[Node, tuple[int, Node, Node]] = {}
        self._counts: dict[tuple[Node, int], int] = {}
        self._listed: dict[tuple[Node, int], list[_World]] = {}

    def _children(self, node: Node, place: int) -> tuple[Node, Node]:
        """The child nodes for the variable at this place being true and being false."""
        node_parts = self._below.get(node)
        if node_parts is None:
            self._meter.spend()
            level = node.node_level()
            node_parts = (-1, node, node) if level is None else (level, *node.cofactors())
            self._below[node] = node_parts
        level, high, low = node_parts
        return (high, low) if level == self._steps[place][2] else (node, node)

    def _few(self, node: Node, place: int) -> int:
        """Number of worlds of the node from this variable on, or any number above
        `_MAX_CACHED_WORLDS`."""
        count = self._counts.get((node, place))
        if count is None:
            if place == len(self._steps):
                count = int(node.satisfiable())
            elif len(self._steps) - place > _MAX_DEPTH:
                count = _MAX_CACHED_WORLDS + 1 if node.satisfiable() else 0
            else:
                high, low = self._children(node, place)
                count = self._few(high, place + 1)
                if count <= _MAX_CACHED_WORLDS:
                    count += self._few(low, place + 1)
            self._counts[node, place] = count
        return count

    def _short(self, node: Node, place: int) -> list[_World]:
        """The assignments to the variables from this one on, if there are few."""
        parts = self._listed.get((node, place))
        if parts is None:
            parts = []
            if place == len(self._steps):
                parts = [{}] * node.satisfiable()
            elif self._few(node, place):
                high, low = self._children(node, place)
                true, false, _ = self._steps[place]
                parts = [true | rest for rest in self._short(high, place + 1)]
                parts += [false | rest for rest in self._short(low, place + 1)]
            self._meter.spend(len(parts))
            self._listed[node, place] = parts
        return parts

    def worlds(self, node: Node, limit: int, template: _World) -> list[_World]:
        """At most `limit` worlds, with keys in the order of the template."""
        worlds: list[_World] = []
        stack: list[tuple[Node, int, _World]] = [(node, 0, template)]
        while stack and len(worlds) < limit:
            current, place, world = stack.pop()
            if self._few(current, place) <= _MAX_CACHED_WORLDS:
                parts = self._short(current, place)
                self._meter.spend(len(parts))
                worlds += [world | part for part in parts]
                continue
            high, low = self._children(current, place)
            true, false, _ = self._steps[place]
            stack.append((low, place + 1, world | false))
            stack.append((high, place + 1, world | true))
        return worlds[:limit]
