"""The command `backup`: a copy of the database while a study runs.

Owns its options and its output. Copying is in `sessions.upkeep.backup`.
"""

from dataclasses import asdict
from pathlib import Path

import click

from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.text import counted, plain


@click.command(
    "backup",
    short_help="Copy the database, also while a study runs.",
    epilog="Example:  countermodel backup --db study.db /media/stick/monday.db",
)
@click.argument("to", metavar="[FILE]", type=click.Path(path_type=Path), required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def backup(ctx: click.Context, to: Path | None, as_json: bool, db: str | None) -> None:
    """Copy the database to the new FILE, by default to a file next to it that is named after the
    time. Participants and annotators can continue to work without waiting: the copy contains
    everything that was stored when it began. It is a single file that only its owner can read, and
    it is checked as `check-db` does. Ends with 1 if something is wrong with it.

    `withdraw` also erases a participant from copies next to the database, but not from copies
    elsewhere.
    """
    from sessions.record.clock import SystemClock
    from sessions.storage.database import database_path
    from sessions.upkeep.backup import back_up, default_name

    path = database_path(db)
    to = default_name(path, SystemClock().utc()) if to is None else to.expanduser()
    copied = back_up(path, to)
    if as_json:
        echo_json(asdict(copied))
    else:
        if copied.removed:
            removed = counted(copied.removed, "unfinished file")
            click.echo(
                plain(f"{to.parent}: removed {removed} of programs that were killed"), err=True
            )
        for problem in copied.problems:
            click.echo(plain(problem))
        counts_text = ", ".join(
            counted(n, noun)
            for n, noun in (
                (copied.sessions, "session"),
                (copied.events, "event"),
                (copied.desks, "desk"),
                (copied.annotations, "annotation"),
                (copied.answers, "model answer"),
            )
        )
        click.echo(plain(f"{copied.file}: {counts_text}"))
    ctx.exit(ExitCode.NO if copied.problems else ExitCode.DONE)
