"""The accuracy of models and people with its interval."""

from sessions.report.charts.drawing import (
    INCHES,
    MARKS,
    MOST_ROWS,
    Drawn,
    Figures,
    draw_guessing,
    draw_open,
    label_lines,
    label_with_open,
    labels_of,
    open_bounds,
    run_label,
    who_of,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "accuracy of models and people"


def draw(table: Table, figure: Figures) -> Drawn:
    """Accuracy with its interval, people and models together."""
    rows = [row for row in table.by_name() if row["accuracy"] is not None or open_bounds(row)]
    # No row that is left out can be better than one with a figure, however it is settled.
    drawn_rows = sorted(rows, key=lambda row: (open_bounds(row) or (0.0, row["accuracy"]))[1])
    drawn_rows = drawn_rows[-MOST_ROWS:]
    # Rows without a figure are below the others.
    drawn_rows.sort(key=lambda row: open_bounds(row) or (1.0, row["accuracy"]))
    drawn = figure(figsize=(INCHES, 1.0 + 0.3 * len(drawn_rows)), layout="constrained")
    axes = drawn.add_subplot()
    for place, row in enumerate(drawn_rows):
        colour, mark = MARKS[row["kind"]]
        if open_bounds(row):
            draw_open(axes, row, place, colour)
            continue
        axes.plot([row["low"], row["high"]], [place, place], color=colour, lw=1.5)
        axes.plot(row["accuracy"], place, mark, color=colour)
    labels = labels_of(map(who_of, rows))
    label_lines(axes, [run_label(labels, row) for row in drawn_rows])
    axes.set_xlim(0, 1)
    label = phrase("accuracy with its 95 % interval (● models, ■ people)")
    if any(row["kind"] == "simulated" for row in drawn_rows):
        label = phrase("accuracy with its 95 % interval (● models, ■ people, ▲ simulated)")
    axes.set_xlabel(label_with_open(label, drawn_rows))
    title = phrase("Accuracy")
    if len(drawn_rows) < len(rows):
        title = phrase("Accuracy, the best {shown} of {all}", shown=len(drawn_rows), all=len(rows))
    draw_guessing(axes)
    yield title, drawn
