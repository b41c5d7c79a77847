"""Accuracy by the number of distractors."""

from typing import Any

from sessions.report.charts.drawing import (
    ENTRY,
    INCHES,
    LEGEND_PLACE,
    MARKS,
    MOST_LINES,
    SHADES,
    Drawn,
    Figures,
    RespondentKey,
    axis_label,
    labels_of,
    title_of_part,
    who_of,
)
from sessions.report.report_tables import Table
from solver.phrases import phrase

TABLE = "distractors"


def draw(table: Table, figure: Figures) -> Drawn:
    """Accuracy by number of distractors, one line per setting, with intervals."""
    groups: dict[RespondentKey, list[dict[str, Any]]] = {}
    for row in table.by_name():
        if row["accuracy"] is not None:
            who = who_of(row)
            groups.setdefault(who, []).append(row)
    lines = {who: rows for who, rows in groups.items() if len(rows) > 1}
    if not lines:
        return
    labels = labels_of(lines)
    drawn_lines = list(lines)[:MOST_LINES]
    drawn = figure(figsize=(INCHES, 2.8 + ENTRY * len(drawn_lines)), layout="constrained")
    axes = drawn.add_subplot()
    places = sorted({row["distractors"] for rows in lines.values() for row in rows})
    for number, who in enumerate(drawn_lines):
        rows = sorted(lines[who], key=lambda row: row["distractors"])
        # Offset sideways to keep intervals distinguishable.
        offset = 0.02 * (places[-1] - places[0]) * (number - (len(drawn_lines) - 1) / 2) / 2
        axes.errorbar(
            [row["distractors"] + offset for row in rows],
            [row["accuracy"] for row in rows],
            yerr=[
                [row["accuracy"] - row["low"] for row in rows],
                [row["high"] - row["accuracy"] for row in rows],
            ],
            fmt=f"{MARKS[who[1]][1]}-",
            color=SHADES[number % len(SHADES)],
            lw=1.2,
            ms=4,
            capsize=2,
            label=labels[who],
        )
    axes.set_xticks(places)
    axes.set_ylim(0, 1)
    axes.set_xlabel(axis_label("distractors"))
    axes.set_ylabel(
        axis_label(phrase("{figure} with its 95 % interval", figure=phrase("accuracy")))
    )
    drawn.legend(**LEGEND_PLACE)
    yield title_of_part(phrase("Distractors"), drawn_lines, list(lines)), drawn
