"""Checking many conclusions at once: which formulas of a fixed list follow from a region.

Owns the tables that check a whole list with one look-up per byte. Leaves regions to `regions`.
"""

from collections.abc import Sequence
from functools import reduce
from operator import getitem, or_

from solver.engines.atoms import Axis
from solver.engines.regions import Space, evaluate, space_of
from solver.language.syntax import Formula

_MASKED_WORLDS = 1 << 14
"""Maximum size of a space for which candidates are prepared."""
_TABLED_WORLDS = 1 << 10
"""Maximum size of a space for which tables are faster; in larger spaces each candidate is
checked."""


class CandidateSet:
    """Candidate conclusions, prepared over the space of some axes: for every byte of a region, a
    table gives the candidates that the worlds of that byte refute, so that a region costs one
    look-up per byte. Masks have one bit per candidate, in the given order.

    Raises `TooLarge` if the space is too large for regions.
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
        """For each byte of a region, a table of the candidates that any of its worlds refutes."""
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
        """The candidates that are false in some world of a region of this space."""
        if self.space.worlds > _TABLED_WORLDS:
            mask = 0
            for place, fails in enumerate(self.fails):
                if region & fails:
                    mask |= 1 << place
            return mask
        tables = self._tables or self._prepare()
        return reduce(or_, map(getitem, tables, region.to_bytes(self._size, "little")))

    def entailed_mask(self, region: int) -> int:
        """The candidates that are true in every world of a region of this space."""
        return self.every ^ self.refuted_mask(region)
