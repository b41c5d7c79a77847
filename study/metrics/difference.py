"""The mean difference of two respondents on the same items."""

from study.metrics.metric import PAIRED, Metric, of_sums
from study.metrics.uncertainty import STUDENT
from study.statistics.paired import PairedScores
from study.statistics.samples import Sample


def _sample(scores: PairedScores) -> Sample:
    rows = [(difference, 1) for difference in scores.differences.values()]
    return Sample(rows, clusters=scores.clusters)


METRIC = Metric(
    name="difference",
    key="difference",
    needs=PAIRED,
    formula="mean over items of left − right",
    unit="share",
    meaning="mean score of the first minus mean score of the second, over items both answered",
    source="",
    compute=of_sums(_sample),
    interval=STUDENT,
    counts="items",
)
