"""How far people differ in their accuracy."""

from collections.abc import Sequence
from typing import Any

from sessions.report.charts.drawing import (
    INCHES,
    PEOPLE,
    Drawn,
    Figures,
    axis_label,
    by_presentation,
    open_bounds,
    title_in,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase
from study.statistics.spread import quantile

TABLE = "participants"
FEWEST_PEOPLE = 3


def draw(table: Table, figure: Figures) -> Drawn:
    """Each person's share of right answers in ascending order, without names; the middle half is
    shaded."""
    for sort, everybody in by_presentation(table.by_name()).items():
        rows = [row for row in everybody if row["accuracy"] is not None]
        # People with unsettled answers have no figure, and the others alone would misrepresent how
        # people differ.
        if len(rows) >= FEWEST_PEOPLE and not any(map(open_bounds, everybody)):
            title = phrase("How far people differ ({n} people)", n=len(rows))
            yield title_in(sort, title), _shares(sorted(row["accuracy"] for row in rows), figure)


def _shares(values: Sequence[float], figure: Figures) -> Any:
    """Number of people at or below each accuracy, in ascending order."""
    drawn = figure(figsize=(INCHES, 2.6), layout="constrained")
    axes = drawn.add_subplot()
    low, middle, high = (quantile(values, share) for share in (0.25, 0.5, 0.75))
    axes.axvspan(low, high, color=PEOPLE, alpha=0.18, lw=0)
    axes.axvline(middle, color=PEOPLE, lw=1.2)
    shares = [(place + 1) / len(values) for place in range(len(values))]
    axes.plot(values, shares, "s", color=PEOPLE, ms=4)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.05)
    axes.set_ylabel(axis_label(phrase("share of people")))
    label = phrase("accuracy of a person: this many are no better; line: median, band: middle half")
    axes.set_xlabel(axis_label(label))
    return drawn
