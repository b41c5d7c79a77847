"""How much Sub-Q Accuracy is above Item Accuracy."""

from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.metric import SUB_QUESTIONS, Metric, plain
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.multi import SubQuestions


def _gap(answers: SubQuestions) -> float | None:
    parts, whole = SUB_QUESTION_ACCURACY.estimate(answers), ITEM_ACCURACY.estimate(answers)
    return None if parts is None or whole is None else parts.value - whole.value


METRIC = Metric(
    name="gap",
    key="gap",
    needs=SUB_QUESTIONS,
    formula="Sub-Q Accuracy − Item Accuracy",
    unit="share",
    meaning="Sub-Q Accuracy minus Item Accuracy",
    source="L 3, figure 7",
    compute=plain(_gap, lambda answers: len(answers.items)),
)
