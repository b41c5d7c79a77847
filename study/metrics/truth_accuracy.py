"""Accuracy over answers that are truth values."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.metrics.uncertainty import SHARE

METRIC = Metric(
    name="accuracy",
    key="accuracy",
    needs=TRUTHS,
    formula="right answers / answers; what cannot be read is wrong",
    unit="share",
    meaning="right answers over answers",
    source="Q 4",
    compute=of_sums(lambda answers: answers.rights),
    interval=SHARE,
    counts="answers",
)
