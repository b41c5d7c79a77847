"""Accuracy by the kind of question."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import AccuracyRow, grouped
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study import StudyData


@dataclass(frozen=True, slots=True)
class KindRow:
    """One kind of question."""

    kind: Annotated[str, column("kind", "text")]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every kind asked in the main blocks."""
    judged = study.judged
    kinds = grouped(judged, judged.questions, lambda question_answers: question_answers.kind)
    rows = [KindRow(kind, accuracy) for kind, accuracy in kinds.items()]
    return table_of(KindRow, rows, len(judged.results), judged.excluded)
