"""A region is an integer: the worlds of a small theory, one bit each.

A *space* lists its axes, each with the values of one atom (two for a Bool, n for an Enum). A world
is a number in mixed radix, the first axis varying fastest. A *region* is a set of worlds: an int
with one bit a world. The region of an atom is a periodic pattern of bits; connectives are `&`, `|`
and `^`; the models of premises are one `&` a premise, their count is `int.bit_count()`, and a
conclusion follows where `premises & ~conclusion` is 0 (written `premises & (full ^ conclusion)`,
since `~` makes negative ints).

This file holds all of it, in this order: spaces and their atoms; formulas as regions; conjunction;
projection; walking the bits of a region and decoding them; many conclusions at once; minimal
supports; and `RegionEngine`, which answers an engine's questions with these.
"""

from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import islice
from math import prod
from operator import getitem, or_
from threading import Lock
from typing import Any

from solver.cancel import NO_LIMIT, Budget, GaveUp, Meter
from solver.engines.atoms import (
    Axis,
    NotFinite,
    Values,
    axes_of,
    axis_for,
    ground_key,
    in_order,
    keys_through,
    refuse,
    target_keys,
)
from solver.engines.base import Listing, NotApplicable, ShowsFurther
from solver.errors import OutsideError
from solver.language.problem import Target, Theory
from solver.language.syntax import (
    And,
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
    Truth,
)
from solver.results import EngineName, Model, Supports
from solver.supports_search import collect, hitting_sets, search_supports

MAX_WORLDS = 1 << 22
"""How many worlds a space may have; beyond, other engines are asked."""
PROGRESSIVE = 1 << 16
"""From this size on, premises are conjoined in growing spaces."""
_CACHED_BITS = 1 << 28
"""Atoms of the larger shapes are kept until they could hold this many bits (32 MiB)."""
_SHARED_WORLDS = 1 << 12
"""Spaces up to this size are shared by the whole process."""
_DECODED_AT_ONCE = 1 << 14
"""Assignments decoded between two looks at the budget."""
_BYTES_A_MODEL = 100

# --- spaces and their atoms ---------------------------------------------------------------------


