"""A problem made smaller before worlds are built, with the same answers.

Unit facts are propagated, axes nobody asks for are eliminated one by one (bucket elimination,
Dechter 1999: conjoin the constraints on an axis, or-fold the axis away, keep the table of what is
left), and what remains falls into independent parts. Tree-shaped problems stay tiny at any number
of symbols. Owns the reduced problem, its counts and models over the kept axes, and completion to a
whole world.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from solver.language.syntax import Formula
from solver.worlds.conjoin import Conjunction, Projection, Scoped, conjoin, project
from solver.worlds.decode import Values
from solver.worlds.reduce_units import Propagated, propagate
from solver.worlds.space import MAX_WORLDS, Axis, Space, space_of, worlds_of
from solver.worlds.table import Table, constrain, lift

_ELIMINATION_WORLDS = 1 << 14
"""Joins in an elimination stay below this; an axis that would need more is conjoined instead."""
_FREE_WORLDS = 256


@dataclass(frozen=True, slots=True)
class Eliminated:
    """How an eliminated axis follows from axes that were kept or eliminated later."""

    axes: tuple[Axis, ...]
    """The eliminated axis comes last."""
    bits: int
    """Region over these axes in which the constraints on the axis hold."""

    def choose(self, world: Mapping[str, bool | str]) -> bool | str:
        """The first value the axis can have where the others are as in `world`."""
        index = 0
        stride = 1
        for key, values in self.axes[:-1]:
            index += values.index(world[key]) * stride
            stride *= len(values)
        column = self.bits >> index
        for value in self.axes[-1].values:
            if column & 1:
                return value
            column >>= stride
        raise AssertionError("an eliminated axis has no value")


@dataclass(frozen=True, slots=True)
class Part:
    """An independent part of what is left after elimination."""

    conjunction: Conjunction
    """Over its kept axes."""
    projection: Projection | None
    """Where it has axes that were not kept: how to find their values."""

    def complete(self, world: Values) -> None:
        """Give the axes that were not kept values that fit."""
        if self.projection is None:
            return
        index, stride = 0, 1
        for key, values in self.conjunction.axes:
            index += values.index(world[key]) * stride
            stride *= len(values)
        rest = self.projection.extend(index)
        for key, values in self.projection.whole.axes:
            rest, digit = divmod(rest, len(values))
            world[key] = values[digit]


class Reduced:
    """The models of a set of formulas, seen through the axes that were to be kept."""

    __slots__ = ("axes", "eliminated", "keep", "known", "parts", "satisfiable")

    def __init__(
        self,
        axes: Mapping[str, Axis],
        keep: tuple[str, ...],
        known: Mapping[str, bool | str] | None = None,
        parts: tuple[Part, ...] = (),
        eliminated: tuple[Eliminated, ...] = (),
    ) -> None:
        """Without `known` there is no model."""
        self.axes = axes
        self.keep = keep
        self.satisfiable = known is not None
        self.known = known or {}
        self.parts = parts
        self.eliminated = eliminated

    @property
    def count(self) -> int:
        """Distinct assignments to the kept axes; independent parts multiply."""
        return prod(part.conjunction.count for part in self.parts) if self.satisfiable else 0

    def iterate(self) -> Iterator[Values]:
        """Distinct assignments to the kept axes, lazily."""
        if not self.satisfiable:
            return
        template: Values = {key: self.known.get(key, False) for key in self.keep}
        yield from self._product(len(self.parts) - 1, template)

    def _product(self, place: int, template: Values) -> Iterator[Values]:
        if place < 0:
            yield template.copy()
        elif place == 0:
            yield from self.parts[0].conjunction.iterate(template)
        else:
            for values in self.parts[place].conjunction.iterate():
                yield from self._product(place - 1, template | values)

    def world(self) -> Values | None:
        """A world over all axes, or None where there is none."""
        for kept in self.iterate():
            return self.complete(kept)
        return None

    def complete(self, kept: Mapping[str, bool | str]) -> Values:
        """A world over all axes that extends an assignment to the kept ones."""
        world: Values = {key: axis.values[0] for key, axis in self.axes.items()}
        world.update(self.known)
        world.update(kept)
        for part in self.parts:
            part.complete(world)
        for step in reversed(self.eliminated):
            world[step.axes[-1].key] = step.choose(world)
        return world


def _order(
    constraints: Sequence[Scoped], axes: Mapping[str, Axis], keep: frozenset[str], limit: int
) -> list[str]:
    """Keys to eliminate, cheapest join first, as far as joins stay within the limit."""
    near: dict[str, set[str]] = {}
    for scoped in constraints:
        for key in scoped.keys:
            near.setdefault(key, set()).update(scoped.keys)
    for key, keys in near.items():
        keys.discard(key)
    sizes = {key: len(axes[key].values) for key in near}

    def cost(key: str) -> int:
        worlds = sizes[key]
        for other in near[key]:
            worlds *= sizes[other]
        return worlds

    costs = {key: cost(key) for key in near if key not in keep}
    order = []
    while costs:
        key = min(costs, key=costs.__getitem__)
        if costs.pop(key) > limit:
            break
        order.append(key)
        around = near.pop(key)
        for other in around:
            near[other] |= around
            near[other] -= {key, other}
        for other in around:
            if other in costs:
                costs[other] = cost(other)
    return order


def _join(axes: Sequence[Axis], constraints: Sequence[Scoped]) -> tuple[Space, int]:
    """The region of all constraints over a small space."""
    space = space_of(axes)
    bits = space.full
    for scoped in constraints:
        constraint = scoped.constraint
        if isinstance(constraint, Table):
            bits &= lift(constraint, axes)
        else:
            bits &= constrain(constraint, space)
        if not bits:
            break
    return space, bits


def _eliminate(
    constraints: Sequence[Scoped], axes: Mapping[str, Axis], order: Sequence[str]
) -> tuple[list[Scoped], list[Eliminated]] | None:
    """What constrains the other axes, and how to recover the eliminated ones; None: no model."""
    turn = {key: number for number, key in enumerate(order)}
    last = len(order)
    place = {key: number for number, key in enumerate(axes)}
    buckets: list[list[Scoped]] = [[] for _ in range(last + 1)]
    for scoped in constraints:
        buckets[min([turn.get(key, last) for key in scoped.keys], default=last)].append(scoped)
    steps = []
    for number, key in enumerate(order):
        bucket = buckets[number]
        if not bucket:
            continue
        scope = set().union(*[scoped.keys for scoped in bucket])
        keys = sorted(scope, key=lambda k: (-turn.get(k, last), place[k]))
        join_axes = tuple([axes[k] for k in keys])
        space, bits = _join(join_axes, bucket)
        if not bits:
            return None
        steps.append(Eliminated(join_axes, bits))
        width = space.shape.strides[-1]
        mask = (1 << width) - 1
        left = 0
        for _ in join_axes[-1].values:
            left |= bits & mask
            bits >>= width
        scope.discard(key)
        if left != mask:
            table = Scoped(Table(join_axes[:-1], left), frozenset(scope))
            buckets[min([turn.get(k, last) for k in scope])].append(table)
    return buckets[last], steps


def _components(constraints: Sequence[Scoped]) -> list[tuple[set[str], list[Scoped]]]:
    """Keys and constraints grouped so that no two groups share an axis."""
    above: dict[str, str] = {}

    def root(key: str) -> str:
        while above.setdefault(key, key) != key:
            above[key] = above[above[key]]
            key = above[key]
        return key

    for scoped in constraints:
        first = ""
        for key in scoped.keys:
            first = first or root(key)
            above[root(key)] = first
    groups: dict[str, tuple[set[str], list[Scoped]]] = {}
    for scoped in constraints:
        for key in scoped.keys:
            keys, members = groups.setdefault(root(key), (set(), []))
            keys.update(scoped.keys)
            members.append(scoped)
            break
    return list(groups.values())


def _free(keys: Sequence[str], axes: Mapping[str, Axis]) -> list[Part]:
    """Parts for kept axes that nothing constrains."""
    parts = []
    chunk: list[Axis] = []
    for key in keys:
        if chunk and worlds_of([*chunk, axes[key]]) > _FREE_WORLDS:
            parts.append(Part(conjoin(chunk, ()), None))
            chunk = []
        chunk.append(axes[key])
    if chunk:
        parts.append(Part(conjoin(chunk, ()), None))
    return parts


def reduce_propagated(
    state: Propagated,
    axes: Mapping[str, Axis],
    keep: Iterable[str],
    *,
    max_worlds: int = MAX_WORLDS,
) -> Reduced:
    """As `reduce_problem`, from formulas whose unit facts are propagated already."""
    order_kept = tuple(keep)
    if not state.consistent:
        return Reduced(axes, order_kept)
    kept = frozenset(order_kept)
    constraints: Sequence[Scoped] = state.open
    eliminated: list[Eliminated] = []
    if any(not scoped.keys <= kept for scoped in constraints):
        order = _order(constraints, axes, kept, min(_ELIMINATION_WORLDS, max_worlds))
        done = _eliminate(constraints, axes, order)
        if done is None:
            return Reduced(axes, order_kept)
        constraints, eliminated = done
    parts = []
    constrained: set[str] = set()
    for keys, members in _components(constraints):
        constrained |= keys
        low_first = [axes[key] for key in axes if key in keys]
        low = kept & keys
        whole = conjoin(
            low_first, members, low=low if len(low) < len(keys) else None, max_worlds=max_worlds
        )
        if not whole.bits:
            return Reduced(axes, order_kept)
        if len(low) == len(keys):
            parts.append(Part(whole, None))
        else:
            projection = project(whole, len(low))
            parts.append(Part(projection.kept, projection))
    loose = [key for key in order_kept if key not in constrained and key not in state.known]
    parts.extend(_free(loose, axes))
    return Reduced(axes, order_kept, state.known, tuple(parts), tuple(eliminated))


def reduce_problem(
    formulas: Iterable[Formula],
    axes: Mapping[str, Axis],
    keep: Iterable[str] = (),
    *,
    max_worlds: int = MAX_WORLDS,
) -> Reduced:
    """The models of these formulas, projected onto the axes to be kept.

    `axes` are all symbols in use by key; the formulas must be free of defined names. With nothing
    kept this decides satisfiability, and `world()` gives a model over all axes. Raises `TooLarge`
    where even the reduced problem needs more than `max_worlds` worlds at once, `NotFinite` beyond
    propositional means.
    """
    state = propagate(formulas, axes)
    return reduce_propagated(state, axes, keep, max_worlds=max_worlds)


def satisfiable(
    formulas: Iterable[Formula], axes: Mapping[str, Axis], *, max_worlds: int = MAX_WORLDS
) -> Values | None:
    """A world in which all formulas hold, over all axes, or None where there is none."""
    return reduce_problem(formulas, axes, max_worlds=max_worlds).world()
