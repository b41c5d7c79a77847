"""The share of candidates that each gate sent back, and whose objections caused it."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import GATE_NAMES, GATES, GatePath, gate_paths
from sessions.report.judged_questions import share_of
from sessions.report.rows import Rows, column, share, table_of
from solver.phrases import phrase
from study.statistics.samples import Estimate

NAME = phrase("hardening, share sent back")
NOTE = phrase(
    "a candidate counts each time it reaches a gate; the solver and a "
    "role may both send it back; Wilson's interval treats candidates as "
    "independent"
)


@dataclass(frozen=True, slots=True)
class RejectionRow:
    """One gate."""

    gate: Annotated[str, column("gate", "text")]
    candidates: Annotated[int, column("candidates")]
    sent_back: Annotated[int, column("sent back")]
    share_sent_back: Annotated[Estimate | None, share("share sent back", own_ends=True)]
    by_solver: Annotated[int, column("by the solver")]
    by_role: Annotated[int, column("by a role")]
    given_up: Annotated[int, column("items given up here")]


def table(data: ComparingData) -> Rows | None:
    """Both gates; None where no item was hardened by models."""
    all_ways = gate_paths(data)
    if not all_ways:
        return None
    rows = [_row(gate, all_ways) for gate in GATES]
    n = sum(row.candidates for row in rows)
    return table_of(RejectionRow, rows, n, notes=(NOTE,), sampled=False)


def _row(gate: str, all_ways: list[GatePath]) -> RejectionRow:
    notes = [note for way in all_ways for note in way.hardening.noted("sent back", gate)]
    sent = len(notes)
    whole = sent + sum(way.passes[gate] for way in all_ways)
    solver = [any(issue["by"] == "solver" for issue in note["issues"]) for note in notes]
    role = [any(issue["by"] != "solver" for issue in note["issues"]) for note in notes]
    given_up = sum(way.sent_back[gate] - way.retries[gate] for way in all_ways)
    return RejectionRow(
        GATE_NAMES[gate], whole, sent, share_of(sent, whole), sum(solver), sum(role), given_up
    )
