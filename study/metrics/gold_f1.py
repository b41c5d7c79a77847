"""ContextHub's average F1, over the labels present in gold."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.statistics.samples import Sample
from study.statistics.truth import TruthAnswers, gold_f1


def _sample(answers: TruthAnswers) -> Sample:
    return answers.sample(answers.rows, answers.n)


METRIC = Metric(
    name="F1 of gold labels",
    key="mean_F1_of_gold_labels",
    needs=TRUTHS,
    formula="mean of F1 over the labels present in gold",
    unit="share",
    meaning="mean F1 over the labels that occur as gold",
    source="C 4",
    compute=of_sums(_sample, gold_f1),
)
