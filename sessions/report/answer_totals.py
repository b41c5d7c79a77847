"""What everything a respondent answered comes to, counted over the database or over segments."""

from dataclasses import dataclass

from sessions.report.respondents import Respondent, Who
from study.statistics.samples import Sample


@dataclass(frozen=True, slots=True)
class AnswerTotals:
    """The answers of a respondent that can be right or wrong, and those that cannot."""

    who: Who
    sample: Sample
    """Right answers and answers, as data for an interval."""
    items: int
    answers: int
    right: int
    judged: int
    """Of the answers, those a judge model decided."""
    by_person: int
    """Those a person did."""
    free: bool
    """Whether free answers count at all."""
    unreadable: int
    failed: int
    """Requests."""
    no_gold: int
    """Answers without gold; so are the next, of other sorts."""
    ungraded: int


def totals_of(respondent: Respondent) -> AnswerTotals:
    """The same of a respondent's answer sheet."""
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
        respondent.who,
        respondent.sample,
        len(respondent.counted.items),
        answers,
        right,
        judged,
        by_person,
        free,
        len(sheet.unreadable),
        len(sheet.failed),
        sheet.no_gold,
        sheet.ungraded,
    )
