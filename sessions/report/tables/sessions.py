"""Sessions by how they ended."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from sessions.report.rows import Rows, column, table_of
from sessions.report.study import StudyData


@dataclass(frozen=True, slots=True)
class StatusRow:
    """One way of ending."""

    status: Annotated[str, column("status", "text")]
    sessions: Annotated[int, column("sessions")]
    share: Annotated[float | None, column("share", "share")]


def table(study: StudyData) -> Rows:
    """Sessions by how they ended."""
    counts = Counter(session.status for session in study.sessions)
    n = len(study.sessions)
    rows = [
        StatusRow(status.replace("_", " "), counts[status], counts[status] / n if n else None)
        for status in ("completed", "not_qualified", "declined", "under_way")
    ]
    return table_of(StatusRow, rows, n)
