"""Regions: the worlds of a small theory as an integer with one bit per world.

A *space* lists its axes, each with the values of one atom (two for a Bool, n for an Enum). A world
is a number in mixed radix; the first axis varies fastest. A *region* is a set of worlds: an int
with one bit per world. The region of an atom is a periodic pattern of bits; connectives are `&`,
`|` and `^`; the models of premises take one `&` per premise, their count is `int.bit_count()`, and
a conclusion follows if `premises & ~conclusion` is 0 (written `premises & (full ^ conclusion)`,
since `~` gives negative ints).

Owns, in this order: spaces and their atoms; formulas as regions; conjunction; projection. Related
modules are `decoding` (a region's worlds as models), `candidates` (many conclusions at once),
`region_supports`, and `region_engine`, the engine built on all of these.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from math import prod
from threading import Lock
from typing import Any, ClassVar

from solver.cancel import NO_LIMIT, Budget, within
from solver.engines.atoms import (
    Axis,
    ground_key,
    keys_through,
    refuse,
)
from solver.engines.base import NotApplicable
from solver.engines.freed_memory import keep_freed_memory
from solver.errors import OutsideError
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

MAX_WORLDS = 1 << 22
"""Maximum worlds of a space; other engines are used for larger ones."""
PROGRESSIVE = 1 << 16
"""Size of a space from which premises are conjoined in growing spaces."""
_CACHED_BITS = 1 << 28
"""Larger shapes are cached until their atoms could take this many bits (32 MiB)."""
_HELD_BITS = 1 << 31
"""The atoms of a shape are kept if all together take at most this many bits (256 MiB). Enums of
thousands of values take more; their atoms are built whenever they are needed."""
_COUNTERS = 1 << 29
"""Maximum bits of the counters of one counting constraint (64 MiB)."""
_SHARED_WORLDS = 1 << 12
"""Maximum size of a space that is shared by the whole process."""

# --- spaces and their atoms ---------------------------------------------------------------------


class TooLarge(OutsideError):
    """The exact engine would need more worlds than it may hold; use Z3."""

    def __init__(self, worlds: int, limit: int) -> None:
        size = str(worlds) if worlds < 1 << 64 else "more than 2^64"
        super().__init__(
            "Too many worlds for the exact engine",
            f"{size} worlds would have to be held at once; the limit is {limit}.",
            "Ask Z3, or raise the limit.",
        )


def repeat(bits: int, width: int, times: int) -> int:
    """`times` adjacent copies of a pattern of `width` bits, made by doubling."""
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
    """Sizes of the axes, first axis fastest, and the regions of their values, built on demand."""

    __slots__ = ("_atoms", "_complements", "full", "keeps", "sizes", "strides", "worlds")

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
        self.keeps = self.weight <= _HELD_BITS
        """Whether atoms are kept once they are built."""
        self._atoms: dict[tuple[int, int], int] = {}
        self._complements: dict[tuple[int, int], int] = {}

    def atom(self, axis: int, digit: int) -> int:
        """The worlds in which the axis has that digit."""
        bits = self._atoms.get((axis, digit))
        if bits is None:
            stride = self.strides[axis]
            period = stride * self.sizes[axis]
            block = ((1 << stride) - 1) << (stride * digit)
            bits = repeat(block, period, self.worlds // period)
            if self.keeps:
                self._atoms[axis, digit] = bits
        return bits

    def complement(self, axis: int, digit: int) -> int:
        """The worlds in which the axis has another digit."""
        bits = self._complements.get((axis, digit))
        if bits is None:
            bits = self.full ^ self.atom(axis, digit)
            if self.keeps:
                self._complements[axis, digit] = bits
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
        large = _large_shapes.pop(sizes, None) or Shape(sizes)
        _large_shapes[sizes] = large
        held_weight = sum(large_shape.weight for large_shape in _large_shapes.values())
        while len(_large_shapes) > 1 and held_weight > _CACHED_BITS:
            held_weight -= _large_shapes.popitem(last=False)[1].weight
    return large


class _Atoms(dict[Any, int]):
    """Regions by key, each built on demand."""

    __slots__ = ("build", "keeps")

    def __init__(self, build: Callable[[Any], int], keeps: bool = True) -> None:
        super().__init__()
        self.build = build
        self.keeps = keeps

    def __missing__(self, key: Any) -> int:
        bits = self.build(key)
        if self.keeps:
            self[key] = bits
        return bits


class Space:
    """Named axes over a shape. Build it with `space_of`, which shares small ones."""

    __slots__ = ("axes", "full", "index", "large", "neg", "pos", "shape", "val", "worlds")

    budget: ClassVar[Budget] = NO_LIMIT
    """Evaluation directly in a space is only for work that is known to be short."""

    def __init__(self, axes: tuple[Axis, ...]) -> None:
        self.axes = axes
        self.index = {axis.key: place for place, axis in enumerate(axes)}
        self.shape = shape(tuple([len(axis.values) for axis in axes]))
        self.worlds = self.shape.worlds
        self.large = self.worlds >= PROGRESSIVE
        """Whether the budget is checked at every part of a formula."""
        if self.large:
            keep_freed_memory()
        self.full = self.shape.full
        # These functions do not reference the space, so that it is freed without the cyclic garbage
        # collector, which would delay a keypress on the What if page for longer than its answer
        # takes.
        index, own_shape = self.index, self.shape
        self.pos: dict[str, int] = _Atoms(lambda key: own_shape.atom(index[key], 1))
        """Worlds in which a Bool is true, by its key."""
        self.neg: dict[str, int] = _Atoms(lambda key: own_shape.complement(index[key], 1))
        """Worlds in which a Bool is false, by its key."""
        self.val: dict[tuple[str, str], int] = _Atoms(
            lambda pair: own_shape.atom(index[pair[0]], axes[index[pair[0]]].values.index(pair[1])),
            own_shape.keeps,
        )
        """Worlds in which an Enum has a value, by Enum and value."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the axes, in order."""
        return tuple([axis.key for axis in self.axes])

    def values(self, key: str) -> tuple[bool | str, ...]:
        """The values an axis can take."""
        return self.axes[self.index[key]].values


