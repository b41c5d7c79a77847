"""How much lower or higher Sub-Q Accuracy is on counterfactual sub-questions, for each split."""

from functools import cache

from items.splits.registry import SPLITS
from items.splits.split import Split
from study.metrics.mark_difference import tagged
from study.metrics.metric import Metric
from study.statistics.sub_questions import SubQuestions


@cache
def counterfactual_difference(split: Split) -> Metric[SubQuestions]:
    """The metric for a split."""
    return tagged(
        split.key,
        f"Δ {split.name}",
        f"counterfactual_difference_{split.key}",
        f"counterfactual minus baseline Sub-Q Accuracy, split {split.name}",
        split.source,
        "counterfactual − baseline",
    )


BY_PREFIX = counterfactual_difference(SPLITS["by_prefix"])
BY_EDIT = counterfactual_difference(SPLITS["by_edit"])
