"""Each annotator's progress with a queue."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from sessions.annotation.results import QueueResults
from sessions.report.rows import Rows, column, table_of
from solver.phrases import phrase
from study.annotation.state import EntryWork

NAME = phrase("annotation progress")


@dataclass(frozen=True, slots=True)
class AnnotatorRow:
    """One annotator's work."""

    annotator: Annotated[str, column("annotator", "text")]
    submitted: Annotated[int, column("submitted")]
    skipped: Annotated[int, column("skipped")]
    begun: Annotated[int, column("begun")]
    flagged: Annotated[int, column("flagged")]
    comments: Annotated[int, column("comments")]
    time: Annotated[float, column("time", "seconds")]


def table(results: QueueResults) -> Rows:
    """Each annotator's work; flags and comments are only counted."""
    rows: list[AnnotatorRow] = []
    for name in results.stored_queue.queue.annotators:
        works = [
            work
            for row, state in results.desks
            if row.annotator == name and row.role == "annotator"
            for work in state.work.values()
        ]
        submitted = sum(
            name in results.submissions[e.id] for e in results.stored_queue.queue.entries
        )
        count = partial(_standing, works)
        rows.append(
            AnnotatorRow(
                name,
                submitted,
                count("skipped"),
                count("open"),
                sum(work.flagged for work in works),
                sum(bool(work.comment) for work in works),
                sum(work.used_ns for work in works) / 1e9,
            )
        )
    return table_of(
        AnnotatorRow, rows, sum(len(submission) for submission in results.submissions.values())
    )


def _standing(works: list[EntryWork], entry_standing: str) -> int:
    return sum(work.standing == entry_standing for work in works)
