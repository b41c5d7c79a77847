"""The command `annotate watch`: the progress of a queue while annotators work.

Owns the output of `--once`, and opening the screen. The figures come from
`sessions.annotation.queue_watch`.
"""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from tui.console.json_output import echo_json


@click.command(
    "watch",
    short_help="Watch a queue while annotators work.",
    epilog="Example:  countermodel annotate watch hard.toml --db study.db",
)
@click.argument("queue")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option("--once", is_flag=True, help="Print the current state, and end.")
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    help="Language of the screen and of the output; by default, that of the terminal's locale.",
)
@click.option("--json", "as_json", is_flag=True, help="Print it as one JSON document, and end.")
@click.pass_context
def watch(
    ctx: click.Context,
    queue: str,
    db: str | None,
    once: bool,
    language: str | None,
    as_json: bool,
) -> None:
    """Show the progress of QUEUE (its file, or its id in the database): how much is done and left,
    how fast, agreement by check, and how each annotator does on controls. The database is only
    read, so no annotator has to wait."""
    from sessions.annotation.queue_watch import QueueWatch
    from sessions.storage.database import database_path
    from study.annotation.queue import load_queue
    from tui import i18n

    queue_source = load_queue(queue) if Path(queue).exists() else queue
    path = database_path(db)
    source = QueueWatch(path, queue_source, once=once or as_json)
    i18n.use(language or i18n.environment_language())
    if not (once or as_json):
        from tui.apps.watch import WatchApp
        from tui.state.queue_board import board_lines

        ctx.exit(WatchApp(source, board_lines, path.name).run_to_the_end())
    try:
        queue_glance = source.look(datetime.now(UTC))
    finally:
        source.close()
    if as_json:
        echo_json(asdict(queue_glance))
        return
    from tui.state.queue_board import queue_lines

    for line in queue_lines(queue_glance, 100):
        click.echo(line)
