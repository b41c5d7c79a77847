"""How items left the hardening loop, and who settled their golds."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from items.harden.attributes import SETTLED_BY
from sessions.models.hardenings import Hardening
from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import gate_paths
from sessions.report.judged_questions import INDEPENDENT_NOTE, share_of
from sessions.report.rows import Rows, column, share, table_of
from solver.phrases import phrase
from study.statistics.samples import Estimate

NAME = phrase("hardening")
ENDING_NAMES = {
    "solver": "accepted, golds by the solver",
    "models": "accepted, golds by models alone",
    "both": "accepted, golds by the solver and by models",
}


@dataclass(frozen=True, slots=True)
class EndingRow:
    """One ending."""

    ending: Annotated[str, column("ending", "text", "how an item left the hardening loop")]
    items: Annotated[int, column("items")]
    share: Annotated[Estimate | None, share("share of items", own_ends=True)]


def table(data: ComparingData) -> Rows | None:
    """Every ending; None where no item was hardened by models."""
    all_ways = gate_paths(data)
    counts = Counter(_ending(way.hardening) for way in all_ways)
    rows = [EndingRow(name, n, share_of(n, len(all_ways))) for name, n in counts.most_common()]
    return (
        table_of(EndingRow, rows, len(all_ways), notes=(INDEPENDENT_NOTE,), sampled=False)
        if rows
        else None
    )


def _ending(hardening: Hardening) -> str:
    if hardening.item is not None:
        return ENDING_NAMES[str(hardening.item.attributes[SETTLED_BY])]
    return "" if hardening.ending is None else f"given up: {hardening.ending['reason']}"
