"""The share of right answers."""

from collections.abc import Sequence

from study.metrics.metric import ANSWERS, Metric, of_sums
from study.metrics.uncertainty import SHARE
from study.statistics.samples import Sample


def _sample(answers: Sequence[tuple[int, int]] | Sample) -> Sample:
    return answers if isinstance(answers, Sample) else Sample(answers)


METRIC = Metric(
    name="accuracy",
    key="accuracy",
    needs=ANSWERS,
    formula="right answers / answers",
    unit="share",
    meaning="right answers over answers",
    source="Q 4",
    compute=of_sums(_sample),
    interval=SHARE,
    counts="answers",
)
