"""Answers over one plain space: the whole set of premises as a single integer.

Owns evaluation with definitions, splitting, and projection of a region onto targets. Meant for
spaces that are cheap to hold whole; `large` serves the others.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from solver.language.problem import Target
from solver.language.syntax import Formula, Prop
from solver.worlds.decode import Values, decoder, list_models, lowest, set_bits
from solver.worlds.formula import evaluate
from solver.worlds.space import Space


@dataclass(frozen=True, slots=True)
class Assignments:
    """Distinct assignments to targets: all of them counted, as many listed as were asked for."""

    count: int
    models: tuple[Values, ...]


class _Defined(dict[str, int]):
    """Regions of Bool atoms and of defined names."""

    __slots__ = ("build",)

    def __init__(self, build: Callable[[str], int]) -> None:
        super().__init__()
        self.build = build

    def __missing__(self, key: str) -> int:
        bits = self[key] = self.build(key)
        return bits


class Environment:
    """The atoms of a space together with defined names, evaluated once each."""

    __slots__ = ("definitions", "full", "neg", "pos", "space", "val")

    def __init__(self, space: Space, definitions: Mapping[str, Formula]) -> None:
        self.space = space
        self.definitions = definitions
        self.full = space.full
        self.val = space.val
        if definitions:
            self.pos: dict[str, int] = _Defined(self._positive)
            self.neg: dict[str, int] = _Defined(self._negative)
        else:
            self.pos, self.neg = space.pos, space.neg

    def _positive(self, key: str) -> int:
        formula = self.definitions.get(key)
        return self.space.pos[key] if formula is None else evaluate(formula, self)

    def _negative(self, key: str) -> int:
        return self.full ^ self.pos[key]

    def values(self, key: str) -> tuple[bool | str, ...]:
        """The values an Enum axis can take."""
        return self.space.values(key)


class SmallWorlds:
    """Premises as one region of a plain space."""

    __slots__ = ("env", "order", "region", "space")

    def __init__(
        self,
        space: Space,
        premises: Sequence[Formula],
        definitions: Mapping[str, Formula],
        order: tuple[str, ...],
    ) -> None:
        """`order` is that of the keys in worlds."""
        self.space = space
        self.order = order
        self.env = Environment(space, definitions)
        region = space.full
        for premise in premises:
            region &= evaluate(premise, self.env)
            if not region:
                break
        self.region = region

    def _start(self, given: Formula | None) -> int:
        return self.region if given is None else self.region & evaluate(given, self.env)

    def _world(self, bits: int) -> Values | None:
        return decoder(self.space.axes, self.order).world(lowest(bits)) if bits else None

    def sides(self, formula: Formula, given: Formula | None) -> tuple[bool, bool]:
        """Whether the formula holds in some model, and whether it fails in some model."""
        region = self._start(given)
        inside = region & evaluate(formula, self.env)
        return inside != 0, inside != region

    def split(self, formula: Formula, given: Formula | None) -> tuple[Values | None, Values | None]:
        """The first model in which the formula holds, and the first in which it fails."""
        region = self._start(given)
        inside = region & evaluate(formula, self.env)
        return self._world(inside), self._world(region ^ inside)

    def world(self, given: Formula | None) -> Values | None:
        """The first model, if there is one."""
        return self._world(self._start(given))

    def _leaves(self, region: int, targets: Sequence[Target]) -> Iterator[tuple[int, Values]]:
        """Every assignment to the targets that occurs, with the worlds it occurs in."""
        columns: list[tuple[str, list[tuple[bool | str, int]]]] = []
        for target in targets:
            if target.enum is not None:
                values = self.space.values(target.enum)
                options = [(value, self.env.val[target.enum, str(value)]) for value in values]
            else:
                assert target.formula is not None
                true = evaluate(target.formula, self.env)
                options = [(False, self.env.full ^ true), (True, true)]
            columns.append((target.key, options))
        depth = len(columns)
        stack: list[tuple[int, int, tuple[bool | str, ...]]] = [(region, 0, ())] if region else []
        keys = [key for key, _ in columns]
        while stack:
            bits, level, values = stack.pop()
            if level == depth:
                yield bits, dict(zip(keys, values, strict=True))
                continue
            for value, mask in reversed(columns[level][1]):
                part = bits & mask
                if part:
                    stack.append((part, level + 1, (*values, value)))

    def _symbols(self, targets: Sequence[Target]) -> list[str] | None:
        """Axis keys of the targets where they are distinct plain symbols, else None."""
        keys = []
        for target in targets:
            if target.enum is not None:
                keys.append(target.enum)
            elif isinstance(target.formula, Prop) and target.formula.name in self.space.index:
                keys.append(target.formula.name)
            else:
                return None
            if keys[-1] != target.key:
                return None
        return keys if len(set(keys)) == len(keys) else None

    def assignments(
        self,
        targets: Sequence[Target],
        given: Formula | None,
        against: Formula | None,
        limit: int | None,
    ) -> Assignments:
        """Distinct assignments to the targets in models, of `given` and not of `against`."""
        region = self._start(given)
        if against is not None:
            region &= self.env.full ^ evaluate(against, self.env)
        keys = self._symbols(targets)
        places = self.space.index
        if keys and max(places[key] for key in keys) < len(keys):
            axes = self.space.axes[: len(keys)]
            low = fold(self.space, region, len(keys))
            count = low.bit_count()
            shared = decoder(axes, tuple(keys))
            indices = set_bits(low)
            return Assignments(count, tuple(shared.iterate(indices[:limit])))
        leaves = self._leaves(region, targets)
        models = [model for _, model in islice(leaves, limit)]
        return Assignments(len(models) + sum(1 for _ in leaves), tuple(models))

    def determines(
        self, targets: Sequence[Target], formula: Formula, given: Formula | None
    ) -> bool:
        """Whether models that agree on the targets agree on the formula."""
        inside = evaluate(formula, self.env)
        for bits, _ in self._leaves(self._start(given), targets):
            if 0 != bits & inside != bits:
                return False
        return True

    def models(self, limit: int | None = None) -> list[Values]:
        """Models over all axes, by ascending world index."""
        return list_models(self.space, self.region, limit, self.order)


def fold(space: Space, bits: int, kept: int) -> int:
    """Project a region onto the first `kept` axes: the others are or-folded away."""
    sizes, strides = space.shape.sizes, space.shape.strides
    for place in range(len(sizes) - 1, kept - 1, -1):
        width = strides[place]
        mask = (1 << width) - 1
        out = 0
        for _ in range(sizes[place]):
            out |= bits & mask
            bits >>= width
        bits = out
    return bits
