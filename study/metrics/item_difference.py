"""How much higher or lower Item Accuracy is on the items that carry a mark.

An item carries it if one of its sub-questions does. The caller decides which do.
"""

from study.metrics.metric import SUB_QUESTIONS, Metric, of_sums
from study.metrics.uncertainty import DIFFERENCE
from study.statistics.samples import Estimate, Method, Sample, share_difference
from study.statistics.sub_questions import SubQuestions

EASIER = "easier"
"""The mark of the items of the easier of two sets."""


def _sample(answers: SubQuestions) -> Sample:
    import numpy

    marked = answers.with_mark(EASIER)
    decided = ~numpy.isnan(answers.whole)
    right = answers.whole == 1
    columns = [right & marked, decided & marked, right & ~marked, decided & ~marked]
    return answers.sample_of(numpy.stack(columns, axis=1).astype(float), n=int(decided.sum()))


def _settled(answers: SubQuestions, method: Method | None) -> Estimate | None:
    """None while an item is undecided."""
    return None if answers.undecided else of_sums(_sample, share_difference)(answers, method)


METRIC = Metric(
    name="Δ items",
    key="item_difference",
    needs=SUB_QUESTIONS,
    formula="Item Accuracy of the easier set − of the harder",
    unit="share",
    meaning="Item Accuracy on one set of items minus that on a harder one",
    source="L figure 7",
    compute=_settled,
    interval=DIFFERENCE,
    shown=False,
)
