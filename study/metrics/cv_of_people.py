"""CV of people: how much they differ, as a part of their mean."""

from study.metrics.metric import ANSWERS, Metric, own
from study.statistics.samples import Estimate, Sample
from study.statistics.spread_of_people import spread_of_people


def _estimate(answers: object) -> Estimate | None:
    spread = spread_of_people(answers) if isinstance(answers, Sample) else None
    if spread is None or spread.cv is None:
        return None
    return Estimate(spread.cv, spread.low, spread.high, spread.n)


METRIC = Metric(
    name="CV of people %",
    key="CV_of_people",
    needs=ANSWERS,
    formula="100 · population standard deviation of people's accuracies / their mean",
    unit="count",
    meaning="coefficient of variation of accuracy over people, in per cent",
    source="D 2.2, of people in the place of runs",
    compute=own(_estimate),
    own_interval="jackknife over people and over items, on the logarithmic scale",
    shown=False,
)
