"""Accuracy by the participant's confidence."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import AccuracyRow
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase

NAME = phrase("confidence against accuracy")


@dataclass(frozen=True, slots=True)
class ConfidenceRow:
    """One rating."""

    confidence: Annotated[int, column("confidence")]
    presentation: Annotated[Presentation, group(Presentation)]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows | None:
    """Every rating; None where it was not asked."""
    judged = study.judged
    questions = judged.questions
    rated = (judged.settled & (questions.confidence > 0)).nonzero()[0]
    asking = {study.blocks.index(name) for name in study.rates}
    if asking.isdisjoint(questions.block[judged.places].tolist()):
        return None
    free = questions.free(rated)
    places_by_rating = judged.by(questions.confidence)
    rows = [
        ConfidenceRow(n, sort, judged.accuracy(sort_places, free=free))
        for n in range(1, 6)
        for sort, sort_places in study.by_sort(questions, places_by_rating[n])
    ]
    excluded = {**judged.excluded, phrase("answers without a rating"): judged.n - len(rated)}
    return table_of(ConfidenceRow, rows, len(rated), excluded)
