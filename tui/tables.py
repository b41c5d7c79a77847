"""Report tables on the command line, set in as many cells as the terminal has.

Owns the setting with rich; words for cells are `tui.state.report_view`'s, what is counted is
`sessions.report`'s. Text is shown as text: nothing in it is taken for markup or obeyed.
"""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tui.i18n import _
from tui.state.report_view import NOTHING, shown
from tui.text import plain

if TYPE_CHECKING:
    from sessions.report import Table

WIDE = 240
"""Cells where nobody's terminal sets the width: in a file or a pipe."""


def print_tables(tables: "Iterable[Table]") -> None:
    """Print tables, those of one version of a study under its title."""
    console = Console(width=None if sys.stdout.isatty() else WIDE, highlight=False)
    version = ""
    for table in tables:
        if table.version != version:
            version = table.version
            title = f"{plain(table.study)} · {version[:8]}"
            console.rule(Text(title, style="bold"), align="left")
        console.print()
        counted = Text.assemble((_capital(table.name), "bold"), f"   n = {table.n}")
        console.print(counted)
        console.print(_grid(table))
        for why, count in table.excluded.items():
            left_out = _("left out: {why} ({n})").format(why=why, n=count)
            console.print(Text(f"  {left_out}", style="dim"))
    console.print()


def _grid(table: "Table") -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    for column in table.columns:
        number = column.unit not in ("text", "time")
        grid.add_column(
            Text(column.name),
            justify="right" if number else "left",
            overflow="fold",
            no_wrap=number,
        )
    for row in table.rows:
        pairs = zip(row, table.columns, strict=True)
        grid.add_row(*(Text(shown(cell, column)) for cell, column in pairs))
    if not table.rows:
        grid.add_row(NOTHING, *("" for _ in table.columns[1:]))
    return grid


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
