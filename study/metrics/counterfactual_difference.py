"""How much lower or higher Sub-Q Accuracy is on counterfactual sub-questions, by each split."""

from functools import cache

from items.splits.registry import SPLITS
from items.splits.split import Split
from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled import of_settled
from study.metrics.uncertainty import DIFFERENCE
from study.statistics.multi import SubQuestions
from study.statistics.samples import Sample


@cache
def counterfactual_difference(split: Split) -> Metric[SubQuestions]:
    """The metric of a split."""
    return Metric(
        name=f"Δ {split.name}",
        key=f"counterfactual_difference_{split.key}",
        needs=SUB_QUESTIONS,
        formula="counterfactual − baseline",
        unit="share",
        meaning=f"counterfactual minus baseline Sub-Q Accuracy, split {split.name}",
        source=split.source,
        compute=of_settled(
            lambda answers: answers, lambda answers: _sample(answers, split.key), _difference
        ),
        interval=DIFFERENCE,
        shown=False,
    )


def _sample(answers: SubQuestions, split: str) -> Sample:
    rows: dict[str, list[float]] = {}
    for answer in answers.graded:
        row = rows.setdefault(answer.item, [0.0] * 4)
        place = 2 * (split in answer.counterfactual)
        row[place] += bool(answer.right)
        row[place + 1] += 1
    return answers.sample_of(rows, n=len(answers.graded))


def _difference(sums: tuple[float, ...]) -> float | None:
    right, n, right_changed, n_changed = sums
    return right_changed / n_changed - right / n if n and n_changed else None


BY_PREFIX = counterfactual_difference(SPLITS["by_prefix"])
BY_EDIT = counterfactual_difference(SPLITS["by_edit"])
