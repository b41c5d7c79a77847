"""ACC: accuracy on items as they stand."""

from study.metrics.metric import CHOICES, Metric, of_sums
from study.metrics.uncertainty import SHARE_OF_ITEMS
from study.statistics.circular import Circular
from study.statistics.samples import Sample


def _sample(choices: Circular) -> Sample:
    return Sample([one.first for one in choices.items.values()])


METRIC = Metric(
    name="ACC",
    key="ACC",
    needs=CHOICES,
    formula="right answers to mutant 0 / answers to it",
    unit="share",
    meaning="right answers to mutant 0, the item as it stands, over items",
    source="D 2.2, I 5.1",
    compute=of_sums(_sample),
    interval=SHARE_OF_ITEMS,
    counts="answers to mutant 0",
)
