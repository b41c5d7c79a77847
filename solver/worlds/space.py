"""Finite spaces of worlds, and regions of them as plain integers.

A space lists its axes (a Bool has two values, an Enum n); a world is an index in mixed radix, the
first axis varying fastest; a region is an int with one bit per world. Owns axes, spaces and the
periodic bit patterns of their atoms, cached process-wide. How a formula becomes a region is in
`formula`, how a region becomes models in `decode`.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from threading import Lock
from typing import NamedTuple

from solver.errors import OutsideError

MAX_WORLDS = 1 << 22
"""How many worlds a space may have by default; beyond, Z3 is the engine."""

_CACHED_BITS = 1 << 28
"""Atoms of the larger shapes are kept until they could hold this many bits (32 MiB)."""
_SMALL_WORLDS = 1 << 12


class Axis(NamedTuple):
    """One symbol of a space: its key in models, and its values in order of their digits."""

    key: str
    values: tuple[bool | str, ...]
    """(False, True) for a Bool."""


BOOLS: tuple[bool | str, ...] = (False, True)


class TooLarge(OutsideError):
    """The exact engine would have to hold more worlds than it may; Z3 is to be asked."""

    def __init__(self, worlds: int, limit: int) -> None:
        super().__init__(
            "Too many worlds for the exact engine",
            f"{worlds} worlds would have to be held at once; the limit is {limit}.",
            "Ask Z3, or raise the limit.",
        )


def repeat(bits: int, width: int, times: int) -> int:
    """`times` copies of a pattern of `width` bits, one above the other, by doubling."""
    if times & (times - 1) == 0:
        while times > 1:
            bits |= bits << width
            width <<= 1
            times >>= 1
        return bits
    out = 0
    placed = 0
    while times:
        if times & 1:
            out |= bits << placed
            placed += width
        times >>= 1
        if times:
            bits |= bits << width
            width <<= 1
    return out


class Shape:
    """Sizes of the axes, first axis fastest, and the regions of their values, built when asked."""

    __slots__ = ("_atoms", "_complements", "full", "sizes", "strides", "worlds")

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self.sizes = sizes
        strides = []
        worlds = 1
        for size in sizes:
            strides.append(worlds)
            worlds *= size
        self.strides = tuple(strides)
        self.worlds = worlds
        self.full = (1 << worlds) - 1
        self._atoms: dict[tuple[int, int], int] = {}
        self._complements: dict[tuple[int, int], int] = {}

    def atom(self, axis: int, digit: int) -> int:
        """The worlds in which the axis has that digit."""
        bits = self._atoms.get((axis, digit))
        if bits is None:
            stride = self.strides[axis]
            period = stride * self.sizes[axis]
            block = ((1 << stride) - 1) << (stride * digit)
            bits = self._atoms[axis, digit] = repeat(block, period, self.worlds // period)
        return bits

    def complement(self, axis: int, digit: int) -> int:
        """The worlds in which the axis has another digit."""
        bits = self._complements.get((axis, digit))
        if bits is None:
            bits = self._complements[axis, digit] = self.full ^ self.atom(axis, digit)
        return bits

    @property
    def weight(self) -> int:
        """Bits that all atoms and complements together would take."""
        return 2 * self.worlds * sum(self.sizes)


@lru_cache(maxsize=1024)
def _small_shape(sizes: tuple[int, ...]) -> Shape:
    return Shape(sizes)


_large_shapes: OrderedDict[tuple[int, ...], Shape] = OrderedDict()
_lock = Lock()


def shape(sizes: tuple[int, ...]) -> Shape:
    """The shape of these sizes, shared by all spaces in the process."""
    if prod(sizes) <= _SMALL_WORLDS:
        return _small_shape(sizes)
    with _lock:
        found = _large_shapes.pop(sizes, None) or Shape(sizes)
        _large_shapes[sizes] = found
        held = sum(made.weight for made in _large_shapes.values())
        while len(_large_shapes) > 1 and held > _CACHED_BITS:
            held -= _large_shapes.popitem(last=False)[1].weight
    return found


class Positive(dict[str, int]):
    """Key of a Bool axis → the worlds in which it is true; filled when asked."""

    __slots__ = ("space",)

    def __init__(self, space: "Space") -> None:
        super().__init__()
        self.space = space

    def __missing__(self, key: str) -> int:
        bits = self[key] = self.space.shape.atom(self.space.index[key], 1)
        return bits


class Negative(dict[str, int]):
    """Key of a Bool axis → the worlds in which it is false; filled when asked."""

    __slots__ = ("space",)

    def __init__(self, space: "Space") -> None:
        super().__init__()
        self.space = space

    def __missing__(self, key: str) -> int:
        bits = self[key] = self.space.shape.complement(self.space.index[key], 1)
        return bits


class Valued(dict[tuple[str, str], int]):
    """(key of an Enum axis, value) → the worlds in which it has that value; filled when asked."""

    __slots__ = ("space",)

    def __init__(self, space: "Space") -> None:
        super().__init__()
        self.space = space

    def __missing__(self, pair: tuple[str, str]) -> int:
        axis = self.space.index[pair[0]]
        digit = self.space.axes[axis].values.index(pair[1])
        bits = self[pair] = self.space.shape.atom(axis, digit)
        return bits


class Space:
    """Named axes over a shape. Build it with `space_of`, which shares small ones."""

    __slots__ = ("axes", "full", "index", "neg", "pos", "shape", "val", "worlds")

    def __init__(self, axes: tuple[Axis, ...]) -> None:
        self.axes = axes
        self.index = {axis.key: place for place, axis in enumerate(axes)}
        self.shape = shape(tuple([len(axis.values) for axis in axes]))
        self.worlds = self.shape.worlds
        self.full = self.shape.full
        self.pos = Positive(self)
        self.neg = Negative(self)
        self.val = Valued(self)

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the axes, in order."""
        return tuple([axis.key for axis in self.axes])

    def values(self, key: str) -> tuple[bool | str, ...]:
        """The values an axis can take."""
        return self.axes[self.index[key]].values

    def world_index(self, world: dict[str, bool | str]) -> int:
        """The index of a world that gives every axis a value."""
        return sum(
            axis.values.index(world[axis.key]) * stride
            for axis, stride in zip(self.axes, self.shape.strides, strict=True)
        )


@lru_cache(maxsize=512)
def _small_space(axes: tuple[Axis, ...]) -> Space:
    return Space(axes)


def worlds_of(axes: Iterable[Axis]) -> int:
    """How many worlds a space over these axes has."""
    return prod([len(axis.values) for axis in axes])


def space_of(axes: Sequence[Axis], *, max_worlds: int = MAX_WORLDS) -> Space:
    """The space over these axes, first axis fastest; raises `TooLarge` beyond `max_worlds`."""
    worlds = worlds_of(axes)
    if worlds > max_worlds:
        raise TooLarge(worlds, max_worlds)
    if worlds <= _SMALL_WORLDS:
        return _small_space(tuple(axes))
    return Space(tuple(axes))
