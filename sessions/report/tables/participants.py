"""One row per session: how it ended, right answers, time used and away."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import Deciders, share_of
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, figure, group, table_of
from sessions.report.study_data import RecordedStudy, Session
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import UnsettledRange, between
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.samples import Estimate
from study.statistics.sub_questions import bounds

NAME = phrase("participants")
NOTE = phrase(
    "answers, right and accuracy are for each form and language; time-outs, times and starts are "
    "for the whole session"
)
NOT_EXCLUDED = "–"
"""Cell of a session that no rule excludes."""


@dataclass(frozen=True, slots=True)
class AttentionCounts:
    """How a participant met the attention items."""

    failed: Annotated[int, column("attention failed")]
    asked: Annotated[int, column("of attention items")]


@dataclass(frozen=True, slots=True)
class ExclusionCell:
    """Whether the report excludes the session."""

    rule: Annotated[str, column("left out by", "text")]


@dataclass(frozen=True, slots=True)
class ParticipantRow:
    """One session, or its answers to items with the same presentation."""

    participant: Annotated[str, column("participant", "text", "code of the participant")]
    slot: Annotated[int, column("slot")]
    status: Annotated[str, column("status", "text")]
    completion_code: Annotated[
        str | None, column("completion code", "text", "the code shown at the end")
    ]
    started_utc: Annotated[str | None, column("started", "time")]
    """None, like everything else that only a program running here can see, for imported answers."""
    presentation: Annotated[Presentation, group(Presentation)]
    answers: Annotated[int, column("answers")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY, bounded=False)]
    decided: Annotated[Deciders | None, group(Deciders, optional=True)]
    unsettled_range: Annotated[UnsettledRange | None, group(UnsettledRange, optional=True)]
    """Present where some free answers are unsettled."""
    timed_out: Annotated[int | None, column("timed out")]
    attention: Annotated[AttentionCounts | None, group(AttentionCounts, optional=True)]
    """Present where the study has attention items."""
    left_out: Annotated[ExclusionCell | None, group(ExclusionCell, optional=True)]
    """Present where the study has exclusion rules."""
    seconds_used: Annotated[float | None, column("seconds used", "seconds")]
    starts: Annotated[int | None, column("starts")]
    seconds_away: Annotated[float | None, column("seconds away", "seconds")]
    clock_flagged: Annotated[
        str | None,
        column("clock flagged", "text", "whether a time away was measured by the wall clock"),
    ]


def _careful(session: Session) -> AttentionCounts:
    passed, failed = (
        sum(n for (_, passed_check), n in session.met.items() if passed_check is each)
        for each in (True, False)
    )
    return AttentionCounts(failed, passed + failed)


def table(study: RecordedStudy) -> Rows:
    """Every session, including those excluded by rules; answers are those of the main blocks."""
    judged = study.judged_of(left=False)
    (sorts, of), number = study.sorts(judged.questions), len(study.recorded)
    by = judged.questions.session * len(sorts) + of
    counts = judged.questions.counts(judged.settled.nonzero()[0], by, number * len(sorts))
    open_ = judged.questions.counts(judged.unsettled.nonzero()[0], by, number * len(sorts))
    here = not study.results.imported
    rows = []
    for key, sort in enumerate(list(sorts) * number):
        place = key // len(sorts)
        session, own_session = study.recorded[place], study.sessions[place]
        answers, right, *who = counts[key]
        unsettled = open_[key][0]
        answered = session.answers
        rows.append(
            ParticipantRow(
                participant=session.code,
                slot=session.slot,
                status=session.status.replace("_", " "),
                completion_code=study.results.study.last_page(session.status).code
                or answered.completion_code,
                started_utc=session.started_utc if here else None,
                presentation=sort,
                answers=answers,
                right=right,
                accuracy=None if unsettled else share_of(right, answers),
                decided=Deciders(*who) if judged.free else None,
                unsettled_range=between(unsettled, bounds(right, answers, unsettled)),
                timed_out=answered.timed_out if here else None,
                attention=_careful(own_session) if study.watches else None,
                left_out=ExclusionCell(", ".join(own_session.rules) or NOT_EXCLUDED)
                if study.rules
                else None,
                seconds_used=session.seconds,
                starts=answered.starts if here else None,
                seconds_away=answered.away_ns / 1e9 if here else None,
                clock_flagged=(phrase("yes") if answered.flagged else phrase("no"))
                if here
                else None,
            )
        )
    notes = (UNSETTLED_NOTE,) if any(row.unsettled_range for row in rows) else ()
    if len({row.presentation for row in rows}) > 1:
        notes = (*notes, NOTE)
    return table_of(ParticipantRow, rows, number, {}, notes)
