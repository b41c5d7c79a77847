"""ACC: accuracy on the original items."""

from solver.phrases import phrase
from study.metrics.metric import CHOICES, Metric, of_sums
from study.metrics.uncertainty import SHARE

METRIC = Metric(
    name="ACC",
    key="ACC",
    needs=CHOICES,
    formula="right answers to mutant 0 / answers to it",
    unit="share",
    meaning="right answers to mutant 0, the original item, over items",
    source="D 2.2, I 5.1",
    compute=of_sums(lambda choices: choices.first),
    interval=SHARE,
    counts=phrase("answers to mutant 0"),
)