class TooLarge(OutsideError):
    """The exact engine would have to hold more worlds than it may; Z3 is to be asked."""

    def __init__(self, worlds: int, limit: int) -> None:
        size = str(worlds) if worlds < 1 << 64 else "more than 2^64"
        super().__init__(
            "Too many worlds for the exact engine",
            f"{size} worlds would have to be held at once; the limit is {limit}.",
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
    if prod(sizes) <= _SHARED_WORLDS:
        return _small_shape(sizes)
    with _lock:
        found = _large_shapes.pop(sizes, None) or Shape(sizes)
        _large_shapes[sizes] = found
        held = sum(made.weight for made in _large_shapes.values())
        while len(_large_shapes) > 1 and held > _CACHED_BITS:
            held -= _large_shapes.popitem(last=False)[1].weight
    return found


class _Atoms(dict[Any, int]):
    """Regions by key, each built when first asked for."""

    __slots__ = ("build",)

    def __init__(self, build: Callable[[Any], int]) -> None:
        super().__init__()
        self.build = build

    def __missing__(self, key: Any) -> int:
        bits = self[key] = self.build(key)
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
        self.pos: dict[str, int] = _Atoms(lambda key: self.shape.atom(self.index[key], 1))
        """Key of a Bool → the worlds in which it is true."""
        self.neg: dict[str, int] = _Atoms(lambda key: self.shape.complement(self.index[key], 1))
        """Key of a Bool → the worlds in which it is false."""
        self.val: dict[tuple[str, str], int] = _Atoms(self._valued)
        """(Enum, value) → the worlds in which it has that value."""

    def _valued(self, pair: tuple[str, str]) -> int:
        place = self.index[pair[0]]
        return self.shape.atom(place, self.axes[place].values.index(pair[1]))

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
    worlds = 1
    for axis in axes:
        worlds *= len(axis.values)
        if worlds > max_worlds and worlds >> 64:
            break
    if worlds > max_worlds:
        raise TooLarge(worlds, max_worlds)
    if worlds <= _SHARED_WORLDS:
        return _small_space(tuple(axes))
    return Space(tuple(axes))


# --- formulas as regions ------------------------------------------------------------------------


class Environment:
    """The atoms of a space together with defined names, evaluated once each."""

    __slots__ = ("definitions", "full", "neg", "pos", "space", "val")

    def __init__(self, space: Space, definitions: Mapping[str, Formula]) -> None:
        self.space = space
        self.definitions = definitions
        self.full = space.full
        self.val = space.val
        self.pos: dict[str, int] = space.pos
        self.neg: dict[str, int] = space.neg
        if definitions:
            self.pos = _Atoms(self._positive)
            self.neg = _Atoms(lambda key: self.full ^ self.pos[key])

    def _positive(self, key: str) -> int:
        formula = self.definitions.get(key)
        return self.space.pos[key] if formula is None else evaluate(formula, self)

    def values(self, key: str) -> tuple[bool | str, ...]:
        """The values an axis can take."""
        return self.space.values(key)


Atoms = Space | Environment
"""What evaluation needs to know: regions of atoms, and the region of all worlds."""


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


def _refuse(f: Formula, _env: Atoms) -> int:
    raise refuse(f)


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

    Raises `NotFinite` for quantifiers, equality and variables; KeyError where the space lacks a
    symbol.
    """
    return _RULES[type(formula)](formula, env)


# --- conjunction --------------------------------------------------------------------------------


class Held:
    """Premises as one region of a space."""

    __slots__ = ("env", "region", "space")

    def __init__(
        self,
        space: Space,
        premises: Sequence[Formula],
        definitions: Mapping[str, Formula],
        budget: Budget = NO_LIMIT,
    ) -> None:
        self.space = space
        self.env = Environment(space, definitions)
        if space.worlds >= PROGRESSIVE:
            self.region = _grown(space, premises, definitions, budget)
            return
        region = space.full
        meter = Meter(budget)
        for premise in premises:
            meter.spend()
            region &= evaluate(premise, self.env)
            if not region:
                break
        self.region = region


def _grown(
    space: Space, premises: Sequence[Formula], definitions: Mapping[str, Formula], budget: Budget
) -> int:
    """The region of premises, taken by their last axis: the space grows by one axis a time, and
    what a premise excludes is never copied."""
    by_last: list[list[Formula]] = [[] for _ in range(len(space.axes) + 1)]
    for premise in premises:
        keys = keys_through([premise], definitions)
        by_last[max((space.index[key] + 1 for key in keys), default=0)].append(premise)
    region, worlds = 1, 1
    for reached, formulas in enumerate(by_last):
        budget.check()
        if reached:
            size = len(space.axes[reached - 1].values)
            region = repeat(region, worlds, size)
            worlds *= size
        if formulas:
            env = Environment(Space(space.axes[:reached]), definitions)
            for premise in formulas:
                budget.check()
                region &= evaluate(premise, env)
        if not region:
            break
    return region


# --- projection ---------------------------------------------------------------------------------


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


def project(space: Space, bits: int, keys: Iterable[str]) -> int:
    """Project a region onto some axes, wherever they lie: of each assignment to them that occurs,
    the world that gives every other axis its first value."""
    wanted = set(keys)
    last = max((space.index[key] for key in wanted), default=-1)
    bits = fold(space, bits, last + 1)
    for place in range(last):
        if space.axes[place].key in wanted:
            continue
        size, stride = space.shape.sizes[place], space.shape.strides[place]
        out = bits
        for digit in range(1, size):
            out |= bits >> stride * digit
        bits = out & space.shape.atom(place, 0)
    return bits


# --- walking the bits of a region, and decoding them --------------------------------------------

_TINY_BITS = 512
"""Up to here `x & -x` is the cheapest walk."""
_LEAF_BITS = 1 << 14
_DENSE = 24
"""A region with fewer bits per set bit than this is walked byte by byte."""

_BYTE_BITS: tuple[tuple[int, ...], ...] = tuple(
    tuple([bit for bit in range(8) if byte >> bit & 1]) for byte in range(256)
)


def lowest(bits: int) -> int:
    """The lowest set bit of a non-empty region, in time linear in its size."""
    return (bits & -bits).bit_length() - 1


def _tiny(bits: int, base: int, out: list[int]) -> None:
    while bits:
        low = bits & -bits
        out.append(base + low.bit_length() - 1)
        bits ^= low


def _words(bits: int, base: int, out: list[int]) -> None:
    """Machine words, skipping empty ones: for middling density."""
    size = (bits.bit_length() + 63) // 64 * 8
    words = array("Q", bits.to_bytes(size, "little"))
    if words.itemsize != 8 or array("H", b"\1\0")[0] != 1:  # an unusual or big-endian machine
        _bytes(bits, base, out)
        return
    append = out.append
    place = base - 1
    for word in words:
        while word:
            low = word & -word
            append(place + low.bit_length())
            word ^= low
        place += 64


def _bytes(bits: int, base: int, out: list[int]) -> None:
    """Bytes with a table: for dense regions."""
    data = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    table = _BYTE_BITS
    append = out.append
    place = base
    for byte in data:
        if byte:
            for bit in table[byte]:
                append(place + bit)
        place += 8


def _collect(bits: int, base: int, width: int, count: int, out: list[int]) -> None:
    """Indices of `count` set bits below `width`, in ascending order, shifted by `base`."""
    while width > _LEAF_BITS and count:
        half = 1 << ((width - 1).bit_length() - 1)
        high = bits >> half
        if high:
            low = bits ^ (high << half)
            below = low.bit_count()
            if below:
                _collect(low, base, half, below, out)
            base += half
            width -= half
            bits = high
            count -= below
        else:
            width = half
    if not count:
        return
    if width <= _TINY_BITS or count <= 4:
        _tiny(bits, base, out)
    elif width < _DENSE * count:
        _bytes(bits, base, out)
    else:
        _words(bits, base, out)


def set_bits(bits: int) -> list[int]:
    """All set bits of a region, ascending."""
    out: list[int] = []
    if bits:
        _collect(bits, 0, bits.bit_length(), bits.bit_count(), out)
    return out


def iter_bits(bits: int) -> Iterator[int]:
    """The set bits of a region, ascending, found a block at a time."""
    width = bits.bit_length()
    if width <= _LEAF_BITS:
        yield from set_bits(bits)
        return
    stack: list[tuple[int, int, int]] = [(bits, 0, width)]
    while stack:
        part, base, size = stack.pop()
        if size <= _LEAF_BITS:
            out: list[int] = []
            if part:
                _collect(part, base, size, part.bit_count(), out)
            yield from out
            continue
        half = 1 << ((size - 1).bit_length() - 1)
        high = part >> half
        if high:
            stack.append((high, base + half, size - half))
            part ^= high << half
        if part:
            stack.append((part, base, half))


class _Group(dict[int, Values]):
    """Digit of a group of neighbouring axes → their values; filled when asked."""

    __slots__ = ("axes", "worlds")

    def __init__(self, axes: tuple[Axis, ...], worlds: int) -> None:
        super().__init__()
        self.axes = axes
        self.worlds = worlds

    def __missing__(self, digit: int) -> Values:
        values: Values = {}
        rest = digit
        for key, options in self.axes:
            rest, place = divmod(rest, len(options))
            values[key] = options[place]
        self[digit] = values
        return values


@lru_cache(maxsize=256)
def _group(axes: tuple[Axis, ...], worlds: int) -> _Group:
    return _Group(axes, worlds)


class Decoder:
    """Turns world indices of one list of axes into models, keys in the order of the axes."""

    __slots__ = ("groups", "plain", "template")

    def __init__(self, axes: tuple[Axis, ...], template: Values | None = None) -> None:
        """`template` gives keys in the order of the models, with values of keys that are no axes;
        without one, the order is that of the axes."""
        groups = []
        start = 0
        worlds = 1
        for place, axis in enumerate(axes):
            if place > start and worlds * len(axis.values) > 256:
                groups.append(_group(axes[start:place], worlds))
                start, worlds = place, 1
            worlds *= len(axis.values)
        groups.append(_group(axes[start:], worlds))
        self.groups = tuple(groups)
        self.template: Values = {}
        if template is not None:
            self.template.update(template)
        for axis in axes:
            self.template.setdefault(axis.key, False)
        self.plain = tuple(self.template) == tuple([axis.key for axis in groups[0].axes])

    def world(self, index: int) -> Values:
        """The model of one world."""
        model = self.template.copy()
        for group in self.groups:
            index, digit = divmod(index, group.worlds)
            model.update(group[digit])
        return model

    def iterate(self, indices: Iterable[int]) -> Iterator[Values]:
        """The models of these worlds, in their order."""
        low, size = self.groups[0], self.groups[0].worlds
        base, last = self.template, 0
        for index in indices:
            high, digit = divmod(index, size)
            if high != last or base is self.template:
                base, last = self._base(high), high
            yield base | low[digit]

    def models(self, indices: Sequence[int]) -> list[Values]:
        """The models of these worlds as a list."""
        low = self.groups[0]
        if len(self.groups) == 1 and self.plain:
            return [low[index].copy() for index in indices]
        if len(self.groups) == 1:
            base = self.template
            return [base | low[index] for index in indices]
        if low.worlds != 256:
            return list(self.iterate(indices))
        out: list[Values] = []
        append = out.append
        last = -1
        base = self.template
        for index in indices:
            high = index >> 8
            if high != last:
                base = self._base(high)
                last = high
            append(base | low[index & 255])
        return out

    def _base(self, high: int) -> Values:
        """The values of all groups but the lowest."""
        base = self.template.copy()
        for group in self.groups[1:]:
            high, place = divmod(high, group.worlds)
            base.update(group[place])
        return base


@lru_cache(maxsize=256)
def decoder(axes: tuple[Axis, ...], order: tuple[str, ...] | None = None) -> Decoder:
    """The shared decoder of these axes; `order` gives the order of keys in the models."""
    return Decoder(axes, None if order is None else dict.fromkeys(order, False))


def iter_models(space: Space, bits: int, order: tuple[str, ...] | None = None) -> Iterator[Values]:
    """The models in a region, lazily, by ascending world index."""
    shared = decoder(space.axes, order)
    if bits.bit_length() <= _LEAF_BITS:
        yield from shared.iterate(set_bits(bits))
        return
    walk = iter_bits(bits)
    while block := list(islice(walk, 1024)):
        yield from shared.iterate(block)


def list_models(
    space: Space, bits: int, limit: int | None = None, order: tuple[str, ...] | None = None
) -> list[Values]:
    """The models in a region, at most `limit` of them, by ascending world index."""
    if limit is not None and limit < bits.bit_count():
        return list(islice(iter_models(space, bits, order), limit))
    return decoder(space.axes, order).models(set_bits(bits))


# --- many conclusions at once -------------------------------------------------------------------

_MASKED_WORLDS = 1 << 14
"""Candidates are prepared over spaces up to this size."""
_TABLED_WORLDS = 1 << 10
"""Up to this size tables pay; larger spaces ask each candidate."""


class CandidateSet:
    """Candidate conclusions, prepared over the space of some axes: for every byte of a region a
    table says which candidates that byte's worlds refute, so that a region costs one look-up a
    byte. Masks have one bit per candidate, in the order given.

    Raises `TooLarge` where the space is too large to be held whole.
    """

    __slots__ = ("_size", "_tables", "every", "fails", "formulas", "space")

    def __init__(self, axes: Sequence[Axis], formulas: Sequence[Formula]) -> None:
        self.space: Space = space_of(axes, max_worlds=_MASKED_WORLDS)
        self.formulas = tuple(formulas)
        full = self.space.full
        self.fails = tuple([full ^ evaluate(formula, self.space) for formula in self.formulas])
        """The worlds in which each candidate is false."""
        self.every = (1 << len(self.formulas)) - 1
        self._size = (self.space.worlds + 7) // 8
        self._tables: tuple[list[int], ...] | None = None

    def _prepare(self) -> tuple[list[int], ...]:
        """For each byte of a region, the candidates that any of its worlds refutes."""
        width = self._size * 8
        columns = [format(bits, f"0{width}b")[::-1] for bits in reversed(self.fails)]
        refuted = [int("".join(column), 2) for column in zip(*columns, strict=True)]
        refuted = refuted or [0] * width
        tables = []
        for start in range(0, width, 8):
            table = [0]
            for mask in refuted[start : start + 8]:
                table += [mask | other for other in table]
            tables.append(table)
        self._tables = tuple(tables)
        return self._tables

    def refuted_mask(self, region: int) -> int:
        """The candidates that fail in some world of a region of this space."""
        if self.space.worlds > _TABLED_WORLDS:
            mask = 0
            for place, fails in enumerate(self.fails):
                if region & fails:
                    mask |= 1 << place
            return mask
        tables = self._tables or self._prepare()
        return reduce(or_, map(getitem, tables, region.to_bytes(self._size, "little")))

    def entailed_mask(self, region: int) -> int:
        """The candidates that hold in every world of a region of this space."""
        return self.every ^ self.refuted_mask(region)

    def entailed_by(self, engine: "RegionEngine") -> tuple[int, ...]:
        """Numbers (from 0) of the candidates a theory entails; by the tables where the engine was
        opened with the axes of this set, and they are all it needs."""
        if engine.space.axes == self.space.axes:
            return tuple(set_bits(self.entailed_mask(engine.held.region)))
        return tuple([n for n, formula in enumerate(self.formulas) if engine.entails(formula)])


# --- minimal supports ---------------------------------------------------------------------------

_MOST_CLASSES = 4096
"""Combinations of violated premises up to which duality pays."""


def _violated(countermodels: int, regions: list[int], meter: Meter) -> list[int] | None:
    """Which premises countermodels violate, as bit masks: each combination that occurs once; None
    where there are too many of them."""
    classes = [(countermodels, 0)]
    for number, region in enumerate(regions):
        split = []
        for worlds, violated in classes:
            meter.spend()
            inside = worlds & region
            if inside:
                split.append((inside, violated))
            if inside != worlds:
                split.append((worlds ^ inside, violated | 1 << number))
        classes = split
        if len(classes) > _MOST_CLASSES:
            return None
    return [violated for _, violated in classes]


def region_supports(
    countermodels: int,
    regions: Mapping[int, int],
    cap: int,
    budget: Budget,
    most: int | None = None,
) -> Supports:
    """Minimal sets of premises (number → region) that leave no countermodel.

    By duality: every world in which the formula fails violates some premises, and a set of premises
    entails the formula just if it meets all these sets; so the minimal supports are the minimal
    hitting sets (Reiter 1987). Each is checked again. Where there are too many combinations of
    violated premises, sets of premises are tried instead.
    """
    numbers = list(regions)
    listed = list(regions.values())

    def left(mask: int) -> int:
        worlds = countermodels
        for place, region in enumerate(listed):
            if mask >> place & 1:
                worlds &= region
        return worlds

    edges = _violated(countermodels, listed, Meter(budget)) if countermodels else []
    if edges is None:
        place_of = {number: place for place, number in enumerate(numbers)}

        def entails(chosen: frozenset[int]) -> bool:
            return not left(sum(1 << place_of[number] for number in chosen))

        return search_supports(numbers, entails, cap, budget=budget, most=most)

    def sets() -> Iterator[frozenset[int]]:
        for mask in hitting_sets(edges, budget):
            places = [place for place in range(len(listed)) if mask >> place & 1]
            if left(mask) or not all(left(mask ^ 1 << place) for place in places):
                raise AssertionError("a support failed its check")
            yield frozenset(numbers[place] for place in places)

    return collect(sets(), cap, budget, lambda: True, most)


# --- the engine ---------------------------------------------------------------------------------


class RegionEngine(ShowsFurther):
    """A quantifier-free theory of at most `max_worlds` worlds, held whole."""

    name: EngineName = "worlds"
    note = ""

    def __init__(
        self,
        theory: Theory,
        formulas: Iterable[Formula] = (),
        targets: Iterable[Target] = (),
        *,
        budget: Budget = NO_LIMIT,
        background: Sequence[Formula] = (),
        axes: Sequence[Axis] = (),
        complete: bool = False,
        max_worlds: int = MAX_WORLDS,
    ) -> None:
        """`formulas` and `targets` are what will be asked about: their symbols are axes.
        `background` holds beside the premises, and is never part of a support. `axes` come first,
        in this order; they are all there are where `complete`. Raises `NotApplicable` for
        first-order formulas and larger spaces."""
        self.theory = theory
        self.budget = budget
        self.background = tuple(background)
        self.max_worlds = max_worlds
        try:
            if not complete:
                axes = axes_of(theory, [*formulas, *self.background], targets, axes, budget)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        self._reach(axes)

    def _reach(self, axes: Sequence[Axis]) -> None:
        """Span a space over these axes; premises are evaluated in it when first needed."""
        try:
            self.space = space_of(axes, max_worlds=self.max_worlds)
        except TooLarge as error:
            raise NotApplicable(error.message) from error
        self._order: tuple[str, ...] | None = None
        self._held: Held | None = None

    @property
    def order(self) -> tuple[str, ...]:
        """Keys in the order of worlds that are shown."""
        if self._order is None:
            self._order = in_order(self.space.index, self.theory.signature)
        return self._order

    @property
    def held(self) -> Held:
        """The premises and the background as a region."""
        if self._held is None:
            premises = [premise.formula for premise in self.theory.premises]
            premises.extend(self.background)
            self._held = Held(self.space, premises, self.theory.definitions, self.budget)
        return self._held

    def evaluate(self, formula: Formula) -> int:
        """The region of a formula; symbols it brings along become further axes."""
        held = self._held or self.held
        try:
            return _RULES[type(formula)](formula, held.env)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        except KeyError:
            pass
        try:
            keys = keys_through([formula], self.theory.definitions)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        self._extend(keys)
        return evaluate(formula, self.held.env)

    def _extend(self, keys: Iterable[str]) -> None:
        known, definitions = self.space.index, self.theory.definitions
        missing = [key for key in keys if key not in known and key not in definitions]
        if missing:
            more = [axis_for(key, self.theory.signature) for key in missing]
            self._reach((*self.space.axes, *more))

    def region(self, *assumed: Formula) -> int:
        """The worlds in which premises and assumed formulas hold."""
        self.budget.check()
        if not assumed:
            return self.held.region
        space = None
        while space is not self.space:
            # A formula with a symbol of its own makes the space larger, and regions before it old.
            space = self.space
            parts = [self.evaluate(formula) for formula in assumed]
        return reduce(int.__and__, parts, self.held.region)

    def satisfiable(self, *assumed: Formula) -> bool:
        """See `Engine.satisfiable`."""
        return self.region(*assumed) != 0

    def world(self, *assumed: Formula) -> Model | None:
        """See `Engine.world`; the first in the order of the space."""
        bits = self.region(*assumed)
        return decoder(self.space.axes, self.order).world(lowest(bits)) if bits else None

    def entails(self, formula: Formula) -> bool:
        """Whether the formula holds in every world of the premises."""
        inside = self.evaluate(formula)
        region = self.held.region
        return region & inside == region

    def models(self, limit: int | None = None) -> list[Values]:
        """Worlds over all axes, by ascending index."""
        return list_models(self.space, self.held.region, limit, self.order)

    # --- assignments ---------------------------------------------------------------------------

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """See `Engine.assignments`. Counts are always exact and complete."""
        self._cover(targets)
        bits = self.region(*assumed)
        count, models = 0, list[Values]()
        wanted = self.budget.models if limit is None else limit
        for part, values, keys in self._parts(targets, bits):
            self.budget.check()
            low = project(self.space, part, keys.values())
            count += low.bit_count()
            if len(models) < wanted:
                models += self._decoded(low, targets, keys, values, wanted - len(models))
        if limit is None and count > len(models):
            return Listing(tuple(models), count, False, "too many models")
        return Listing(tuple(models), count)

    def _cover(self, targets: Sequence[Target]) -> None:
        keys: dict[str, None] = {}
        try:
            target_keys(targets, keys)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        self._extend(keys)

    def _parts(
        self, targets: Sequence[Target], bits: int
    ) -> Iterator[tuple[int, Values, dict[str, str]]]:
        """The region cut by the compound targets: each part with the values they have in it, and
        the axes of the other targets by target key."""
        keys: dict[str, str] = {}
        compound: list[tuple[str, int]] = []
        for target in targets:
            formula = target.formula
            axis = target.enum
            if axis is None and type(formula) is Prop and formula.name in self.space.index:
                axis = formula.name
            elif axis is None and type(formula) is Pred:
                axis = ground_key(formula)
            if axis is not None:
                keys[target.key] = axis
            elif formula is not None:
                compound.append((target.key, self.evaluate(formula)))
        stack: list[tuple[int, int, Values]] = [(bits, 0, {})]
        while stack:
            part, place, values = stack.pop()
            if not part:
                continue
            if place == len(compound):
                yield part, values, keys
                continue
            self.budget.check()
            key, true = compound[place]
            stack.append((part & true, place + 1, {**values, key: True}))
            stack.append((part & (self.space.full ^ true), place + 1, {**values, key: False}))

    def _decoded(
        self,
        low: int,
        targets: Sequence[Target],
        keys: Mapping[str, str],
        values: Values,
        wanted: int,
    ) -> Iterator[Values]:
        """The assignments of a projected region, at most so many."""
        chosen = set(keys.values())
        last = max((self.space.index[key] for key in chosen), default=-1)
        axes = self.space.axes[: last + 1]
        if wanted < low.bit_count():
            indices = list(islice(iter_bits(low), wanted))
        else:
            indices = set_bits(low)
        if len(indices) * _BYTES_A_MODEL > self.budget.memory:
            raise GaveUp("memory limit")
        plain = not values and tuple(keys.values()) == tuple(keys) and len(chosen) == len(axes)
        shared = decoder(axes, tuple(keys)) if plain else decoder(axes)
        for start in range(0, len(indices), _DECODED_AT_ONCE):
            self.budget.check()
            worlds = shared.models(indices[start : start + _DECODED_AT_ONCE])
            if plain:
                yield from worlds
                continue
            for world in worlds:
                yield {
                    t.key: values[t.key] if t.key in values else world[keys[t.key]] for t in targets
                }

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`."""
        self._cover(targets)
        self.region(formula, *assumed)  # makes room for all symbols
        inside = self.evaluate(formula)
        bits = self.region(*assumed)
        for part, _, keys in self._parts(targets, bits):
            self.budget.check()
            holds = project(self.space, part & inside, keys.values())
            if holds & project(self.space, part & (self.space.full ^ inside), keys.values()):
                return False
        return True

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """See `Engine.supports`."""
        inside = self.evaluate(formula)  # which may make the space larger
        countermodels = self.space.full ^ inside
        for part in self.background:
            countermodels &= self.evaluate(part)
        meter = Meter(self.budget)
        regions: dict[int, int] = {}
        for premise in self.theory.premises:
            meter.spend()
            regions[premise.number] = self.evaluate(premise.formula)
        return region_supports(countermodels, regions, cap, self.budget, most)
