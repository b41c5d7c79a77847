"""PC (partial circular), a score that gives credit for consistency."""

from solver.phrases import phrase
from study.metrics.metric import CHOICES, Metric, of_sums
from study.metrics.uncertainty import SHARE

METRIC = Metric(
    name="PC",
    key="PC",
    needs=CHOICES,
    formula="mean over items of c/4 · (1 + Σ p(o) log₄ p(o))",
    unit="share",
    meaning="mean over items of c/4 (1 + sum p log4 p)",
    source="D 2.2 (2), I 5.1 (3)",
    compute=of_sums(lambda choices: choices.whole({"pc": 1.0})),
    interval=SHARE,
    counts=phrase("items with every mutant"),
)
