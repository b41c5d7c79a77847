"""Sub-Q Accuracy: the share of right sub-questions."""

from solver.phrases import phrase
from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled_figures import of_settled
from study.metrics.uncertainty import SHARE

METRIC = Metric(
    name=phrase("Sub-Q Accuracy"),
    key="sub_question_accuracy",
    needs=SUB_QUESTIONS,
    formula="right sub-questions / sub-questions",
    unit="share",
    meaning="right sub-questions over sub-questions",
    source="L 2.3",
    compute=of_settled(lambda answers: answers),
    interval=SHARE,
    counts="sub-questions",
    number=lambda answers: len(answers.answers),
)
