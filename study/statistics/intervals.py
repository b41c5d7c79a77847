"""Intervals for shares.

Owns the Wilson score interval (Wilson 1927; the form in Brown, Cai and DasGupta 2001, section 3.1),
and the same at the effective number of answers, where several come to an item in runs or by people.
Plain Wilson treats answers as independent; where one person gave many of them, it is too narrow,
and the reports say so.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Share:
    """A share of successes with its interval; all between 0 and 1."""

    successes: int
    n: int
    value: float
    low: float
    high: float


def wilson(successes: int, n: int, confidence: float = CONFIDENCE) -> Share | None:
    """The share and its Wilson score interval; None over no data.

    Raises ValueError where the counts make no share or the confidence is not inside (0, 1).
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is no share")
    if not 0 < confidence < 1:
        raise ValueError(f"{confidence} is no confidence level")
    if n == 0:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / n
    weight = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / weight
    half = z / weight * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # Exact at the ends, where rounding would leave a hair between bound and 0 or 1.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Share(successes, n, share, low, high)


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
    return Share(right, n, share, *score_bounds(share, effective, z))


def score_bounds(share: float, effective: float, quantile: float) -> tuple[float, float]:
    """The ends of Wilson's interval of a share of so many independent answers, with a quantile of
    the normal distribution or, where their number is itself estimated, of Student's."""
    weight = 1 + quantile * quantile / effective
    centre = (share + quantile * quantile / (2 * effective)) / weight
    spread = share * (1 - share) / effective + (quantile / (2 * effective)) ** 2
    half = quantile / weight * sqrt(spread)
    low = 0.0 if share == 0 else max(0.0, centre - half)
    high = 1.0 if share == 1 else min(1.0, centre + half)
    return low, high


def t_bounds(
    value: float, error: float, freedom: float, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """The ends of Student's interval of a difference of shares of this standard error, within -1
    and 1; all of it where there are no degrees of freedom."""
    if not freedom:
        return -1.0, 1.0
    from scipy.special import stdtrit

    half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    return max(-1.0, value - half), min(1.0, value + half)
