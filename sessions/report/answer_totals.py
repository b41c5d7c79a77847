"""Totals of a respondent's answers, counted over the database or over segments."""

from dataclasses import dataclass

from sessions.report.respondents import Respondent, RespondentColumns
from study.statistics.samples import Sample


@dataclass(frozen=True, slots=True)
class AnswerTotals:
    """Numbers of a respondent's answers that are right or wrong, and of the others."""

    respondent: RespondentColumns
    sample: Sample
    """Right answers and answers, as data for an interval."""
    items: int
    answers: int
    right: int
    judged: int
    """Answers decided by a judge model."""
    by_person: int
    """Answers decided by a person."""
    free: bool
    """Whether free answers count at all."""
    unreadable: int
    failed: int
    """Failed requests."""
    no_gold: int
    """Answers without gold; likewise the next fields for other sorts."""
    ungraded: int


def totals_of(respondent: Respondent) -> AnswerTotals:
    """The totals of a respondent's answer sheet."""
    right, answers = respondent.counted.total
    judged = by_person = 0
    free = False
    sheet = respondent.sheet
    for part in sheet.parts:
        if part.right is None:
            continue
        kind = respondent.parts[part.item.partition("#")[0], part.question].part.kind
        free |= kind == "text"
        if kind not in ("choice", "truth"):
            judged += part.decider == "judged"
            by_person += part.decider == "by a person"
    return AnswerTotals(
        respondent.columns,
        respondent.sample,
        len(respondent.counted.items),
        answers,
        right,
        judged,
        by_person,
        free,
        len(sheet.unreadable),
        len(sheet.failed_requests),
        sheet.no_gold,
        sheet.ungraded,
    )
