"""How much Sub-Q Accuracy is above Item Accuracy."""

from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled import of_settled
from study.metrics.uncertainty import BothIntervals
from study.statistics.multi import SubQuestions
from study.statistics.samples import Sample, apart


def _sample(answers: SubQuestions) -> Sample:
    import numpy

    every = answers.counted(numpy.ones(len(answers.answers), dtype=bool))
    whole = numpy.stack([answers.whole == 1, ~numpy.isnan(answers.whole)], axis=1)
    return answers.sample_of(numpy.hstack([every, whole]), n=len(answers.items))


def _reach(sample: Sample) -> tuple[float, float]:
    """The least and the greatest gap of items with so many sub-questions as these. An item that is
    right as a whole moves the gap by its share of the sub-questions less its share of the items,
    which is below 0 for items with few; one that is not moves it by at most all but one of its
    sub-questions. Where all items have as many, the least is 0."""
    import numpy

    rows = numpy.asarray(sample.weighted, dtype=float)
    asked, whole = rows[:, 1], rows[:, 3]
    if not asked.sum() or not whole.sum():
        return -1.0, 1.0
    right = asked / asked.sum() - whole / whole.sum()
    all_but_one = (asked - whole) / asked.sum()
    least, most = numpy.minimum(right, 0.0).sum(), numpy.maximum(right, all_but_one).sum()
    return min(0.0, float(least.round(12))), float(most.round(12))


METRIC = Metric(
    name="gap",
    key="gap",
    needs=SUB_QUESTIONS,
    formula="Sub-Q Accuracy − Item Accuracy",
    unit="share",
    meaning="Sub-Q Accuracy minus Item Accuracy",
    source="L 3, figure 7",
    compute=of_settled(lambda answers: answers, _sample, apart),
    interval=BothIntervals(reach=_reach),
)
