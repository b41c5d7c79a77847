"""How means of several labels' F1 are computed, with their intervals.

A label that nobody ever gave rightly has an F1 of 0, and so have all its answers no part in how
much the mean varies. What its own interval leaves open is put to the upper end, as that of a
label which varies by itself (Zou and Donner 2008, "Construction of confidence limits about effect
measures: a general approach"). Of several such labels what all leave open together is.

Over a few items it is chance which labels are gold. A label that none of them has may weigh
something in a mean over gold labels, and may never be given rightly. So the lower end lies as much
further down, put together likewise, as one more label would take that is always answered wrongly:
in a mean that weighs labels by their golds, gold in one of as many items and one more; in one
where they weigh the same, for the chance that a label of that sort is met in none of so many items,
taken to be `RARE` of these and one more, at most 1.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot, inf

from study.metrics.label_f1 import OF_LABELS
from study.metrics.metric import Compute
from study.statistics.bootstrap import Statistic
from study.statistics.samples import Estimate, Method
from study.statistics.truth import LABELS, TruthAnswers, f1_of

RARE = 3
Weights = Callable[[tuple[float, ...]], Sequence[float]]
"""From the sums of `TruthAnswers.rows` to how much each label's F1 weighs in the mean."""
Unseen = Callable[[int, float], float]
"""From how many labels are gold, and how many golds are drawn, to how much one more label weighs in
the mean, as a share."""


def by_golds(_known: int, golds: float) -> float:
    """Where labels weigh as often as they are gold."""
    return 1 / (golds + 1)


def alike(known: int, golds: float) -> float:
    """Where they weigh the same."""
    return min(1.0, RARE / (golds + 1)) / (known + 1)


def mean_f1(
    statistic: Statistic, weights: Weights, unseen: Unseen | None = None
) -> Compute[TruthAnswers]:
    """A mean of the labels' F1; `weights` of their sums, in any unit; `unseen`: how much one more
    label weighs that may be gold in other items. None: labels need not be gold to weigh."""

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
        known = sum(weight > 0 for weight in weighed)
        more = unseen(known, _golds(answers)) if unseen and known < len(LABELS) else 0.0
        low = estimate.value - hypot(estimate.value - estimate.low, more * estimate.value)
        return replace(estimate, low=max(0.0, low), high=min(1.0, high))

    return compute


def _golds(answers: TruthAnswers) -> float:
    """How many golds are drawn: one of an item, or of items that are drawn together as many as they
    have labels; as many as one likes where the items are all there is."""
    import numpy

    sample = answers.labels
    golds = answers.rows[:, 2 * len(LABELS) :] > 0
    if sample.drawn is None:
        return int(golds.sum()) if sample.people is None else inf
    rows, labels = numpy.nonzero(golds)
    return len(numpy.unique(sample.drawn[rows] * len(LABELS) + labels))
