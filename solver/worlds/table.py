"""Constraints given by their truth table: what elimination leaves behind.

Owns tables over a few axes, lifting one into a larger space, and evaluating one over any atoms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.language.syntax import Formula
from solver.worlds.formula import Atoms, evaluate
from solver.worlds.space import BOOLS, Axis, repeat


@dataclass(frozen=True, slots=True)
class Table:
    """A region over the space of some axes, first axis fastest."""

    axes: tuple[Axis, ...]
    bits: int


Constraint = Formula | Table


def lift(table: Table, axes: Sequence[Axis]) -> int:
    """The table's region in a space over more axes. Both list shared axes in the same order."""
    return _lift(table.bits, table.axes, len(table.axes), axes, len(axes))


def _lift(bits: int, own: Sequence[Axis], placed: int, axes: Sequence[Axis], count: int) -> int:
    if placed == count or not bits:
        return bits
    below = 1
    for axis in axes[: count - 1]:
        below *= len(axis.values)
    top = axes[count - 1]
    size = len(top.values)
    if placed == 0 or (own[placed - 1] is not top and own[placed - 1].key != top.key):
        return repeat(_lift(bits, own, placed, axes, count - 1), below, size)
    width = 1
    for axis in own[: placed - 1]:
        width *= len(axis.values)
    mask = (1 << width) - 1
    out = 0
    known: dict[int, int] = {}
    for digit in range(size):
        part = bits >> (digit * width) & mask
        if part not in known:
            known[part] = _lift(part, own, placed - 1, axes, count - 1)
        out |= known[part] << (digit * below)
    return out


def _table(table: Table, env: Atoms) -> int:
    """Split by the topmost axis, once for every distinct remainder."""
    widths = [1]
    for axis in table.axes:
        widths.append(widths[-1] * len(axis.values))
    memo: dict[tuple[int, int], int] = {}

    def region(bits: int, level: int) -> int:
        if not bits:
            return 0
        if bits == (1 << widths[level]) - 1:
            return env.full
        found = memo.get((bits, level))
        if found is not None:
            return found
        key, values = table.axes[level - 1]
        width = widths[level - 1]
        mask = (1 << width) - 1
        parts = [bits >> (digit * width) & mask for digit in range(len(values))]
        if parts.count(parts[0]) == len(parts):
            out = region(parts[0], level - 1)
        elif values == BOOLS:
            low, high = parts
            out = 0
            if low:
                out = env.neg[key] & region(low, level - 1)
            if high:
                out |= env.pos[key] & region(high, level - 1)
        else:
            out = 0
            for value, part in zip(values, parts, strict=True):
                if part:
                    out |= env.val[key, str(value)] & region(part, level - 1)
        memo[bits, level] = out
        return out

    return region(table.bits, len(table.axes))


def constrain(constraint: Constraint, env: Atoms) -> int:
    """The region in which a formula or a table holds."""
    if isinstance(constraint, Table):
        return _table(constraint, env)
    return evaluate(constraint, env)
