"""Accuracy by every attribute that groups items."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import AccuracyRow
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, group, size, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase

NAME = phrase("accuracy by item attribute")
MOST_VALUES = 30
"""An attribute with more values than this identifies items rather than grouping them."""


@dataclass(frozen=True, slots=True)
class AttributeRow:
    """One value of one attribute."""

    attribute: Annotated[str, column("attribute", "text")]
    value: Annotated[str, column("value", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every value of every attribute with few values."""
    judged = study.judged
    items = judged.questions.item
    present = set(items[judged.places].tolist())
    attributes = {number: study.items[number].attributes for number in present}
    rows: list[AttributeRow] = []
    skipped = 0
    for name in sorted({name for each in attributes.values() for name in each}):
        having = {
            number: _value_text(each[name]) for number, each in attributes.items() if name in each
        }
        values, places = study.coded(having, items)
        if len(values) > MOST_VALUES:
            skipped += 1
            continue
        places_by_value = {
            values[place]: sort_places for place, sort_places in judged.by(places).items()
        }
        rows += [
            AttributeRow(name, value, sort, judged.accuracy(sort_places))
            for value in sorted(sorted(places_by_value), key=size)
            for sort, sort_places in study.by_sort(judged.questions, places_by_value[value])
        ]
    too_many = phrase("attributes of more than {n} values", n=MOST_VALUES)
    excluded = {**judged.excluded, too_many: skipped}
    return table_of(AttributeRow, rows, judged.n, excluded)


def _value_text(value: object) -> str:
    """A value as text in the table."""
    return str(value).lower() if isinstance(value, bool) else str(value)
