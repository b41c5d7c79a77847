"""Rates of misreadings with their intervals, groups side by side."""

from collections.abc import Sequence
from typing import Any

from sessions.report.charts.drawing import (
    ENTRY,
    INCHES,
    INK,
    LEGEND_PLACE,
    MODEL,
    MOST_ROWS,
    PEOPLE,
    Drawn,
    Figures,
    axis_label,
    by_presentation,
    title_in,
    translated,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "misreadings"
GROUPS = {"people": (PEOPLE, ""), "models": (MODEL, "//"), "simulated": (PEOPLE, "...")}
"""Colour and hatching of each group of respondents."""


def draw(table: Table, figure: Figures) -> Drawn:
    """Rates of misreadings with their intervals, groups side by side."""
    rows = [row for row in table.by_name() if row["rate"] is not None]
    for sort, own_rows in by_presentation(rows).items():
        yield title_in(sort, phrase("Misreadings")), _rates(own_rows, figure)


def _rates(rows: Sequence[dict[str, Any]], figure: Figures) -> Any:
    from matplotlib.patches import Patch

    groups = list(dict.fromkeys(row["group"] for row in rows))
    names = list(dict.fromkeys(row["misreading"] for row in rows))[:MOST_ROWS]
    height = 1.0 + 0.14 * (len(groups) + 1) * len(names) + ENTRY * len(groups)
    drawn = figure(figsize=(INCHES, height), layout="constrained")
    axes = drawn.add_subplot()
    cells = {(row["group"], row["misreading"]): row for row in rows}
    width = 0.8 / len(groups)
    drawn_rows: list[Any] = []
    # Dark hatching would hide the part of an interval that lies on its bar.
    texture: dict[str, Any] = {"edgecolor": "white", "linewidth": 0}
    for number, group in enumerate(groups):
        colour, hatch = GROUPS.get(group, (PEOPLE, "..."))
        look: dict[str, Any] = {"facecolor": colour, "alpha": 0.6, "hatch": hatch, **texture}
        for place, name in enumerate(names):
            cell = cells.get((group, name))
            if cell is not None:
                at = -place - (number - (len(groups) - 1) / 2) * width
                axes.barh(
                    at, cell["rate"], width, facecolor=colour, alpha=0.6, **texture, hatch=hatch
                )
                ends = [cell["low"], cell["high"]]
                axes.plot(ends, [at, at], color=INK, lw=1.2, marker="|", markersize=5)
        drawn_rows.append(Patch(**look, label=translated(phrase(group))))
    axes.set_yticks([-place for place in range(len(names))], list(map(translated, names)))
    axes.set_xlim(0, 1)
    label = phrase("how often it is made where it would change something, with its 95 % interval")
    axes.set_xlabel(axis_label(label))
    drawn.legend(handles=drawn_rows, **LEGEND_PLACE)
    return drawn
