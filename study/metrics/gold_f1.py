"""ContextHub's average F1, over the labels present in gold."""

from solver.phrases import phrase
from study.metrics.mean_f1 import alike, mean_f1
from study.metrics.metric import TRUTHS, Metric
from study.metrics.uncertainty import SHARE
from study.statistics.truth import gold_f1, gold_f1_weights

METRIC = Metric(
    name=phrase("F1 of gold labels"),
    key="mean_F1_of_gold_labels",
    needs=TRUTHS,
    formula="mean of F1 over the labels present in gold",
    unit="share",
    meaning="mean F1 over the labels that occur as gold",
    source="C 4",
    compute=mean_f1(gold_f1, gold_f1_weights, alike),
    interval=SHARE,
)
