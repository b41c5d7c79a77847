"""`countermodel watch`: a study while it runs.

Owns the output of `--once`, and opening the screen. The figures come from
`sessions.taking.watching`.
"""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from tui import i18n
from tui.console.json_output import echo_json
from tui.text import plain

if TYPE_CHECKING:
    from collections.abc import Collection

    from sessions.taking.watching import Glance
    from tui.state.draft import Line


@click.command(
    short_help="Watch a study while it runs.",
    epilog="Example:  countermodel watch study.toml --db study.db",
)
@click.argument("file", required=False)
@click.option("--db", metavar="FILE", help="The database; by default the user's.")
@click.option("--once", is_flag=True, help="Print the current state, and end.")
@click.option(
    "--language",
    type=click.Choice(i18n.LANGUAGES),
    help="Language of the screen and of the output; by default, that of the terminal's locale.",
)
@click.option("--json", "as_json", is_flag=True, help="Print it as one JSON document, and end.")
@click.pass_context
def watch(
    ctx: click.Context,
    file: str | None,
    db: str | None,
    once: bool,
    language: str | None,
    as_json: bool,
) -> None:
    """Show who takes part in the study in FILE (or in any study of the database), where they are,
    who is inactive, and how far the conditions and the wanted answers are filled. The database is
    only read, so no participant has to wait."""
    from sessions.storage.database import database_path
    from sessions.taking.watching import Watch

    # JSON is always in English.
    i18n.use(i18n.SOURCE_LANGUAGE if as_json else language or i18n.environment_language())
    key, listed = None, _no_list
    if file is not None:
        from study.design.protocol import load_study

        loaded = load_study(file)
        key = loaded.study.key

        def codes() -> "Collection[str] | None":
            """Read the list every time, as it may grow."""
            code_list = loaded.code_list
            return None if code_list is None else code_list.rows

        listed = codes
    path = database_path(db)
    if once or as_json:
        source = Watch(path, key, listed, once=True)
        try:
            glances, simulated = source.look(datetime.now(UTC)), source.simulated()
        finally:
            source.close()
        if as_json:
            echo_json([_plain(glance) for glance in glances])
            return
        from tui.state.study_board import watch_lines

        for line in watch_lines(glances, 100, simulated):
            click.echo(line)
        return
    from tui.apps.watch import WatchApp
    from tui.state.study_board import board_lines

    source = Watch(path, key, listed)

    def drawn(glances: "tuple[Glance, ...]", cells: int) -> "list[Line]":
        return board_lines(glances, cells, source.simulated())

    ctx.exit(WatchApp(source, drawn, path.name).run_to_the_end())


def _no_list() -> "Collection[str] | None":
    """Without a study file there is no list of codes."""
    return None


def _plain(glance: "Glance") -> dict[str, object]:
    from tui.state.study_board import warnings

    return {
        "study": plain(glance.study),
        "counts": glance.counts,
        "people": asdict(glance.people),
        "median_minutes": dict(glance.median_minutes),
        "warnings": warnings(glance),
        "cells": [asdict(cell) for cell in glance.cells],
        "answers_per_item": [asdict(fill) for fill in glance.fills],
        "sessions": [session._asdict() for session in glance.sessions],
    }
