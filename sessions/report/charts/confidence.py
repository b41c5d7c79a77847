"""The share of right answers by people's confidence."""

from sessions.report.charts.drawing import (
    INCHES,
    LEGEND_PLACE,
    SHADES,
    Drawn,
    Figures,
    axis_label,
    by_presentation,
    translated,
)
from sessions.report.presentation import in_words
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "confidence against accuracy"


def draw(table: Table, figure: Figures) -> Drawn:
    """Share of right answers by people's confidence."""
    rows = [row for row in table.by_name() if row["accuracy"] is not None]
    if not rows:
        return
    drawn = figure(figsize=(INCHES * 0.6, 3.0), layout="constrained")
    axes = drawn.add_subplot()
    sorts = by_presentation(rows)
    for place, (sort, own_rows) in enumerate(sorts.items()):
        axes.errorbar(
            [row["confidence"] for row in own_rows],
            [row["accuracy"] for row in own_rows],
            yerr=[
                [row["accuracy"] - row["low"] for row in own_rows],
                [row["high"] - row["accuracy"] for row in own_rows],
            ],
            fmt="s-",
            color=SHADES[place % len(SHADES)],
            capsize=3,
            label=translated(in_words(sort)) if sort else "",
        )
    if len(sorts) > 1:
        drawn.legend(**LEGEND_PLACE)
    axes.set_xticks(range(1, 6))
    axes.set_ylim(0, 1)
    axes.set_xlabel(axis_label(phrase("how sure, from 1 to 5")))
    axes.set_ylabel(axis_label("accuracy"))
    yield phrase("Reliability of confidence"), drawn
