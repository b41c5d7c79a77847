"""macro-F1: the mean of the labels' F1, each weighing the same."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.metrics.uncertainty import SHARE
from study.statistics.truth import macro_f1

METRIC = Metric(
    name="macro-F1",
    key="macro_F1",
    needs=TRUTHS,
    formula="mean of F1 over the labels that occur as gold or answer",
    unit="share",
    meaning="mean of the F1 scores of the labels",
    source="Q 4",
    compute=of_sums(lambda answers: answers.labels, macro_f1),
    interval=SHARE,
)
