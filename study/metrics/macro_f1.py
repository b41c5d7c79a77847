"""macro-F1: the unweighted mean of the labels' F1."""

from solver.phrases import phrase
from study.metrics.mean_f1 import mean_f1
from study.metrics.metric import TRUTHS, Metric
from study.metrics.uncertainty import SHARE
from study.statistics.truth import macro_f1, macro_f1_weights

METRIC = Metric(
    name=phrase("macro-F1"),
    key="macro_F1",
    needs=TRUTHS,
    formula="mean of F1 over the labels that occur as gold or answer",
    unit="share",
    meaning="mean of the F1 scores of the labels",
    source="Q 4",
    compute=mean_f1(macro_f1, macro_f1_weights),
    interval=SHARE,
)
