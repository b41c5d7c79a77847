"""Questions whose time ran out, and those a block's time never let be reached."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import columns_of
from sessions.report.rows import Rows, column, share, table_of
from sessions.report.sampling import Clusters
from sessions.report.study import StudyData
from sessions.results import Result
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.samples import Estimate


@dataclass(frozen=True, slots=True)
class TimeOutRow:
    """One block."""

    block: Annotated[str, column("block", "text")]
    shown: Annotated[int, column("questions shown")]
    timed_out: Annotated[int, column("timed out")]
    share: Annotated[Estimate | None, share("share")]
    partial: Annotated[int, column("with an answer that was not confirmed")]
    not_reached: Annotated[int, column("not reached")]


def table(study: StudyData) -> Rows:
    """Every block."""
    over = [result for result in study.everything if result.over]
    rows = []
    for name in study.blocks:
        shown = [result for result in over if result.block.id == name]
        late = [result for result in shown if result.ending == "timed_out"]
        missed = sum(
            result.ending == "not_reached" and result.block.id == name
            for result in study.everything
        )
        rows.append(
            TimeOutRow(
                name,
                len(shown),
                len(late),
                _share(shown, study.clusters),
                sum(bool(result.answers) for result in late),
                missed,
            )
        )
    return table_of(TimeOutRow, rows, len(over))


def _share(shown: Sequence[Result], clusters: Clusters) -> Estimate | None:
    """Of the questions shown, those whose time ran out."""
    late = (result.ending == "timed_out" for result in shown)
    return ACCURACY.estimate(columns_of(shown, clusters, late).sample())
