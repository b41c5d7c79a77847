"""How sure a figure is: the ways of making an interval.

Owns the interval methods, each an object that is passed to a metric. The defaults of all metrics
are the constants at the end, so that another method for all of them is set here and nowhere else.
How a method computes is `study.statistics`'.
"""

from dataclasses import dataclass

from study.statistics.bootstrap import RESAMPLES, Interval, Statistic, bootstrap, crossed
from study.statistics.crossed import Variance, codes, one_way, two_way
from study.statistics.intervals import (
    CONFIDENCE,
    Share,
    clustered_wilson,
    score_bounds,
    t_bounds,
    wilson,
)
from study.statistics.samples import Estimate, Method, Sample, ratio


@dataclass(frozen=True, slots=True)
class Wilson:
    """For shares of independent yes-or-no answers (Wilson 1927). Where the sums are no
    counts, because answers are chances or have weights, items are drawn instead."""

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
class EffectiveWilson:
    """For shares of answers of which several come to an item: Wilson's interval at the effective
    number of answers (Franco, Little, Louis and Slud 2019)."""

    confidence: float = CONFIDENCE
    name: str = "Wilson at the effective number of answers"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """Raises ValueError where the figure is not a share."""
        _share_only(statistic, self.name)
        if not sample.counts:
            return Bootstrap(confidence=self.confidence).estimate(sample, statistic)
        tallies = [(int(row[0]), int(row[1])) for row in sample.by_cluster]
        return of_share(clustered_wilson(tallies, self.confidence))


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """For any figure: percentiles of resamples of whole clusters (Davison and Hinkley 1997)."""

    number: int = RESAMPLES
    seed: int = 0
    confidence: float = CONFIDENCE
    name: str = "bootstrap by item"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """Resamples in which the figure has no value are left out, and counted."""
        rows = sample.by_cluster
        interval = bootstrap(
            rows, statistic, seed=self.seed, number=self.number, confidence=self.confidence
        )
        return of_interval(interval, sample.size)


@dataclass(frozen=True, slots=True)
class CrossedBootstrap:
    """For figures that should hold for other people and other items: both are drawn, items by
    cluster (Owen 2007). Without respondents in the sample, items alone are."""

    number: int = RESAMPLES
    seed: int = 0
    confidence: float = CONFIDENCE
    name: str = "bootstrap by person and item"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """Resamples in which the figure has no value are left out, and counted."""
        if sample.respondents is None:
            return Bootstrap(self.number, self.seed, self.confidence).estimate(sample, statistic)
        groups = sample.items if sample.clusters is None else sample.clusters
        drawn = range(len(sample.rows)) if groups is None else groups
        interval = crossed(
            sample.weighted,
            drawn,
            sample.respondents,
            statistic,
            seed=self.seed,
            number=self.number,
            confidence=self.confidence,
        )
        return of_interval(interval, sample.size)


@dataclass(frozen=True, slots=True)
class CrossedWilson:
    """For figures between 0 and 1 that should hold for other people and other items: Wilson's
    interval at as many independent answers as would vary as much as people and items (by cluster)
    do together, with Student's t (`study.statistics.crossed`).

    Figures other than shares are taken as linear in the sums (delta method). Without respondents
    in the sample, items alone are counted; without items, people alone are.
    """

    confidence: float = CONFIDENCE
    name: str = "Wilson for new people and items"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """From 0 to 1 where there is only one person, or one item."""
        value = statistic(sample.sums)
        if value is None:
            return None
        spread = variance_of(sample, statistic)
        if not spread.freedom:
            return Estimate(value, 0.0, 1.0, sample.size)
        from scipy.special import stdtrit

        # Where nothing varies, as many answers as there are of the scarcer kind.
        effective = value * (1 - value) / spread.variance if spread.variance else spread.groups
        effective = min(effective or spread.groups, max(sample.size, len(sample.rows)))
        quantile = float(stdtrit(spread.freedom, (1 + self.confidence) / 2))
        return Estimate(value, *score_bounds(value, effective, quantile), sample.size)


@dataclass(frozen=True, slots=True)
class Student:
    """For differences of shares: Student's t for new items by cluster, or for new people and items.
    Never of width zero."""

    confidence: float = CONFIDENCE
    name: str = "Student's t; of people, crossed"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """From -1 to 1 where there is only one person, or one item."""
        value = statistic(sample.sums)
        if value is None:
            return None
        spread = variance_of(sample, statistic)
        ends = t_bounds(value, spread.error, spread.freedom, self.confidence)
        return Estimate(value, *ends, sample.size, spread.groups)


@dataclass(frozen=True, slots=True)
class ForNewPeople:
    """For figures that may have people in them: then as for new people and new items, else by a
    method for one respondent, whose items alone are drawn."""

    alone: Method
    people: Method = CrossedWilson()

    @property
    def name(self) -> str:
        """That of one respondent, and that people are drawn too."""
        return f"{self.alone.name}; of people, crossed"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """By the method for such a sample."""
        method = self.alone if sample.respondents is None else self.people
        return method.estimate(sample, statistic)


def variance_of(sample: Sample, statistic: Statistic) -> Variance:
    """The variance of a figure over new people, and new items by cluster."""
    import numpy

    rows = numpy.asarray(sample.weighted, dtype=float)
    errors = rows @ numpy.array(_gradient(statistic, sample.sums))
    groups = sample.items if sample.clusters is None else sample.clusters
    if sample.respondents is None:
        return one_way(errors, numpy.arange(len(rows)) if groups is None else codes(groups))
    if groups is None:
        return one_way(errors, codes(sample.respondents))
    return two_way(errors, codes(sample.respondents), codes(groups))


def _gradient(statistic: Statistic, sums: tuple[float, ...]) -> list[float]:
    """How much the figure changes with each sum."""
    if statistic is ratio:
        return [1 / sums[1], -sums[0] / sums[1] ** 2]
    slopes = []
    for place, total in enumerate(sums):
        step = 1e-5 * max(abs(total), 1.0)
        above, below = list(sums), list(sums)
        above[place] += step
        below[place] -= step
        high, low = statistic(tuple(above)), statistic(tuple(below))
        slopes.append(0.0 if high is None or low is None else (high - low) / (2 * step))
    return slopes


def of_share(share: Share | None) -> Estimate | None:
    """An estimate of a share of counted answers."""
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
    if statistic is not ratio:
        raise ValueError(f"{name}: expected a share, found another statistic")


SHARE_OF_ITEMS: Method = ForNewPeople(Wilson())
"""For shares of items, each of which is right or wrong."""
SHARE_OF_ANSWERS: Method = ForNewPeople(EffectiveWilson())
"""For shares of answers."""
ANY_FIGURE: Method = ForNewPeople(Bootstrap())
"""For everything else."""
STUDENT: Method = Student()
"""For differences of two respondents."""
DIFFERENCE: Method = ForNewPeople(Bootstrap(), Student())
"""For other differences."""
