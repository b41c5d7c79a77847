"""Figures over sub-questions that exist only once every answer is settled.

Owns that rule, and the two figures that stand in place of one that does not exist. A free answer
that nobody has settled counts neither as right nor as wrong, so a share over the others would be a
share of whatever was easy to settle.
"""

from collections.abc import Callable, Sequence
from statistics import fmean

from study.metrics.metric import Compute, Metric, of_sums
from study.statistics.bootstrap import Statistic
from study.statistics.samples import Estimate, Method, Sample, ratio
from study.statistics.sub_questions import SubQuestions


def ends_of(
    metric: Metric[SubQuestions], runs: Sequence[SubQuestions]
) -> tuple[float | None, float | None] | None:
    """The least and the greatest that the mean of a figure over runs can be, however the unsettled
    answers are settled; None where each run has its figure as it stands."""
    if not any(run.ungraded and metric.compute(run, None) is None for run in runs):
        return None
    spans: list[tuple[float, float]] = []
    for run in runs:
        estimates = (metric.compute(settled, None) for settled in run.extremes())
        values = [estimate.value for estimate in estimates if estimate is not None]
        if values:
            spans.append((min(values), max(values)))
    if not spans:
        return None, None
    return fmean(low for low, _high in spans), fmean(high for _low, high in spans)


def of_settled(
    which: Callable[[SubQuestions], SubQuestions],
    sample: Callable[[SubQuestions], Sample] = lambda answers: answers.sample,
    statistic: Statistic = ratio,
) -> Compute[SubQuestions]:
    """How a figure is computed over some of the answers; None while one of them is unsettled."""
    figure = of_sums(sample, statistic)

    def compute(answers: SubQuestions, method: Method | None) -> Estimate | None:
        chosen_answers = which(answers)
        return None if chosen_answers.ungraded else figure(chosen_answers, method)

    return compute
