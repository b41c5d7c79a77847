"""The mean of a score over the runs of a setting."""

from statistics import fmean

from solver.phrases import phrase
from study.metrics.metric import RUNS, Metric, plain

METRIC = Metric(
    name=phrase("mean"),
    key="mean",
    needs=RUNS,
    formula="sum of the runs' scores / runs",
    unit="share",
    meaning="mean of {} over runs",
    source="L table 1",
    compute=plain(lambda runs: fmean(runs) if runs else None, len),
)
