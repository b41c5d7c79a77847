"""What tables say where some free answers are settled by nobody.

Owns the record and its words. Such answers count neither as right nor as wrong: in place of the
figure stand the two it lies between, all of them wrong and all of them right.
"""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.rows import column
from solver.phrases import phrase
from study.statistics.multi import Bounds

NOTE = phrase(
    "where some free answers are settled by nobody, the figure is – and the two it lies between "
    "stand beside it: all of them wrong, all of them right"
)
CLASS_NOTE = phrase("no accuracy is told of items some of whose free answers are settled by nobody")


@dataclass(frozen=True, slots=True)
class Between:
    """The two ends of a figure that unsettled answers leave open."""

    unsettled: Annotated[int, column("unsettled")]
    low: Annotated[float | None, column("all wrong", "share")]
    high: Annotated[float | None, column("all right", "share")]


def between(unsettled: int, bounds: Bounds | None) -> Between | None:
    """The record for a row; None where every answer is settled."""
    if not unsettled or bounds is None:
        return None
    return Between(unsettled, bounds.all_wrong, bounds.all_right)
