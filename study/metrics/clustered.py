"""Intervals for shares of answers that come in clusters: several to an item, in runs or by people.

Owns the Wilson interval at the effective number of answers. Everything that is no share of answers
is `bootstrap`'s.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

from study.metrics.intervals import CONFIDENCE, Share, wilson


def clustered_wilson(
    tallies: Sequence[tuple[int, int]], confidence: float = CONFIDENCE
) -> Share | None:
    """The share of successes and its interval; a tally is one cluster's successes and tries. None
    over no data.

    Where every cluster has one try it is Wilson's. Else the number of tries is replaced by as many
    independent ones as would vary as much as the clusters do (Franco, Little, Louis and Slud 2019,
    "Comparative study of confidence intervals for proportions in complex sample surveys", section
    2), never more than there are, and by the number of clusters where nothing varies.
    """
    # Among many clusters the same few tallies come again and again.
    counts = Counter(tallies)
    n = sum(tries * count for (_, tries), count in counts.items())
    right = sum(successes * count for (successes, _), count in counts.items())
    clusters = sum(count for (_, tries), count in counts.items() if tries)
    if n == clusters or clusters < 2:
        return wilson(right, n, confidence)
    share = right / n
    squares = {one: (one[0] - share * one[1]) ** 2 for one in counts}
    spread = sum(map(squares.__getitem__, tallies))
    variance = spread * clusters / (clusters - 1) / n**2
    effective = share * (1 - share) / variance if variance and 0 < share < 1 else clusters
    effective = min(effective, n)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    weight = 1 + z * z / effective
    centre = (share + z * z / (2 * effective)) / weight
    half = z / weight * sqrt(share * (1 - share) / effective + (z / (2 * effective)) ** 2)
    low = 0.0 if right == 0 else max(0.0, centre - half)
    high = 1.0 if right == n else min(1.0, centre + half)
    return Share(right, n, share, low, high)
