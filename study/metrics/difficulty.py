"""Accuracy and time against how hard an item should be.

Owns rank correlations with a measure (number of models, size of the support, premises, length of
the text: ContextHub, 7.2; QMFOL, 5.1) and the outcome by classes of it. The measures come from the
solver or the text, and are the caller's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from study.metrics.bootstrap import Interval, bootstrap_mean
from study.metrics.extra import scipy_stats

MOST_LEVELS = 8
"""A measure with no more different values than this is shown value by value, else in classes."""
CLASSES = 5
LEAST = 3
"""Items a correlation needs."""


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """How an outcome goes with a measure over items."""

    n: int
    """Items with both."""
    spearman: float
    spearman_p: float
    kendall: float
    """Tau-b."""
    kendall_p: float


@dataclass(frozen=True, slots=True)
class Class:
    """Items whose measure lies between two values, both included."""

    low: float
    high: float
    outcome: Interval
    """Mean outcome with its bootstrap interval by item; `clusters` are the items."""


def rank_correlation(
    measure: Mapping[str, float | None], outcome: Mapping[str, float | None]
) -> RankCorrelation | None:
    """Spearman's rho and Kendall's tau-b over the items that have both; None over fewer than three
    items, or where either is the same for all.

    Raises StatsMissing where SciPy is not installed.
    """
    pairs = _pairs(measure, outcome)
    if len(pairs) < LEAST or any(len(set(side)) < 2 for side in zip(*pairs, strict=True)):
        return None
    stats = scipy_stats("Rank correlation")
    xs, ys = [float(x) for x, _ in pairs], [y for _, y in pairs]
    rho = stats.spearmanr(xs, ys)
    tau = stats.kendalltau(xs, ys)
    return RankCorrelation(
        len(pairs),
        float(rho.statistic),
        float(rho.pvalue),
        float(tau.statistic),
        float(tau.pvalue),
    )


def by_class(
    measure: Mapping[str, float | None],
    outcome: Mapping[str, float | None],
    classes: int = CLASSES,
) -> tuple[Class, ...]:
    """The outcome by value of the measure, or by classes of about as many items each; items of the
    same value are never in two classes."""
    pairs = sorted(_pairs(measure, outcome))
    values = sorted({x for x, _ in pairs})
    groups: list[list[tuple[float, float]]] = []
    if len(values) <= MOST_LEVELS:
        groups = [[pair for pair in pairs if pair[0] == value] for value in values]
    else:
        for place, pair in enumerate(pairs):
            full = groups and len(groups) * len(pairs) <= place * classes
            if not groups or (full and groups[-1][-1][0] != pair[0]):
                groups.append([])
            groups[-1].append(pair)
    found: list[Class] = []
    for group in groups:
        outcome_ = bootstrap_mean([y for _, y in group])
        if outcome_ is not None:
            found.append(Class(group[0][0], group[-1][0], outcome_))
    return tuple(found)


def _pairs(
    measure: Mapping[str, float | None], outcome: Mapping[str, float | None]
) -> Sequence[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for item in sorted(measure.keys() & outcome.keys()):
        x, y = measure[item], outcome[item]
        if x is not None and y is not None:
            found.append((x, y))
    return found
