"""How much Sub-Q Accuracy exceeds Item Accuracy, both over the completely answered items."""

from solver.phrases import phrase
from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled_figures import of_settled
from study.metrics.uncertainty import BothIntervals
from study.statistics.samples import Sample, share_difference
from study.statistics.sub_questions import SubQuestions


def _sample(answers: SubQuestions) -> Sample:
    import numpy

    sub_questions = answers.counted(numpy.ones(len(answers.answers), dtype=bool))
    whole = numpy.stack([answers.whole == 1, ~numpy.isnan(answers.whole)], axis=1)
    return answers.sample_of(numpy.hstack([sub_questions, whole]), n=len(answers.items))


def _least(sample: Sample) -> float:
    """The smallest possible gap for items with these numbers of sub-questions. An item that is
    right as a whole moves the gap by its share of the sub-questions minus its share of the items,
    which is below 0 for items with few sub-questions; other items only raise it. So it is 0 where
    all items have equally many."""
    import numpy

    rows = numpy.asarray(sample.weighted, dtype=float)
    sub_questions, whole = rows[:, 1], rows[:, 3]
    moved = sub_questions / sub_questions.sum() - whole / whole.sum()
    return min(0.0, float(numpy.minimum(moved, 0.0).sum().round(12)))


METRIC = Metric(
    name=phrase("gap"),
    key="gap",
    needs=SUB_QUESTIONS,
    formula="Sub-Q Accuracy − Item Accuracy, over items with every sub-question answered",
    unit="share",
    meaning="Sub-Q Accuracy minus Item Accuracy, over items with every question answered",
    source="L 3, figure 7",
    compute=of_settled(lambda answers: answers.complete, _sample, share_difference),
    interval=BothIntervals(lowest=_least),
)
