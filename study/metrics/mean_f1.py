"""How means of several labels' F1 are computed, with their intervals.

A label that nobody ever gave correctly has an F1 of 0, so its answers contribute nothing to the
variance of the mean. The uncertainty in its own interval is added to the upper end, as for a label
that varies independently (Zou and Donner 2008, "Construction of confidence limits about effect
measures: a general approach"). For several such labels, what all of them leave open together is
added.

Over a few items it is chance which labels are gold. A label that none of the items has may have a
weight in a mean over gold labels, and may never be given correctly. So the lower end is lowered,
combined in the same way, by the weight of one more label that is always answered wrongly: in a mean
weighted by gold counts, a label that is gold in one of n + 1 items; in an unweighted mean, by the
chance that no item has a label of that sort, taken to be `RARE_GOLDS` of these and one more, at
most 1."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot, inf

from study.metrics.label_f1 import OF_LABELS
from study.metrics.metric import Compute
from study.statistics.bootstrap import Statistic
from study.statistics.samples import Estimate, Method
from study.statistics.truth import LABELS, TruthAnswers, f1_of

RARE_GOLDS = 3
Weights = Callable[[tuple[float, ...]], Sequence[float]]
"""From the sums of `TruthAnswers.rows` to the weight of each label's F1 in the mean."""
Unseen = Callable[[int, float], float]
"""From the number of gold labels and of gold answers drawn to the weight of one more label in the
mean, as a share."""


def by_golds(_known: int, golds: float) -> float:
    """For weights by how often a label is gold."""
    return 1 / (golds + 1)


def alike(known_count: int, golds: float) -> float:
    """For equal weights."""
    return min(1.0, RARE_GOLDS / (golds + 1)) / (known_count + 1)


def mean_f1(
    statistic: Statistic, weights: Weights, unseen: Unseen | None = None
) -> Compute[TruthAnswers]:
    """A mean of the labels' F1. `weights` gives the labels' weights from their sums, in any unit;
    `unseen` gives the weight of one more label that may be gold in other items. None: a label needs
    no gold to have a weight."""

    def compute(answers: TruthAnswers, method: Method | None) -> Estimate | None:
        estimate = answers.labels.estimate(statistic, method)
        if estimate is None or estimate.low is None or estimate.high is None:
            return estimate
        weighed = weights(answers.labels.sums)
        open_ends = []
        for label, weight in zip(LABELS, weighed, strict=True):
            if not weight or f1_of(label)(answers.labels.sums) != 0:
                continue
            own = OF_LABELS[label].estimate(answers, method)
            if own is not None and own.high is not None:
                open_ends.append(weight / sum(weighed) * own.high)
        high = estimate.value + hypot(estimate.high - estimate.value, sum(open_ends))
        gold_labels = sum(weight > 0 for weight in weighed)
        more = unseen(gold_labels, _golds(answers)) if unseen and gold_labels < len(LABELS) else 0.0
        low = estimate.value - hypot(estimate.value - estimate.low, more * estimate.value)
        return replace(estimate, low=max(0.0, low), high=min(1.0, high))

    return compute


def _golds(answers: TruthAnswers) -> float:
    """How many golds are drawn: one per item; for items drawn together, as many as they have
    labels; unlimited where the items are the whole population."""
    import numpy

    sample = answers.labels
    golds = answers.rows[:, 2 * len(LABELS) :] > 0
    if sample.cluster_numbers is None:
        return int(golds.sum()) if sample.people is None else inf
    rows, labels = numpy.nonzero(golds)
    return len(numpy.unique(sample.cluster_numbers[rows] * len(LABELS) + labels))
