"""Accuracy and F1 scores of truth values."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import SettingColumns
from sessions.report.rows import Estimates, Rows, column, estimates, figures, group, table_of
from sessions.report.truth_notes import F1_NOTE, RUNS_NOTE, UNREADABLE_NOTE
from solver.phrases import phrase
from study.metrics.metric import TRUTHS

NAME = phrase("truth values by label")


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One setting on one benchmark."""

    benchmark: Annotated[str, column("benchmark", "text")]
    respondent: Annotated[SettingColumns, group(SettingColumns)]
    scores: Annotated[Estimates, figures(TRUTHS)]


def table(data: ComparingData) -> Rows:
    """Every setting on every benchmark (QMFOL, section 4; ContextHub, section 4, equation 4)."""
    rows = [
        LabelRow(name, truth.columns, estimates(TRUTHS, answers))
        for truth in data.truths
        for name, answers in truth.answers_by_benchmark.items()
    ]
    notes = (UNREADABLE_NOTE, RUNS_NOTE, F1_NOTE)
    n = sum(truth.answers for truth in data.truths)
    return table_of(LabelRow, rows, n, {}, notes, ordered=True)
