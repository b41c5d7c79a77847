"""Sub-Q Accuracy of sub-questions without condition or variant."""

from study.metrics.metric import SUB_QUESTIONS, Metric, of_sums
from study.metrics.uncertainty import ANY_FIGURE

METRIC = Metric(
    name="baseline",
    key="baseline",
    needs=SUB_QUESTIONS,
    formula="right sub-questions / sub-questions, of those without condition or variant",
    unit="share",
    meaning="Sub-Q Accuracy of sub-questions without condition or variant",
    source="L F.1",
    compute=of_sums(lambda answers: answers.baseline.sample),
    interval=ANY_FIGURE,
)
