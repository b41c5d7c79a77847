"""Multiple choice: the accuracy by type of question."""

from sessions.report.charts.drawing import (
    ENTRY,
    INCHES,
    INK,
    MOST_LINES,
    SHADES,
    Drawn,
    Figures,
    RespondentKey,
    axis_label,
    draw_guessing,
    draw_legend,
    draw_point,
    labels_of,
    run_label,
    title_of_part,
    translated,
    who_of,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "multiple choice"


def draw(table: Table, figure: Figures) -> Drawn:
    """With intervals: people, and the first run of each setting."""
    rows_with_value = [row for row in table.by_name() if row["ACC"] is not None]
    least: dict[RespondentKey, int] = {}
    for row in rows_with_value:
        least[who_of(row)] = min(least.get(who_of(row), row["run"] or 0), row["run"] or 0)
    # One run per setting: more lines would be indistinguishable.
    rows = [row for row in rows_with_value if (row["run"] or 0) == least[who_of(row)]]
    types = list(dict.fromkeys(row["question type"] for row in rows))
    if len(types) < 2:
        return
    if "all" in types:
        types.remove("all")
    runs = {who_of(row): row for row in rows}
    names = list(runs)
    drawn_lines = [who for who in names if runs[who]["kind"] != "model"]
    drawn_lines += [who for who in names if runs[who]["kind"] == "model"]
    drawn_lines = drawn_lines[:MOST_LINES]
    step = len(drawn_lines) + 1.5
    height = 1.0 + 0.17 * step * len(types) + ENTRY * len(drawn_lines)
    drawn = figure(figsize=(INCHES, height), layout="constrained")
    axes = drawn.add_subplot()
    cells = {(who_of(row), row["question type"]): row for row in rows}
    for number, name in enumerate(types):
        for place, who in enumerate(drawn_lines):
            cell = cells.get((who, name))
            if cell is not None:
                at = -(number * step + place)
                draw_point(axes, cell, "ACC", at, SHADES[place % len(SHADES)])
    places = [-(n * step + (len(drawn_lines) - 1) / 2) for n in range(len(types))]
    axes.set_yticks(places, [", ".join(map(translated, name.split(", "))) for name in types])
    axes.set_ylim(1.25 - step * len(types), 1.25)
    for number in range(1, len(types)):
        axes.axhline(-(number * step - 1.25), color=INK, lw=0.3)
    axes.set_xlim(0, 1)
    axes.set_xlabel(axis_label(phrase("{figure} with its 95 % interval", figure="ACC")))
    labels = labels_of(names)
    draw_legend(axes, [(who[1], run_label(labels, runs[who])) for who in drawn_lines])
    draw_guessing(axes)
    yield title_of_part(phrase("ACC by question type"), drawn_lines, names), drawn
