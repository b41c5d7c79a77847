"""Median, quartiles and ninth decile of a list of values, and the medians of many lists.

Owns their definition: linear interpolation between the ordered values, including the ends (type 7
of Hyndman and Fan 1996, "Sample quantiles in statistical packages", The American Statistician 50).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MOST_SIZES = 64
"""Up to this number of different sizes, lists of the same size are sorted together."""


@dataclass(frozen=True, slots=True)
class Spread:
    """At least one value, in order, with the median, the quartiles and the ninth decile, in the
    values' unit."""

    values: Sequence[float]
    """The values in ascending order."""

    @property
    def n(self) -> int:
        """Number of values."""
        return len(self.values)

    @property
    def lower(self) -> float:
        """The lower quartile."""
        return quantile(self.values, 0.25)

    @property
    def median(self) -> float:
        """The median."""
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
    """The spread of the values; None without data."""
    return Spread(sorted(values)) if values else None


def spread_of(values: Any) -> Spread | None:
    """The same for an array."""
    import numpy

    return Spread(numpy.sort(values).tolist()) if len(values) else None


def medians_of(sizes: Any, values: Any) -> list[float]:
    """The same for lists given as one array of values and one of sizes. Raises ValueError where a
    list is empty."""
    import numpy

    if not sizes.all():
        raise ValueError("no values for a median")
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


def quantile(sorted_values: Sequence[float], share: float) -> float:
    """The value at the given share of sorted values, interpolated linearly."""
    place = share * (len(sorted_values) - 1)
    below = int(place)
    above = min(below + 1, len(sorted_values) - 1)
    return sorted_values[below] + (sorted_values[above] - sorted_values[below]) * (place - below)
