"""Time per confirmed answer."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import grouped
from sessions.report.presentation import Presentation
from sessions.report.rows import (
    Estimates,
    Rows,
    column,
    estimates,
    figure,
    figures,
    group,
    table_of,
)
from sessions.report.study_data import StudyData
from solver.phrases import phrase
from study.metrics.metric import TIMES, Metric
from study.metrics.times import LOWER_QUARTILE, MEDIAN, NINETIETH, UPPER_QUARTILE
from study.statistics.samples import Estimate
from study.statistics.spread import Spread, spread

NAME = phrase("time per question")
METRICS_WITH_COLUMNS = (LOWER_QUARTILE, MEDIAN, UPPER_QUARTILE, NINETIETH)
"""Metrics that have columns of their own here, or none."""


@dataclass(frozen=True, slots=True)
class TimeRow:
    """One block."""

    block: Annotated[str, column("block", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    answers: Annotated[int, column("answers")]
    lower: Annotated[Estimate | None, figure(LOWER_QUARTILE)]
    median: Annotated[Estimate | None, figure(MEDIAN)]
    upper: Annotated[Estimate | None, figure(UPPER_QUARTILE)]
    median_right: Annotated[float | None, column("median when right", "seconds")]
    median_wrong: Annotated[float | None, column("median when wrong", "seconds")]
    estimates: Annotated[Estimates, figures(TIMES, METRICS_WITH_COLUMNS)]


def table(study: StudyData) -> Rows:
    """Quartiles of every block, and the medians of right and of wrong answers."""
    questions = study.everything
    places_by_block = grouped(questions.block, ~questions.late)
    rows = []
    apart = (
        (name, sort, sort_places)
        for place, name in enumerate(study.blocks)
        for sort, sort_places in study.by_sort(questions, places_by_block[place])
    )
    for name, sort, sort_places in apart:
        times = spread(questions.times(sort_places))
        right = spread(questions.times(sort_places[questions.right[sort_places] == 1]))
        wrong = spread(questions.times(sort_places[questions.right[sort_places] == 0]))
        rows.append(
            TimeRow(
                name,
                sort,
                len(sort_places),
                _figure(LOWER_QUARTILE, times),
                _figure(MEDIAN, times),
                _figure(UPPER_QUARTILE, times),
                right.median if right else None,
                wrong.median if wrong else None,
                estimates(TIMES, times, METRICS_WITH_COLUMNS),
            )
        )
    late = int(questions.late.sum())
    return table_of(TimeRow, rows, len(questions) - late, {phrase("timed-out answers"): late})


def _figure(metric: Metric[Spread], times: Spread | None) -> Estimate | None:
    return None if times is None else metric.estimate(times)
