"""How often items were sent back and answers repaired (LLMEval-Logic, appendix B.3, table 4)."""

from dataclasses import dataclass
from statistics import fmean
from typing import Annotated

from items.harden.loop_steps import REVIEW, VERIFY
from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import GatePath, gate_paths
from sessions.report.judged_questions import share_of
from sessions.report.rows import Rows, column, share, table_of
from solver.phrases import phrase
from study.statistics.samples import Estimate

NAME = phrase("hardening, gates")
GIVEN_UP = phrase("items that were given up")
NOTE = phrase(
    "over items that passed the loop, as in the paper; proposer retries "
    "are those of both gates; P(≥1) is the share of items with at least "
    "one, with Wilson's interval"
)
METRICS = (
    "proposer retries",
    "review → proposers",
    "verify → proposers",
    "answer repairs",
)


@dataclass(frozen=True, slots=True)
class GateRow:
    """One quantity counted for each item."""

    metric: Annotated[str, column("metric", "text")]
    items: Annotated[int, column("items")]
    total: Annotated[int, column("total")]
    mean: Annotated[float | None, column("mean for an item", "count")]
    most_for_item: Annotated[
        int | None, column("most for an item", "count", "largest number for one item")
    ]
    share_at_least_once: Annotated[Estimate | None, share("P(≥1)", own_ends=True)]


def table(data: ComparingData) -> Rows | None:
    """The four counts; None where no item was hardened by models."""
    all_ways = gate_paths(data)
    if not all_ways:
        return None
    accepted_ways = [way for way in all_ways if way.hardening.accepted]
    rows = [_row(name, counts_of(name, accepted_ways)) for name in METRICS]
    given_up = {GIVEN_UP: len(all_ways) - len(accepted_ways)}
    return table_of(GateRow, rows, len(accepted_ways), given_up, (NOTE,), sampled=False)


def counts_of(metric: str, paths: list[GatePath]) -> list[int]:
    """The count of each item."""
    match metric:
        case "proposer retries":
            return [way.proposer_retries for way in paths]
        case "review → proposers":
            return [way.retries[REVIEW] for way in paths]
        case "verify → proposers":
            return [way.retries[VERIFY] for way in paths]
    return [way.repairs for way in paths]


def _row(metric: str, counts: list[int]) -> GateRow:
    return GateRow(
        metric,
        len(counts),
        sum(counts),
        fmean(counts) if counts else None,
        max(counts, default=None),
        share_of(sum(count > 0 for count in counts), len(counts)),
    )
