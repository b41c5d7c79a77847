"""Mean F1, weighted by how often each label is gold."""

from solver.phrases import phrase
from study.metrics.mean_f1 import by_golds, mean_f1
from study.metrics.metric import TRUTHS, Metric
from study.metrics.uncertainty import SHARE
from study.statistics.truth import weighted_f1, weighted_f1_weights

METRIC = Metric(
    name=phrase("weighted F1"),
    key="weighted_F1",
    needs=TRUTHS,
    formula="mean of F1, weighted by how often each label is gold",
    unit="share",
    meaning="mean F1 weighted by how often each label is gold",
    source="C 5.1, figures 4 and 5",
    compute=mean_f1(weighted_f1, weighted_f1_weights, by_golds),
    interval=SHARE,
)
