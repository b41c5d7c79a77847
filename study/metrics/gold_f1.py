"""ContextHub's average F1, over the labels present in gold."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.metrics.uncertainty import SHARE
from study.statistics.truth import gold_f1

METRIC = Metric(
    name="F1 of gold labels",
    key="mean_F1_of_gold_labels",
    needs=TRUTHS,
    formula="mean of F1 over the labels present in gold",
    unit="share",
    meaning="mean F1 over the labels that occur as gold",
    source="C 4",
    compute=of_sums(lambda answers: answers.labels, gold_f1),
    interval=SHARE,
)
