"""Median and quartiles of a list of values.

Owns how quartiles are cut: by linear interpolation between the ordered values, the ends included
(type 7 of Hyndman and Fan 1996).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of some values and of their halves, in the values' unit."""

    n: int
    lower: float
    median: float
    upper: float


def spread(values: Sequence[float]) -> Spread | None:
    """Quartiles of the values; None over no data."""
    if not values:
        return None
    if len(values) == 1:
        return Spread(1, values[0], values[0], values[0])
    lower, median, upper = quantiles(values, n=4, method="inclusive")
    return Spread(len(values), lower, median, upper)
