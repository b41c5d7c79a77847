"""Accuracy by the kind of question."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import AccuracyRow
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase

NAME = phrase("accuracy by question kind")


@dataclass(frozen=True, slots=True)
class KindRow:
    """One kind of question."""

    kind: Annotated[str, column("kind", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every kind asked in the main blocks."""
    judged = study.judged
    places_by_kind = judged.by(judged.questions.kind)
    rows = [
        KindRow(study.kinds[kind], sort, judged.accuracy(sort_places))
        for kind in places_by_kind
        for sort, sort_places in study.by_sort(judged.questions, places_by_kind[kind])
    ]
    return table_of(KindRow, rows, judged.n, judged.excluded)
