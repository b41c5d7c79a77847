"""Accuracy of every item, and the median time of its confirmed answers."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import AccuracyRow
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase
from study.statistics.spread import spread

NAME = phrase("items")


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item of one block."""

    block: Annotated[str, column("block", "text")]
    item: Annotated[str, column("item", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]
    median: Annotated[float | None, column("median seconds", "seconds")]


def table(study: StudyData) -> Rows:
    """Every answered item of the main blocks."""
    judged = study.judged
    questions = judged.questions
    names, places = study.coded({n: item.id for n, item in study.items.items()}, questions.item)
    places_by_item = judged.by(questions.block * max(len(names), 1) + places)
    listed = sorted(
        (study.blocks[key // len(names)], names[key % len(names)], item_places)
        for key, item_places in places_by_item.items()
    )
    rows = []
    apart = (
        (block, item, sort, item_places)
        for block, item, places_of_item in listed
        for sort, item_places in study.by_sort(questions, places_of_item)
    )
    for block, item, sort, item_places in apart:
        confirmed = item_places[judged.settled[item_places] & ~questions.late[item_places]]
        times = spread(questions.times(confirmed))
        accuracy = judged.accuracy(item_places, one_item=True)
        rows.append(ItemRow(block, item, sort, accuracy, times.median if times else None))
    notes = (study.sampling.item_note,)
    return table_of(ItemRow, rows, judged.n, judged.excluded, notes, sampled=False)
