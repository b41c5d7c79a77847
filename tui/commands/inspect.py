"""The command `inspect`: the researcher's screens on some items.

Owns its options and what it refuses. What is seen is `tui.inspector_app`.
"""

import sys
from pathlib import Path

import click

from solver.errors import InputError
from tui.sources import load_sources, source_options


@click.command(
    "inspect",
    short_help="Look at items, their logic and their answers.",
    epilog="Example:  countermodel inspect builtin:demo",
)
@source_options
@click.option("--db", metavar="FILE", help="The database with recorded answers.")
@click.option(
    "--map",
    "pairs",
    metavar="FILE",
    help="JSON or CSV: which items belong together, for pairs.",
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
) -> None:
    """Browse the items of SOURCE…, and see why an item, a gold answer or an answer is wrong.

    Figures of the solver fill in behind and are kept in the database, as are recorded answers.
    """
    from sessions.database import database_path
    from tui.version import program_version

    if pairs is not None:
        if not Path(pairs).is_file():
            raise InputError("No such map file", f"{pairs}: expected a file, found none")
        from items.inspection.pairing import read_pairs

        read_pairs(Path(pairs))
    if db is not None and not Path(db).exists():
        raise InputError("There is no such database", f"{db}: no such file")
    if sys.stderr.isatty():
        # Many thousands of items take seconds before there is a screen to say so on.
        click.echo("Reading …\r", err=True, nl=False)
    loaded = load_sources(sources, format_, columns, strict)
    if not loaded.items:
        raise InputError("No items", f"{', '.join(sources)}: nothing could be read")
    from tui.inspector_app import InspectorApp

    app = InspectorApp(
        loaded.items,
        sources,
        database_path(db),
        program_version(),
        loaded.problems,
        None if pairs is None else Path(pairs),
    )
    ctx.exit(app.run_to_the_end())
