"""The columns of a report's table as people read them: an interval is in the cell of its figure.

Owns the merging. Files and other programs get bounds as separate columns.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from items.asking.prices import amount
from solver.phrases import Phrase
from tui.i18n import _
from tui.state.report_words import localized
from tui.text import fit, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.report.report_tables import Table
    from sessions.report.rows import Cell, Column

DASH = "–"
"""A figure without data; never 0."""
WIDEST_TEXT = 96
"""Maximum width of a text; ids of generated items fit."""
LEVEL = "95\N{NO-BREAK SPACE}%"
"""Nominal confidence of every interval in the report."""


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column with its cells as text."""

    name: str
    """The table's name for it; `head` adds that figures have intervals."""
    unit: str
    figures: tuple[str, ...]
    bounds: tuple[str, ...] | None = None
    """The interval of each figure, "" where there is none; None for a column without intervals."""

    @property
    def left(self) -> bool:
        """Whether the column is left-aligned: words are, figures are not."""
        return self.unit in ("text", "prose", "time")

    def head(self, word: str) -> str:
        """The head of the column, where `word` is its name in the reader's language."""
        return word if self.bounds is None else f"{word} ({LEVEL})"

    @property
    def cells(self) -> tuple[str, ...]:
        """Figures with their intervals, padded so that figures are aligned."""
        if self.bounds is None:
            return self.figures
        bounds = [f"({bound})" if bound else "" for bound in self.bounds]
        size = max(map(len, bounds), default=0)
        both = zip(self.figures, bounds, strict=True)
        return tuple(f"{figure} {bound.rjust(size)}" if size else figure for figure, bound in both)


def shown_columns(table: "Table") -> list[ShownColumn]:
    """A table's columns in order, with bounds merged into their figures."""
    cells: dict[str, Sequence[Cell]] = dict(
        zip((column.name for column in table.columns), zip(*table.rows, strict=True), strict=False)
    )
    ends: dict[str, list[str]] = {}
    for column in table.columns:
        if column.end_of:
            ends.setdefault(column.end_of, []).append(column.name)
    columns: list[ShownColumn] = []
    for column in table.columns:
        if column.end_of:
            continue
        figures: tuple[str, ...] = ("" if columns else DASH,)
        bounds: tuple[str, ...] = ("",)
        if cells:
            figures = tuple(cell_text(cell, column) for cell in cells[column.name])
        if cells and column.name in ends:
            spans = zip(*(cells[end] for end in ends[column.name]), strict=True)
            bounds = tuple(_span(low, high, column) for low, high in spans)
        columns.append(
            # The head mentions intervals only if the column has any.
            ShownColumn(plain(column.name), column.unit, figures, bounds if any(bounds) else None)
        )
    return columns


def _span(low: "Cell", high: "Cell", column: "Column") -> str:
    if low is None or high is None:
        return ""
    ends = [cell_text(end, column).removesuffix(" %") for end in (low, high)]
    if any(end.startswith("-") for end in ends):
        return _("{low} to {high}").format(low=ends[0], high=ends[1])
    return "–".join(ends)


def cell_text(cell: "Cell", column: "Column") -> str:
    """A cell, formatted by its unit."""
    if cell is None:
        return DASH
    if isinstance(cell, str):
        cell = localized(cell) if isinstance(cell, Phrase) else cell
        if column.unit == "time":
            cell = cell[:16].replace("T", " ")
        if column.unit == "prose":
            return plain(cell) or DASH
        return fit(plain(cell), WIDEST_TEXT) or DASH
    if column.unit == "share":
        return f"{_rounded(100 * cell, 1)} %"
    if column.unit == "p":
        return f"{cell:.3f}" if cell >= 0.001 else "<0.001"
    if column.unit == "seconds":
        return f"{_rounded(cell, 1)} s"
    if column.unit == "money":
        return amount(cell)
    return str(cell) if isinstance(cell, int) else _rounded(cell, 2)


def _rounded(value: float, places: int) -> str:
    """Rounded to this number of places; zero has no sign."""
    text = f"{value:.{places}f}"
    return text if float(text) else text.removeprefix("-")
