"""How many reviews it took to find the faults of a queue."""

from dataclasses import dataclass
from math import ceil
from typing import Annotated

from sessions.annotation.results import QueueResults
from sessions.report.rows import Rows, column, table_of
from solver.phrases import phrase

NAME = phrase("faults by reviews")


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """Number of reviews after which a share of the faults was found."""

    faults: Annotated[float, column("share of the faults", "share")]
    fault_count: Annotated[int, column("faults")]
    reviews: Annotated[int, column("items reviewed")]
    share: Annotated[float | None, column("share of the items", "share")]


def table(results: QueueResults) -> Rows:
    """After how many items, in the order in which they were first submitted, each share of the
    faults was found: a fault is an item whose final verdict is against it. This evaluates a queue's
    order; the reference is 90 % of the faults after 24 % of the items."""
    first = {
        entry: min(work.submitted_utc for work in works.values())
        for entry, works in results.submissions.items()
        if works and not results.control(entry)
    }
    order = sorted(first, key=lambda entry: (first[entry], entry))
    finals = [results.final(entry).accepted for entry in order]
    decided = [accepted for accepted in finals if accepted is not None]
    faults = decided.count(False)
    rows: list[ReviewRow] = []
    for part in (0.5, 0.9, 1.0):
        need, faults_met = ceil(part * faults), 0
        for reviews, accepted in enumerate(decided, 1):
            faults_met += accepted is False
            if faults and faults_met == need:
                rows.append(ReviewRow(part, faults_met, reviews, reviews / len(decided)))
                break
    return table_of(
        ReviewRow, rows, len(decided), {"entries not decided": len(order) - len(decided)}
    )
