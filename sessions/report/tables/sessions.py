"""Sessions by how they ended."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, get_args

from sessions.record.answer_columns import Status
from sessions.report.rows import Rows, column, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase

NAME = phrase("sessions")
RARE_ENDINGS = ("timed_out",)
"""Shown only where it happened: few studies limit the time of a session."""


@dataclass(frozen=True, slots=True)
class StatusRow:
    """One outcome of a session."""

    status: Annotated[str, column("status", "text")]
    sessions: Annotated[int, column("sessions")]
    share: Annotated[float | None, column("share", "share")]


def table(study: StudyData) -> Rows:
    """Sessions by how they ended."""
    counts: Counter[Status] = Counter(session.status for session in study.sessions)
    n = counts.total()
    rows = [
        StatusRow(status.replace("_", " "), counts[status], counts[status] / n if n else None)
        for status in get_args(Status)
        if counts[status] or status not in RARE_ENDINGS
    ]
    return table_of(StatusRow, rows, n)
