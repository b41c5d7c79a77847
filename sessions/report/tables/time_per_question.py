"""Time per confirmed answer."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from sessions.report.rows import Rows, column, figure, table_of
from sessions.report.study import StudyData
from sessions.results import Result
from study.metrics.metric import Metric
from study.metrics.times import LOWER_QUARTILE, MEDIAN, UPPER_QUARTILE
from study.statistics.samples import Estimate
from study.statistics.spread import Spread, spread


@dataclass(frozen=True, slots=True)
class TimeRow:
    """One block."""

    block: Annotated[str, column("block", "text")]
    answers: Annotated[int, column("answers")]
    lower: Annotated[Estimate | None, figure(LOWER_QUARTILE)]
    median: Annotated[Estimate | None, figure(MEDIAN)]
    upper: Annotated[Estimate | None, figure(UPPER_QUARTILE)]
    median_right: Annotated[float | None, column("median when right", "seconds")]
    median_wrong: Annotated[float | None, column("median when wrong", "seconds")]


def table(study: StudyData) -> Rows:
    """Quartiles of every block, and the medians of right and of wrong answers."""
    confirmed = [result for result in study.everything if result.ending == "confirmed"]
    rows = []
    for name in study.blocks:
        these = [result for result in confirmed if result.block.id == name]
        times = _times(these)
        right = _times(result for result in these if result.score.right is True)
        wrong = _times(result for result in these if result.score.right is False)
        rows.append(
            TimeRow(
                name,
                len(these),
                _figure(LOWER_QUARTILE, times),
                _figure(MEDIAN, times),
                _figure(UPPER_QUARTILE, times),
                right.median if right else None,
                wrong.median if wrong else None,
            )
        )
    timed_out = sum(result.ending == "timed_out" for result in study.everything)
    return table_of(TimeRow, rows, len(confirmed), {"timed-out answers": timed_out})


def _times(results: Iterable[Result]) -> Spread | None:
    return spread([result.seconds for result in results if result.seconds is not None])


def _figure(metric: Metric[Spread], times: Spread | None) -> Estimate | None:
    return None if times is None else metric.estimate(times)
