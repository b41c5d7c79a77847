"""The command `take`: a participant's session in a study.

Owns its arguments, and what a pilot tells the researcher about the items beforehand. What the
participant sees is `tui.participant_app`.

A mistake in the study file is told before the terminal is taken over, but for one case: where the
first screen asks for the code, it needs no more of the file than the title and the language, and is
painted before the tables are checked. A mistake in them then ends that screen and is told as ever.
"""

from typing import TYPE_CHECKING

import click

from tui.text import plain

if TYPE_CHECKING:
    from pathlib import Path

    from study.protocol import LoadedStudy


@click.command(
    short_help="Take part in a study, or resume it.",
    epilog="Example:  countermodel take builtin:demo --participant P-7KMQ2",
)
@click.argument("study")
@click.option(
    "--participant", metavar="CODE", default="", help="Your code; asked for if not given."
)
@click.option("--pilot", is_flag=True, help="A trial run: marked, and left out of reports.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def take(ctx: click.Context, study: str, participant: str, pilot: bool, db: str | None) -> None:
    """Take part in STUDY (a study file, or builtin:demo). The same CODE resumes where it
    stopped."""
    from sessions.database import database_path
    from study.study_file import study_file
    from tui.app import terminal_missing
    from tui.participant_app import ParticipantApp
    from tui.screens.participant.flow import Task

    database = database_path(db)
    task = Task(study_file(study), database, participant, pilot)
    if pilot:
        _tell_researcher(task.loaded, database)
    if participant or not task.file.title or terminal_missing():
        _ = task.loaded  # whose mistakes are told now
    app = ParticipantApp(task)
    code = app.run_to_the_end()
    if app.failure is not None:
        raise app.failure
    for line in app.parting:
        click.echo(line)
    ctx.exit(code)


def _tell_researcher(loaded: "LoadedStudy", database: "Path") -> None:
    """What a pilot is for: which items are unproved or without gold, on standard error."""
    from sessions.database import Database
    from sessions.preflight import check_study

    with Database.open(database) as db:
        for warning in check_study(db, loaded).warnings:
            click.echo(f"Warning: {plain(warning)}", err=True)
