"""Every issue of the hardening loop: how often, by whom, at which gate."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import GATE_NAMES, gate_paths, objections
from sessions.report.rows import Rows, column, table_of
from solver.phrases import phrase

NAME = phrase("hardening, issues")


@dataclass(frozen=True, slots=True)
class IssueRow:
    """One code reported by one party at one gate."""

    code: Annotated[str, column("issue", "text", "code of an objection, as in the catalogue")]
    severity: Annotated[str, column("severity", "text", "soft: may stay; hard: ends an item")]
    gate: Annotated[str, column("gate", "text")]
    reporter: Annotated[str, column("reported by", "text", "a role of the loop, or the solver")]
    times: Annotated[int, column("times")]
    items: Annotated[int, column("items")]


def table(data: ComparingData) -> Rows | None:
    """The issues that were reported, the most frequent first; None where there are none."""
    times: Counter[tuple[str, str, str, str]] = Counter()
    items: dict[tuple[str, str, str, str], set[str]] = {}
    all_ways = gate_paths(data)
    for way in all_ways:
        for gate, issue in objections(way.hardening):
            key = issue.code, issue.kind.severity, GATE_NAMES[gate], issue.by
            times[key] += 1
            items.setdefault(key, set()).add(way.hardening.id)
    rows = [IssueRow(*key, number, len(items[key])) for key, number in times.most_common()]
    return table_of(IssueRow, rows, len(all_ways)) if rows else None
