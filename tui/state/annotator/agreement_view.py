"""The tables of a queue in so many cells: intervals beside their figures, notes under their rows.

Owns this setting, which loses no column to a narrow screen. The figures are
`sessions.annotation.report`'s.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.state.draft import Line, Piece
from tui.state.report_columns import NOTHING, shown
from tui.text import fit, pad, plain, width, wrap

if TYPE_CHECKING:
    from sessions.report.build import Report, Table
    from sessions.report.rows import Cell

GAP = "  "
LEAST_NAME = 10
"""Cells below which no column of names gives way."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A column as it is set: a figure, perhaps with the ends of its interval."""

    name: str
    place: int
    interval: bool
    text: bool


def agreement_lines(report: "Report", cells: int) -> list[Line]:
    """All tables under one another."""
    lines: list[Line] = []
    for table in report.tables:
        lines += table_lines(table, cells)
        lines.append(Line())
    return lines or [Line((Piece("Nothing is submitted yet.", "muted"),))]


def table_lines(table: "Table", cells: int) -> list[Line]:
    """One table; intervals are left out, and that is said, where there is no room for them."""
    name = table.name[:1].upper() + table.name[1:]
    pair = (Piece(fit(name, cells - 12), "heading"), Piece(f"  n = {table.n}", "muted"))
    lines = [Line(pair)]
    columns = _folded(table)
    texts = [[_cell(table, row, column, True) for column in columns] for row in table.rows]
    sizes = _sizes(columns, texts, cells)
    short = sizes is None
    if sizes is None:
        texts = [[_cell(table, row, column, False) for column in columns] for row in table.rows]
        sizes = _sizes(columns, texts, cells) or [LEAST_NAME] * len(columns)
    heads = [column.name for column in columns]
    lines += _row(heads, sizes, columns, cells, "key")
    notes = [n for n, column in enumerate(table.columns) if column.name == "note"]
    for row, text in zip(table.rows, texts, strict=True):
        lines += _row(text, sizes, columns, cells, "plain")
        for n in notes:
            if row[n]:
                rows = wrap(plain(str(row[n])), max(cells - 4, 8))
                lines += [Line((Piece("    "), Piece(part, "muted"))) for part in rows]
    if not table.rows:
        lines.append(Line((Piece(NOTHING, "muted"),)))
    for why, number in table.excluded.items():
        lines.append(Line((Piece(fit(f"left out: {why} ({number})", cells), "muted"),)))
    if short and any(column.interval for column in columns):
        lines.append(Line((Piece(fit("95 % intervals: in a wider window", cells), "muted"),)))
    return lines


def _folded(table: "Table") -> list[Folded]:
    """The columns but notes; a figure and its ends are one, and what no row can have is none."""
    bounded = {column.end_of for column in table.columns}
    folded: list[Folded] = []
    for place, column in enumerate(table.columns):
        name = column.name
        empty = name == "ordinal alpha" and all(row[place] is None for row in table.rows)
        if not column.end_of and name != "note" and not empty:
            folded.append(Folded(name, place, name in bounded, column.unit == "text"))
    return folded


def _cell(table: "Table", row: "Sequence[Cell]", column: Folded, intervals: bool) -> str:
    unit = table.columns[column.place]
    message = shown(row[column.place], unit)
    low = row[column.place + 1] if column.interval else None
    high = row[column.place + 2] if column.interval else None
    if not intervals or low is None or high is None:
        return message
    ends = [shown(end, unit).removesuffix(" %") for end in (low, high)]
    return f"{message} [{ends[0]}, {ends[1]}]"


def _sizes(
    columns: Sequence[Folded], texts: Sequence[Sequence[str]], cells: int
) -> list[int] | None:
    """Widths of the columns; None where names would have to give way too much."""
    sizes = [
        max([width(column.name), *(width(row[n]) for row in texts)])
        for n, column in enumerate(columns)
    ]
    over = sum(sizes) + len(GAP) * (len(sizes) - 1) - cells
    for n, column in sorted(enumerate(columns), key=lambda pair: -sizes[pair[0]]):
        if over > 0 and column.text:
            less = min(over, max(sizes[n] - LEAST_NAME, 0))
            sizes[n] -= less
            over -= less
    return sizes if over <= 0 else None


def _row(
    texts: Sequence[str], sizes: Sequence[int], columns: Sequence[Folded], cells: int, role: str
) -> list[Line]:
    parts = [
        pad(fit(text, size), size)
        if column.text
        else " " * (size - width(fit(text, size))) + fit(text, size)
        for text, size, column in zip(texts, sizes, columns, strict=True)
    ]
    line = fit_right(GAP.join(parts), cells)
    return [Line((Piece(line, "key" if role == "key" else "plain"),))]


def fit_right(text: str, cells: int) -> str:
    """The text without what goes past the last cell; its spaces stay."""
    while width(text) > cells:
        text = text[:-1]
    return text
