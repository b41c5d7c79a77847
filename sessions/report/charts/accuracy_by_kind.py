"""People's accuracy by kind of question."""

from sessions.report.charts.drawing import (
    INCHES,
    PEOPLE,
    Drawn,
    Figures,
    draw_open,
    draw_point,
    label_lines,
    label_with_open,
    named,
    open_bounds,
    row_presentation,
    translated,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "accuracy by question kind"


def draw(table: Table, figure: Figures) -> Drawn:
    """People's accuracy by kind of question."""
    rows = [row for row in table.by_name() if row["accuracy"] is not None or open_bounds(row)]
    if len(rows) < 2:
        return
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(rows)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(reversed(rows)):
        if open_bounds(row):
            draw_open(axes, row, place, PEOPLE)
        else:
            draw_point(axes, {**row, "kind": "people"}, "accuracy", place, PEOPLE)
    label_lines(
        axes, [named(translated(str(row["kind"])), row_presentation(row)) for row in reversed(rows)]
    )
    axes.set_xlim(0, 1)
    label = phrase("{figure} with its 95 % interval", figure=phrase("accuracy"))
    axes.set_xlabel(label_with_open(label, rows))
    yield phrase("Accuracy by kind of question"), drawn
