"""Accuracy over answers of a truth value."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.metrics.uncertainty import SHARE_OF_ANSWERS
from study.statistics.samples import Sample
from study.statistics.truth import TruthAnswers


def _sample(answers: TruthAnswers) -> Sample:
    return answers.sample(answers.tallies)


METRIC = Metric(
    name="accuracy",
    key="accuracy",
    needs=TRUTHS,
    formula="right answers / answers; what cannot be read is wrong",
    unit="share",
    meaning="right answers over answers",
    source="Q 4",
    compute=of_sums(_sample),
    interval=SHARE_OF_ANSWERS,
    counts="answers",
)
