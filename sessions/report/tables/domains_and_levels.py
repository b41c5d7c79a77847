"""F1 of truth values for each domain and level."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import SettingColumns
from sessions.report.rows import Rows, column, figure, group, table_of
from sessions.report.truth_counts import TruthAccuracyRow, accuracy, by_attributes
from sessions.report.truth_notes import F1_NOTE, RUNS_NOTE, UNREADABLE_NOTE
from solver.phrases import phrase
from study.metrics.gold_f1 import METRIC as GOLD_F1
from study.metrics.weighted_f1 import METRIC as WEIGHTED_F1
from study.statistics.samples import Estimate

NAME = phrase("domains and levels")
ATTRIBUTES = ("domain", "level")


@dataclass(frozen=True, slots=True)
class DomainLevelRow:
    """One setting's tasks of one domain and level."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    domain: Annotated[str, column("domain", "text")]
    level: Annotated[str, column("level", "text")]
    accuracy: Annotated[TruthAccuracyRow, group(TruthAccuracyRow)]
    gold_f1: Annotated[Estimate | None, figure(GOLD_F1)]
    weighted_f1: Annotated[Estimate | None, figure(WEIGHTED_F1)]


def table(data: ComparingData) -> Rows:
    """Every setting, domain and level (ContextHub, section 5.1)."""
    cells, without_attributes = by_attributes(data.truths, ATTRIBUTES)
    rows: list[DomainLevelRow] = []
    for truth, by_values in zip(data.truths, cells, strict=True):
        for (domain, level), questions in by_values.items():
            answers = truth.answers_to(questions)
            f1 = GOLD_F1.estimate(answers), WEIGHTED_F1.estimate(answers)
            rows.append(DomainLevelRow(truth.columns, domain, level, accuracy(answers), *f1))
    excluded = {phrase("answers to items without domain or level"): without_attributes}
    n = sum(row.accuracy.answers for row in rows)
    notes = (UNREADABLE_NOTE, RUNS_NOTE, F1_NOTE)
    return table_of(DomainLevelRow, rows, n, excluded, notes, ordered=True)
