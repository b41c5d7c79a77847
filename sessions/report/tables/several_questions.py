"""LLMEval-Logic's leaderboard: Item and Sub-Q Accuracy by benchmark."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.exclusion_reasons import NOBODY_GRADED
from sessions.report.respondents import RespondentColumns
from sessions.report.rows import (
    Estimates,
    Rows,
    by_name,
    column,
    estimates,
    figures,
    group,
    table_of,
)
from sessions.report.tables.judges import UNREADABLE, unread
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import UnsettledRange, between, named_ends
from solver.phrases import phrase
from study.metrics.gap import METRIC as GAP
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.metric import SUB_QUESTIONS
from study.statistics.samples import Estimate
from study.statistics.sub_questions import DECIDERS, Decider, SubQuestions

NAME = phrase("items of several questions")
RIGHT: Mapping[Decider, str] = {
    "matched": phrase("matched right"),
    "judged": phrase("judged right"),
    "by a person": phrase("by a person right"),
}
"""Columns of right sub-questions by who decided them."""
NOTE = phrase(
    "Item Accuracy: every sub-question right; gap is Sub-Q minus Item; "
    "both are over the items with every sub-question answered; for "
    "people, an item counts once per person"
)
INCOMPLETE = phrase("items without every sub-question, from Item Accuracy and gap")
"""Reason for leaving items out of these figures only."""
JUDGED_NOTE = phrase(
    "matched: the answer was compared with the gold; judged: a judge model decided; by a person: a "
    "person graded it"
)


@dataclass(frozen=True, slots=True)
class BenchmarkRow:
    """One respondent on one benchmark."""

    benchmark: Annotated[str, column("benchmark", "text")]
    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    scores: Annotated[Estimates, figures(SUB_QUESTIONS)]
    decided: Annotated[Mapping[str, int], by_name()]
    """Number of answers by decider, and of right ones among them."""
    unsettled_range: Annotated[UnsettledRange | None, group(UnsettledRange, optional=True)]
    """Bounds of Sub-Q Accuracy."""
    ends: Annotated[Mapping[str, float | None], by_name("share")]
    """Bounds of the other figures."""


def table(data: ComparingData) -> Rows | None:
    """Every respondent on every benchmark (LLMEval-Logic, section 3, table 1), distinguishing
    answers that were matched, judged or graded by a person. None where nobody answered such
    items."""
    if not data.sub_questions:
        return None
    rows = [
        BenchmarkRow(
            question.benchmark,
            question.respondent.columns,
            estimates(SUB_QUESTIONS, question.answers),
            _decided(question.answers),
            between(question.answers.ungraded, question.answers.bounds),
            named_ends(
                {metric.name: (metric, [question.answers]) for metric in (ITEM_ACCURACY, GAP)}
            ),
        )
        for question in data.sub_questions
    ]
    # Within a benchmark the best come first.
    rows.sort(key=lambda row: (row.benchmark, -_value(row.scores[ITEM_ACCURACY.key])))
    answers = [question.answers for question in data.sub_questions]
    excluded = {
        NOBODY_GRADED: sum(answer.ungraded for answer in answers),
        phrase("items with an ungraded sub-question and none wrong"): sum(
            answer.undecided for answer in answers
        ),
        INCOMPLETE: sum(answer.incomplete for answer in answers),
        UNREADABLE: unread(data),
    }
    n = sum(len(answer.graded) for answer in answers)
    return table_of(BenchmarkRow, rows, n, excluded, (NOTE, JUDGED_NOTE, UNSETTLED_NOTE))


def _decided(answers: SubQuestions) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for decider in DECIDERS:
        decided_answers = answers.decided(decider)
        counts[decider] = len(decided_answers)
        counts[RIGHT[decider]] = sum(bool(sub_answer.right) for sub_answer in decided_answers)
    return counts


def _value(estimate: Estimate | None) -> float:
    return 0.0 if estimate is None else estimate.value
