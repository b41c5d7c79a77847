"""Every respondent's accuracy over everything answered that can be right or wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.report.compared import ComparingData
from sessions.report.judged import Decided
from sessions.report.respondents import Respondent, Who
from sessions.report.rows import Rows, column, estimates, figure, figures, group, table_of
from sessions.report.unsettled import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled import Between, between
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.metric import ANSWERS
from study.metrics.registry import metrics
from study.statistics.multi import bounds
from study.statistics.samples import Estimate

NOTE = phrase("accuracy is over every answer, mutants included")
SHOWN: tuple[str, ...] = tuple(metric.key for metric in metrics(ANSWERS))
"""Keys of the figures; none of them exists while an answer is unsettled."""


@dataclass(frozen=True, slots=True)
class AccuracyRow:
    """One run of a model, or people."""

    who: Annotated[Who, group(Who)]
    items: Annotated[int, column("items")]
    answers: Annotated[int, column("answers")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY)]
    more: Annotated[Mapping[str, Estimate | None], figures(ANSWERS, without=(ACCURACY,))]
    decided: Annotated[Decided | None, group(Decided, optional=True)]
    between: Annotated[Between | None, group(Between, optional=True)]
    unreadable: Annotated[int, column("unreadable")]
    failed: Annotated[int, column("failed")]


def table(data: ComparingData) -> Rows:
    """Every respondent; who decided, where there are free answers."""
    respondents = data.respondents
    decisions = [_decisions(entry) for entry in respondents]
    free = any(decision.free for decision in decisions)
    rows: list[AccuracyRow] = []
    for respondent, by in zip(respondents, decisions, strict=True):
        tallies = list(respondent.tallies.values())
        right, n = sum([right for right, _ in tallies]), sum([n for _, n in tallies])
        decided = Decided(n - by.judged - by.by_person, by.judged, by.by_person)
        unsettled = respondent.sheet.ungraded
        every = dict.fromkeys(SHOWN) if unsettled else estimates(ANSWERS, respondent.sample)
        rows.append(
            AccuracyRow(
                respondent.who,
                len(tallies),
                n,
                right,
                every[ACCURACY.key],
                every,
                decided if free else None,
                between(unsettled, bounds(right, n, unsettled)),
                len(respondent.sheet.unreadable),
                len(respondent.sheet.failed),
            )
        )
    excluded = {
        "failed requests": sum(len(entry.sheet.failed) for entry in respondents),
        "answers without gold": sum(entry.sheet.no_gold for entry in respondents),
        "answers not graded": sum(entry.sheet.ungraded for entry in respondents),
        "answers to an earlier wording": sum(entry.sheet.superseded for entry in respondents),
    }
    notes = (NOTE, UNSETTLED_NOTE) if any(row.between for row in rows) else (NOTE,)
    return table_of(AccuracyRow, rows, sum(row.answers for row in rows), excluded, notes)


@dataclass(frozen=True, slots=True)
class _Decisions:
    """Who decided a respondent's answers, where it was no comparison with the gold."""

    judged: int
    by_person: int
    free: bool
    """Whether free answers count at all."""


def _decisions(respondent: Respondent) -> _Decisions:
    judged = by_person = 0
    free = False
    for part in respondent.sheet.parts:
        if part.right is None:
            continue
        key = part.item.partition("#")[0], part.question
        kind = respondent.asked[key].part.kind
        free |= kind == "text"
        if kind not in ("choice", "truth"):
            judged += part.decider == "judged"
            by_person += part.decider == "by a person"
    return _Decisions(judged, by_person, free)
