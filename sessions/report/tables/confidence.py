"""Accuracy by how sure the participant was."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import AccuracyRow, Judged, accuracy, count, sample_of
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study import StudyData
from sessions.results import Result


@dataclass(frozen=True, slots=True)
class ConfidenceRow:
    """One rating."""

    confidence: Annotated[int, column("confidence")]
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows:
    """Every rating; no rows where nobody was asked."""
    judged = study.judged
    ratings: dict[int, list[Result]] = {rating: [] for rating in range(1, 6)}
    for result in judged.results:
        if result.confidence is not None:
            ratings[result.confidence].append(result)
    rated = Judged(
        tuple(one for these in ratings.values() for one in these), judged.excluded, study.clusters
    )
    asked = any(result.block.confidence for result in judged.results)
    rows = [
        ConfidenceRow(
            rating, accuracy(count(these), sample_of(these, study.clusters), free=rated.free)
        )
        for rating, these in ratings.items()
    ]
    missing = len(judged.results) - len(rated.results)
    excluded = dict(judged.excluded) | {"answers without a rating": missing}
    return table_of(ConfidenceRow, rows if asked else [], len(rated.results), excluded)
