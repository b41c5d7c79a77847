"""Rank correlation of figures that are partly known only as ranges.

Owns the smallest and the largest possible value of Spearman's rho. Only the order matters, so it is
enough to try each open figure at its two ends, at every other end between them, and at as many
values between two such ends as there are open figures. Where that takes too many attempts, the
range is -1 to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import isclose, prod

from study.statistics.ranks import rank_correlation

MAX_COMBINATIONS = 20_000
"""Maximum number of combinations of the open figures to try."""
Span = tuple[float, float]
"""The smallest and the largest possible value of a figure; equal where it is known."""


@dataclass(frozen=True, slots=True)
class OpenCorrelation:
    """Spearman's rho, or its range."""

    value: float | None
    """None where it is open, or has no value; a value that is the same however the open figures are
    settled is not open."""
    ends: Span | None
    """The smallest and the largest possible value; None where it is not open."""


def open_correlation(pairs: Sequence[tuple[Span, Span]]) -> OpenCorrelation:
    """Rho of pairs of figures, each given by its span."""
    axes = [[pair[place] for pair in pairs] for place in (0, 1)]
    tried = [_tried(spans) for spans in axes]
    orderings = prod(len(values) for axis in tried for values in axis)
    if orderings == 1:
        columns = [[low for low, _ in spans] for spans in axes]
        return OpenCorrelation(_rho(columns[0], columns[1]), None)
    if orderings > MAX_COMBINATIONS:
        return OpenCorrelation(None, (-1.0, 1.0))
    all_values = [
        _rho(first, second) for first in product(*tried[0]) for second in product(*tried[1])
    ]
    values = [rho for rho in all_values if rho is not None]
    if not values:
        return OpenCorrelation(None, None)
    if len(values) == len(all_values) and isclose(min(values), max(values), abs_tol=1e-12):
        return OpenCorrelation(values[0], None)
    return OpenCorrelation(None, (min(values), max(values)))


def _tried(spans: Sequence[Span]) -> list[list[float]]:
    """The values to try for each figure."""
    ends = sorted({end for span in spans for end in span})
    several = sum(low < high for low, high in spans)
    places = set(ends)
    for low, high in pairwise(ends):
        places |= {low + (high - low) * step / (several + 1) for step in range(1, several + 1)}
    return [sorted(place for place in places if low <= place <= high) for low, high in spans]


def _rho(first_values: Sequence[float], second_values: Sequence[float]) -> float | None:
    return rank_correlation(_keyed(first_values), _keyed(second_values)).spearman


def _keyed(values: Sequence[float]) -> dict[str, float]:
    return {str(place): value for place, value in enumerate(values)}
