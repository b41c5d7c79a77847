"""Cohen's kappa: agreement of two judges beyond chance."""

from study.metrics.metric import VERDICTS, Metric
from study.metrics.uncertainty import ANY_FIGURE
from study.statistics.agreement import Verdicts, with_width
from study.statistics.samples import Estimate, Method, Sample


def _compute(verdicts: Verdicts, method: Method | None) -> Estimate | None:
    sample = Sample(verdicts.rows, n=len(verdicts.pairs))
    estimate = sample.estimate(verdicts.kappa, method)
    if estimate is None or method is None:
        return estimate
    return with_width(estimate, *verdicts.shares)


METRIC = Metric(
    name="Cohen's kappa",
    key="cohens_kappa",
    needs=VERDICTS,
    formula="(p_o − p_e) / (1 − p_e): agreement, and agreement at random with the same frequencies",
    unit="count",
    meaning="agreement beyond chance: (observed - expected) / (1 - expected)",
    source="Cohen 1960; L 2.3, D table 5",
    compute=_compute,
    interval=ANY_FIGURE,
    counts="answers",
)
