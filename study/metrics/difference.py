"""The mean difference of two respondents on the same items."""

from study.metrics.metric import PAIRED, Metric, own
from study.statistics.comparisons import compare
from study.statistics.paired import PairedScores
from study.statistics.samples import Estimate


def _estimate(scores: PairedScores) -> Estimate | None:
    comparison = compare(scores.left, scores.right, clusters=scores.clusters)
    return None if comparison is None else comparison.difference


METRIC = Metric(
    name="difference",
    key="difference",
    needs=PAIRED,
    formula="mean over items of left − right",
    unit="share",
    meaning="mean score of the first minus mean score of the second, over items both answered",
    source="",
    compute=own(_estimate),
    own_interval="from both sides' own intervals and their covariance (Newcombe 1998)",
    counts="items",
)
