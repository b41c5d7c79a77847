"""Accuracy of each block of a study."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import AccuracyRow
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study import StudyData


@dataclass(frozen=True, slots=True)
class BlockRow:
    """One block."""

    block: Annotated[str, column("block", "text")]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every block, the qualification included."""
    judged = study.judged_everywhere
    rows = [
        BlockRow(
            name,
            judged.accuracy(question for question in judged.questions if question.block == name),
        )
        for name in study.blocks
    ]
    return table_of(BlockRow, rows, len(judged.results), judged.excluded)
