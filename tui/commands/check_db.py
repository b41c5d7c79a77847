"""The command `check-db`: is the record whole?

Owns its options and its exit code. Checking is `sessions.check_db`.
"""

from dataclasses import asdict

import click

from tui.exitcodes import ExitCode
from tui.json_output import echo_json
from tui.text import plain


@click.command(
    "check-db",
    short_help="Check the integrity of a database.",
    epilog="Example:  countermodel check-db --db study.db",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def check_db(ctx: click.Context, as_json: bool, db: str | None) -> None:
    """Check the file's pages and references, that everything stored under a hash matches it (study
    files, items, models' answers, judgements, grades, queues), and that every session and every
    annotator's desk can be replayed event by event. Works on a private copy and changes nothing;
    the write-ahead log is read frame by frame. Ends with 1 if something is wrong: a line for each
    problem names table and row.
    """
    from sessions.check_db import check_file
    from sessions.database import database_path

    path = database_path(db)
    found = check_file(path)
    if as_json:
        echo_json(asdict(found))
    else:
        for problem in found.problems:
            click.echo(plain(problem))
        what = ", ".join(
            _number(n, thing)
            for n, thing in (
                (found.sessions, "session"),
                (found.events, "event"),
                (found.items, "item"),
                (found.answers, "model answer"),
                (found.desks, "desk"),
                (found.annotations, "annotation"),
            )
        )
        if found.unchained:
            what += f", {_number(found.unchained, 'record')} not chained"
        trouble = _number(len(found.problems), "problem") if found.problems else "nothing wrong"
        click.echo(f"{plain(str(path))}: {what}: {trouble}")
    ctx.exit(ExitCode.NO if found.problems else ExitCode.DONE)


def _number(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' * (n != 1)}"
