"""The standard deviation of a score over the runs of a setting."""

from statistics import stdev

from solver.phrases import phrase
from study.metrics.metric import RUNS, Metric, plain

METRIC = Metric(
    name=phrase("sd"),
    key="sd",
    needs=RUNS,
    formula="sample standard deviation over runs, divided by n − 1",
    unit="share",
    meaning="sample standard deviation of {} over runs",
    source="L table 1",
    compute=plain(lambda runs: stdev(runs) if len(runs) > 1 else None, len),
)
