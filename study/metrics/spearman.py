"""Spearman's rank correlation of a measure with accuracy or time."""

from study.metrics.metric import RANKED, Metric, own
from study.statistics.ranks import RankCorrelation, RankedItems, rank_correlation
from study.statistics.samples import Estimate


def estimate_of(correlation: RankCorrelation) -> Estimate | None:
    """The figure with its interval, from a computed correlation."""
    if correlation.spearman is None:
        return None
    return Estimate(correlation.spearman, correlation.low, correlation.high, correlation.n)


def _estimate(data: RankedItems) -> Estimate | None:
    return estimate_of(rank_correlation(data.measure, data.outcome, data.clusters))


METRIC = Metric(
    name="Spearman's rho",
    key="spearman",
    needs=RANKED,
    formula="Pearson's correlation of the ranks; equal values share the mean of their ranks",
    unit="count",
    meaning="rank correlation over items, from -1 to 1",
    source="Spearman 1904; Kendall and Stuart 2, 31.19",
    compute=own(_estimate),
    own_interval="tanh(atanh ρ ± 1.96 · √((1 + ρ²/2) / (n − 3))) (Bonett and Wright 2000); "
    "items that are drawn together count as one",
    counts="items",
)
