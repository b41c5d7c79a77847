"""Intervals for shares.

Owns the Wilson score interval (Wilson 1927; the form in Brown, Cai and DasGupta 2001, section 3.1).
It treats the answers as independent; where one person gave many of them, it is too narrow, and the
reports say so.
"""

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
