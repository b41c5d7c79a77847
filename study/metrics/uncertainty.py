"""How sure a figure is: the ways of making an interval.

Owns the interval methods, each an object that is passed to a metric. The defaults of all metrics
are the constants at the end, so that another method for all of them is set here and nowhere else.
How a method computes is `study.statistics`'.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from study.statistics.bootstrap import RESAMPLES, Interval, Statistic, bootstrap, crossed
from study.statistics.intervals import CONFIDENCE, Share, clustered_wilson, score_bounds, wilson
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
    """For shares that should hold for other people and other items: Wilson's interval at as many
    independent answers as would vary as much as people and items do together, with Student's t.

    The variance is that of people plus that of items (by cluster) minus that of single answers
    (Cameron, Gelbach and Miller 2011, "Robust inference with multiway clustering", equation 2.7),
    and no less than either; degrees of freedom are Satterthwaite's (1946). Without respondents in
    the sample, items alone are counted.
    """

    confidence: float = CONFIDENCE
    name: str = "Wilson for new people and items"

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """Raises ValueError where the figure is not a share."""
        _share_only(statistic, self.name)
        value = ratio(sample.sums)
        if value is None:
            return None
        groups = sample.items if sample.clusters is None else sample.clusters
        rows = sample.weighted
        items = list(range(len(rows))) if groups is None else list(groups)
        people = None if sample.respondents is None else list(sample.respondents)
        errors = [(row[0] - value * row[1]) / sample.sums[1] for row in rows]
        parts = [_between(items, errors)]
        if people is not None:
            parts.append(_between(people, errors))
        scarcer = min(part[1] for part in parts)
        if scarcer < 2:
            # One person says nothing of others, nor one item.
            return Estimate(value, 0.0, 1.0, sample.size)
        variance, freedom = sum(part[0] for part in parts), float(scarcer - 1)
        if people is not None and variance:
            both = sum(error * error for error in errors)
            squares = sum(part[0] ** 2 / (part[1] - 1) for part in parts)
            freedom = max(freedom, variance**2 / squares)
            variance = max(variance - both, *(part[0] for part in parts))
        from scipy.special import stdtrit

        # Where nothing varies, as many answers as there are of the scarcer kind.
        effective = value * (1 - value) / variance if variance else scarcer
        quantile = float(stdtrit(freedom, (1 + self.confidence) / 2))
        low, high = score_bounds(value, min(effective, sample.sums[1]), quantile)
        return Estimate(value, low, high, sample.size)


def _between(groups: Sequence[Hashable], errors: Sequence[float]) -> tuple[float, int]:
    """The variance of a share from group to group, and how many groups there are."""
    sums: dict[Hashable, float] = {}
    for group, error in zip(groups, errors, strict=True):
        sums[group] = sums.get(group, 0.0) + error
    n = len(sums)
    squares = sum(one * one for one in sums.values())
    return (squares * n / (n - 1) if n > 1 else 0.0), n


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


SHARE_OF_ITEMS: Method = Wilson()
"""For shares of items, each of which is right or wrong."""
SHARE_OF_ANSWERS: Method = EffectiveWilson()
"""For shares of answers."""
ANY_FIGURE: Method = Bootstrap()
"""For everything else."""
