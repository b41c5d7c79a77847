"""Outcomes of each strategy at each gate, and the solver's verdicts on it in accepted items."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from items.harden.catalogue import Strategy, strategies
from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import (
    GATE_NAMES,
    GATES,
    GatePath,
    final_claims,
    gate_paths,
    objections,
)
from sessions.report.judged_questions import INDEPENDENT_NOTE
from sessions.report.judged_questions import share_of as share_of_items
from sessions.report.rows import Rows, column, share, table_of
from solver.phrases import phrase
from study.statistics.samples import Estimate

NAME = phrase("hardening, strategies")
NOTE = phrase(
    "objections that name the strategy; claims are those of the final "
    "version, as decided by the solver; an item without a formalization "
    "has no claims"
)


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """One strategy at one gate."""

    strategy: Annotated[str, column("strategy", "text")]
    gate: Annotated[str, column("gate", "text")]
    items: Annotated[int, column("items")]
    objections: Annotated[int, column("objections")]
    by_solver: Annotated[int, column("by the solver")]
    met: Annotated[Estimate | None, share("share of items with one", own_ends=True)]
    came_out: Annotated[int, column("of these accepted")]
    claims_proved: Annotated[int, column("claims proved")]
    claims_open: Annotated[int, column("claims open")]


def table(data: ComparingData) -> Rows | None:
    """Every strategy at every gate; None where no item was hardened by models."""
    all_ways = gate_paths(data)
    if not all_ways:
        return None
    rows = [_row(strategy, gate, all_ways) for strategy in strategies().values() for gate in GATES]
    return table_of(StrategyRow, rows, len(all_ways), notes=(NOTE, INDEPENDENT_NOTE), sampled=False)


def _row(strategy: Strategy, gate: str, all_ways: list[GatePath]) -> StrategyRow:
    number = solver = met = out = 0
    for way in all_ways:
        issues = [
            issue
            for where, issue in objections(way.hardening)
            if where == gate and issue.strategy == strategy.name
        ]
        number += len(issues)
        solver += sum(issue.by == "solver" for issue in issues)
        met += bool(issues)
        out += bool(issues) and way.hardening.accepted
    states = Counter(final_claims(entry.hardening).get(strategy.claim) for entry in all_ways)
    return StrategyRow(
        strategy.name,
        GATE_NAMES[gate],
        len(all_ways),
        number,
        solver,
        share_of_items(met, len(all_ways)),
        out,
        states["proved"],
        states["unknown"],
    )
