"""All models of many constraints, without holding the whole space.

Takes the constraints by their topmost axis and grows the region one axis at a time. As soon as few
worlds survive, the survivors are renumbered without gaps (their axes become plain bit columns), so
the work follows the number of surviving partial worlds, not the size of the space. Owns the order
of axes, growth and renumbering; elimination of axes nobody asked for is in `reduce`.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from solver.worlds.decode import Decoder, Values, iter_bits, set_bits
from solver.worlds.space import BOOLS, MAX_WORLDS, Axis, TooLarge, repeat, space_of, worlds_of
from solver.worlds.table import Constraint, constrain

_FIRST_WORLDS = 1 << 12
"""The lowest axes up to this size are taken in one step."""
_AT_ONCE = 1 << 14
_SPARSE = 8
"""Survivors are renumbered when fewer than one world in so many is left."""

_BIT_TO_DIGIT = tuple(
    bytes(49 if byte >> bit & 1 else 48 for byte in range(256)) for bit in range(8)
)


@dataclass(frozen=True, slots=True)
class Scoped:
    """A constraint and the keys of the axes it speaks of."""

    constraint: Constraint
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conjunction:
    """The models of a set of constraints over all their axes."""

    axes: tuple[Axis, ...]
    """Order in which world indices count, first axis fastest."""
    bits: int
    """One bit per surviving partial world and value of the axes on top."""
    base: Sequence[int] | None
    """World indices of the partial worlds; None where they are 0, 1, 2, …"""
    stride: int
    """Worlds of the space below the axes on top."""

    @property
    def count(self) -> int:
        """How many models there are."""
        return self.bits.bit_count()

    def indices(self) -> list[int]:
        """World indices of all models, ascending."""
        return _indices(set_bits(self.bits), self.base, self.stride)

    def iterate(self, template: Values | None = None) -> Iterator[Values]:
        """The models, lazily; `template` as for `Decoder`."""
        shared = Decoder(self.axes, template)
        if self.bits.bit_length() <= _AT_ONCE:
            yield from shared.iterate(self.indices())
            return
        walk = iter_bits(self.bits)
        while block := list(islice(walk, 1024)):
            yield from shared.iterate(_indices(block, self.base, self.stride))


@dataclass(frozen=True, slots=True)
class Projection:
    """A conjunction seen through its lowest axes."""

    whole: Conjunction
    kept: Conjunction
    """The distinct assignments to the kept axes."""
    first: Mapping[int, int] | None
    """World index over the kept axes → one over all axes; None where `whole` counts through."""

    def extend(self, index: int) -> int:
        """The index of a world over all axes that agrees with one over the kept axes."""
        if self.first is not None:
            return self.first[index]
        bits, found = self.whole.bits, index
        kept = worlds_of(self.kept.axes)
        width = worlds_of(self.whole.axes)
        for axis in reversed(self.whole.axes[len(self.kept.axes) :]):
            width //= len(axis.values)
            mask = (1 << width) - 1
            while not _folded(bits & mask, width, kept) >> index & 1:
                bits >>= width
                found += width
            bits &= mask
        return found


def _folded(bits: int, width: int, kept: int) -> int:
    """All slices of `kept` bits in a region of that width, or-ed together."""
    while width > kept:
        half = kept
        while half * 2 < width:
            half *= 2
        bits = (bits & ((1 << half) - 1)) | bits >> half
        width = half
    return bits


def project(whole: Conjunction, kept: int) -> Projection:
    """See a conjunction through its lowest axes, so many of them."""
    axes = whole.axes[:kept]
    worlds = worlds_of(axes)
    if whole.base is None:
        bits = _folded(whole.bits, worlds_of(whole.axes), worlds)
        return Projection(whole, Conjunction(axes, bits, None, 1), None)
    first = {index % worlds: index for index in reversed(whole.indices())}
    base = sorted(first)
    return Projection(whole, Conjunction(axes, (1 << len(base)) - 1, base, worlds), first)


def _indices(places: list[int], base: Sequence[int] | None, stride: int) -> list[int]:
    """World indices of places in a renumbered space."""
    if base is None:
        return places
    size = len(base)
    return [base[place % size] + place // size * stride for place in places]


class _Frontier:
    """The region grown so far, and the atoms of its axes at its present width."""

    def __init__(self, axes: Sequence[Axis]) -> None:
        """Starts with these axes whole."""
        space = space_of(axes)
        self.axes = list(axes)
        self.width = space.worlds
        self.full = space.full
        self.bits = space.full
        self.base: list[int] | None = None
        self.stride = space.worlds
        """Worlds of the plain space over all axes so far."""
        self.base_stride = space.worlds
        self._start = space
        self._sources: dict[tuple[str, str | bool], tuple[int, int]] = {}
        self.pos: Mapping[str, int] = space.pos
        self.neg: Mapping[str, int] = space.neg
        self.val: Mapping[tuple[str, str], int] = space.val
        self._values: dict[str, tuple[bool | str, ...]] = {a.key: a.values for a in axes}

    def values(self, key: str) -> tuple[bool | str, ...]:
        """The values an Enum axis can take."""
        return self._values[key]

    def _atom(self, key: str, value: str | bool) -> int:
        """The worlds at the present width in which an axis has a value."""
        found = self._sources.get((key, value))
        if found is None:
            start = self._start
            digit = self._values[key].index(value)
            found = (start.worlds, start.shape.atom(start.index[key], digit))
        width, bits = found
        if width != self.width:
            bits = repeat(bits, width, self.width // width)
            self._sources[key, value] = (self.width, bits)
        return bits

    def _fresh(self) -> None:
        """Forget atoms of another width."""
        self.pos = _Lazy(self._true)
        self.neg = _Lazy(self._false)
        self.val = _LazyPair(self._valued)

    def _true(self, key: str) -> int:
        return self._atom(key, True)

    def _false(self, key: str) -> int:
        return self.full ^ self.pos[key]

    def _valued(self, pair: tuple[str, str]) -> int:
        return self._atom(*pair)

    def grow(self, axis: Axis, constraints: Sequence[Constraint], max_worlds: int) -> None:
        """Put an axis on top and conjoin the constraints it completes, value by value."""
        size = len(axis.values)
        if self.width * size > max_worlds:
            # Numbering millions of survivors takes long: first see whether it helps.
            left = self.bits.bit_count()
            if left * size > max_worlds:
                raise TooLarge(left * size, max_worlds)
            self.renumber(())
        self._values[axis.key] = axis.values
        width = self.width
        grown = 0
        if constraints:
            self._fresh_if_needed()
        for digit, value in enumerate(axis.values):
            part = self.bits
            if constraints:
                self._assume(axis, value)
                for constraint in constraints:
                    part &= constrain(constraint, self)
                    if not part:
                        break
            grown |= part << (width * digit)
        ones = self.full
        for digit, value in enumerate(axis.values):
            self._sources[axis.key, value] = (width * size, ones << (width * digit))
        self.axes.append(axis)
        self.bits = grown
        self.width = width * size
        self.full = (1 << self.width) - 1
        self.stride *= size
        self._fresh()

    def _fresh_if_needed(self) -> None:
        if not isinstance(self.pos, _Lazy):
            self._fresh()

    def _assume(self, axis: Axis, value: str | bool) -> None:
        """Take the axis to have this value while constraints are evaluated."""
        pos, neg, val = self.pos, self.neg, self.val
        assert isinstance(pos, dict)
        assert isinstance(neg, dict)
        assert isinstance(val, dict)
        if axis.values == BOOLS:
            pos[axis.key] = self.full if value else 0
            neg[axis.key] = 0 if value else self.full
        else:
            for other in axis.values:
                val[axis.key, other] = self.full if other == value else 0

    def renumber(self, needed: Sequence[str]) -> None:
        """Number the survivors 0, 1, 2, …; `needed` are the axes later constraints speak of."""
        places = set_bits(self.bits)
        self.base = _indices(places, self.base, self.base_stride)
        count = len(places)
        self.base_stride = self.stride
        self.width = count
        self.full = self.bits = (1 << count) - 1
        self._sources = {}
        wanted = set(needed) if needed else None
        packed: bytes | None = None
        if self.stride <= 1 << 64 and array("H", b"\1\0")[0] == 1:
            packed = array("Q", self.base[::-1]).tobytes()
        stride = 1
        for axis in self.axes:
            size = len(axis.values)
            if wanted is None or axis.key in wanted:
                if axis.values == BOOLS and packed is not None and stride & (stride - 1) == 0:
                    bit = stride.bit_length() - 1
                    column = packed[bit >> 3 :: 8].translate(_BIT_TO_DIGIT[bit & 7])
                    self._sources[axis.key, True] = (count, int(column or b"0", 2))
                else:
                    digits = [world // stride % size for world in reversed(self.base)]
                    for digit, value in enumerate(axis.values):
                        text = "".join(["1" if d == digit else "0" for d in digits])
                        self._sources[axis.key, value] = (count, int(text or "0", 2))
            stride *= size
        self._fresh()


class _Lazy(dict[str, int]):
    """Atoms by key, built when asked."""

    def __init__(self, build: Callable[[str], int]) -> None:
        super().__init__()
        self.build = build

    def __missing__(self, key: str) -> int:
        bits = self[key] = self.build(key)
        return bits


class _LazyPair(dict[tuple[str, str], int]):
    """Atoms by key and value, built when asked."""

    def __init__(self, build: Callable[[tuple[str, str]], int]) -> None:
        super().__init__()
        self.build = build

    def __missing__(self, pair: tuple[str, str]) -> int:
        bits = self[pair] = self.build(pair)
        return bits


@dataclass(frozen=True, slots=True)
class _Step:
    axis: Axis
    constraints: tuple[Scoped, ...]


def _steps(
    axes: Sequence[Axis], constraints: Sequence[Scoped], low: frozenset[str] | None
) -> list[_Step]:
    """Axes from the lowest to the topmost, each with the constraints it completes.

    From the top down, the axis that completes fewest constraints goes next, so that constraints
    bite as low as possible; those in `low` come last, below all others.
    """
    open_: dict[str, set[int]] = {axis.key: set() for axis in axes}
    for number, scoped in enumerate(constraints):
        for key in scoped.keys:
            open_[key].add(number)
    by_key = {axis.key: axis for axis in axes}
    steps = []
    held = low or frozenset[str]()
    while open_:
        key = ""
        fewest = -1
        for candidate, numbers in open_.items():
            if (fewest < 0 or len(numbers) <= fewest) and candidate not in held:
                key, fewest = candidate, len(numbers)
        if fewest < 0:
            held = frozenset()
            continue
        numbers = open_.pop(key)
        steps.append(_Step(by_key[key], tuple([constraints[number] for number in numbers])))
        for number in numbers:
            for other in constraints[number].keys:
                if other != key:
                    open_[other].discard(number)
    steps.reverse()
    return steps


def conjoin(
    axes: Sequence[Axis],
    constraints: Sequence[Scoped],
    *,
    low: frozenset[str] | None = None,
    max_worlds: int = MAX_WORLDS,
) -> Conjunction:
    """The models of the constraints over all these axes; those of the keys in `low` come first.

    Raises `TooLarge` where more than `max_worlds` partial worlds would have to be held at once.
    """
    steps = _steps(axes, constraints, low)
    first = 0
    worlds = 1
    while first < len(steps):
        more = worlds * len(steps[first].axis.values)
        if more > _FIRST_WORLDS and first:
            break
        worlds = more
        first += 1
    frontier = _Frontier([step.axis for step in steps[:first]])
    bits = frontier.bits
    for scoped in constraints:
        if not scoped.keys:
            bits &= constrain(scoped.constraint, frontier)
    for step in steps[:first]:
        for scoped in step.constraints:
            bits &= constrain(scoped.constraint, frontier)
    frontier.bits = bits
    for place in range(first, len(steps)):
        if not frontier.bits:
            break
        if frontier.bits.bit_count() * _SPARSE <= frontier.width:
            needed = {key for step in steps[place:] for c in step.constraints for key in c.keys}
            frontier.renumber(tuple(needed))
        step = steps[place]
        frontier.grow(step.axis, [c.constraint for c in step.constraints], max_worlds)
    if not frontier.bits:
        return Conjunction(tuple(step.axis for step in steps), 0, None, 1)
    return Conjunction(tuple(frontier.axes), frontier.bits, frontier.base, frontier.base_stride)
