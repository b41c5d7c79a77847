"""The command `check-db`: whether the record is intact, and what can be rescued if it is not.

Owns its options and its exit code. Checking is in `sessions.upkeep.check_db`, rescuing in
`sessions.upkeep.rescue`.
"""

from dataclasses import asdict
from pathlib import Path

import click

from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.text import plain, rows_listed

DAMAGE_WORD = "malformed"
"""SQLite's word for a page that it cannot read."""
FILE = click.Path(path_type=Path)


@click.command(
    "check-db",
    short_help="Check the integrity of a database.",
    epilog="Example:  countermodel check-db --db study.db\n\n"
    "Example:  countermodel check-db --db study.db --rescue saved.db",
)
@click.option(
    "--rescue", metavar="NEW", type=FILE, help="Save the readable part of a damaged file to NEW."
)
@click.option(
    "--also",
    metavar="FILE",
    type=FILE,
    multiple=True,
    help="With --rescue: another copy of the database, to replace what is damaged in this "
    "one. Repeatable, the oldest first.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def check_db(
    ctx: click.Context, rescue: Path | None, also: tuple[Path, ...], as_json: bool, db: str | None
) -> None:
    """Check the file's pages and references, that everything stored under a hash matches it (study
    files, items, models' answers, judgements, grades, queues), and that every session and every
    annotator's desk can be replayed event by event. Works on a private copy and changes nothing;
    the write-ahead log is read frame by frame. Anything that needs a plug-in that is not installed
    is named, and not checked. Ends with 1 if something is wrong: each problem has a line with its
    table and row.

    With --rescue, each page of the file and of its log is read by itself, and every readable
    session, desk and answer is saved to the new file NEW. A session with a gap is saved up to the
    gap. Ends with 1 if something could not be saved: a line names it.
    """
    from sessions.report.cached_report import standing
    from sessions.storage.database import database_path
    from sessions.upkeep.check_db import check_file

    path = database_path(db)
    if rescue is not None:
        ctx.exit(_rescued(path, rescue.expanduser(), also, as_json))
    if also:
        raise click.UsageError("--also needs --rescue.")
    check = check_file(path, standing)
    if as_json:
        echo_json(asdict(check))
    else:
        for problem in check.problems:
            click.echo(plain(problem))
        for note in check.notes:
            click.echo(f"Note: {plain(note)}", err=True)
        summary = ", ".join(
            _number(n, noun)
            for n, noun in (
                (check.sessions, "session"),
                (check.events, "event"),
                (check.items, "item"),
                (check.answers, "model answer"),
                (check.desks, "desk"),
                (check.annotations, "annotation"),
            )
        )
        if check.unchained:
            summary += f", {_number(check.unchained, 'record')} not chained"
        trouble = _number(len(check.problems), "problem") if check.problems else "nothing wrong"
        click.echo(f"{plain(str(path))}: {summary}: {trouble}")
        if any(
            DAMAGE_WORD in problem or problem.startswith("file: ") for problem in check.problems
        ):
            click.echo(
                "Parts of the file are damaged. `check-db --rescue NEW` saves to a new file what "
                "can be read; with `--also COPY` it takes the rest from another copy.",
                err=True,
            )
    ctx.exit(ExitCode.NO if check.problems else ExitCode.DONE)


def _rescued(path: Path, new: Path, also: tuple[Path, ...], as_json: bool) -> ExitCode:
    """Rescue what can be read, and report what could not."""
    from sessions.upkeep.rescue import rescue

    rescued = rescue(path, new, [copy.expanduser() for copy in also])
    if as_json:
        echo_json(asdict(rescued))
    else:
        for head, lines in (
            ("saved up to a gap", rescued.cut),
            ("saved, but not as it was stored", rescued.changed),
            ("not saved", rescued.lost),
        ):
            for line in lines:
                click.echo(plain(f"{head}: {line}"))
        click.echo(plain(f"{new}: saved {rows_listed(rescued.saved)}"))
        if not rescued.complete:
            more = "Another copy" if also else "A copy of the database, such as a backup,"
            click.echo(
                f"{more} may have what is missing: `--also COPY` takes it from there.", err=True
            )
    return ExitCode.DONE if rescued.complete else ExitCode.NO


def _number(n: int, noun: str) -> str:
    return f"{n} {noun}{'s' * (n != 1)}"
