"""Iterating over the bits of a region, and decoding them as models.

Owns fast iteration over large integers, and decoding the worlds of a space in groups of axes.
Leaves regions themselves to `regions`.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from solver.engines.atoms import Axis, Values

_TINY_BITS = 512
"""Maximum width for which `x & -x` is the fastest method."""
_LEAF_BITS = 1 << 14
_DENSE = 24
"""A region with fewer bits per set bit than this is walked byte by byte."""

_BYTE_BITS: tuple[tuple[int, ...], ...] = tuple(
    tuple([bit for bit in range(8) if byte >> bit & 1]) for byte in range(256)
)


def lowest(bits: int) -> int:
    """The lowest set bit of a non-empty region, in time linear in its size."""
    return (bits & -bits).bit_length() - 1


def _tiny(bits: int, base: int, indices: list[int]) -> None:
    while bits:
        low = bits & -bits
        indices.append(base + low.bit_length() - 1)
        bits ^= low


def _words(bits: int, base: int, indices: list[int]) -> None:
    """By machine words, skipping empty ones, for medium density."""
    size = (bits.bit_length() + 63) // 64 * 8
    words = array("Q", bits.to_bytes(size, "little"))
    if words.itemsize != 8 or array("H", b"\1\0")[0] != 1:  # an unusual or big-endian machine
        _bytes(bits, base, indices)
        return
    append = indices.append
    place = base - 1
    for word in words:
        while word:
            low = word & -word
            append(place + low.bit_length())
            word ^= low
        place += 64


def _bytes(bits: int, base: int, indices: list[int]) -> None:
    """By bytes with a table, for dense regions."""
    data = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    table = _BYTE_BITS
    append = indices.append
    place = base
    for byte in data:
        if byte:
            for bit in table[byte]:
                append(place + bit)
        place += 8


def _collect(bits: int, base: int, width: int, count: int, indices: list[int]) -> None:
    """Indices of `count` set bits below `width`, in ascending order, shifted by `base`."""
    while width > _LEAF_BITS and count:
        half = 1 << ((width - 1).bit_length() - 1)
        high = bits >> half
        if high:
            low = bits ^ (high << half)
            below = low.bit_count()
            if below:
                _collect(low, base, half, below, indices)
            base += half
            width -= half
            bits = high
            count -= below
        else:
            width = half
    if not count:
        return
    if width <= _TINY_BITS or count <= 4:
        _tiny(bits, base, indices)
    elif width < _DENSE * count:
        _bytes(bits, base, indices)
    else:
        _words(bits, base, indices)


def set_bits(bits: int) -> list[int]:
    """All set bits of a region, ascending."""
    out: list[int] = []
    if bits:
        _collect(bits, 0, bits.bit_length(), bits.bit_count(), out)
    return out


def iter_bits(bits: int) -> Iterator[int]:
    """The set bits of a region, ascending, computed block by block."""
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
    """Map from the digit of a group of adjacent axes to their values; filled on demand."""

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
        """`template` gives the keys in the order of the models, with values for keys that are not
        axes; without it, keys have the order of the axes."""
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
        """The models of these worlds, in the given order."""
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
        """The values of all groups except the lowest."""
        base = self.template.copy()
        for group in self.groups[1:]:
            high, place = divmod(high, group.worlds)
            base.update(group[place])
        return base


@lru_cache(maxsize=256)
def decoder(axes: tuple[Axis, ...], order: tuple[str, ...] | None = None) -> Decoder:
    """The shared decoder of these axes; `order` gives the order of keys in the models."""
    return Decoder(axes, None if order is None else dict.fromkeys(order, False))
