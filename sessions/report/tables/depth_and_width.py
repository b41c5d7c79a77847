"""Accuracy of truth values for each depth and width."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import SettingColumns
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.truth_counts import TruthAccuracyRow, accuracy, by_attributes
from sessions.report.truth_notes import RUNS_NOTE, UNREADABLE_NOTE
from solver.phrases import phrase

NAME = phrase("depth and width")
ATTRIBUTES = ("depth", "width")


@dataclass(frozen=True, slots=True)
class DepthWidthRow:
    """One setting's tasks of one depth and width."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    depth: Annotated[str, column("depth", "text")]
    width: Annotated[str, column("width", "text")]
    accuracy: Annotated[TruthAccuracyRow, group(TruthAccuracyRow)]


def table(data: ComparingData) -> Rows:
    """Every setting, over items that have these attributes (QMFOL, section 4.2)."""
    cells, without_attributes = by_attributes(data.truths, ATTRIBUTES)
    rows = [
        DepthWidthRow(truth.columns, depth, width, accuracy(truth.answers_to(questions)))
        for truth, by_values in zip(data.truths, cells, strict=True)
        for (depth, width), questions in by_values.items()
    ]
    excluded = {phrase("answers to items without depth or width"): without_attributes}
    n = sum(row.accuracy.answers for row in rows)
    notes = (UNREADABLE_NOTE, RUNS_NOTE)
    return table_of(DepthWidthRow, rows, n, excluded, notes, ordered=True)
