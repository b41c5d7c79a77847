"""Two respondents, or two groups, compared on a score of the items both have.

Owns what every comparison holds, wherever it is shown; the difference, its interval and the test
are `metrics`'.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from study.metrics.difference import METRIC as DIFFERENCE
from study.statistics.paired import PairedScores, sign_flip
from study.statistics.samples import Estimate, Method


@dataclass(frozen=True, slots=True)
class Comparison:
    """A score of two on the items both have."""

    n: int
    """Items."""
    left: float
    right: float
    """Mean scores over these items."""
    difference: Estimate
    """Left minus right, with its interval."""
    p: float
    """Permutation test, two-sided."""
    exact: bool
    """Whether all permutations were counted rather than drawn."""


def compare(
    left: Mapping[str, float],
    right: Mapping[str, float],
    *,
    seed: int = 0,
    method: Method | None = None,
) -> Comparison | None:
    """Compare scores by item (PC, right or wrong, a share of people); None without shared items.
    `method` makes the interval; by default it is that of the metric."""
    scores = PairedScores(left, right)
    difference = DIFFERENCE.estimate(scores, method)
    if difference is None:
        return None
    shared = scores.differences
    p, exact = sign_flip(list(shared.values()), seed=seed)
    return Comparison(
        len(shared),
        fmean(left[item] for item in shared),
        fmean(right[item] for item in shared),
        difference,
        p,
        exact,
    )
