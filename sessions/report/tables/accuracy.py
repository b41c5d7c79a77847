"""Every respondent's accuracy over all answers that can be right or wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.answer_totals import AnswerTotals, totals_of
from sessions.report.comparing_data import ComparingData
from sessions.report.exclusion_reasons import EARLIER_WORDING, FAILED_REQUESTS, NO_GOLD, NOT_GRADED
from sessions.report.judged_questions import Deciders
from sessions.report.respondents import RespondentColumns
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

    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
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
    superseded = sum(respondent.sheet.superseded for respondent in data.unrestricted)
    return table_over([totals_of(respondent) for respondent in data.respondents], superseded)


def _row(totals: AnswerTotals, *, free: bool) -> AccuracyRow:
    matched = totals.answers - totals.judged - totals.by_person
    decided = Deciders(matched, totals.judged, totals.by_person) if free else None
    # No figure exists while an answer is unsettled.
    answer_estimates = estimates(ANSWERS, None if totals.ungraded else totals.sample)
    return AccuracyRow(
        totals.respondent,
        totals.items,
        totals.answers,
        totals.right,
        answer_estimates[ACCURACY.key],
        answer_estimates,
        decided,
        between(totals.ungraded, bounds(totals.right, totals.answers, totals.ungraded)),
        totals.unreadable,
        totals.failed,
    )


def table_over(answer_totals: Sequence[AnswerTotals], superseded: int) -> Rows:
    """The table from counted answers; with the number of answers to an earlier wording."""
    free = any(each.free for each in answer_totals)
    rows = [_row(each, free=free) for each in answer_totals]
    excluded = {
        FAILED_REQUESTS: sum(each.failed for each in answer_totals),
        NO_GOLD: sum(each.no_gold for each in answer_totals),
        NOT_GRADED: sum(each.ungraded for each in answer_totals),
        EARLIER_WORDING: superseded,
    }
    notes = (NOTE, UNSETTLED_NOTE) if any(row.unsettled_range for row in rows) else (NOTE,)
    return table_of(AccuracyRow, rows, sum(row.answers for row in rows), excluded, notes)
