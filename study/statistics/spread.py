"""Median, quartiles and ninth decile of a list of values, and the medians of many lists.

Owns how they are cut: by linear interpolation between the ordered values, the ends included (type 7
of Hyndman and Fan 1996, "Sample quantiles in statistical packages", The American Statistician 50).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

MOST_SIZES = 64
"""Lists of no more sizes than this are sorted together with those of their size."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Some values, at least one, in order: the middle of them, of their halves, and where their
    longest tenth begins, in the values' unit."""

    values: Sequence[float]
    """From the least to the greatest."""

    @property
    def n(self) -> int:
        """How many."""
        return len(self.values)

    @property
    def lower(self) -> float:
        """The lower quartile."""
        return quantile(self.values, 0.25)

    @property
    def median(self) -> float:
        """The middle."""
        return quantile(self.values, 0.5)

    @property
    def upper(self) -> float:
        """The upper quartile."""
        return quantile(self.values, 0.75)

    @property
    def p90(self) -> float:
        """The ninth decile."""
        return quantile(self.values, 0.9)


def spread(values: Sequence[float]) -> Spread | None:
    """The spread of the values; None over no data."""
    return Spread(sorted(values)) if values else None


def spread_of(values: Any) -> Spread | None:
    """The same of an array."""
    import numpy

    return Spread(numpy.sort(values).tolist()) if len(values) else None


def medians(lists: Sequence[Sequence[float]]) -> list[float]:
    """The median of each list, the mean of the two in the middle where there are two.

    Raises ValueError where a list is empty.
    """
    import numpy

    sizes: Any = numpy.array(list(map(len, lists)), dtype=numpy.int64)
    return medians_of(sizes, numpy.array(list(chain.from_iterable(lists)), dtype=float))


def medians_of(sizes: Any, values: Any) -> list[float]:
    """The same of lists one after the other in an array, of these sizes, an array, too. Raises
    ValueError where a list is empty."""
    import numpy

    if not sizes.all():
        raise ValueError("no median of nothing")
    begins = numpy.cumsum(sizes) - sizes
    number = numpy.unique(sizes)
    if len(number) > MOST_SIZES:
        ordered = values[numpy.lexsort((values, numpy.repeat(numpy.arange(len(sizes)), sizes)))]
    else:
        ordered = numpy.empty_like(values)
        for size in number.tolist():
            places = begins[sizes == size][:, None] + numpy.arange(size)
            ordered[places] = numpy.sort(values[places], axis=1)
    lower, upper = ordered[begins + (sizes - 1) // 2], ordered[begins + sizes // 2]
    middle: list[float] = numpy.where(lower == upper, lower, (lower + upper) / 2).tolist()
    return middle


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which lies such a share of sorted values, between neighbours in
    proportion."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
