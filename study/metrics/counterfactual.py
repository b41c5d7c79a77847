"""Sub-Q Accuracy of sub-questions with a condition or a variant."""

from study.metrics.metric import SUB_QUESTIONS, Metric, of_sums
from study.metrics.uncertainty import ANY_FIGURE

METRIC = Metric(
    name="counterfactual",
    key="counterfactual",
    needs=SUB_QUESTIONS,
    formula="right sub-questions / sub-questions, of those with a condition or a variant",
    unit="share",
    meaning="Sub-Q Accuracy of sub-questions with a condition or a variant",
    source="L F.1",
    compute=of_sums(lambda answers: answers.counterfactual.sample),
    interval=ANY_FIGURE,
)
