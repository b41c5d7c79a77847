"""Accuracy and time versus the expected difficulty of items.

Owns rank correlations with a measure (number of models, size of the support, premises, length of
the text: ContextHub, 7.2; QMFOL, 5.1) and the classes of a measure. The caller provides the
measures, from the solver or the text. An item counts once, however many people answered it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import Any

from solver.phrases import phrase
from study.statistics.crossed import codes
from study.statistics.intervals import NORMAL

MOST_LEVELS = 8
"""A measure with more different values than this is shown in classes, otherwise value by value."""
CLASSES = 5
MIN_ITEMS = 3
"""Minimum number of items for a correlation."""
MIN_ITEMS_OF_INTERVAL = 4
"""Minimum number of items for an interval."""
TOLERANCE = 1e-12
"""A correlation this close to 1 is 1."""


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """The correlation of an outcome with a measure over items."""

    n: int
    """Number of items with both."""
    spearman: float | None
    """Between -1 and 1."""
    low: float | None = None
    """Lower end of the 95 % interval."""
    high: float | None = None
    p: float | None = None
    """Two-sided."""
    why: str = ""
    """Why any of these is None."""


@dataclass(frozen=True, slots=True)
class Class:
    """Items whose measure lies between two values, inclusive."""

    low: float
    high: float
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankedItems:
    """A measure and an outcome, such as accuracy, by item."""

    measure: Mapping[str, float]
    outcome: Mapping[str, float]
    clusters: Mapping[str, str] | None = None
    """Item to cluster, where several items form one."""


def rank_correlation(
    measure: Mapping[str, float],
    outcome: Mapping[str, float],
    clusters: Mapping[str, str] | None = None,
) -> RankCorrelation:
    """Spearman's rho over the items that have both, with the interval of Bonett and Wright (2000,
    "Sample size requirements for estimating Pearson, Kendall and Spearman correlations",
    Psychometrika 65): Fisher's z with variance (1 + rho^2 / 2) / (n - 3). p uses Student's t with n
    - 2 degrees of freedom (Kendall and Stuart, "The Advanced Theory of Statistics", 31.19). For
    both, items of one of the `clusters` count as one, as if they carried the same information (a
    lower bound of it: Kish 1965, "Survey Sampling", 5.4, with an intraclass correlation of 1).

    There is no correlation over fewer than three items, or where either is the same for all.
    """
    return AlignedItems(list(measure)).correlation(measure, outcome, clusters)


class AlignedItems:
    """Measures and outcomes of the same items, for correlations of each with each. Results are
    cached, so no mapping may change between two calls."""

    def __init__(self, items: Sequence[str]) -> None:
        """Values of other items are ignored."""
        self._items = items
        self._columns: dict[int, tuple[Mapping[str, float], Any]] = {}
        """Columns by identity of the mapping, which is kept alive so that no other gets its
        identity."""
        self._groups: dict[int, tuple[Mapping[str, str], Any]] = {}
        self._ranks_by_values: dict[tuple[int, bytes], _Ranked] = {}
        """Ranks by identity of the mapping and the set of ranked items."""

    def correlation(
        self,
        measure: Mapping[str, float],
        outcome: Mapping[str, float],
        clusters: Mapping[str, str] | None = None,
    ) -> RankCorrelation:
        """Like `rank_correlation`."""
        import numpy

        both = self._known_values(measure) & self._known_values(outcome)
        n = int(numpy.count_nonzero(both))
        if n < MIN_ITEMS:
            return RankCorrelation(
                n,
                None,
                why=phrase("fewer than {n} items", n=MIN_ITEMS) if n else phrase("no items"),
            )
        xs, ys = self._ranks(measure, both), self._ranks(outcome, both)
        if not xs.spread or not ys.spread:
            if xs.spread:
                return RankCorrelation(n, None, why=phrase("the outcome is the same for all"))
            return RankCorrelation(n, None, why=phrase("the measure is the same for all"))
        across = float(xs.deviations @ ys.deviations)
        rho = max(-1.0, min(1.0, across / sqrt(xs.spread * ys.spread)))
        if abs(rho) >= 1 - TOLERANCE:
            return RankCorrelation(
                n, rho, why=phrase("the ranks agree completely: no interval, no p")
            )
        independent = n if clusters is None else self._independent(clusters, both)
        return _tested(n, rho, independent)

    def _column(self, values: Mapping[str, float]) -> tuple[Any, Any]:
        """Whether each item has a value, and the values."""
        import numpy

        stored = self._columns.get(id(values))
        if stored is None:
            in_order = list(map(values.get, self._items))
            known_mask = numpy.array([value is not None for value in in_order], dtype=bool)
            column = numpy.array(
                [0.0 if value is None else value for value in in_order], dtype=float
            )
            stored = self._columns[id(values)] = values, (known_mask, column)
        return stored[1]

    def _known_values(self, values: Mapping[str, float]) -> Any:
        return self._column(values)[0]

    def _ranks(self, values: Mapping[str, float], rows: Any) -> "_Ranked":
        key = id(values), rows.tobytes()
        if key not in self._ranks_by_values:
            self._ranks_by_values[key] = _ranked(self._column(values)[1][rows])
        return self._ranks_by_values[key]

    def _independent(self, clusters: Mapping[str, str], rows: Any) -> int:
        """Number of clusters that the items belong to."""
        import numpy

        stored = self._groups.get(id(clusters))
        if stored is None:
            groups = codes(list(map(clusters.get, self._items, self._items)))
            stored = self._groups[id(clusters)] = clusters, groups
        return int(numpy.count_nonzero(numpy.bincount(stored[1][rows])))


def _tested(n: int, rho: float, independent: int) -> RankCorrelation:
    """A correlation over n items that carry the information of `independent` items."""
    low = high = None
    if independent < MIN_ITEMS:
        return RankCorrelation(n, rho, why=phrase("too few clusters for intervals and p"))
    if independent >= MIN_ITEMS_OF_INTERVAL:
        half = NORMAL * sqrt((1 + rho * rho / 2) / (independent - 3))
        low, high = tanh(atanh(rho) - half), tanh(atanh(rho) + half)
    from scipy.special import stdtr

    p = 2 * float(stdtr(independent - 2, -abs(rho) * sqrt((independent - 2) / (1 - rho * rho))))
    return RankCorrelation(
        n, rho, low, high, p, "" if low is not None else phrase("too few for intervals")
    )


def _ranks(values: Sequence[float]) -> Any:
    """The same as an array."""
    import numpy

    _, places, counts = numpy.unique(
        numpy.array(values, dtype=float), return_inverse=True, return_counts=True
    )
    return (numpy.cumsum(counts) - (counts - 1) / 2)[places]


def classes(
    measure: Mapping[str, float], number: int = CLASSES, levels: int = MOST_LEVELS
) -> tuple[Class, ...]:
    """Items by value of the measure or, where it has more than `levels` values, in classes of about
    equal size; items with the same value are never in two classes."""
    pairs = sorted((value, item) for item, value in measure.items())
    several = len({value for value, _ in pairs}) > levels
    groups: list[list[tuple[float, str]]] = []
    for place, pair in enumerate(pairs):
        full = not several or len(groups) * len(pairs) <= place * number
        if not groups or (full and groups[-1][-1][0] != pair[0]):
            groups.append([])
        groups[-1].append(pair)
    return tuple(
        Class(group[0][0], group[-1][0], tuple(item for _, item in group)) for group in groups
    )


@dataclass(frozen=True, slots=True)
class _Ranked:
    """The ranks of values. Ranks and their mean are multiples of one half, so sums of their
    products are exact in any order."""

    deviations: Any
    """Deviation of each rank from the mean rank, as an array."""
    spread: float
    """The sum of their squares."""


def _ranked(values: Any) -> _Ranked:
    deviations: Any = _ranks(values) - (len(values) + 1) / 2
    return _Ranked(deviations, float(deviations @ deviations))
