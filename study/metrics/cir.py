"""CIR: items of which every mutant was answered right."""

from study.metrics.metric import CHOICES, Metric, of_sums
from study.metrics.uncertainty import SHARE_OF_ITEMS
from study.statistics.circular import Circular
from study.statistics.samples import Sample


def _sample(choices: Circular) -> Sample:
    rows = [(one.cir, 1) for one in choices.complete if one.cir is not None]
    # Where answers were put together, each is the chance of having all mutants right.
    return Sample(rows, counted=not choices.composite)


METRIC = Metric(
    name="CIR",
    key="CIR",
    needs=CHOICES,
    formula="items with every mutant right / items of which every mutant was answered",
    unit="share",
    meaning="items with every mutant answered right, over items of which every mutant was answered",
    source="D 2.2",
    compute=of_sums(_sample),
    interval=SHARE_OF_ITEMS,
    counts="items with every mutant",
)
