"""How surprising a rank correlation would be if there were none."""

from solver.phrases import phrase
from study.metrics.metric import RANKED, Metric, plain
from study.statistics.ranks import rank_correlation

METRIC = Metric(
    name=phrase("p of rho"),
    key="spearman_p",
    needs=RANKED,
    formula="two-sided p of t = ρ √((n − 2) / (1 − ρ²)), Student's with n − 2 degrees of freedom",
    unit="p",
    meaning="two-sided p of rho",
    source="Kendall and Stuart 2, 31.19",
    compute=plain(
        lambda data: rank_correlation(data.measure, data.outcome, data.clusters).p,
        lambda data: rank_correlation(data.measure, data.outcome).n,
    ),
)
