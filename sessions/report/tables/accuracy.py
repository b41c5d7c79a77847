"""Every respondent's accuracy over all answers that can be right or wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.answer_totals import AnswerTotals, totals_of
from sessions.report.comparing_data import ComparingData
from sessions.report.judged_questions import Deciders
from sessions.report.reasons import EARLIER_WORDING, FAILED_REQUESTS, NO_GOLD, NOT_GRADED
from sessions.report.respondents import Who
from sessions.report.rows import (
    Estimates,
    Rows,
    column,
    estimates,
    figure,
    figures,
    group,
    table_of,
)
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import UnsettledRange, between
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.metric import ANSWERS
from study.statistics.samples import Estimate
from study.statistics.sub_questions import bounds

NAME = phrase("accuracy of models and people")
NOTE = phrase("accuracy is over every answer, mutants included")


@dataclass(frozen=True, slots=True)
class AccuracyRow:
    """One run of a model, or people."""

    respondent: Annotated[Who, group(Who)]
    items: Annotated[int, column("items")]
    answers: Annotated[int, column("answers")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY)]
    estimates: Annotated[Estimates, figures(ANSWERS, omitted_metrics=(ACCURACY,))]
    decided: Annotated[Deciders | None, group(Deciders, optional=True)]
    unsettled_range: Annotated[UnsettledRange | None, group(UnsettledRange, optional=True)]
    unreadable: Annotated[int, column("unreadable")]
    failed: Annotated[int, column("failed")]


def table(data: ComparingData) -> Rows:
    """One row per respondent; shows who decided, where there are free answers."""
    # Which items the answers to an earlier wording belong to is unknown.
    superseded = sum(respondent.sheet.superseded for respondent in data.whole)
    return table_over([totals_of(respondent) for respondent in data.respondents], superseded)


def _row(each: AnswerTotals, *, free: bool) -> AccuracyRow:
    matched = each.answers - each.judged - each.by_person
    decided = Deciders(matched, each.judged, each.by_person) if free else None
    # No figure exists while an answer is unsettled.
    answer_estimates = estimates(ANSWERS, None if each.ungraded else each.sample)
    return AccuracyRow(
        each.respondent,
        each.items,
        each.answers,
        each.right,
        answer_estimates[ACCURACY.key],
        answer_estimates,
        decided,
        between(each.ungraded, bounds(each.right, each.answers, each.ungraded)),
        each.unreadable,
        each.failed,
    )


def table_over(counted: Sequence[AnswerTotals], superseded: int) -> Rows:
    """The table from counted answers; with the number of answers to an earlier wording."""
    free = any(each.free for each in counted)
    rows = [_row(each, free=free) for each in counted]
    excluded = {
        FAILED_REQUESTS: sum(each.failed for each in counted),
        NO_GOLD: sum(each.no_gold for each in counted),
        NOT_GRADED: sum(each.ungraded for each in counted),
        EARLIER_WORDING: superseded,
    }
    notes = (NOTE, UNSETTLED_NOTE) if any(row.unsettled_range for row in rows) else (NOTE,)
    return table_of(AccuracyRow, rows, sum(row.answers for row in rows), excluded, notes)
