"""F1 weighted by how often each label is gold."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.metrics.uncertainty import SHARE
from study.statistics.truth import weighted_f1

METRIC = Metric(
    name="weighted F1",
    key="weighted_F1",
    needs=TRUTHS,
    formula="mean of F1, weighted by how often each label is gold",
    unit="share",
    meaning="mean F1 weighted by how often each label is gold",
    source="C 5.1, figures 4 and 5",
    compute=of_sums(lambda answers: answers.labels, weighted_f1),
    interval=SHARE,
)
