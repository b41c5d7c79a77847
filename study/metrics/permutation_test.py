"""Whether two respondents differ in a score, by exchanging them item by item."""

from study.metrics.metric import PAIRED, Metric, plain
from study.statistics.paired import PairedScores, sign_flip


def _p(scores: PairedScores) -> float | None:
    return sign_flip(scores.by_cluster)[0] if scores.differences else None


METRIC = Metric(
    name="permutation test",
    key="permutation_p",
    needs=PAIRED,
    formula="share of exchanges of left and right, by cluster of items, whose sum is as large: all "
    "that can be counted, else 10,000 drawn",
    unit="p",
    meaning="two-sided p under exchanging the two at random, item by item",
    source="Good 2005, 3.7; Phipson and Smyth 2010",
    compute=plain(_p, lambda scores: len(scores.differences)),
    shown=False,
)
