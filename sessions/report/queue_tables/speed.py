"""The time of annotators on entries and checks."""

from dataclasses import dataclass
from typing import Annotated

from sessions.annotation.agreement_units import ALL_UNITS
from sessions.annotation.results import QueueResults
from sessions.report.rows import Estimates, Rows, column, estimates, figure, figures, table_of
from solver.phrases import phrase
from study.metrics.metric import TIMES
from study.metrics.times import LOWER_QUARTILE, MEDIAN, NINETIETH, UPPER_QUARTILE
from study.statistics.samples import Estimate
from study.statistics.spread import spread

NAME = phrase("annotation speed")
METRICS_WITH_COLUMNS = (LOWER_QUARTILE, MEDIAN, UPPER_QUARTILE, NINETIETH)
"""Metrics of times that have columns of their own, or none."""


@dataclass(frozen=True, slots=True)
class SpeedRow:
    """One annotator's time on one check, or on whole entries."""

    annotator: Annotated[str, column("annotator", "text")]
    check: Annotated[str, column("check", "text")]
    entries: Annotated[int, column("entries")]
    lower: Annotated[Estimate | None, figure(LOWER_QUARTILE)]
    median: Annotated[Estimate | None, figure(MEDIAN)]
    upper: Annotated[Estimate | None, figure(UPPER_QUARTILE)]
    estimates: Annotated[Estimates, figures(TIMES, METRICS_WITH_COLUMNS)]


def table(results: QueueResults) -> Rows:
    """Time on an entry and on each check, for submitted entries."""
    names = results.stored_queue.queue.annotators
    rows: list[SpeedRow] = []
    for who in (*names, ALL_UNITS):
        works = [
            work
            for submission in results.submissions.values()
            for name, work in submission.items()
            if who in (name, ALL_UNITS)
        ]
        rows.append(_speed(who, phrase("whole entry"), [work.used_ns / 1e9 for work in works]))
        for check in results.stored_queue.scheme.checks:
            times = [
                sum(ns for key, ns in work.check_ns.items() if key.partition("@")[0] == check.id)
                for work in works
            ]
            seconds = [time / 1e9 for time in times if time]
            if seconds:
                rows.append(_speed(who, check.id, seconds))
    return table_of(
        SpeedRow, rows, sum(len(submission) for submission in results.submissions.values())
    )


def _speed(annotator: str, check: str, seconds: list[float]) -> SpeedRow:
    times = spread(seconds)
    more = estimates(TIMES, times, METRICS_WITH_COLUMNS)
    if times is None:
        return SpeedRow(annotator, check, 0, None, None, None, more)
    lower, median, upper = (
        metric.estimate(times) for metric in (LOWER_QUARTILE, MEDIAN, UPPER_QUARTILE)
    )
    return SpeedRow(annotator, check, times.n, lower, median, upper, more)
