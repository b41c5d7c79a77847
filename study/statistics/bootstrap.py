"""Bootstrap intervals over clusters: items, participants, or both at once.

Owns resampling. Whole clusters are drawn with replacement (Davison and Hinkley 1997, section 3.8),
which accounts for several answers to one item, or by one person; for both at once this is the
pigeonhole bootstrap (Owen 2007, "The pigeonhole bootstrap", section 3). Intervals are percentiles,
seeded, and the same on every machine. NumPy is imported when the first resamples are drawn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from study.statistics.intervals import CONFIDENCE
from study.statistics.spread import quantile

RESAMPLES = 10_000
FEW_VALUES = 64
"""Up to this number of different values, clusters with the same value are counted before they are
summed."""
BLOCK = 25
"""Number of resamples drawn at once."""

Statistic = Callable[[tuple[float, ...]], float | None]


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its bootstrap interval, in the value's unit."""

    value: float
    low: float
    high: float
    clusters: int
    """Number of clusters, of the scarcer kind where there are two."""
    resamples: int
    """Number of resamples that gave a value."""
    undefined: int = 0
    """Number of resamples without a value, which are omitted: the interval is conditional on there
    being a value."""


class Resamples:
    """Resamples of clusters, each with as many clusters drawn with replacement, using the random
    numbers of Python's own generator: `random.choices`, one resample after another."""

    def __init__(self, clusters: int, number: int = RESAMPLES, seed: int = 0) -> None:
        import numpy

        _, (*key, position), _ = Random(f"{seed} {clusters}").getstate()
        generator = numpy.random.RandomState()
        generator.set_state(("MT19937", numpy.array(key, dtype=numpy.uint32), position, 0, 0.0))
        # No sum is larger than the number of clusters.
        kind = numpy.uint16 if clusters < 1 << 16 else numpy.uint32
        self.clusters = clusters
        self.number = number
        self.cluster_counts: Any = numpy.empty((clusters, number), dtype=kind)
        """How often each cluster was drawn: one row per cluster, one column per resample."""
        for start in range(0, number, BLOCK):
            block = min(BLOCK, number - start)
            # Draw as `random.choices` does: the integer part of a number below 1, times the number
            # of clusters.
            draws = (generator.random_sample((block, clusters)) * clusters).astype(numpy.intp)
            # Position of each resample in the row of the drawn cluster; equal ones are counted.
            places = draws * block + numpy.arange(block)[:, None]
            counts = numpy.bincount(places.ravel(), minlength=clusters * block)
            self.cluster_counts[:, start : start + block] = counts.reshape(clusters, block)

    def sums(self, values: Sequence[float]) -> list[float]:
        """For each resample, the sum of the values of the drawn clusters, given one value per
        cluster."""
        different = set(values)
        if len(different) == 1:  # the same sum, whatever is drawn
            return [float(values[0] * self.clusters)] * self.number
        import numpy

        totals = numpy.zeros(self.number)
        if len(different) > FEW_VALUES:
            for weights, value in zip(self.cluster_counts, values, strict=True):
                totals += weights * float(value)
        else:
            column = numpy.array(values, dtype=float)
            for value in sorted(different - {0}):
                drawn = self.cluster_counts[column == value]
                totals += value * drawn.sum(axis=0, dtype=drawn.dtype).astype(float)
        sums: list[float] = totals.tolist()
        return sums


@lru_cache(maxsize=32)
def resamples(clusters: int, number: int = RESAMPLES, seed: int = 0) -> Resamples:
    """Resamples, cached: tables of many respondents on the same items draw once."""
    return Resamples(clusters, number, seed)


def bootstrap(
    rows: Sequence[Sequence[float]],
    statistic: Statistic,
    *,
    seed: int = 0,
    number: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """The interval of a statistic of sums: a row has one cluster's numbers, and the argument of the
    statistic is the sum of each column. Resamples for which it returns None do not count.

    None without clusters, or where the statistic of the data is None.
    """
    if not rows:
        return None
    columns = list(zip(*rows, strict=True))
    value = statistic(tuple(map(sum, columns)))
    if value is None:
        return None
    drawn = resamples(len(rows), number, seed)
    sums = zip(*(drawn.sums(column) for column in columns), strict=True)
    values = sorted([figure for each in sums if (figure := statistic(each)) is not None])
    return _interval(value, values, len(rows), confidence, number)


def _interval(
    value: float, values: Sequence[float], clusters: int, confidence: float, resamples: int
) -> Interval | None:
    """Percentiles of sorted values, interpolated linearly."""
    if not values:
        return None
    tail = (1 - confidence) / 2
    low, high = quantile(values, tail), quantile(values, 1 - tail)
    return Interval(value, low, high, clusters, len(values), resamples - len(values))
