"""CV of people: how much they differ, relative to their mean.

Where leaving out people and items says nothing (all people are equally accurate, there are only two
of them, or leaving one out leaves no answers), no method can give the width of a 95 % interval. The
ends are then the smallest and the largest CV that the interval of their accuracy allows: people
with mean m differ most where some are always right and the others never, with a CV of sqrt((1 - m)
/ m); n people differ by at most sqrt(n - 1), which is the bound that remains where m may be 0.
"""

from math import sqrt

from solver.phrases import phrase
from study.metrics.metric import ANSWERS, Metric, own
from study.metrics.uncertainty import SHARE
from study.statistics.samples import Estimate, Sample, ratio
from study.statistics.spread_of_people import SpreadOfPeople, spread_of_people


def cv_of(sample: Sample, spread: SpreadOfPeople | None) -> Estimate | None:
    """The figure with its interval, given the spread of the sample; None for fewer than two people,
    or where nobody is right."""
    if spread is None or spread.cv is None:
        return None
    low, high = spread.low, spread.high
    if low is None:
        accuracy = sample.estimate(ratio, SHARE)
        low, high = 0.0, 100 * sqrt(spread.n - 1)
        if accuracy is not None and accuracy.low:
            high = 100 * sqrt((1 - accuracy.low) / accuracy.low)
    return Estimate(spread.cv, low, high, spread.n)


def _estimate(answers: object) -> Estimate | None:
    return cv_of(answers, spread_of_people(answers)) if isinstance(answers, Sample) else None


METRIC = Metric(
    name=phrase("CV of people %"),
    key="CV_of_people",
    needs=ANSWERS,
    formula="100 · population standard deviation of people's accuracies / their mean",
    unit="count",
    meaning="coefficient of variation of accuracy over people, in per cent",
    source="D 2.2, with people instead of runs",
    compute=own(_estimate),
    own_interval="jackknife over people and over items, on the logarithmic scale; else from 0 to "
    "the greatest that the interval of accuracy allows, or so many people can have",
    shown=False,
)
