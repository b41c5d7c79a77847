"""Accuracy by every attribute of items that groups them."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from sessions.report.judged import AccuracyRow, QuestionAnswers, grouped
from sessions.report.rows import Rows, column, group, size, table_of
from sessions.report.study import StudyData

MOST_VALUES = 30
"""An attribute with more values than this tells items apart rather than grouping them."""


@dataclass(frozen=True, slots=True)
class AttributeRow:
    """One value of one attribute."""

    attribute: Annotated[str, column("attribute", "text")]
    value: Annotated[str, column("value", "text")]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every value of every attribute of few values."""
    judged = study.judged
    rows: list[AttributeRow] = []
    skipped = 0
    for name in sorted(
        {name for question in judged.questions for name in question.item.attributes}
    ):
        having = [question for question in judged.questions if name in question.item.attributes]
        groups = grouped(judged, having, partial(_value, name))
        if len(groups) > MOST_VALUES:
            skipped += 1
            continue
        rows += [AttributeRow(name, value, groups[value]) for value in sorted(groups, key=size)]
    excluded = dict(judged.excluded) | {f"attributes of more than {MOST_VALUES} values": skipped}
    return table_of(AttributeRow, rows, len(judged.results), excluded)


def _value(name: str, question: QuestionAnswers) -> str:
    return told(question.item.attributes[name])


def told(value: object) -> str:
    """A value as the table has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
