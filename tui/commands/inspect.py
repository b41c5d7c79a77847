"""The command `inspect`: the researcher's screens on some items, or on those of the database.

Owns its options and the cases it refuses. The screens are opened by `tui.apps.inspector`.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.errors import InputError
from tui import i18n
from tui.console.number_options import SECONDS
from tui.console.sources import (
    columns_option,
    load_sources,
    optional_sources,
    pads_given,
    pads_named,
    print_problems,
)

if TYPE_CHECKING:
    from items.models import Item
    from tui.console.incoming_items import IncomingItems

PATIENCE_SECONDS = 0.4
"""How long the first screen waits for all items; later ones are added while it is open."""
READING_MESSAGE = "Reading …"


@click.command(
    "inspect",
    short_help="Look at items, their logic and their answers.",
    epilog="Examples:  countermodel inspect builtin:demo\n\n"
    "countermodel inspect builtin:demo --share goat.html --item demo/goat-on-the-roof",
)
@optional_sources
@click.option("--db", metavar="FILE", help="The database with recorded answers.")
@click.option(
    "--map",
    "pairs",
    metavar="FILE",
    help="JSON or CSV: which items belong together, for pairs.",
)
@click.option(
    "--share",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one item as a self-contained HTML page, without opening a screen.",
)
@click.option("--item", "item_id", metavar="ID", help="With --share: which item.")
@click.option(
    "--timeout",
    type=SECONDS,
    metavar="SECONDS",
    help="With --share: the solver's time for the page; 30 by default.",
)
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    help="Language of the screens; by default, that of the terminal's locale.",
)
@click.pass_context
def inspect(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    db: str | None,
    pairs: str | None,
    share: Path | None,
    item_id: str | None,
    timeout: float | None,
    language: str | None,
) -> None:
    """Browse the items of SOURCE…, and see why an item, a gold answer or an answer is wrong.

    Without SOURCE, it shows the items in the database: those of studies and those that models
    answered, with placeholders for answers imported without their items. The solver's figures fill
    in later and are stored in the database.
    """
    if share is not None:
        from tui.pages.share import SECONDS as PAGE_SECONDS

        seconds = PAGE_SECONDS if timeout is None else timeout
        loaded = load_sources(sources, format_, columns, strict, seconds)
        _share(sources, loaded.items, share, item_id, seconds)
        return
    if item_id is not None:
        raise click.UsageError("--item needs --share.")
    if timeout is not None:
        raise click.UsageError("--timeout needs --share.")
    i18n.use(language or i18n.environment_language())
    from sessions.storage.database import Database, ReadOnlyError, database_path
    from tui.version import program_version

    if pairs is not None:
        if not Path(pairs).is_file():
            raise InputError("No such map file", f"{pairs}: expected a file, found none")
        from items.inspection.pairing import read_pairs

        read_pairs(Path(pairs))
    database = database_path(db)
    if db is not None or database.exists():
        # A fault of the database is reported here; inside the screen it would be a short notice.
        try:
            Database.open(database, create=False).close()
        except ReadOnlyError as error:
            raise ReadOnlyError(
                error.title,
                error.message,
                "`countermodel backup COPY --db FILE` makes a copy that can be inspected.",
            ) from error
    if sys.stderr.isatty():
        # Reading many thousands of items takes seconds, before there is a screen for the message.
        click.echo(f"{READING_MESSAGE}\r", err=True, nl=False)
    items: Sequence[Item]
    problems: Sequence[InputError] = ()
    incoming: IncomingItems | None = None
    if sources and pads_given():
        loaded = load_sources(sources, format_, columns, strict)
        items, problems = loaded.items, loaded.problems
        if not items:
            raise InputError("No items", f"{', '.join(sources)}: nothing could be read")
    elif sources:
        incoming = _incoming(sources, format_, columns, strict)
        if incoming.settle(None if strict else PATIENCE_SECONDS):
            print_problems(incoming.result)
            items, problems = incoming.result.items, incoming.problems
            incoming = None
        else:
            items = tuple(incoming.items)
        if not items:
            raise InputError("No items", f"{', '.join(sources)}: nothing could be read")
    else:
        items = _recorded(database)
    from tui.apps.inspector import InspectorApp

    app = InspectorApp(
        items,
        sources,
        database,
        program_version(),
        problems,
        None if pairs is None else Path(pairs),
        incoming,
        pads_named() or "",
    )
    if sys.stderr.isatty():
        click.echo(" " * len(READING_MESSAGE) + "\r", err=True, nl=False)
    code = app.run_to_the_end()
    if incoming is not None and incoming.loaded_items is not None:
        print_problems(incoming.loaded_items)
    ctx.exit(code)


def _share(
    sources: tuple[str, ...],
    items: "Sequence[Item]",
    path: Path,
    item_id: str | None,
    seconds: float,
) -> None:
    """Write the page of one item. Raises UsageError without a source, and InputError if it is not
    clear which item is meant."""
    if not sources:
        raise click.UsageError("--share needs a SOURCE.")
    outcome = [item for item in items if item_id is None or item.id == item_id]
    if len(outcome) != 1:
        message = "no such item" if not outcome else f"{len(outcome)} items"
        raise InputError(
            "Which item?",
            f"{', '.join(sources)}: expected {item_id or 'one item'}, found {message}",
            "Name it with --item ID; `countermodel items list` has the ids.",
        )
    from tui.pages.share import share
    from tui.text import plain

    share(outcome[0], path, sources, pads=pads_named() or "", seconds=seconds)
    click.echo(f"The page of {plain(outcome[0].id)}: {plain(str(path))}")


def _incoming(
    sources: tuple[str, ...], format_: str | None, columns: str, strict: bool
) -> "IncomingItems":
    """The items of the sources, as they are read."""
    from items.files.loading import LoadedItems, Watcher, load_all
    from tui.console.incoming_items import IncomingItems

    named = columns_option(columns)

    def read(watcher: Watcher) -> LoadedItems:
        return load_all(
            sources, format=format_, strict=strict, columns=named, declared=strict, watcher=watcher
        )

    incoming = IncomingItems(read)
    incoming.start()
    return incoming


def _recorded(database: Path) -> "tuple[Item, ...]":
    """The items in the database. Raises InputError if there are none."""
    from sessions.models.imports import known_items
    from sessions.storage.database import Database

    items: tuple[Item, ...] = ()
    if database.exists():
        with Database.open(database) as opened:
            items = known_items(opened)
    if not items:
        raise InputError(
            "No items",
            f"{database}: expected items that somebody was asked, found none",
            "Name a SOURCE, such as builtin:demo, or another database with --db.",
        )
    return items
