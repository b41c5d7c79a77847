"""Annotators' verdicts compared with known ones, as rows of two tables."""

from dataclasses import dataclass
from typing import Annotated

from sessions.annotation.agreement_units import ALL_UNITS
from sessions.annotation.results import QueueResults
from sessions.report.judged_questions import share_of
from sessions.report.rows import Rows, column, share, table_of
from study.statistics.samples import Estimate


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """One annotator's verdicts on one check, compared with known ones."""

    annotator: Annotated[str, column("annotator", "text")]
    check: Annotated[str, column("check", "text")]
    verdicts: Annotated[int, column("verdicts")]
    right: Annotated[int, column("right")]
    share: Annotated[Estimate | None, share("share")]


def against(
    results: QueueResults, rights_by_annotator: dict[tuple[str, str], list[bool]], n: int
) -> Rows:
    """The rows of a table: for each annotator and check, which verdicts were right. `n` is the
    number of entries."""
    order = [*(check.id for check in results.stored_queue.scheme.checks), ALL_UNITS]
    rows = [
        VerdictRow(who, check, len(rights), sum(rights), share_of(sum(rights), len(rights)))
        for who in results.stored_queue.queue.annotators
        for check in order
        if (rights := rights_by_annotator.get((who, check))) is not None
    ]
    return table_of(VerdictRow, rows, n)
