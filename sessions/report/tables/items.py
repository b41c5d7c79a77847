"""Accuracy of every item, and the median time of its confirmed answers."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import AccuracyRow, QuestionAnswers
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study import StudyData
from study.statistics.spread import spread


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item of one block."""

    block: Annotated[str, column("block", "text")]
    item: Annotated[str, column("item", "text")]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]
    median: Annotated[float | None, column("median seconds", "seconds")]


def table(study: StudyData) -> Rows:
    """Every item of the main blocks that was answered."""
    judged = study.judged
    groups: dict[tuple[str, str], list[QuestionAnswers]] = {}
    for question in judged.questions:
        groups.setdefault((question.block, question.item.id), []).append(question)
    rows = []
    for (block, item), these in sorted(groups.items()):
        answers = (result for question_answers in these for result in question_answers.results)
        confirmed = (result.seconds for result in answers if result.ending == "confirmed")
        times = spread([seconds for seconds in confirmed if seconds is not None])
        accuracy = judged.accuracy(these, one_item=True)
        rows.append(ItemRow(block, item, accuracy, times.median if times else None))
    return table_of(ItemRow, rows, len(judged.results), judged.excluded)
