"""The command `take`: a participant's session in a study.

Owns its arguments, proving the items of a study before its first session, and the report on the
items that a researcher gets before a pilot. The participant's screens are opened by
`tui.apps.participant`.

Items are read in a separate process (`sessions.taking.item_keeper`), so that this one holds no
reference answers. Built-in items ship with their proofs, so nothing is loaded for them before a
session begins. The items of other sources are read before the terminal is taken over, and those
that the database does not know are proved.

A mistake in the study file is reported before the terminal is taken over, with one exception: if
the first screen asks for the code, it needs only the title and the language, and it is painted
before the tables are checked. A mistake in them then closes that screen and is reported as usual.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.console.sentences import echo_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from study.course.sections import Pools
    from study.design.protocol import LoadedStudy
    from study.files.study_file import StudyFile


@click.command(
    short_help="Take part in a study, or resume it.",
    epilog="Example:  countermodel take builtin:demo --participant P-7KMQ2",
)
@click.argument("study")
@click.option(
    "--participant", metavar="CODE", default="", help="Your code; asked for if not given."
)
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    help="The language, if the study has several; asked for if not given.",
)
@click.option("--pilot", is_flag=True, help="A trial run: marked, and left out of reports.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def take(
    ctx: click.Context,
    study: str,
    participant: str,
    language: str | None,
    pilot: bool,
    db: str | None,
) -> None:
    """Take part in STUDY (a study file, or builtin:demo). The same CODE resumes where it
    stopped."""
    from sessions.storage.database import database_path
    from sessions.taking.item_keeper import Keeper, KeptStudy
    from study.files.study_file import study_file
    from tui import i18n
    from tui.apps.participant import ParticipantApp
    from tui.console.exitcodes import unquoted
    from tui.screens.participant.task import Task
    from tui.version import program_version
    from tui.windows.app import terminal_missing

    # Mistakes may be reported before the study's own language is known.
    i18n.use(language or i18n.environment_language())
    database = database_path(db)
    file = study_file(study)
    if language is not None and file.languages:
        file = file.in_language(language)
    at_once = participant or not file.title or terminal_missing()  # then mistakes are reported now
    source: StudyFile | LoadedStudy = file
    if at_once:
        from study.design.protocol import loaded

        source = loaded(file)
    prove = partial(_proved, database, pilot)
    with Keeper(KeptStudy(source, database, pilot, program_version, prove)) as keeper:
        spoken = language is not None
        task = Task(source, database, participant, pilot, language_chosen=spoken, keeper=keeper)
        if pilot or not file.builtin_alone:
            for warning in keeper.prove(participant):
                echo_sentence(f"Warning: {warning}", err=True)
        app = ParticipantApp(task)
        with unquoted():
            code = app.run_to_the_end()
    if app.failure is not None:
        raise app.failure
    for line in app.parting_lines:
        click.echo(line)
    ctx.exit(code)


def _proved(
    database: Path | str, pilot: bool, study: "LoadedStudy", code: str
) -> "tuple[Pools, Sequence[str]] | None":
    """The study's items, with their gold answers checked against the solver; for a pilot, also the
    lines about unproved items and items without gold. Runs in the process that reads items.

    A participant with a session resumes with the items it began with, so nothing is read for them,
    and a study with sessions is not refused here; a newcomer's code is.
    """
    from sessions.record.clock import SystemClock
    from sessions.taking import slots
    from sessions.taking.preflight import check_study
    from solver.errors import InputError
    from study.design.codes import normalise_code
    from study.design.pools import read_sources
    from tui.commands._study_proofs import database_of_proofs, proving
    from tui.version import program_version

    with database_of_proofs(database) as db:
        try:
            now = SystemClock().utc()
            if code and slots.find(db, study, normalise_code(code), pilot=pilot, now=now):
                return None
        except InputError:
            return None  # the screen says what is wrong with the code
        resumable = slots.has_sessions(db, study.study.key)
        try:
            sources = read_sources(study)
            checked = check_study(db, study, sources, program=program_version(), progress=proving)
        except InputError:
            if resumable and not pilot:
                return None
            raise
    return sources.pools, checked.warnings if pilot else ()
