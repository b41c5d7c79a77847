"""Figures over sub-questions that exist only once every answer is settled.

Owns that rule, and the two bounds that replace a figure that does not exist. A free answer that
nobody has settled counts neither as right nor as wrong, so a share over the others would be a share
of the answers that were easy to settle.
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
    """The smallest and the largest possible mean of a figure over runs, however the unsettled
    answers are settled; None where every run already has its figure."""
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
    selection: Callable[[SubQuestions], SubQuestions],
    sample: Callable[[SubQuestions], Sample] = lambda answers: answers.sample,
    statistic: Statistic = ratio,
) -> Compute[SubQuestions]:
    """Compute a figure over some of the answers; None while one of them is unsettled."""
    figure = of_sums(sample, statistic)

    def compute(answers: SubQuestions, method: Method | None) -> Estimate | None:
        chosen_answers = selection(answers)
        return None if chosen_answers.ungraded else figure(chosen_answers, method)

    return compute
