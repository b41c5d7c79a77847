"""Behaviour signs other than answers: how often, and in how many sessions."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.rows import Rows, column, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase
from study.course.behaviour import SIGNS

NAME = phrase("behaviour")
NOTE = phrase(
    "signs that an answer may not be what it seems, over every session; "
    "none of them shows the cause. Focus is known if the terminal or "
    "browser reports it"
)


@dataclass(frozen=True, slots=True)
class SignRow:
    """One sign."""

    sign: Annotated[str, column("sign", "text", "behaviour sign other than an answer")]
    times: Annotated[int, column("how often", "count", "number of times, over all sessions")]
    sessions: Annotated[int, column("sessions")]
    share: Annotated[float | None, column("share", "share")]
    most_in_session: Annotated[
        int, column("most in a session", "count", "largest number in one session")
    ]


def table(study: StudyData) -> Rows | None:
    """Every sign that was recorded; None where there was none."""
    asides_of_sessions = [session.asides for session in study.sessions]
    rows = []
    for kind, name in SIGNS.items():
        counts = [asides.get(kind, 0) for asides in asides_of_sessions]
        with_it = sum(count > 0 for count in counts)
        if with_it:
            rows.append(
                SignRow(name, sum(counts), with_it, with_it / len(asides_of_sessions), max(counts))
            )
    return (
        table_of(SignRow, rows, len(asides_of_sessions), sampled=False, notes=(NOTE,))
        if rows
        else None
    )
