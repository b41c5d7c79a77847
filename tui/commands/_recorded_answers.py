"""Shared by commands that read recorded answers: options of the file, and reports of skipped rows.

Owns the options' wording, and readable lines that group skipped rows by reason. `items.recorded`
decides which rows are skipped, and why.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from items.recorded.formats import IMPORTERS
from tui.i18n import _, ngettext
from tui.state.translation import translated
from tui.text import plain

if TYPE_CHECKING:
    from items.recorded.rows import Skip

F = TypeVar("F", bound=Callable[..., Any])

REASONS = 20
ROWS = 5
"""Number of rows named for each reason; the others are counted."""


def recorded_options(without_items: str) -> Callable[[F], F]:
    """The argument FILE, `--format`, `--items` and `--columns`; `without_items` says what happens
    without items."""

    def added(command: F) -> F:
        for add in (
            click.option(
                "--columns",
                metavar="FIELD=NAME,…",
                default="",
                help="For csv and jsonl: the names of the columns.",
            ),
            click.option(
                "--items",
                "sources",
                metavar="SOURCE",
                multiple=True,
                help=f"The answered items; {without_items}",
            ),
            click.option(
                "--format",
                "format_",
                type=click.Choice(list(IMPORTERS)),
                metavar="FORMAT",
                required=True,
                help=f"The tool or format of FILE: {', '.join(IMPORTERS)}.",
            ),
            click.argument("file", metavar="FILE"),
        ):
            command = add(command)
        return command

    return added


def skipped_told(skips: "Sequence[Skip]") -> Iterator[str]:
    """One line per reason, in order of first occurrence."""
    by_reason: dict[str, list[str]] = {}
    for skip in skips:
        by_reason.setdefault(skip.reason, []).append(skip.row)
    for reason, rows in list(by_reason.items())[:REASONS]:
        named = _(", ").join(plain(translated(row)) for row in rows[:ROWS])
        if len(rows) > ROWS:
            named = _("{a} and {n} more").format(a=named, n=f"{len(rows) - ROWS:,}")
        yield _("{a}: {b}").format(a=named, b=plain(translated(reason)))
    rest = sum(len(rows) for rows in list(by_reason.values())[REASONS:])
    if rest:
        yield _("… and {n} more (--json gives all)").format(n=f"{rest:,}")


def rows_left_out(count: int) -> str:
    """The number of skipped rows, in words."""
    return ngettext("row was left out", "rows were left out", count)
