"""Bootstrap intervals over clusters: items, participants, or both at once.

Owns resampling. Whole clusters are drawn with replacement (Davison and Hinkley 1997, section 3.8),
so that several answers to one item, or by one person, count as what they are; both at once is the
pigeonhole bootstrap (Owen 2007, "The pigeonhole bootstrap", section 3). Intervals are percentiles,
seeded, and the same on every machine.

A resample is a few big integers: bit i of plane k says whether the number of times cluster i was
drawn has bit k. The sum of a yes-or-no value over a resample is then a few `&` and `bit_count`.
Where NumPy is there, which some extras bring, many clusters are drawn and summed with it, to the
same figures.
"""

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import mul
from random import Random
from typing import Any

from study.metrics.intervals import CONFIDENCE

RESAMPLES = 1000
MANY = 200
"""From so many clusters on it pays to load NumPy, where it is installed."""
SOME = 20
"""From so many on it pays to use it where it is loaded."""
MOST_MASKS = 64
"""With more different values than this, sums are taken one by one."""
BLOCK = 25
"""How many resamples NumPy draws at once."""
_BIT = [bytes(49 if byte >> k & 1 else 48 for byte in range(256)) for k in range(8)]
"""For bit k, a translation of byte values into the digits 0 and 1."""
_ONLY = [bytes(48 + (byte == n) for byte in range(256)) for n in range(MOST_MASKS + 1)]
"""For number n, a translation of n into the digit 1 and all else into 0."""

Statistic = Callable[[tuple[float, ...]], float | None]


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its bootstrap interval, in the value's unit."""

    value: float
    low: float
    high: float
    clusters: int
    """How many clusters were drawn from; of the scarcer kind where there are two."""
    resamples: int
    """How many resamples gave a value."""
    undefined: int = 0
    """How many gave none and were left out: the interval holds where there is a value."""


class Resamples:
    """Resamples of so many clusters, each as many clusters drawn with replacement."""

    def __init__(self, clusters: int, number: int = RESAMPLES, seed: int = 0) -> None:
        self.clusters = clusters
        self.number = number
        self._random = Random(f"{seed} {clusters}")

    @cached_property
    def weights(self) -> list[bytes]:
        """For each resample, how often each cluster was drawn."""
        found: list[bytes] = []
        every = range(self.clusters)
        while len(found) < self.number:
            drawn = bytearray(self.clusters)
            try:
                for cluster in self._random.choices(every, k=self.clusters):
                    drawn[cluster] += 1
            except ValueError:  # more than 255 times the same one: as good as impossible
                continue
            found.append(bytes(drawn))
        return found

    @cached_property
    def _planes(self) -> list[list[int]]:
        """For each bit, the plane of every resample."""
        bits = max(map(max, self.weights)).bit_length()
        return [
            [int(weights.translate(_BIT[k]), 2) for weights in self.weights] for k in range(bits)
        ]

    def sums(self, values: Sequence[float]) -> list[float]:
        """For each resample, the sum of the values of the clusters drawn, one value a cluster."""
        different = set(values)
        if len(different) == 1:  # the same sum, whichever are drawn
            return [float(values[0] * self.clusters)] * self.number
        return self._sums(values, sorted(different - {0}))

    def _sums(self, values: Sequence[float], different: Sequence[float]) -> list[float]:
        """Given also the different values, without 0."""
        if len(different) > MOST_MASKS:
            return [sum(map(mul, weights, values)) for weights in self.weights]
        places = {value: place for place, value in enumerate(different, start=1)}
        indexed = bytes([places.get(value, 0) for value in values])
        masks = [(value, int(indexed.translate(_ONLY[n]), 2)) for value, n in places.items()]
        totals = [0.0] * self.number
        for value, mask in masks:
            counts = [0] * len(totals)
            for k, plane in enumerate(self._planes):
                bits = map(int.bit_count, map(mask.__and__, plane))
                counts = [count + (bit << k) for count, bit in zip(counts, bits, strict=True)]
            totals = [t + value * count for t, count in zip(totals, counts, strict=True)]
        return totals


class ArrayResamples(Resamples):
    """The same draws and the same sums to the last bit, made with NumPy, which takes a tenth of the
    time where there are thousands of clusters."""

    def __init__(self, clusters: int, number: int = RESAMPLES, seed: int = 0) -> None:
        import numpy

        super().__init__(clusters, number, seed)
        _, (*key, position), _ = self._random.getstate()
        draws = numpy.random.RandomState()
        draws.set_state(("MT19937", numpy.array(key, dtype=numpy.uint32), position, 0, 0.0))
        # No sum is larger than the number of clusters.
        kind = numpy.uint16 if clusters < 1 << 16 else numpy.uint32
        self._numpy = numpy
        self._drawn: Any = numpy.empty((clusters, number), dtype=kind)
        """A row a cluster, a column a resample."""
        for start in range(0, number, BLOCK):
            block = min(BLOCK, number - start)
            # As `random.choices` draws: the whole part of a number below 1, times how many.
            drawn = (draws.random_sample((block, clusters)) * clusters).astype(numpy.intp)
            # Each resample's place in the row of the cluster drawn; equal ones are counted.
            places = drawn * block + numpy.arange(block)[:, None]
            counts = numpy.bincount(places.ravel(), minlength=clusters * block)
            self._drawn[:, start : start + block] = counts.reshape(clusters, block)

    @cached_property
    def weights(self) -> list[bytes]:
        """Likewise."""
        return [row.astype(self._numpy.uint8).tobytes() for row in self._drawn.T]

    def _sums(self, values: Sequence[float], different: Sequence[float]) -> list[float]:
        """As the plain sums, which add in the same order; counts are exact."""
        numpy = self._numpy
        totals = numpy.zeros(self.number)
        if len(different) > MOST_MASKS:
            for weights, value in zip(self._drawn, values, strict=True):
                totals += weights * float(value)
        else:
            column = numpy.array(values, dtype=float)
            for value in different:
                drawn = self._drawn[column == value]
                totals += value * drawn.sum(axis=0, dtype=drawn.dtype).astype(float)
        found: list[float] = totals.tolist()
        return found


