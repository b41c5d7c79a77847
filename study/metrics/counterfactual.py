"""Sub-Q Accuracy of counterfactual sub-questions, by each split."""

from functools import cache

from items.splits.registry import SPLITS
from items.splits.split import Split
from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled import of_settled
from study.metrics.uncertainty import SHARE
from study.statistics.multi import SubQuestions


@cache
def counterfactual(split: Split) -> Metric[SubQuestions]:
    """The metric of a split."""
    return Metric(
        name=f"counterfactual {split.name}",
        key=f"counterfactual_{split.key}",
        needs=SUB_QUESTIONS,
        formula="right sub-questions / sub-questions, of the counterfactual ones",
        unit="share",
        meaning=f"Sub-Q Accuracy of sub-questions that are counterfactual {split.name}",
        source=split.source,
        compute=of_settled(lambda answers: answers.counterfactual(split.key)),
        interval=SHARE,
        shown=False,
    )


BY_PREFIX = counterfactual(SPLITS["by_prefix"])
BY_EDIT = counterfactual(SPLITS["by_edit"])
