"""Sub-Q Accuracy of counterfactual sub-questions and of the others, for each split."""

from collections.abc import Callable
from functools import cache

from items.splits.registry import SPLITS
from items.splits.split import Split
from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled_figures import of_settled
from study.metrics.uncertainty import SHARE
from study.statistics.sub_questions import SubQuestions


@cache
def baseline(split: Split) -> Metric[SubQuestions]:
    """The metric of the sub-questions that are not counterfactual under a split."""
    return _of(split, "baseline", "not counterfactual", lambda answers: answers.baseline(split.key))


@cache
def counterfactual(split: Split) -> Metric[SubQuestions]:
    """The metric of the sub-questions that are counterfactual under a split."""
    return _of(
        split, "counterfactual", "counterfactual", lambda answers: answers.counterfactual(split.key)
    )


def _of(
    split: Split, name: str, side: str, part: Callable[[SubQuestions], SubQuestions]
) -> Metric[SubQuestions]:
    return Metric(
        name=f"{name} {split.name}",
        key=f"{name}_{split.key}",
        needs=SUB_QUESTIONS,
        formula=f"right sub-questions / sub-questions, of those that are {side}",
        unit="share",
        meaning=f"Sub-Q Accuracy of sub-questions that are {side} {split.name}",
        source=split.source,
        compute=of_settled(part),
        interval=SHARE,
        shown=False,
    )


BASELINE_BY_PREFIX = baseline(SPLITS["by_prefix"])
BASELINE_BY_EDIT = baseline(SPLITS["by_edit"])
BY_PREFIX = counterfactual(SPLITS["by_prefix"])
BY_EDIT = counterfactual(SPLITS["by_edit"])
