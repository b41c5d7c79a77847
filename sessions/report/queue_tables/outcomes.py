"""The entries of a queue by outcome."""

from dataclasses import dataclass
from typing import Annotated

from sessions.annotation.results import QueueResults
from sessions.report.rows import Rows, column, table_of
from solver.phrases import phrase

NAME = phrase("annotation outcomes")


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome."""

    outcome: Annotated[str, column("outcome", "text")]
    entries: Annotated[int, column("entries")]
    share: Annotated[float | None, column("share", "share")]
    accepted: Annotated[int, column("accepted")]
    not_accepted: Annotated[int, column("not accepted")]


def table(results: QueueResults) -> Rows:
    """Entries by outcome, without controls."""
    finals = [final for final in results.finals if not results.control(final.entry.id)]
    rows: list[OutcomeRow] = []
    for outcome in ("single", "agreed", "adjudicated", "disputed", "open"):
        outcome_finals = [final for final in finals if final.outcome == outcome]
        rows.append(
            OutcomeRow(
                outcome,
                len(outcome_finals),
                len(outcome_finals) / len(finals) if finals else None,
                sum(final.accepted is True for final in outcome_finals),
                sum(final.accepted is False for final in outcome_finals),
            )
        )
    excluded = {"controls": len(results.finals) - len(finals)}
    return table_of(OutcomeRow, rows, len(finals), excluded)
