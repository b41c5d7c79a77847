"""Median, quartiles and ninth decile of a list of values.

Owns how they are cut: by linear interpolation between the ordered values, the ends included (type 7
of Hyndman and Fan 1996, "Sample quantiles in statistical packages", The American Statistician 50).
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of some values, of their halves, and where their longest tenth begins, in the
    values' unit."""

    n: int
    lower: float
    median: float
    upper: float
    p90: float


def spread(values: Sequence[float]) -> Spread | None:
    """Quantiles of the values; None over no data."""
    if not values:
        return None
    ordered = sorted(values)
    cuts = (quantile(ordered, share) for share in (0.25, 0.5, 0.75, 0.9))
    return Spread(len(ordered), *cuts)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which lies such a share of sorted values, between neighbours in
    proportion."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
