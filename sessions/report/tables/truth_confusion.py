"""Answers by gold label."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import SettingColumns
from sessions.report.rows import Rows, by_name, column, group, table_of
from sessions.report.truth_notes import UNREADABLE_NOTE
from solver.phrases import phrase
from study.statistics.truth import ANSWERS, LABELS, together

NAME = phrase("truth values by gold")


@dataclass(frozen=True, slots=True)
class GoldRow:
    """One gold label in one setting on one benchmark."""

    benchmark: Annotated[str, column("benchmark", "text")]
    respondent: Annotated[SettingColumns, group(SettingColumns)]
    gold: Annotated[str, column("gold", "text", "the right answer")]
    answers: Annotated[Mapping[str, int], by_name(prefix="answered ")]


def table(data: ComparingData) -> Rows:
    """Every gold label that was asked."""
    rows: list[GoldRow] = []
    for truth in data.truths:
        for name, questions in truth.by_benchmark.items():
            counts = together(question.confusion for question in questions).confusion
            for gold in LABELS:
                answers = {answer: counts.get((gold, answer), 0) for answer in ANSWERS}
                if any((gold, answer) in counts for answer in ANSWERS):
                    rows.append(GoldRow(name, truth.columns, gold, answers))
    n = sum(setting.answers for setting in data.truths)
    return table_of(GoldRow, rows, n, {}, (UNREADABLE_NOTE,))
