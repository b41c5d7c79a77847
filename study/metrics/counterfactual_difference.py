"""How much a condition or a variant changes Sub-Q Accuracy."""

from study.metrics.metric import SUB_QUESTIONS, Metric, of_sums
from study.metrics.uncertainty import DIFFERENCE
from study.statistics.multi import SubQuestions
from study.statistics.samples import Sample


def _sample(answers: SubQuestions) -> Sample:
    rows: dict[str, list[float]] = {}
    for one in answers.graded:
        row = rows.setdefault(one.item, [0.0] * 4)
        row[2 * one.counterfactual] += bool(one.right)
        row[2 * one.counterfactual + 1] += 1
    return answers.sample_of(rows, n=len(answers.graded))


def _difference(sums: tuple[float, ...]) -> float | None:
    right, n, right_changed, n_changed = sums
    return right_changed / n_changed - right / n if n and n_changed else None


METRIC = Metric(
    name="counterfactual difference",
    key="counterfactual_difference",
    needs=SUB_QUESTIONS,
    formula="counterfactual − baseline",
    unit="share",
    meaning="counterfactual minus baseline Sub-Q Accuracy",
    source="L F.1",
    compute=of_sums(_sample, _difference),
    interval=DIFFERENCE,
    shown=False,
)
