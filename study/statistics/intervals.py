"""Intervals for shares and other figures between 0 and 1.

Owns the Wilson score interval (Wilson 1927; the form in Brown, Cai and DasGupta 2001, section 3.1),
and the same for a figure with any variance: for the number of independent answers that would vary
as much (Franco, Little, Louis and Slud 2019, "Comparative study of confidence intervals for
proportions in complex sample surveys", section 2), with Student's t.
"""

from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any

from study.statistics.crossed import Variance

CONFIDENCE = 0.95


@cache
def normal(confidence: float) -> float:
    """The quantile of the normal distribution for a two-sided interval with this confidence."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


NORMAL = normal(CONFIDENCE)
"""The same for the usual confidence."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of successes with its interval; all between 0 and 1."""

    successes: int
    n: int
    value: float
    low: float
    high: float


def wilson(successes: int, n: int, confidence: float = CONFIDENCE) -> Share | None:
    """The share and its Wilson score interval; None without data.

    Raises ValueError where the counts are not those of a share or the confidence is outside (0, 1).
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is not a share")
    if not 0 < confidence < 1:
        raise ValueError(f"{confidence} is not a confidence level")
    if n == 0:
        return None
    z = normal(confidence)
    share = successes / n
    weight = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / weight
    half = z / weight * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # Exact at the ends, where rounding would leave a gap between the bound and 0 or 1.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Share(successes, n, share, low, high)


def score_bounds(share: float, effective: float, quantile: float) -> tuple[float, float]:
    """The ends of Wilson's interval of a share of this number of independent answers, with a
    quantile of the normal distribution or, where the number is itself estimated, of Student's."""
    weight = 1 + quantile * quantile / effective
    centre = (share + quantile * quantile / (2 * effective)) / weight
    spread = share * (1 - share) / effective + (quantile / (2 * effective)) ** 2
    half = quantile / weight * sqrt(spread)
    low = 0.0 if share == 0 else max(0.0, centre - half)
    high = 1.0 if share == 1 else min(1.0, centre + half)
    return low, high


def bounds(
    value: float,
    variance: Variance,
    max_answers: float,
    confidence: float = CONFIDENCE,
    *,
    one_respondent: bool = False,
) -> tuple[float, float]:
    """The ends of the interval of a figure between 0 and 1 with this variance: Wilson's for the
    effective number of answers, limited to `max_answers`; where nothing varies, for the number of
    groups. Where people differ, answers near 0 and 1 are more skewed than counts: an end that is
    further out on the logit scale is taken from there, unless it is the share of `one_respondent`'s
    yes-or-no answers. These have the normal quantile if each answer is its own group, and so does a
    value of 0 or 1, since independent groups show such a value no more often than this number of
    answers agrees. From 0 to 1 where the variance is unknown."""
    if not variance.freedom:
        return 0.0, 1.0
    alone = one_respondent and variance.groups == max_answers
    of_normal = normal(confidence)
    quantile = of_normal if alone else variance.quantile(confidence)
    inside = 0 < value < 1
    spread = value * (1 - value)
    if not inside:
        return score_bounds(value, variance.groups, of_normal)
    if not variance.variance:
        return score_bounds(value, variance.groups, quantile)
    low, high = score_bounds(value, min(spread / variance.variance, max_answers), quantile)
    if one_respondent:
        return low, high
    middle, half = log(value / (1 - value)), quantile * sqrt(variance.variance) / spread
    # Beyond 700 the exponential overflows, and the end is 0 or 1 anyhow.
    return min(low, _chance(max(middle - half, -700.0))), max(high, _chance(middle + half))


def within_groups(
    ends: tuple[float, float], value: float, sizes: Any, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """The ends of an interval of a share of answers by independent groups of these sizes (an
    array), limited to the width for one answer per group: groups vary most if each is right in all
    of its answers or in none. So further answers to the same items never make an interval wider.
    Where a few groups have most of the answers, the limit does not apply."""
    total, squares = float(sizes.sum()), float(sizes @ sizes)
    worth = total * total / squares if squares else 0.0
    if worth < max(2, len(sizes) / 2):
        return ends
    quantile = normal(confidence)
    low, high = score_bounds(value, worth, quantile)
    return max(ends[0], low), min(ends[1], high)


def _chance(logit: float) -> float:
    return 1 / (1 + exp(-logit))
