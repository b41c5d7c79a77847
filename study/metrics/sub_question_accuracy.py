"""Sub-Q Accuracy: the share of right sub-questions."""

from study.metrics.metric import SUB_QUESTIONS, Metric, of_sums
from study.metrics.uncertainty import ANY_FIGURE

METRIC = Metric(
    name="Sub-Q Accuracy",
    key="sub_question_accuracy",
    needs=SUB_QUESTIONS,
    formula="right sub-questions / sub-questions",
    unit="share",
    meaning="right sub-questions over sub-questions",
    source="L 2.3",
    compute=of_sums(lambda answers: answers.sample),
    interval=ANY_FIGURE,
    counts="sub-questions",
)
