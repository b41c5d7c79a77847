"""Accuracy by how sure the participant was."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import AccuracyRow, accuracy, count
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study import StudyData
from study.scoring import FREE


@dataclass(frozen=True, slots=True)
class ConfidenceRow:
    """One rating."""

    confidence: Annotated[int, column("confidence")]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every rating; no rows where nobody was asked."""
    judged = study.judged
    ratings: dict[int, list[int]] = {rating: [] for rating in range(1, 6)}
    for place, result in enumerate(judged.results):
        if result.confidence is not None:
            ratings[result.confidence].append(place)
    unsettled = Counter(result.confidence for result in judged.unsettled)
    rated = [judged.results[place] for places in ratings.values() for place in places]
    free = any(result.score.why in FREE for result in rated)
    asked = any(result.block.confidence for result in (*judged.results, *judged.unsettled))
    rows = [
        ConfidenceRow(
            rating,
            accuracy(
                count(judged.results[place] for place in places),
                judged.columns.sample(places),
                free=free,
                unsettled=unsettled[rating],
            ),
        )
        for rating, places in ratings.items()
    ]
    missing = len(judged.results) - len(rated)
    excluded = dict(judged.excluded) | {"answers without a rating": missing}
    return table_of(ConfidenceRow, rows if asked else [], len(rated), excluded)
