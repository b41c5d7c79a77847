"""Quartiles of people's time per question."""

from sessions.report.charts.drawing import (
    INCHES,
    INK,
    PEOPLE,
    ROOM,
    Drawn,
    Figures,
    axis_label,
    label_lines,
    named,
    row_presentation,
    translated,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "time per question"


def draw(table: Table, figure: Figures) -> Drawn:
    """Quartiles of the time per question."""
    rows = [row for row in table.by_name() if row["median"] is not None]
    if not rows:
        return
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(rows)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(reversed(rows)):
        low, high = row["lower quartile"], row["upper quartile"]
        axes.barh(place, high - low, left=low, height=0.5, color=PEOPLE, alpha=0.5)
        axes.plot([row["median"]] * 2, [place - 0.25, place + 0.25], color=INK)
    label_lines(
        axes,
        [named(translated(str(row["block"])), row_presentation(row)) for row in reversed(rows)],
    )
    axes.set_xlim(0, ROOM * max(row["upper quartile"] for row in rows) or None)
    axes.set_xlabel(axis_label(phrase("seconds per confirmed answer: quartiles and median")))
    yield phrase("Time per question"), drawn
