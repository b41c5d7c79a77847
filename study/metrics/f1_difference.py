"""How much higher F1 of gold labels is over some questions than over others (ContextHub).

Both sets of questions may share people and items that are drawn together, as abstract and
contextual tasks of one template do. The figures' own intervals are combined using the covariance of
the figures (Zou and Donner 2008, "Construction of confidence limits about effect measures: a
general approach").
"""

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Any

from study.metrics.gold_f1 import METRIC as GOLD_F1
from study.metrics.metric import CONTRASTED, Metric, own
from study.metrics.uncertainty import variance_of
from study.statistics.samples import Estimate, Sample
from study.statistics.truth import LABELS, TruthAnswers, gold_f1

WIDTH = 3 * len(LABELS)
"""Numbers per question in `TruthAnswers.rows`."""


def _estimate(sides: tuple[TruthAnswers, TruthAnswers]) -> Estimate | None:
    """The difference with its interval; None where either figure has no value. From -1 to 1 where
    nothing is known about new people and items."""
    left, right = sides
    first, second = GOLD_F1.estimate(left), GOLD_F1.estimate(right)
    if first is None or second is None:
        return None
    value, n = first.value - second.value, first.n + second.n
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(value, None, None, n)
    shared = 2 * _correlation(left, right)

    def reach(own_reach: float, other_reach: float) -> float:
        return sqrt(
            max(
                0.0,
                own_reach * own_reach
                + other_reach * other_reach
                - shared * own_reach * other_reach,
            )
        )

    low = value - reach(first.value - first.low, second.high - second.value)
    high = value + reach(first.high - first.value, second.value - second.low)
    groups = min(first.clusters, second.clusters)
    people, items = min(first.people, second.people), min(first.items, second.items)
    ends = max(-1.0, low), min(1.0, high)
    return Estimate(value, *ends, n, groups, people=people, items=items)


def _correlation(left: TruthAnswers, right: TruthAnswers) -> float:
    """The correlation of the two figures, over new people and items."""
    alone = [variance_of(each.labels, gold_f1).variance for each in (left, right)]
    both = variance_of(_joined(left, right), _apart).variance
    scale = sqrt(alone[0] * alone[1])
    return max(-1.0, min(1.0, (sum(alone) - both) / (2 * scale))) if scale else 0.0


def _apart(sums: tuple[float, ...]) -> float | None:
    """The difference, from the sums of both sides' numbers."""
    values = gold_f1(sums[:WIDTH]), gold_f1(sums[WIDTH:])
    return None if values[0] is None or values[1] is None else values[0] - values[1]


def _joined(left: TruthAnswers, right: TruthAnswers) -> Sample:
    """Both sides' questions, each with zeros in the other side's numbers."""
    import numpy

    numbers: Any = numpy.zeros((len(left.confusions) + len(right.confusions), 2 * WIDTH))
    numbers[: len(left.confusions), :WIDTH] = left.rows
    numbers[len(left.confusions) :, WIDTH:] = right.rows
    sample = Sample(
        numbers,
        _both(left.items, right.items),
        _both(left.respondents, right.respondents),
        _both(left.clusters, right.clusters),
        n=left.n + right.n,
    )
    return left.sampling.of(sample)


def _both(
    left: Sequence[Hashable] | None, right: Sequence[Hashable] | None
) -> list[Hashable] | None:
    return None if left is None or right is None else [*left, *right]


METRIC = Metric(
    name="Δ F1",
    key="F1_difference",
    needs=CONTRASTED,
    formula="F1 of gold labels of the first set − of the second",
    unit="share",
    meaning="F1 of gold labels over one set of questions minus that over another",
    source="C 5.1, figure 3",
    compute=own(_estimate),
    own_interval="from both figures' own intervals and their covariance (Zou and Donner 2008)",
    shown=False,
)
