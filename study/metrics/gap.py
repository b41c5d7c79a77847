"""How much Sub-Q Accuracy is above Item Accuracy."""

from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled import of_settled
from study.metrics.uncertainty import DIFFERENCE
from study.statistics.multi import SubQuestions
from study.statistics.samples import Sample, apart


def _sample(answers: SubQuestions) -> Sample:
    import numpy

    every = answers.counted(numpy.ones(len(answers.answers), dtype=bool))
    whole = numpy.stack([answers.whole == 1, ~numpy.isnan(answers.whole)], axis=1)
    return answers.sample_of(numpy.hstack([every, whole]), n=len(answers.items))


METRIC = Metric(
    name="gap",
    key="gap",
    needs=SUB_QUESTIONS,
    formula="Sub-Q Accuracy − Item Accuracy",
    unit="share",
    meaning="Sub-Q Accuracy minus Item Accuracy",
    source="L 3, figure 7",
    compute=of_settled(lambda answers: answers, _sample, apart),
    interval=DIFFERENCE,
)
