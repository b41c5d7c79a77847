"""The tables of a queue in a given width: intervals beside their figures, notes below their rows.

Owns this layout, which keeps all columns on a narrow screen. The figures come from
`sessions.report.queue_tables`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.i18n import _
from tui.state.draft import Line, Piece
from tui.state.report_columns import DASH, cell_text
from tui.state.report_words import cell_word, localized, table_heading, word
from tui.text import cut, fit, pad, pad_left, plain, width, wrap

if TYPE_CHECKING:
    from sessions.report.report_tables import Report, Table
    from sessions.report.rows import Cell

GAP = "  "
LEAST_NAME_CELLS = 12
"""Minimum width of a column of names; longer names take several rows."""


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column in the layout: a figure, perhaps with the ends of its interval."""

    name: str
    place: int
    interval: bool
    text: bool


def agreement_lines(report: "Report", cells: int) -> list[Line]:
    """All tables, one below the other."""
    lines: list[Line] = []
    for table in report.tables:
        lines += table_lines(table, cells)
        lines.append(Line())
    return lines or [Line((Piece(_("Nothing is submitted yet."), "muted"),))]


def table_lines(table: "Table", cells: int) -> list[Line]:
    """One table. Where there is not enough room, intervals are omitted, which a note states, and
    further figures continue in another block."""
    name = table_heading(table.name)
    pair = (Piece(fit(name, cells - 12), "heading"), Piece(f"  n = {table.n}", "muted"))
    lines = [Line(pair)]
    columns = _folded(table)
    texts = [[_cell(table, row, column, True) for column in columns] for row in table.rows]
    sizes = _sizes(columns, texts, cells)
    short = sizes is None
    if sizes is None:
        texts = [[_cell(table, row, column, False) for column in columns] for row in table.rows]
        sizes = _sizes(columns, texts, cells) or _least(columns, texts)
    heads = [column.name for column in columns]
    notes = [n for n, column in enumerate(table.columns) if column.name == "note"]
    blocks = _blocks(columns, sizes, cells)
    for block in blocks:
        part = [columns[n] for n in block]
        widths = [sizes[n] for n in block]
        lines += _row([heads[n] for n in block], widths, part, cells, "key")
        for row, text in zip(table.rows, texts, strict=True):
            lines += _row([text[n] for n in block], widths, part, cells, "plain")
            for note in (row[n] for n in notes if block is blocks[-1]):
                rows = (
                    wrap(plain(localized(note)), max(cells - 4, 8)) if isinstance(note, str) else []
                )
                lines += [Line((Piece("    "), Piece(part, "muted"))) for part in rows if part]
    if not table.rows:
        lines.append(Line((Piece(DASH, "muted"),)))
    left_out = _("left out: {why} ({n})")
    for why, number in table.excluded.items():
        lines.append(
            Line((Piece(fit(left_out.format(why=localized(why), n=number), cells), "muted"),))
        )
    if short and any(column.interval for column in columns):
        lines.append(Line((Piece(fit(_("95 % intervals: in a wider window"), cells), "muted"),)))
    return lines


def _folded(table: "Table") -> list[FigureColumn]:
    """The columns without notes; a figure and its ends form one column, and one that is empty in
    all rows is dropped."""
    bounded = {column.end_of for column in table.columns}
    folded: list[FigureColumn] = []
    for place, column in enumerate(table.columns):
        name = column.name
        empty = name == "ordinal alpha" and all(row[place] is None for row in table.rows)
        if not column.end_of and name != "note" and not empty:
            folded.append(FigureColumn(word(name), place, name in bounded, column.unit == "text"))
    return folded


def _cell(table: "Table", row: "Sequence[Cell]", column: FigureColumn, intervals: bool) -> str:
    unit = table.columns[column.place]
    value = row[column.place]
    if isinstance(value, str):
        value = cell_word(value, table.columns[column.place].name)
    message = cell_text(value, unit)
    low = row[column.place + 1] if column.interval else None
    high = row[column.place + 2] if column.interval else None
    if not intervals or low is None or high is None:
        return message
    ends = [cell_text(end, unit).removesuffix(" %") for end in (low, high)]
    return f"{message} [{ends[0]}, {ends[1]}]"


def _sizes(
    columns: Sequence[FigureColumn], texts: Sequence[Sequence[str]], cells: int
) -> list[int] | None:
    """Widths of the columns; None where names would become too narrow."""
    sizes = _whole(columns, texts)
    over = sum(sizes) + len(GAP) * (len(sizes) - 1) - cells
    for n, column in sorted(enumerate(columns), key=lambda pair: -sizes[pair[0]]):
        if over > 0 and column.text:
            less = min(over, max(sizes[n] - LEAST_NAME_CELLS, 0))
            sizes[n] -= less
            over -= less
    return sizes if over <= 0 else None


def _whole(columns: Sequence[FigureColumn], texts: Sequence[Sequence[str]]) -> list[int]:
    """The widths at which nothing is cut."""
    return [
        max([width(column.name), *(width(row[n]) for row in texts)])
        for n, column in enumerate(columns)
    ]


def _least(columns: Sequence[FigureColumn], texts: Sequence[Sequence[str]]) -> list[int]:
    """The widths at which figures are not cut, and names take several rows."""
    whole = zip(columns, _whole(columns, texts), strict=True)
    return [min(size, LEAST_NAME_CELLS) if column.text else size for column, size in whole]


def _blocks(columns: Sequence[FigureColumn], sizes: Sequence[int], cells: int) -> list[list[int]]:
    """The indices of the columns in each block; where they do not all fit, further figures continue
    in another block, with the same names."""
    names = [n for n, column in enumerate(columns) if column.text]
    blocks = [list(names)]
    for n in (n for n, column in enumerate(columns) if not column.text):
        widened = [*blocks[-1], n]
        if sum(sizes[m] + len(GAP) for m in widened) - len(GAP) > cells and blocks[-1] != names:
            blocks.append([*names, n])
        else:
            blocks[-1] = widened
    return blocks


def _row(
    texts: Sequence[str],
    sizes: Sequence[int],
    columns: Sequence[FigureColumn],
    cells: int,
    role: str,
) -> list[Line]:
    """A row; names longer than their column continue on the next lines."""
    parts = [
        _broken(text, size) if column.text else [fit(text, size)]
        for text, size, column in zip(texts, sizes, columns, strict=True)
    ]
    lines: list[Line] = []
    for place in range(max(map(len, parts))):
        row = [part[place] if place < len(part) else "" for part in parts]
        aligned = [
            pad(text, size) if column.text else pad_left(text, size)
            for text, size, column in zip(row, sizes, columns, strict=True)
        ]
        line = cut(GAP.join(aligned), cells)
        lines.append(Line((Piece(line, "key" if role == "key" else "plain"),)))
    return lines


def _broken(text: str, cells: int) -> list[str]:
    """A name in rows of at most this width, broken after an underscore where it has one."""
    rows = [""]
    for part in re.findall(r"[^_ ]*[_ ]?", text)[:-1]:
        if rows[-1] and width(rows[-1] + part.rstrip()) > cells:
            rows.append("")
        *whole, rest = wrap(rows[-1] + part, cells) if width(part) > cells else [rows[-1] + part]
        rows[-1:] = [*whole, rest]
    return [row.rstrip() for row in rows]
