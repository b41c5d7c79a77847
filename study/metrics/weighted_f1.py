"""F1 weighted by how often each label is gold."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.statistics.samples import Sample
from study.statistics.truth import TruthAnswers, weighted_f1


def _sample(answers: TruthAnswers) -> Sample:
    return answers.sample(answers.rows, answers.n)


METRIC = Metric(
    name="weighted F1",
    key="weighted_F1",
    needs=TRUTHS,
    formula="mean of F1, weighted by how often each label is gold",
    unit="share",
    meaning="mean F1 weighted by how often each label is gold",
    source="C 5.1, figures 4 and 5",
    compute=of_sums(_sample, weighted_f1),
)
