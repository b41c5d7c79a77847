"""Accuracy of each block of a study."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import AccuracyRow
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase

NAME = phrase("accuracy by block")


@dataclass(frozen=True, slots=True)
class BlockRow:
    """One block."""

    block: Annotated[str, column("block", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every block, including the qualification."""
    judged = study.judged_everywhere
    places_by_block = judged.by(judged.questions.block)
    rows = [
        BlockRow(name, sort, judged.accuracy(sort_places))
        for place, name in enumerate(study.blocks)
        for sort, sort_places in study.by_sort(judged.questions, places_by_block[place])
    ]
    return table_of(BlockRow, rows, judged.n, judged.excluded)