@lru_cache(maxsize=512)
def _small_space(axes: tuple[Axis, ...]) -> Space:
    space = Space(axes)
    # All atoms in plain dictionaries, in which look-ups are faster.
    bools = [key for key, values in axes if len(values) > 1]
    space.pos = {key: space.pos[key] for key in bools}
    space.neg = {key: space.neg[key] for key in bools}
    return space


def worlds_of(axes: Iterable[Axis]) -> int:
    """Number of worlds of a space over these axes."""
    return prod([len(axis.values) for axis in axes])


def space_of(axes: Sequence[Axis], *, max_worlds: int = MAX_WORLDS) -> Space:
    """The space over these axes, first axis fastest; raises `TooLarge` beyond `max_worlds`."""
    axes = tuple(axes)
    worlds = 1
    for axis in axes:
        worlds *= len(axis.values)
        if worlds > max_worlds and worlds >> 64:
            break
    if worlds > max_worlds:
        raise TooLarge(worlds, max_worlds)
    return _small_space(axes) if worlds <= _SHARED_WORLDS else Space(axes)


# --- formulas as regions ------------------------------------------------------------------------


class Environment:
    """The atoms of a space and the defined names, each evaluated once."""

    __slots__ = ("budget", "definitions", "full", "large", "neg", "pos", "space", "val")

    def __init__(
        self, space: Space, definitions: Mapping[str, Formula], budget: Budget = NO_LIMIT
    ) -> None:
        self.space = space
        self.budget = budget
        """Budget of evaluating a formula; may be set for each."""
        self.definitions = definitions
        self.full = space.full
        self.large = space.large
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
"""Input of evaluation: the regions of atoms, and the region of all worlds."""


def _prop(formula: Prop, env: Atoms) -> int:
    return env.pos[formula.name]


def _pred(formula: Pred, env: Atoms) -> int:
    return env.pos[ground_key(formula)]


def _not(formula: Not, env: Atoms) -> int:
    body = formula.body
    if type(body) is Prop:
        return env.neg[body.name]
    return env.full ^ RULES[type(body)](body, env)


def _checked(parts: Iterable[Any], budget: Budget) -> Iterator[Any]:
    """The parts, with a check of the budget before each. Raises `GaveUp`."""
    for part in parts:
        budget.check()
        yield part


def _conjunction(formulas: Iterable[Any], env: Atoms) -> int:
    """The region in which all formulas hold. Most are literals or disjunctions of literals, which
    are evaluated here, without a call for each."""
    pos, neg, large = env.pos, env.neg, env.large
    region: int | None = None
    for formula in _checked(formulas, env.budget) if large else formulas:
        kind = type(formula)
        if kind is Prop:
            bits = pos[formula.name]
        elif kind is Or:
            bits = 0
            for part in _checked(formula.parts, env.budget) if large else formula.parts:
                kind = type(part)
                if kind is Prop:
                    other = pos[part.name]
                elif kind is Not and type(part.body) is Prop:
                    other = neg[part.body.name]
                else:
                    other = RULES[kind](part, env)
                bits = bits | other if bits else other
        elif kind is Not and type(formula.body) is Prop:
            bits = neg[formula.body.name]
        else:
            bits = RULES[kind](formula, env)
        region = bits if region is None else region & bits
    return env.full if region is None else region


def _and(formula: And, env: Atoms) -> int:
    return _conjunction(formula.parts, env)


def _or(formula: Or, env: Atoms) -> int:
    return _conjunction((formula,), env)


def _implies(formula: Implies, env: Atoms) -> int:
    left, right = formula.left, formula.right
    if env.large:
        env.budget.check()
    if type(left) is Prop:
        failing = env.neg[left.name]
    elif type(left) is Not and type(left.body) is Prop:
        failing = env.pos[left.body.name]
    else:
        failing = env.full ^ RULES[type(left)](left, env)
    if type(right) is Prop:
        return failing | env.pos[right.name]
    return failing | RULES[type(right)](right, env)


