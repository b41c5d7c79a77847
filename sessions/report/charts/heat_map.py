"""A figure by two properties of items, as a map of colours."""

from collections.abc import Sequence
from typing import Any

from sessions.report.charts.drawing import (
    INCHES,
    Draw,
    Drawn,
    Figures,
    axis_label,
    by_setting,
    fill_cells,
    number_of,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase


def heat_map(row_name: str, column_name: str, value: str) -> Draw:
    """Draws a figure in per cent by two columns, one map per setting."""

    def draw(table: Table, figure: Figures) -> Drawn:
        for name, rows in by_setting(table):
            title = phrase(
                "{figure} in per cent by {rows} and {columns}: {name}",
                figure=phrase(value),
                rows=phrase(row_name),
                columns=phrase(column_name),
                name=name,
            )
            yield title, _map(rows, figure)

    def _map(rows: Sequence[dict[str, Any]], figure: Figures) -> Any:
        ys = list(dict.fromkeys(row[row_name] for row in rows))
        xs = sorted({row[column_name] for row in rows}, key=lambda text: (len(text), text))
        cells = {(row[row_name], row[column_name]): row[value] for row in rows}
        grid = [[number_of(cells.get((y, x))) for x in xs] for y in ys]
        size = (min(INCHES, 2.5 + 0.7 * len(xs)), 1.0 + 0.3 * len(ys))
        drawn = figure(figsize=size, layout="constrained")
        axes = drawn.add_subplot()
        fill_cells(axes, grid, maximum=1, cmap="cividis")
        for place, line in enumerate(grid):
            for column, number in enumerate(line):
                if number == number:
                    colour = "white" if number < 0.5 else "black"
                    axes.text(column, place, f"{100 * number:.0f}", ha="center", va="center",
                              color=colour)  # fmt: skip
        axes.set_xticks(range(len(xs)), xs)
        axes.set_yticks(range(len(ys)), ys)
        axes.set_xlabel(axis_label(column_name))
        axes.set_ylabel(axis_label(row_name))
        return drawn

    return draw
