"""How much higher or lower Sub-Q Accuracy is on the sub-questions that carry a mark.

Owns the difference between two groups of one respondent's answers, with its interval by clusters of
the answers. The caller decides which answers carry a mark.
"""

from study.metrics.metric import SUB_QUESTIONS, Metric
from study.metrics.settled_figures import of_settled
from study.metrics.uncertainty import DIFFERENCE
from study.statistics.samples import Sample, share_difference
from study.statistics.sub_questions import SubQuestions


def tagged(
    mark: str, name: str, key: str, meaning: str, source: str, formula: str = "with − without"
) -> Metric[SubQuestions]:
    """The metric of a mark, one of an answer's `counterfactual`."""
    return Metric(
        name=name,
        key=key,
        needs=SUB_QUESTIONS,
        formula=formula,
        unit="share",
        meaning=meaning,
        source=source,
        compute=of_settled(
            lambda answers: answers, lambda answers: _sample(answers, mark), share_difference
        ),
        interval=DIFFERENCE,
        shown=False,
    )


def _sample(answers: SubQuestions, mark: str) -> Sample:
    marked = answers.marked(mark)
    return answers.sample_of(answers.counted(marked, ~marked), n=len(answers.graded))


HARDENED, STRATEGY, ABLATED = "hardened", "strategy", "ablated"
HARDENING = tagged(
    HARDENED,
    "Δ hardening",
    "hardening_difference",
    "Sub-Q Accuracy on hardened items minus that on the items they were made from",
    "L 2.2",
)
BY_STRATEGY = tagged(
    STRATEGY,
    "Δ strategy",
    "strategy_difference",
    "Sub-Q Accuracy on the sub-questions of a strategy minus that on the other ones of these items",
    "L appendix F.3",
)
ABLATION = tagged(
    ABLATED,
    "Δ left out",
    "ablation_difference",
    "Sub-Q Accuracy on items hardened without a strategy minus that on those hardened with all six",
    "–",
    formula="without − with all",
)
