"""Proving the items of a study when a command starts, with progress on standard error.

Owns these lines, and storing the proofs if there is a database. Proving is in
`sessions.taking.preflight`.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.text import counted, plain

if TYPE_CHECKING:
    from sessions.storage.database import Database
    from study.course.sections import Pools
    from study.design.pools import Sources
    from study.design.protocol import LoadedStudy, Study

PROGRESS_STEP = 5
"""Number of items between two updates of the progress line on a terminal."""


def proved_study(
    study: "LoadedStudy", database: Path | str, print_line: Callable[[str], None]
) -> "Sources":
    """The study's items, checked against the solver in every language; warnings for the researcher
    are printed.

    Raises InputError if the study cannot be run, for example because the solver disproves a gold
    answer.
    """
    from sessions.taking.preflight import check_study
    from study.design.pools import read_sources
    from tui.version import program_version

    sources = read_sources(study)
    with database_of_proofs(database) as db:
        checked = check_study(db, study, sources, program=program_version(), progress=proving)
        for other in study.languages:
            if other != study.language:
                spoken = study.in_language(other)
                check_study(db, spoken, program=program_version(), progress=proving)
    for warning in (*checked.warnings, *contradictory_premises(study.study, sources.pools)):
        print_line(f"Warning: {warning}")
    return sources


def contradictory_premises(study: "Study", pools: "Pools") -> list[str]:
    """A warning that names the study's items with contradictory premises, or an empty list."""
    from sessions.taking.preflight import contradictory
    from study.design.preflight import LISTED_IDS, items_used

    broken = contradictory(items_used(study, pools).values())
    if not broken:
        return []
    names = f"{', '.join(broken[:LISTED_IDS])}{' …' if broken[LISTED_IDS:] else ''}"
    return [
        f"{counted(len(broken), 'item')}: premises that contradict one another, from which "
        f"everything follows: {names}"
    ]


def proving(done: int, total: int) -> None:
    """Show that items are being proved: a counter on a terminal, otherwise a single line."""
    text = f"Proving the gold answers of {counted(total, 'item')}, once"
    if not sys.stderr.isatty():
        if done == 0:
            click.echo(f"{text}.", err=True)
        return
    if done == total:
        click.echo(f"\r{' ' * (len(text) + 20)}\r", nl=False, err=True)
    elif done % PROGRESS_STEP == 0:
        click.echo(f"\r{text}: {done} done", nl=False, err=True)


@contextmanager
def database_of_proofs(path: Path | str) -> Iterator["Database"]:
    """The database; if it cannot be opened, a temporary one, with a warning."""
    from sessions.storage.database import Database
    from solver.errors import CountermodelError

    try:
        database = Database.open(path)
    except CountermodelError as error:
        click.echo(f"Warning: proofs are not stored. {plain(str(error))}", err=True)
        database = Database.open(":memory:")
    with database:
        yield database
