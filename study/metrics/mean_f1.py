"""How means of several labels' F1 are computed, with their intervals.

A label that nobody ever gave rightly has an F1 of 0, and so have all its answers no part in how
much the mean varies. What its own interval leaves open is put to the upper end, as that of a
label which varies by itself (Zou and Donner 2008, "Construction of confidence limits about effect
measures: a general approach").

Over a few items there is no interval: which labels are gold is then chance, and an interval from
those that are held the mean over all items in no more than 88 to 92 % of samples of 8 items.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot, inf

from study.metrics.label_f1 import OF_LABELS
from study.metrics.metric import Compute
from study.statistics.bootstrap import Statistic
from study.statistics.samples import Estimate, Method
from study.statistics.truth import LABELS, TruthAnswers

LEAST = 12
"""Golds drawn by themselves that an interval takes."""
Weights = Callable[[tuple[float, ...]], Sequence[float]]
"""From the sums of `TruthAnswers.rows` to how much each label's F1 weighs in the mean."""


def mean_f1(statistic: Statistic, weights: Weights) -> Compute[TruthAnswers]:
    """A mean of the labels' F1; `weights` of their sums, in any unit."""

    def compute(answers: TruthAnswers, method: Method | None) -> Estimate | None:
        estimate = answers.labels.estimate(statistic, method)
        if estimate is None or estimate.high is None:
            return estimate
        if _golds(answers) < LEAST:
            return replace(estimate, low=None, high=None)
        weighed = weights(answers.labels.sums)
        open_ends = []
        for label, weight in zip(LABELS, weighed, strict=True):
            own = OF_LABELS[label].estimate(answers, method)
            if weight and own is not None and own.value == 0 and own.high is not None:
                open_ends.append(weight / sum(weighed) * own.high)
        reach = hypot(estimate.high - estimate.value, *open_ends)
        return replace(estimate, high=min(1.0, estimate.value + reach))

    return compute


def _golds(answers: TruthAnswers) -> float:
    """How many golds are drawn: one of an item, or of items that are drawn together as many as they
    have labels; as many as one likes where the items are all there is."""
    import numpy

    sample = answers.labels
    given = answers.rows[:, 2 * len(LABELS) :] > 0
    if sample.drawn is None:
        return int(given.sum()) if sample.people is None else inf
    rows, labels = numpy.nonzero(given)
    return len(numpy.unique(sample.drawn[rows] * len(LABELS) + labels))
