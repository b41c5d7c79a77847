"""PC: PartialCircular, which gives credit for consistency."""

from study.metrics.metric import CHOICES, Metric, of_sums
from study.metrics.uncertainty import ANY_FIGURE
from study.statistics.circular import Circular
from study.statistics.samples import Sample


def _sample(choices: Circular) -> Sample:
    return Sample([(one.pc, 1) for one in choices.complete if one.pc is not None])


METRIC = Metric(
    name="PC",
    key="PC",
    needs=CHOICES,
    formula="mean over items of c/4 · (1 + Σ p(o) log₄ p(o))",
    unit="share",
    meaning="mean over items of c/4 (1 + sum p log4 p)",
    source="D 2.2 (2), I 5.1 (3)",
    compute=of_sums(_sample),
    interval=ANY_FIGURE,
    counts="items with every mutant",
)
