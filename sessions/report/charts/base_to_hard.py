"""From a benchmark's Base to its Hard items, one line per respondent."""

from collections.abc import Sequence
from statistics import fmean
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

TABLE = "items of several questions"
BASE_SUFFIX, HARD_SUFFIX = " Base", " Hard"
"""Suffixes in the names of benchmarks of which the second is a harder version of the first."""


def draw(table: Table, figure: Figures) -> Drawn:
    """From a benchmark's Base to its Hard items, one line per respondent; runs of a setting as
    their mean."""
    rows = table.by_name()
    names = dict.fromkeys(row["benchmark"] for row in rows)
    for hard in [name for name in names if name.endswith(HARD_SUFFIX)]:
        base = hard.removesuffix(HARD_SUFFIX) + BASE_SUFFIX
        if base not in names:
            continue
        figures = [
            word
            for word in ("Item Accuracy", "Sub-Q Accuracy")
            if any(row[word] is not None for row in rows)
        ]
        lines = {word: _ends_of(rows, word, base, hard) for word in figures}
        if not any(lines.values()):
            continue
        lines_drawn = dict.fromkeys(who for word in figures for who in lines[word])
        labels = labels_of(lines_drawn)
        drawn_lines = list(lines_drawn)[:MOST_LINES]
        drawn = figure(figsize=(INCHES, 2.8 + ENTRY * len(drawn_lines)), layout="constrained")
        for number, text in enumerate(figures, start=1):
            axes = drawn.add_subplot(1, len(figures), number)
            for place, who in enumerate(drawn_lines):
                if who in lines[text]:
                    colour = SHADES[place % len(SHADES)]
                    mark = MARKS[who[1]][1]
                    axes.plot([0, 1], lines[text][who], f"{mark}-", color=colour, label=labels[who])
            axes.set_xticks([0, 1], ["Base", "Hard"])
            axes.set_xlim(-0.2, 1.2)
            axes.set_ylim(0, 1)
            axes.set_ylabel(axis_label(text))
        drawn.legend(*axes.get_legend_handles_labels(), **LEGEND_PLACE)
        title = phrase("From Base to Hard: {name}", name=hard.removesuffix(HARD_SUFFIX))
        yield title_of_part(title, drawn_lines, list(lines_drawn)), drawn


def _ends_of(
    rows: Sequence[dict[str, Any]], figure: str, base: str, hard: str
) -> dict[RespondentKey, tuple[float, float]]:
    """Both ends of each setting's line, where it has both; none if unsettled answers leave the
    figure of one of its runs open, since there is no mean then."""
    ends: dict[RespondentKey, dict[str, list[float]]] = {}
    left_open: set[RespondentKey] = set()
    for row in rows:
        if row["benchmark"] not in (base, hard):
            continue
        who = who_of(row)
        if row[figure] is not None:
            ends.setdefault(who, {}).setdefault(row["benchmark"], []).append(row[figure])
        elif row.get("unsettled"):
            left_open.add(who)
    return {
        who: (fmean(own_ends[base]), fmean(own_ends[hard]))
        for who, own_ends in ends.items()
        if base in own_ends and hard in own_ends and who not in left_open
    }