def _iff(formula: Iff, env: Atoms) -> int:
    left, right = formula.left, formula.right
    if env.large:
        env.budget.check()
    return env.full ^ RULES[type(left)](left, env) ^ RULES[type(right)](right, env)


def _truth(formula: Truth, env: Atoms) -> int:
    return env.full if formula.value else 0


def _enum_is(formula: EnumIs, env: Atoms) -> int:
    return env.val[formula.symbol, formula.value]


def _enum_same(formula: EnumSame, env: Atoms) -> int:
    bits = 0
    others = set(env.values(formula.right))
    for value in env.values(formula.left):
        if env.large:
            env.budget.check()
        if value in others:
            bits |= env.val[formula.left, str(value)] & env.val[formula.right, str(value)]
    return bits


def _count(formula: Count, env: Atoms) -> int:
    """Uses sorted counters: `reached[j]` has the worlds in which at least j of the parts so far are
    true."""
    top = formula.n if formula.bound == "at_least" else formula.n + 1
    if top > len(formula.parts):
        at_top = 0
    elif top <= 0:
        at_top = env.full
    else:
        at_top = -1
    levels = max(0, min(top, len(formula.parts)))
    if levels * env.full.bit_length() > _COUNTERS:
        raise NotApplicable("a counting constraint too large for regions")
    reached = [env.full] + [0] * levels
    for part in formula.parts:
        env.budget.check()
        bits = RULES[type(part)](part, env)
        for j in range(len(reached) - 1, 0, -1):
            reached[j] |= reached[j - 1] & bits
    if at_top < 0:
        at_top = reached[top]
    if formula.bound == "at_least":
        return at_top
    below = env.full ^ at_top
    if formula.bound == "at_most":
        return below
    if formula.n < 0 or formula.n > len(formula.parts):
        return 0
    return reached[formula.n] & below


def _refuse(formula: Formula, _env: Atoms) -> int:
    raise refuse(formula)


RULES: dict[type, Callable[[Any, Atoms], int]] = {
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
"""The meaning of each class of formulas, used by `evaluate`. All parts of a formula are evaluated,
without short-circuiting, so that a symbol missing from the space is always detected."""


def evaluate(formula: Formula, env: Atoms) -> int:
    """The region in which the formula holds.

    Raises `NotFinite` for quantifiers, equality and variables; KeyError if the space lacks a
    symbol.
    """
    return RULES[type(formula)](formula, env)


# --- conjunction --------------------------------------------------------------------------------


class PremiseRegion:
    """Premises as one region of a space. Raises KeyError if the space lacks a symbol of one."""

    __slots__ = ("env", "region", "space")

    def __init__(
        self,
        space: Space,
        premises: Sequence[Formula],
        definitions: Mapping[str, Formula],
        budget: Budget = NO_LIMIT,
    ) -> None:
        self.space = space
        self.env = Environment(space, definitions, budget)
        if space.worlds >= PROGRESSIVE:
            self.region = _grown(space, premises, definitions, budget)
            return
        self.region = _conjunction(within(premises, budget), self.env)


def _grown(
    space: Space, premises: Sequence[Formula], definitions: Mapping[str, Formula], budget: Budget
) -> int:
    """The region of premises, processed by their last axis: the space grows by one axis at a time,
    so that worlds excluded by a premise are never copied."""
    by_last: list[list[Formula]] = [[] for _ in range(len(space.axes) + 1)]
    for premise in premises:
        keys = keys_through([premise], definitions, budget)
        by_last[max((space.index[key] + 1 for key in keys), default=0)].append(premise)
    region, worlds = 1, 1
    for reached, formulas in enumerate(by_last):
        budget.check()
        if reached:
            size = len(space.axes[reached - 1].values)
            region = repeat(region, worlds, size)
            worlds *= size
        if formulas:
            env = Environment(Space(space.axes[:reached]), definitions, budget)
            region &= _conjunction(formulas, env)
        if not region:
            break
    return region


# --- projection ---------------------------------------------------------------------------------


def fold(space: Space, bits: int, kept_bits: int) -> int:
    """Project a region onto the first `kept_bits` axes, by or-ing over the values of the others."""
    sizes, strides = space.shape.sizes, space.shape.strides
    for place in range(len(sizes) - 1, kept_bits - 1, -1):
        width = strides[place]
        mask = (1 << width) - 1
        out = 0
        for _ in range(sizes[place]):
            out |= bits & mask
            bits >>= width
        bits = out
    return bits


def project(space: Space, bits: int, kept_keys: Set[str]) -> int:
    """Project a region onto any axes: each assignment to them that occurs is represented by the
    world in which every other axis has its first value."""
    if len(kept_keys) == len(space.axes):
        return bits
    last = max((space.index[key] for key in kept_keys), default=-1)
    bits = fold(space, bits, last + 1)
    for place in range(last):
        if space.axes[place].key in kept_keys:
            continue
        size, stride = space.shape.sizes[place], space.shape.strides[place]
        out = bits
        for digit in range(1, size):
            out |= bits >> stride * digit
        bits = out & space.shape.atom(place, 0)
    return bits
