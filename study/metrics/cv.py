"""CV: how much a score varies over runs, relative to the score."""

from solver.phrases import phrase
from study.metrics.metric import RUNS, Metric, plain
from study.statistics.runs import coefficient_of_variation

METRIC = Metric(
    name=phrase("CV %"),
    key="CV",
    needs=RUNS,
    formula="100 · population standard deviation over runs / mean",
    unit="count",
    meaning="coefficient of variation of {} over runs, in per cent",
    source="D 2.2, table 3",
    compute=plain(coefficient_of_variation, len),
)
