"""Accuracy by the kind of question."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import AccuracyRow
from sessions.report.rows import Rows, column, group, table_of, telling
from sessions.report.study import StudyData


@dataclass(frozen=True, slots=True)
class KindRow:
    """One kind of question."""

    kind: Annotated[str, column("kind", "text")]
    form: Annotated[str, telling("form", "text")]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every kind asked in the main blocks."""
    judged = study.judged
    found = judged.by(judged.asked.kind)
    rows = [
        KindRow(study.kinds[kind], form, judged.accuracy(these))
        for kind in found
        for form, these in study.by_form(judged.asked, found[kind])
    ]
    return table_of(KindRow, rows, judged.n, judged.excluded)
