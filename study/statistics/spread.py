"""Median, quartiles and ninth decile of a list of values.

Owns how they are cut: by linear interpolation between the ordered values, the ends included (type 7
of Hyndman and Fan 1996, "Sample quantiles in statistical packages", The American Statistician 50).
"""

from collections.abc import Sequence
from dataclasses import dataclass


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


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which lies such a share of sorted values, between neighbours in
    proportion."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
