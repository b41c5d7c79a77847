"""Item Accuracy: items with every sub-question right.

As in CIR, an item with an unanswered part does not count at all, even if other parts were answered.
"""

from solver.phrases import phrase
from study.metrics.metric import SUB_QUESTIONS, Metric, of_sums
from study.metrics.uncertainty import SHARE
from study.statistics.samples import Estimate, Method, Sample
from study.statistics.sub_questions import SubQuestions


def _sample(answers: SubQuestions) -> Sample:
    import numpy

    return answers.sample_of(
        numpy.stack([answers.whole == 1, ~numpy.isnan(answers.whole)], axis=1).astype(float)
    )


def _settled(answers: SubQuestions, method: Method | None) -> Estimate | None:
    """None while an item is undecided."""
    return None if answers.undecided else of_sums(_sample)(answers, method)


METRIC = Metric(
    name=phrase("Item Accuracy"),
    key="item_accuracy",
    needs=SUB_QUESTIONS,
    formula="items with every sub-question right / items with every sub-question answered",
    unit="share",
    meaning="items with every sub-question right, over items with every one answered",
    source="L 2.3",
    compute=_settled,
    interval=SHARE,
    counts=phrase("items wholly answered"),
    number=lambda answers: len(answers.complete.items),
)
