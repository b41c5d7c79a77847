"""A report as lines: tables one below the other, each with what was counted and omitted.

Owns the layout of tables: a table that is too wide is divided into parts that repeat the columns
identifying its rows. `sessions.report.accuracy_report` owns the contents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from tui.i18n import _
from tui.state.draft import Line, Piece
from tui.state.report_columns import ShownColumn, shown_columns
from tui.state.report_words import cell_word, hash_label, localized, table_heading, title_word, word
from tui.text import fit, pad, plain, width, wrap

if TYPE_CHECKING:
    from sessions.report.report_tables import Report, Table

GAP = 2
NARROW = 10
"""Minimum width of a column of words that a further part repeats."""
MANY_ROWS = 3
"""From this number of rows on, what all rows of a wide table have in common is written once."""


@dataclass(frozen=True)
class Entry:
    """A table in the contents."""

    title: str
    study: str
    """The group of the table: the study's title and the beginning of its hash."""
    line: int
    """The line where it begins."""


class ReportView:
    """All tables of a report in a given width."""

    def __init__(self, report: "Report") -> None:
        self.report = report
        self._set: tuple[int, list[Line], list[Entry]] | None = None

    def lines(self, cells: int) -> list[Line]:
        """All lines."""
        return self._setting(cells)[0]

    def contents(self, cells: int) -> list[Entry]:
        """The tables with the lines where they begin."""
        return self._setting(cells)[1]

    def at(self, line: int, cells: int) -> int:
        """The index of the table at a line, from 0."""
        entries = self.contents(cells)
        return max((n for n, entry in enumerate(entries) if entry.line <= line), default=0)

    def _setting(self, cells: int) -> tuple[list[Line], list[Entry]]:
        if self._set is None or self._set[0] != cells:
            self._set = (cells, *self._make(cells))
        return self._set[1], self._set[2]

    def _make(self, cells: int) -> tuple[list[Line], list[Entry]]:
        lines: list[Line] = []
        entries: list[Entry] = []
        heading = ""
        if not self.report.tables:
            lines += [
                Line((Piece(row),)) for row in wrap(_("Nothing has been recorded yet."), cells)
            ]
        for table in self.report.tables:
            study = title_word(plain(table.study))
            title = f"{study} · {table.version[:8]}"
            if title != heading:
                heading = title
                label = hash_label(table.study, table.version, _)
                lines.append(Line((Piece(fit(f"{study} · {label}", cells), "cursor"),)))
                lines.append(Line((Piece("─" * cells, "muted"),)))
            entries.append(Entry(table_heading(table.name), title, len(lines)))
            lines += set_table(table, cells)
            lines.append(Line())
        return lines, entries


