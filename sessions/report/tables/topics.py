"""Accuracy of truth values by topic."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import SettingColumns
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.truth_counts import TruthAccuracyRow, accuracy, by_attributes
from sessions.report.truth_notes import RUNS_NOTE, UNREADABLE_NOTE
from solver.phrases import phrase

NAME = phrase("topics")
ATTRIBUTES = ("topic",)


@dataclass(frozen=True, slots=True)
class TopicRow:
    """One setting's tasks on one topic."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    topic: Annotated[str, column("topic", "text")]
    accuracy: Annotated[TruthAccuracyRow, group(TruthAccuracyRow)]


def table(data: ComparingData) -> Rows:
    """Every setting, over items that have these attributes (QMFOL, section 4.2)."""
    cells, without_topic = by_attributes(data.truths, ATTRIBUTES)
    rows = [
        TopicRow(truth.columns, topic, accuracy(truth.answers_to(questions)))
        for truth, by_values in zip(data.truths, cells, strict=True)
        for (topic,), questions in by_values.items()
    ]
    excluded = {phrase("answers to items without topic"): without_topic}
    n = sum(row.accuracy.answers for row in rows)
    notes = (UNREADABLE_NOTE, RUNS_NOTE)
    return table_of(TopicRow, rows, n, excluded, notes, ordered=True)
