"""A report as lines: tables set under one another, each with what was counted and left out.

Owns the setting of tables in cells. What is in them is `sessions.report`'s.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.i18n import _
from tui.state.draft import Line, Piece
from tui.text import fit, pad, plain, width, wrap

if TYPE_CHECKING:
    from sessions.report import Report, Table
    from sessions.report_rows import Cell, Column

NOTHING = "–"
"""A figure over no data; never 0."""
WIDEST_TEXT = 40
NARROWEST_TEXT = 8
"""Cells below which no column of text gives way."""
GAP = 2


@dataclass(frozen=True)
class Entry:
    """A table in the contents."""

    title: str
    study: str
    line: int
    """The line it begins on."""


class ReportView:
    """All tables of a report in so many cells."""

    def __init__(self, report: "Report") -> None:
        self.report = report
        self._set: tuple[int, list[Line], list[Entry]] | None = None

    def lines(self, cells: int) -> list[Line]:
        """Everything, line by line."""
        return self._setting(cells)[0]

    def contents(self, cells: int) -> list[Entry]:
        """The tables with the lines they begin on."""
        return self._setting(cells)[1]

    def at(self, line: int, cells: int) -> int:
        """Which table a line belongs to, from 0."""
        entries = self.contents(cells)
        return max((n for n, entry in enumerate(entries) if entry.line <= line), default=0)

    def _setting(self, cells: int) -> tuple[list[Line], list[Entry]]:
        if self._set is None or self._set[0] != cells:
            self._set = (cells, *self._make(cells))
        return self._set[1], self._set[2]

    def _make(self, cells: int) -> tuple[list[Line], list[Entry]]:
        lines: list[Line] = []
        entries: list[Entry] = []
        version = ""
        if not self.report.tables:
            lines += [Line((Piece(row),)) for row in wrap(_("Nothing is recorded yet."), cells)]
        for table in self.report.tables:
            if table.version != version:
                version = table.version
                title = f"{plain(table.study)} · {version[:8]}"
                lines.append(Line((Piece(fit(title, cells), "cursor"),)))
                lines.append(Line((Piece("─" * cells, "muted"),)))
            entries.append(Entry(table.name, plain(table.study), len(lines)))
            lines += set_table(table, cells)
            lines.append(Line())
        return lines, entries


def set_table(table: "Table", cells: int) -> list[Line]:
    """One table: its name with what was counted, heads, rows, what was left out."""
    counted = f"n = {table.n}"
    name = fit(table.name[:1].upper() + table.name[1:], cells - len(counted) - 2)
    lines = [Line((Piece(name, "heading"), Piece("  " + counted, "muted")))]
    texts = [
        [shown(cell, column) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    heads = [column.name for column in table.columns]
    sizes = _sizes(heads, texts, table.columns, cells)
    lines.append(_row(heads, sizes, table.columns, "key"))
    lines.append(Line((Piece("─" * min(sum(sizes) + GAP * (len(sizes) - 1), cells), "muted"),)))
    lines.extend(_row(row, sizes, table.columns, "plain") for row in texts)
    if not texts:
        lines.append(Line((Piece(NOTHING, "muted"),)))
    for why, n in table.excluded.items():
        told = _("left out: {why} ({n})").format(why=why, n=n)
        lines += [Line((Piece(part, "muted"),)) for part in wrap(told, cells)]
    for note in table.notes:
        lines += [Line((Piece(part, "muted"),)) for part in wrap(plain(note), cells)]
    return lines


def shown(cell: "Cell", column: "Column") -> str:
    """A cell in the words of its unit."""
    if cell is None:
        return NOTHING
    if isinstance(cell, str):
        if column.unit == "time":
            cell = cell[:16].replace("T", " ")
        return fit(plain(cell), WIDEST_TEXT) or NOTHING
    if column.unit == "share":
        return f"{100 * cell:.1f} %"
    if column.unit == "p":
        return f"{cell:.3f}" if cell >= 0.001 else "<0.001"
    if column.unit == "seconds":
        return f"{cell:.1f} s"
    return str(cell) if isinstance(cell, int) else f"{cell:.2f}"


def _sizes(
    heads: Sequence[str], texts: Sequence[Sequence[str]], columns: "Sequence[Column]", cells: int
) -> list[int]:
    """Widths that hold everything; where that is too wide, text columns give way."""
    sizes = [
        max(width(head), *(width(row[n]) for row in texts)) if texts else width(head)
        for n, head in enumerate(heads)
    ]
    over = sum(sizes) + GAP * (len(sizes) - 1) - cells
    for n, column in enumerate(columns):
        if over > 0 and column.unit == "text":
            less = min(over, max(sizes[n] - NARROWEST_TEXT, 0))
            sizes[n] -= less
            over -= less
    return sizes


def _row(
    texts: Sequence[str], sizes: Sequence[int], columns: "Sequence[Column]", role: str
) -> Line:
    set_ = []
    for text, size, column in zip(texts, sizes, columns, strict=True):
        text = fit(text, size)
        left = column.unit in ("text", "time")
        set_.append(pad(text, size) if left else " " * (size - width(text)) + text)
    return Line((Piece((" " * GAP).join(set_), "key" if role == "key" else "plain"),))
