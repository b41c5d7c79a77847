"""Item Accuracy: items with every sub-question right."""

from study.metrics.metric import SUB_QUESTIONS, Metric, of_sums
from study.metrics.uncertainty import SHARE_OF_ITEMS
from study.statistics.multi import SubQuestions
from study.statistics.samples import Sample


def _sample(answers: SubQuestions) -> Sample:
    rights = answers.items.items()
    return answers.sample_of({item: (int(right), 1) for item, right in rights if right is not None})


METRIC = Metric(
    name="Item Accuracy",
    key="item_accuracy",
    needs=SUB_QUESTIONS,
    formula="items with every sub-question right / items",
    unit="share",
    meaning="items with every sub-question right, over items",
    source="L 2.3",
    compute=of_sums(_sample),
    interval=SHARE_OF_ITEMS,
    counts="items",
)
