"""CIR: items of which every mutant was answered correctly."""

from solver.phrases import phrase
from study.metrics.metric import CHOICES, Metric, of_sums
from study.metrics.uncertainty import SHARE

METRIC = Metric(
    name="CIR",
    key="CIR",
    needs=CHOICES,
    formula="items with every mutant right / items of which every mutant was answered",
    unit="share",
    meaning="items with every mutant answered right, over items of which every mutant was answered",
    source="D 2.2",
    compute=of_sums(lambda choices: choices.whole({"cir": 1.0})),
    interval=SHARE,
    counts=phrase("items with every mutant"),
)