def set_table(table: "Table", cells: int) -> list[Line]:
    """One table: its name with what was counted, heads, rows, what was omitted."""
    counted = f"n = {table.n}"
    name = fit(table_heading(table.name), cells - len(counted) - 2)
    lines = [Line((Piece(name, "heading"), Piece("  " + counted, "muted")))]
    shown_table, common = without_repeats(shown_columns(table), cells)
    lines += [Line((Piece(row, "muted"),)) for row in wrap(common, cells) if common]
    columns, heads, sizes = columns_in_words(shown_table)
    sizes = [min(size, cells // 2 - GAP) for size in sizes]
    for number, part in enumerate(parts(shown_table, sizes, cells)):
        if number:
            lines.append(Line())
        lines += _part(
            [
                _SetColumn(
                    size, heads[n], columns[n], shown_table[n].left, shown_table[n].unit == "prose"
                )
                for n, size in part.items()
            ]
        )
    for why, n in table.excluded.items():
        left_out = _("left out: {why} ({n})").format(why=localized(why), n=n)
        lines += [Line((Piece(row, "muted"),)) for row in wrap(left_out, cells)]
    for note in table.notes:
        lines += [Line((Piece(row, "muted"),)) for row in wrap(plain(localized(note)), cells)]
    return lines


def without_repeats(
    shown_table: Sequence[ShownColumn], cells: int
) -> tuple[Sequence[ShownColumn], str]:
    """The columns of a table that differ between rows, if it is too wide for one part, and a line
    with the others; the table and "" if nothing is left out."""
    rows = len(shown_table[0].cells)
    if rows < MANY_ROWS or _row_width(columns_in_words(shown_table)[2]) <= cells:
        return shown_table, ""
    varied = [
        column
        for column in shown_table
        if len(set(column.cells)) > 1 or not (column.left or column.name in ("run", "runs"))
    ]
    if not varied or len(varied) == len(shown_table):
        return shown_table, ""
    common = [
        f"{word(column.name)} {cell_word(column.cells[0], column.name)}"
        for column in shown_table
        if column not in varied
    ]
    return varied, _("In every row: {values}").format(values="; ".join(common))


def columns_in_words(
    shown_table: Sequence[ShownColumn],
) -> tuple[list[list[str]], list[list[str]], list[int]]:
    """For each column, its cells and the lines of its head in the reader's language, and the width
    of the widest of these."""
    columns = [[cell_word(cell, column.name) for cell in column.cells] for column in shown_table]
    heads = [
        wrapped_head(column.head(word(column.name)), max(map(width, texts)))
        for column, texts in zip(shown_table, columns, strict=True)
    ]
    sizes = [max(map(width, (*head, *texts))) for head, texts in zip(heads, columns, strict=True)]
    return columns, heads, sizes


def wrapped_head(head: str, size: int) -> list[str]:
    """A head in lines no wider than `size`, or than its longest word."""
    words = [word for word in head.split(" ") if word]
    size = max((size, *map(width, words)))
    lines = [""]
    for part in words:
        if lines[-1] and width(lines[-1]) + 1 + width(part) > size:
            lines.append(part)
        else:
            lines[-1] = f"{lines[-1]} {part}".strip()
    return lines


def parts(
    shown_table: Sequence[ShownColumn], sizes: Sequence[int], cells: int
) -> list[dict[int, int]]:
    """The columns of each part, with their widths there: in order, as many as fit and at least one
    new one; the parts after the first begin with the columns that identify the rows. A figure and
    the paper's, in the next column, stay together if there is room for both."""
    keys = row_keys(shown_table, sizes, cells)
    table_parts: list[dict[int, int]] = []
    part, fresh = {0: sizes[0]}, False
    for column, size in enumerate(sizes):
        if column in part:
            continue
        with_next = {column: size}
        if shown_table[column + 1 :] and shown_table[column + 1].name == (
            f"{shown_table[column].name} (paper)"
        ):
            both = {column: size, column + 1: sizes[column + 1]}
            with_next = both if _width({**keys, **both}) <= cells else with_next
        if fresh and _width({**part, **with_next}) > cells:
            table_parts.append(part)
            part, fresh = dict(keys), False
            if column in part:
                continue
        part[column] = size
        fresh = True
    return [*table_parts, part]


def row_keys(
    shown_table: Sequence[ShownColumn], sizes: Sequence[int], cells: int
) -> dict[int, int]:
    """The columns that identify a table's rows, with their widths where they are repeated: the
    first, and the most distinctive of the others that contain words or the number of a run, as long
    as they leave half of the width. Where none of these does, words are cut, as long as the cut
    texts still distinguish rows. If these do not suffice, whole numbers are added, or the first
    column is cut to make room."""
    keys = {0: sizes[0]}
    others = [
        n
        for n, shown_column in enumerate(shown_table)
        if n and (shown_column.left or shown_column.name == "run")
    ]
    numbers = [n for n, column in enumerate(shown_table) if n and column.unit == "count"]
    while True:
        now = _kinds(shown_table, keys)
        room = cells // 2 - _row_width(list(keys.values())) - GAP
        more = [
            (sizes[n] <= room, kinds, -n, size)
            for n in others
            if n not in keys
            and (sizes[n] <= room or (shown_table[n].left and room >= NARROW))
            and (kinds := _kinds(shown_table, {**keys, n: (size := min(sizes[n], room))})) > now
        ]
        if now == len(shown_table[0].cells):
            return dict(sorted(keys.items()))
        if not more and not numbers:
            shorter = _with_first_cut(shown_table, sizes, cells)
            return shorter if _kinds(shown_table, shorter) > now else dict(sorted(keys.items()))
        if not more:
            others, numbers = numbers, []
            continue
        *_most, column, size = max(more)
        keys[-column] = size


def _with_first_cut(
    shown_table: Sequence[ShownColumn], sizes: Sequence[int], cells: int
) -> dict[int, int]:
    """The first column, cut, and those columns of words without which fewer rows are distinct, in
    half of the width; only the first column if they leave it too little."""
    whole = {0: sizes[0]}
    needed = {n: sizes[n] for n, column in enumerate(shown_table) if column.left or not n}
    for n in sorted(needed, key=lambda n: -needed[n]):
        fewer = {other: size for other, size in needed.items() if other != n}
        if n and _kinds(shown_table, fewer) == _kinds(shown_table, needed):
            needed = fewer
    room = cells // 2 - _row_width([size for n, size in needed.items() if n]) - GAP
    return {**needed, 0: min(sizes[0], room)} if room >= NARROW else whole


def _kinds(shown_table: Sequence[ShownColumn], columns: Mapping[int, int]) -> int:
    cut = ([fit(cell, size) for cell in shown_table[n].cells] for n, size in columns.items())
    return len(set(zip(*cut, strict=True)))


def _width(part: Mapping[int, int]) -> int:
    return _row_width(list(part.values()))


def _row_width(sizes: Sequence[int]) -> int:
    """Total width of columns side by side."""
    return sum(sizes) + GAP * (len(sizes) - 1)


class _SetColumn(NamedTuple):
    """A column of a part."""

    size: int
    """Width in cells."""
    head: list[str]
    cells: list[str]
    align_left: bool
    prose: bool
    """Whether its cells are shown in full, on as many lines as needed."""


def _part(columns: Sequence[_SetColumn]) -> list[Line]:
    """Heads, aligned at the bottom, and the rows below them."""
    high = max(len(column.head) for column in columns)
    heads = [[""] * (high - len(column.head)) + column.head for column in columns]
    lines = [_row(row, columns, "key") for row in zip(*heads, strict=True)]
    sizes = [column.size for column in columns]
    lines.append(Line((Piece("─" * _row_width(sizes), "muted"),)))
    for row in zip(*(column.cells for column in columns), strict=True):
        cells = [
            wrap(text, column.size) if column.prose else [text]
            for text, column in zip(row, columns, strict=True)
        ]
        lines += [_row(texts, columns, "plain") for texts in zip_longest(*cells, fillvalue="")]
    return lines


def _row(texts: Sequence[str], columns: Sequence[_SetColumn], role: str) -> Line:
    set_ = []
    for text, column in zip(texts, columns, strict=True):
        size = column.size
        text = fit(text, size)
        set_.append(pad(text, size) if column.align_left else " " * (size - width(text)) + text)
    return Line((Piece((" " * GAP).join(set_).rstrip(), "key" if role == "key" else "plain"),))
