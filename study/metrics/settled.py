"""Figures over sub-questions that exist only once every answer is settled.

Owns that rule. A free answer that nobody has settled counts neither as right nor as wrong, so a
share over the others would be a share of whatever was easy to settle.
"""

from collections.abc import Callable

from study.metrics.metric import Compute, of_sums
from study.statistics.bootstrap import Statistic
from study.statistics.multi import SubQuestions
from study.statistics.samples import Estimate, Method, Sample, ratio


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
