"""Figures over sub-questions that exist only once every answer is settled.

Owns that rule, and the two figures that stand in place of one that does not exist. A free answer
that nobody has settled counts neither as right nor as wrong, so a share over the others would be a
share of whatever was easy to settle.
"""

from collections.abc import Callable, Sequence
from statistics import fmean

from study.metrics.metric import Compute, Metric, of_sums
from study.statistics.bootstrap import Statistic
from study.statistics.multi import SubQuestions
from study.statistics.samples import Estimate, Method, Sample, ratio


def ends_of(
    metric: Metric[SubQuestions], runs: Sequence[SubQuestions]
) -> tuple[float | None, float | None] | None:
    """The mean of a figure over runs with all unsettled answers wrong, and with all of them right;
    None where each run has its figure as it stands."""
    if not any(run.ungraded and metric.compute(run, None) is None for run in runs):
        return None
    ends: list[float | None] = []
    for right in (False, True):
        taken = (metric.compute(run.taken(right=right), None) for run in runs)
        values = [estimate.value for estimate in taken if estimate is not None]
        ends.append(fmean(values) if values else None)
    return ends[0], ends[1]


def of_settled(
    which: Callable[[SubQuestions], SubQuestions],
    sample: Callable[[SubQuestions], Sample] = lambda answers: answers.sample,
    statistic: Statistic = ratio,
) -> Compute[SubQuestions]:
    """How a figure is computed over some of the answers; None while one of them is unsettled."""
    figure = of_sums(sample, statistic)

    def compute(answers: SubQuestions, method: Method | None) -> Estimate | None:
        those = which(answers)
        return None if those.ungraded else figure(those, method)

    return compute
