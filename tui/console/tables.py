"""Report tables on the command line, fitted to the width of the terminal.

Owns the layout. The words in cells, and the splitting of tables that are too wide, come from
`tui.state.report_view`; the figures come from `sessions.report.accuracy_report`. Text is printed
literally: it is not interpreted as markup or control sequences.
"""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.box import Box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tui.i18n import _
from tui.state.report_columns import ShownColumn, shown_columns
from tui.state.report_view import columns_in_words, parts, without_repeats
from tui.state.report_words import hash_label, localized, table_heading, title_word
from tui.text import fit, plain, width

if TYPE_CHECKING:
    from sessions.report.report_tables import Table

PIPE_CELLS = 240
"""Width in cells in a file or a pipe, where there is no terminal."""
HEAD_RULE = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
"""Only a line under the heads."""


def print_tables(tables: "Iterable[Table]", cells: int | None = None) -> None:
    """Print tables, those of each version of a study under its title."""
    if cells is None and not sys.stdout.isatty():
        cells = PIPE_CELLS
    console = Console(width=cells, highlight=False)
    heading = ""
    for table in tables:
        label = f"{title_word(plain(table.study))} · {hash_label(table.study, table.version, _)}"
        if label != heading:
            if heading:
                console.print()
            heading = label
            title = Text(label, style="bold")
            console.print(title, Text("═" * min(width(title.plain), console.width)), sep="\n")
        name = table_heading(plain(table.name))
        console.print()
        console.print(Text.assemble((name, "bold"), f"   n = {table.n}"))
        shown_table, common = without_repeats(shown_columns(table), console.width)
        if common:
            console.print(Text(common, style="dim"))
        for number, grid in enumerate(grids(shown_table, console.width)):
            if number:
                console.print()
            console.print(grid)
        for why, count in table.excluded.items():
            left_out = _("left out: {why} ({n})").format(why=localized(why), n=count)
            console.print(Text(f"  {left_out}", style="dim"))
        for note in table.notes:
            console.print(Text(f"  {plain(localized(note))}", style="dim"))
    console.print()


def grids(shown_table: Sequence[ShownColumn], cells: int) -> list[Grid]:
    """A table in parts that fit, each with the columns that identify its rows."""
    columns, heads, sizes = columns_in_words(shown_table)
    return [
        _grid(
            [
                (shown_table[n].left, heads[n], [fit(cell, size) for cell in columns[n]])
                for n, size in part.items()
            ]
        )
        for part in parts(shown_table, sizes, cells)
    ]


def _grid(columns: Sequence[tuple[bool, list[str], Sequence[str]]]) -> Grid:
    grid = Grid(
        box=HEAD_RULE, pad_edge=False, padding=(0, 1), collapse_padding=True, show_edge=False
    )
    for left, head, _texts in columns:
        grid.add_column(
            Text("\n".join(head)),
            justify="left" if left else "right",
            vertical="bottom",
            overflow="fold",
            no_wrap=not left,
        )
    for row in zip(*(texts for _left, _head, texts in columns), strict=True):
        grid.add_row(*map(Text, row))
    return grid
