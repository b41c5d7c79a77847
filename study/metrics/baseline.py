"""Sub-Q Accuracy of sub-questions that are not counterfactual, by each split."""

from functools import cache

from items.splits.registry import SPLITS
from items.splits.split import Split
from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled import of_settled
from study.metrics.uncertainty import SHARE
from study.statistics.multi import SubQuestions


@cache
def baseline(split: Split) -> Metric[SubQuestions]:
    """The metric of a split."""
    return Metric(
        name=f"baseline {split.name}",
        key=f"baseline_{split.key}",
        needs=SUB_QUESTIONS,
        formula="right sub-questions / sub-questions, of those that are not counterfactual",
        unit="share",
        meaning=f"Sub-Q Accuracy of sub-questions that are not counterfactual {split.name}",
        source=split.source,
        compute=of_settled(lambda answers: answers.baseline(split.key)),
        interval=SHARE,
        shown=False,
    )


BY_PREFIX = baseline(SPLITS["by_prefix"])
BY_EDIT = baseline(SPLITS["by_edit"])
