"""Quartiles, median and 90th percentile of response times, people and models together."""

from sessions.report.charts.drawing import (
    INCHES,
    INK,
    MARKS,
    MOST_ROWS,
    ROOM,
    Drawn,
    Figures,
    axis_label,
    label_lines,
    labels_of,
    run_label,
    who_of,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "response times"


def draw(table: Table, figure: Figures) -> Drawn:
    """Quartiles, median and 90th percentile, people and models together."""
    rows = [row for row in table.by_name() if row["median"] is not None]
    if not rows:
        return
    rows.sort(key=lambda row: row["median"], reverse=True)
    drawn_rows = rows[-MOST_ROWS:]
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(drawn_rows)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(drawn_rows):
        low, high = row["lower quartile"], row["upper quartile"]
        colour, _ = MARKS[row["kind"]]
        axes.barh(place, high - low, left=low, height=0.5, color=colour, alpha=0.5)
        axes.plot([high, row["90th percentile"]], [place, place], color=colour, lw=1.5)
        axes.plot([row["median"]] * 2, [place - 0.25, place + 0.25], color=INK)
    labels = labels_of(map(who_of, rows))
    label_lines(axes, [run_label(labels, row) for row in drawn_rows])
    axes.set_xlim(0, ROOM * max(row["90th percentile"] for row in drawn_rows) or None)
    label = phrase("seconds: quartiles and median, and a line to the 90th percentile")
    axes.set_xlabel(axis_label(label))
    title = phrase("Response times")
    if len(drawn_rows) < len(rows):
        title = phrase(
            "Response times, the fastest {shown} of {all}", shown=len(drawn_rows), all=len(rows)
        )
    yield title, drawn