def prepare() -> None:
    """Load NumPy where it is installed, as before work on many clusters is parted among processes:
    later each would load it for itself."""
    with suppress(ImportError):
        import numpy as numpy


@lru_cache(maxsize=32)
def resamples(clusters: int, number: int = RESAMPLES, seed: int = 0) -> Resamples:
    """Resamples, kept: tables of many respondents on the same items draw once."""
    if clusters >= (SOME if "numpy" in sys.modules else MANY):
        with suppress(ImportError):
            return ArrayResamples(clusters, number, seed)
    return Resamples(clusters, number, seed)


def bootstrap(
    rows: Sequence[Sequence[float]],
    statistic: Statistic,
    *,
    seed: int = 0,
    number: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """The interval of a statistic of sums: a row is one cluster's numbers, and the statistic is
    given the sum of each column. Resamples of which it gives None do not count.

    None over no clusters, or where the statistic of the data is None.
    """
    if not rows:
        return None
    columns = list(zip(*rows, strict=True))
    value = statistic(tuple(map(sum, columns)))
    if value is None:
        return None
    drawn = resamples(len(rows), number, seed)
    sums = zip(*(drawn.sums(column) for column in columns), strict=True)
    found = sorted([one for each in sums if (one := statistic(each)) is not None])
    return _interval(value, found, len(rows), confidence, number)


def bootstrap_mean(
    values: Iterable[float],
    *,
    seed: int = 0,
    number: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """The interval of a mean of one value a cluster, such as PC over items; None over no data."""
    listed = list(values)
    if not listed:
        return None
    n = len(listed)
    found = sorted([total / n for total in resamples(n, number, seed).sums(listed)])
    return _interval(sum(listed) / n, found, n, confidence, number)


def bootstrap_ratio(
    clusters: Iterable[tuple[float, float]], *, seed: int = 0, number: int = RESAMPLES
) -> Interval | None:
    """The interval of a share: a cluster is (successes, tries), as of one participant."""
    return bootstrap(
        list(clusters),
        lambda sums: sums[0] / sums[1] if sums[1] else None,
        seed=seed,
        number=number,
    )


def bootstrap_crossed(
    answers: Iterable[tuple[Hashable, Hashable, float]],
    *,
    seed: int = 0,
    number: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """The interval of a mean of answers (item, participant, value) with items and participants
    drawn both (Owen 2007), for figures that should hold for other people and other items."""
    people: dict[Hashable, dict[Hashable, tuple[float, int]]] = {}
    items: dict[Hashable, None] = {}
    for item, person, value in answers:
        items.setdefault(item)
        total, n = people.setdefault(person, {}).get(item, (0.0, 0))
        people[person][item] = (total + value, n + 1)
    if not people:
        return None
    by_item = resamples(len(items), number, seed)
    # Other draws for people than for items, also where there are as many of both.
    by_person = resamples(len(people), number, seed + 1)
    tops, bottoms = [0.0] * number, [0.0] * number
    for place, cells in enumerate(people.values()):
        top = by_item.sums([cells.get(item, (0.0, 0))[0] for item in items])
        bottom = by_item.sums([cells.get(item, (0.0, 0))[1] for item in items])
        for n, weights in enumerate(by_person.weights):
            tops[n] += weights[place] * top[n]
            bottoms[n] += weights[place] * bottom[n]
    found = sorted(top / n for top, n in zip(tops, bottoms, strict=True) if n)
    every = [cell for cells in people.values() for cell in cells.values()]
    value = sum(total for total, _ in every) / sum(n for _, n in every)
    return _interval(value, found, min(len(items), len(people)), confidence, number)


def bootstrap_difference(
    left: Mapping[str, float],
    right: Mapping[str, float],
    *,
    seed: int = 0,
    number: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """The interval of mean left minus mean right over the items both have, drawn in pairs; None
    where they share none."""
    shared = sorted(left.keys() & right.keys())
    differences = [left[item] - right[item] for item in shared]
    return bootstrap_mean(differences, seed=seed, number=number, confidence=confidence)


def _interval(
    value: float, found: Sequence[float], clusters: int, confidence: float, drawn: int
) -> Interval | None:
    """Percentiles of sorted values, between neighbours in proportion."""
    if not found:
        return None
    tail = (1 - confidence) / 2
    low, high = _quantile(found, tail), _quantile(found, 1 - tail)
    return Interval(value, low, high, clusters, len(found), drawn - len(found))


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
