"""Answers that distractors turn from right to wrong (CW), or from wrong to right (WC)."""

from solver.phrases import phrase
from study.metrics.metric import DISTRACTED, Metric, plain

CORRECT_TO_WRONG = Metric(
    name=phrase("CW"),
    key="correct_to_wrong",
    needs=DISTRACTED,
    formula="tasks right without distractors and wrong with them",
    unit="count",
    meaning="tasks right without distractors and wrong with them",
    source="Q 4.2.1, figure 5",
    compute=plain(lambda change: change.correct_to_wrong, lambda change: change.pairs),
    counts="pairs",
)
WRONG_TO_CORRECT = Metric(
    name=phrase("WC"),
    key="wrong_to_correct",
    needs=DISTRACTED,
    formula="tasks wrong without distractors and right with them",
    unit="count",
    meaning="tasks wrong without distractors and right with them",
    source="Q 4.2.1, figure 5",
    compute=plain(lambda change: change.wrong_to_correct, lambda change: change.pairs),
    counts="pairs",
)
