"""The difference of two figures between 0 and 1: its interval, its test, and their power.

Owns how two intervals are combined. Each figure has its own interval for new people and new items;
the distances to the ends of the difference's interval combine those of both intervals, using the
covariance of the two over their shared items (Newcombe 1998, "Improved confidence intervals for the
difference between binomial proportions based on paired data", method 10; Zou and Donner 2008,
"Construction of confidence limits about effect measures: a general approach"). So near 0 and 1 the
interval behaves as Wilson's does. Where the two vary alike, the covariance is reduced by half an
answer (Newcombe's continuity correction, `with_room`), so the interval never has width zero.

The test inverts the interval: p is 1 minus the confidence at which one of its ends is 0.
Equivalence within a margin inverts it too, as two one-sided tests (Schuirmann 1987).
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt

from study.statistics.crossed import Variance
from study.statistics.intervals import CONFIDENCE, bounds

_POWER_FACTOR = (1.959963984540054 + 0.8416212335729143) / 1.959963984540054
"""Sum of the normal quantiles for the confidence and for a power of 80 %, divided by the former."""
_STEPS = 50
"""Number of bisections until p is exact in floating point."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure between 0 and 1 with its variance."""

    value: float
    variance: Variance
    max_answers: float = inf
    """Maximum number of independent answers that it can be worth."""
    one_respondent: bool = False
    """Whether it is the share of one respondent's yes-or-no answers, with one answer per item."""

    def bounds(self, confidence: float) -> tuple[float, float]:
        """The ends of its interval."""
        return bounds(
            self.value,
            self.variance,
            self.max_answers,
            confidence,
            one_respondent=self.one_respondent,
        )

    @property
    def room(self) -> float:
        """How far the correlation with another figure must stay below 1: Newcombe's half answer,
        divided by the number of independent answers that the figure is worth."""
        spread = self.value * (1 - self.value)
        return min(1.0, self.variance.variance / (2 * spread * spread)) if spread else 1.0


@dataclass(frozen=True, slots=True)
class Difference:
    """The first figure minus the second."""

    left: Figure
    right: Figure
    covariance: float
    """Covariance of the two over new items."""

    @property
    def value(self) -> float:
        """Between -1 and 1."""
        return self.left.value - self.right.value

    @property
    def known(self) -> bool:
        """Whether anything is known about new people and items: there must be at least two of
        each."""
        return bool(self.left.variance.freedom and self.right.variance.freedom)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Both ends, within -1 and 1; from -1 to 1 where nothing is known."""
        if not self.known:
            return -1.0, 1.0
        low, high = self._ends(confidence)
        return max(-1.0, low), min(1.0, high)

    def p(self) -> float:
        """Two-sided, of no difference; 1 where nothing is known."""
        if not self.known or not self.value:
            return 1.0

        def excludes_zero(confidence: float) -> bool:
            low, high = self._ends(confidence)
            return low > 0 or high < 0

        return _least(lambda p: excludes_zero(1 - p))

    def equivalence(self, margin: float) -> float | None:
        """p of two one-sided tests that the absolute difference is smaller than the margin; None
        where nothing is known."""
        if not self.known:
            return None

        def ends(p: float) -> tuple[float, float]:
            return self._ends(max(0.0, 1 - 2 * p))

        if abs(self.value) < margin:
            within = _least(lambda p: -margin < ends(p)[0] and ends(p)[1] < margin)
            return min(0.5, within)
        # Beyond the margin, the p of that side's test is above one half.
        if self.value > 0:
            beyond = _least(lambda p: ends(p)[0] > margin)
        else:
            beyond = _least(lambda p: ends(p)[1] < -margin)
        return 1 - min(0.5, beyond)

    def detectable(self) -> float | None:
        """The smallest true difference that such data detect at a level of 5 % with a power of
        about 80 %: half the interval, plus what the power requires. None where nothing is known."""
        if not self.known:
            return None
        low, high = self._ends(CONFIDENCE)
        return min(1.0, (high - low) / 2 * _POWER_FACTOR)

    def _ends(self, confidence: float) -> tuple[float, float]:
        (left_low, left_high), (right_low, right_high) = (
            figure.bounds(confidence) for figure in (self.left, self.right)
        )
        below = self._together(self.left.value - left_low, right_high - self.right.value)
        above = self._together(left_high - self.left.value, self.right.value - right_low)
        return self.value - below, self.value + above

    def _together(self, value: float, other: float) -> float:
        shared = 2 * self._correlation() * value * other
        return sqrt(max(0.0, value * value + other * other - shared))

    def _correlation(self) -> float:
        squares = self.left.variance.variance * self.right.variance.variance
        return max(-1.0, min(1.0, self.covariance / sqrt(squares))) if squares else 0.0


def with_room(covariance: float, groups: int, answers: float = 1.0) -> float:
    """A covariance of two shares with room for a difference where both vary alike: half an answer
    less, for this number of groups of items with `answers` answers to each item."""
    return covariance if covariance <= 0 else max(0.0, covariance - 0.5 / groups**2 / answers)


def _least(holds: Callable[[float], bool]) -> float:
    """The smallest p from 0 to 1 from which on a condition holds."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high
