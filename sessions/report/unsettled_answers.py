"""What tables show where nobody has settled some free answers.

Owns the record and its texts. Such answers count neither as right nor as wrong: the figure is
replaced by its two bounds, with all of them wrong and with all of them right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.rows import column
from solver.phrases import phrase
from study.metrics.metric import Metric
from study.metrics.settled_figures import ends_of
from study.metrics.uncertainty import BothIntervals
from study.statistics.sub_questions import Bounds, SubQuestions

NOTE = phrase(
    "if some free answers are unsettled, the figure is – with its two "
    "bounds next to it: all of them wrong, all of them right; for a "
    "difference, its smallest and greatest possible value"
)
SHARES = ("all wrong", "all right")
DIFFERENCES = (phrase("at least"), phrase("at most"))
"""The bounds of a difference, which are not those with all wrong or all right."""


@dataclass(frozen=True, slots=True)
class UnsettledRange:
    """The two bounds of a figure that unsettled answers leave open."""

    unsettled: Annotated[int, column("unsettled")]
    all_wrong: Annotated[float | None, column("all wrong", "share")]
    all_right: Annotated[float | None, column("all right", "share")]


def named_ends(
    figures: Mapping[str, tuple[Metric[SubQuestions], Sequence[SubQuestions]]],
) -> dict[str, float | None]:
    """For a `by_name` field: the two bounds of every figure that unsettled answers leave open, by
    its name. A figure is given with the answers of one run, or of several if it is their mean."""
    cells: dict[str, float | None] = {}
    for name, (metric, runs) in figures.items():
        ends = ends_of(metric, runs)
        if ends is not None:
            least, most = DIFFERENCES if isinstance(metric.interval, BothIntervals) else SHARES
            cells |= {f"{name} {least}": ends[0], f"{name} {most}": ends[1]}
    return cells


def between(unsettled: int, bounds: Bounds | None) -> UnsettledRange | None:
    """The record for a row; None where every answer is settled."""
    if not unsettled or bounds is None:
        return None
    return UnsettledRange(unsettled, bounds.all_wrong, bounds.all_right)
