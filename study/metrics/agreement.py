"""Raw agreement of two judges."""

from study.metrics.metric import VERDICTS, Metric
from study.statistics.agreement import Verdicts
from study.statistics.samples import Estimate, Method, Sample


def _compute(verdicts: Verdicts, method: Method | None) -> Estimate | None:
    sample = Sample(verdicts.rows, n=len(verdicts.pairs))
    return sample.estimate(verdicts.agreement, method)


METRIC = Metric(
    name="agreement",
    key="agreement",
    needs=VERDICTS,
    formula="things on which both agree / things that both judged",
    unit="share",
    meaning="answers on which both judges agree, over those that both judged",
    source="L 2.3, D",
    compute=_compute,
    counts="answers",
)
