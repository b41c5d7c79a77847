"""The command `annotate QUEUE`: how far the work on a queue is.

Owns its options and the lines it prints; the figures are the desk's.
"""

import click

from tui.text import plain


@click.command(
    "open",
    short_help="Sit down at a queue.",
    epilog="Example:  countermodel annotate hard.toml --annotator ann",
)
@click.argument("queue")
@click.option("--annotator", metavar="NAME", default="", help="Who you are; asked for if absent.")
@click.option("--adjudicate", is_flag=True, help="Decide where annotators disagree.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
def open_queue(queue: str, annotator: str, adjudicate: bool, db: str | None) -> None:
    """Sit down at QUEUE, or go on where you left."""
    from sessions.adjudicating import AdjudicatorDesk
    from sessions.annotating import Desk
    from sessions.database import Database, database_path
    from study.annotation.queue import load_queue
    from tui.version import program_version

    loaded = load_queue(queue)
    name = annotator or click.prompt("Annotator")
    kind = AdjudicatorDesk if adjudicate else Desk
    with Database.open(database_path(db)) as database:
        desk = kind.open(database, loaded, name, program=program_version())
        try:
            progress = desk.progress
        finally:
            desk.close()
    click.echo(
        f"{plain(loaded.queue.title)}: {progress.done} of {progress.share} done, "
        f"{progress.skipped} skipped, {progress.begun} begun"
    )
