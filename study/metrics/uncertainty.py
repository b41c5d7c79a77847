"""How certain a figure is: the methods for intervals.

Owns the interval methods, each an object that is passed to a metric. The defaults of all metrics
are the constants at the end, so another default for all of them is set here and nowhere else.
`study.statistics` owns the computation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from study.statistics.bootstrap import RESAMPLES, Interval, Statistic, bootstrap
from study.statistics.crossed import Variance, codes, fewest, one_way, projected, two_way
from study.statistics.differences import Difference, Figure, with_room
from study.statistics.intervals import CONFIDENCE, Share, bounds, wilson, within_groups
from study.statistics.samples import Estimate, Method, Sample, ratio, share_difference
from study.statistics.truth import LabelF1

RELATIVE_ERROR = 1e-8
"""An error that is a smaller share of its terms than this counts as zero; slopes are no more
precise."""


@dataclass(frozen=True, slots=True)
class Wilson:
    """For shares of independent yes-or-no answers (Wilson 1927). Where the sums are not counts,
    because answers are probabilities or weighted, items are resampled instead."""

    confidence: float = CONFIDENCE
    name: str = "Wilson"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """Raises ValueError where the figure is not a share."""
        _share_only(statistic, self.name)
        if not sample.counts:
            return Bootstrap(confidence=self.confidence).estimate(sample, statistic)
        right, n, *_others = sample.sums
        return of_share(wilson(int(right), int(n), self.confidence))


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """For any figure: percentiles over resamples of whole clusters (Davison and Hinkley 1997)."""

    number: int = RESAMPLES
    seed: int = 0
    confidence: float = CONFIDENCE
    name: str = "bootstrap by item"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """Resamples in which the figure has no value are omitted and counted."""
        rows = list(sample.by_cluster)
        interval = bootstrap(
            rows, statistic, seed=self.seed, number=self.number, confidence=self.confidence
        )
        return of_interval(interval, sample.size)


@dataclass(frozen=True, slots=True)
class CrossedWilson:
    """For figures between 0 and 1 that should generalize to new items and, where there are people,
    to new people: Wilson's interval for the number of independent answers that would vary as much
    as people and items (by cluster) do together, with Student's t (`study.statistics.crossed`).
    Counted answers that each belong to an item of their own have Wilson's interval itself; answers
    of one respondent to fewer items, or clusters, never have a wider one than one answer to each
    would.

    Figures other than shares are treated as linear in the sums (delta method). Without respondents
    in the sample, only items are counted; without items, only people.
    """

    confidence: float = CONFIDENCE
    name: str = "Wilson for new items; of people, for new people and items"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """The interval is 0 to 1 where there is only one person, or one item."""
        value = statistic(sample.sums)
        if value is None:
            return None
        share = statistic is ratio
        if share and sample.independent:
            if len(sample.rows) == 1:  # for example one item answered several times
                return Estimate(value, 0.0, 1.0, sample.size, 1)
            right, n, *_others = sample.sums
            return of_share(wilson(int(right), int(n), self.confidence))
        variance = variance_of(sample, statistic)
        most = max(sample.size, len(sample.rows)) if share and sample.counts else inf
        value_inside = min(1.0, max(0.0, value))
        ends = bounds(value_inside, variance, most, self.confidence)
        sizes = _sizes(sample) if share else None
        if sizes is not None:
            ends = within_groups(ends, value_inside, sizes, self.confidence)
        people, items = fewest(variance)
        return Estimate(value, *ends, sample.size, variance.groups, people=people, items=items)


@dataclass(frozen=True, slots=True)
class BothIntervals:
    """For differences of two shares of one sample (`apart`): the intervals of both shares, combined
    using their covariance (`study.statistics.differences`). Never of width zero, even where the
    difference is the same in all items."""

    confidence: float = CONFIDENCE
    lowest: Callable[[Sample], float] | None = None
    """The smallest possible difference for answers to these items; by default -1."""
    name: str = (
        "from both shares' own intervals (Newcombe 1998) for new items; of people, for new people "
        "and items"
    )

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """The interval runs from the smallest difference to 1 where there is only one person, or
        one item. Raises ValueError where the figure is not a difference."""
        if statistic is not share_difference:
            raise ValueError(f"{self.name}: expected a difference of shares")
        value = statistic(sample.sums)
        if value is None:
            return None
        left, right = (_figure(_half(sample, place)) for place in (0, 2))
        together = left.variance.variance + right.variance.variance
        common = (together - variance_of(sample, statistic).variance) / 2
        each = (sample.sums[1] + sample.sums[3]) / 2
        groups = (
            len(sample.rows)
            if sample.cluster_numbers is None
            else int(sample.cluster_numbers.max()) + 1
        )
        answers = each / (len(sample.rows) if sample.people is None else groups)
        difference = Difference(left, right, with_room(common, groups, answers))
        scarcer = min(left.variance.groups, right.variance.groups)
        people, items = fewest(left.variance, right.variance)
        low, high = difference.interval(self.confidence)
        if self.lowest is not None:
            low = min(value, max(low, self.lowest(sample)))
        return Estimate(value, low, high, sample.size, scarcer, people=people, items=items)


def _sizes(sample: Sample) -> Any:
    """Number of answers of each person, or of each cluster of items, where only one of the two is
    resampled; None where both are, or where a figure is not a sum over answers."""
    import numpy

    groups = sample.cluster_numbers if sample.people is None else sample.people
    if sample.effects is not None or (
        sample.people is not None and sample.cluster_numbers is not None
    ):
        return None
    numbers = numpy.asarray(sample.weighted, dtype=float)[:, 1]
    return numbers if groups is None else numpy.bincount(groups, numbers)


def _half(sample: Sample, place: int) -> Sample:
    """The share whose two numbers start at a position, without observations outside it."""
    import numpy

    rows = numpy.asarray(sample.weighted, dtype=float)[:, place : place + 2]
    answered_rows = numpy.flatnonzero(rows[:, 1])

    def of(column: Any) -> Any:
        return None if column is None else column[answered_rows]

    return Sample(rows[answered_rows], of(sample.cluster_numbers), of(sample.people))


def _figure(sample: Sample) -> Figure:
    """A share as one side of a difference."""
    value = ratio(sample.sums)
    assert value is not None
    most = max(sample.size, len(sample.rows))
    return Figure(value, variance_of(sample, ratio), most, sample.independent)


def variance_of(sample: Sample, statistic: Statistic) -> Variance:
    """The variance of a figure over new people, and new items by cluster. Observations that do not
    affect the figure, such as those of other labels in the F1 of one, do not count as groups."""
    import numpy

    rows = numpy.asarray(sample.weighted, dtype=float)
    slopes = numpy.array(_gradient(statistic, sample.sums))
    errors, sizes = rows @ slopes, numpy.abs(rows) @ numpy.abs(slopes)
    # Where a figure is the same in every group, its slopes leave a rounding error.
    errors[numpy.abs(errors) <= RELATIVE_ERROR * sizes] = 0.0
    weights = rows[:, 1] if statistic is ratio else sizes
    if statistic not in (ratio, share_difference):  # the figure falls with its denominator
        divided = rows @ -numpy.minimum(slopes, 0.0)
        weights = numpy.where(divided > 0, divided, weights)
    part = weights > 0
    groups = numpy.arange(len(rows)) if sample.cluster_numbers is None else sample.cluster_numbers
    if sample.effects is not None:
        return _projected(sample, errors, groups)
    if sample.people is not None and sample.cluster_numbers is not None:
        return two_way(errors, sample.people, groups, weights)
    if sample.people is not None:
        groups = sample.people
    if not part.all():
        errors, weights, groups = errors[part], weights[part], codes(groups[part])
    return one_way(errors, groups, weights)


def _projected(sample: Sample, errors: Any, groups: Any) -> Variance:
    """The variance for items that several people answered together."""
    import numpy

    assert sample.effects is not None
    effects = numpy.asarray(sample.effects.values, dtype=float) / sample.sums[1]
    people = codes(sample.effects.respondents)
    named = sample.items if sample.clusters is None else sample.clusters
    if named is None:
        return one_way(effects, people)
    numbers: Any = numpy.asarray(named)
    numbered: Any = numpy.zeros(int(numbers.max()) + 1, dtype=numpy.intp)
    numbered[numbers] = groups
    items = numbered[sample.effects.items]
    return projected(errors, groups, effects, people, items)


def _gradient(statistic: Statistic, sums: tuple[float, ...]) -> list[float]:
    """How much the figure changes with each sum. Sums are of non-negative numbers."""
    if statistic is ratio:
        return _slopes(*sums)
    if statistic is share_difference:
        right, n, other_right, other_n = sums
        return [*_slopes(right, n), *_slopes(-other_right, -other_n)]
    slopes = []
    depends = statistic.places if isinstance(statistic, LabelF1) else range(len(sums))
    for place, total in enumerate(sums):
        # Non-negative numbers with a sum of zero are zero in every row.
        if not total or place not in depends:
            slopes.append(0.0)
            continue
        step = 1e-5 * max(abs(total), 1.0)
        above, below = list(sums), list(sums)
        above[place] += step
        below[place] -= step
        high, low = statistic(tuple(above)), statistic(tuple(below))
        slopes.append(0.0 if high is None or low is None else (high - low) / (2 * step))
    return slopes


def _slopes(right: float, n: float) -> list[float]:
    """The slopes of a share."""
    return [1 / n, -right / n**2]


def of_share(share: Share | None) -> Estimate | None:
    """An estimate from a share of counted answers."""
    return None if share is None else Estimate(share.value, share.low, share.high, share.n)


def of_interval(interval: Interval | None, n: int) -> Estimate | None:
    """An estimate of a figure over n things, from resampling."""
    if interval is None:
        return None
    return Estimate(
        interval.value,
        interval.low,
        interval.high,
        n,
        interval.clusters,
        interval.resamples,
        interval.undefined,
    )


def _share_only(statistic: Statistic, name: str) -> None:
    """Check that a method for shares is used for a share. Raises ValueError."""
    if statistic is not ratio:
        raise ValueError(f"{name}: expected a share, found another statistic")


SHARE: Method = CrossedWilson()
"""For shares of answers and of items, and all other figures between 0 and 1."""
DIFFERENCE: Method = BothIntervals()
"""For differences."""
ANY_FIGURE: Method = Bootstrap()
"""For figures without these bounds."""
INDEPENDENT: Method = Wilson()
"""For shares of things that have nothing in common."""
