"""The command `diagnose`: which misreadings explain answers, and how often.

Owns its options and the output of a diagnosis. The figures are in `study.diagnosis`.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from items.sources.formats import SOURCES
from tui import i18n
from tui.console.executor_option import executor_option, workers
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_long_json
from tui.console.number_options import timeout_option
from tui.text import counted, width

MOST_NAMES = 12
"""Number of respondents listed when a name is unknown."""
CCOBRA = "ccobra"
BOTH_SETTINGS = "both"


@click.command(
    "diagnose",
    short_help="Say which misreadings explain answers.",
    epilog="Example:  countermodel diagnose items.jsonl --db study.db",
)
@click.argument("sources", metavar="SOURCE…", nargs=-1, required=True)
@click.option(
    "--format",
    "format_",
    type=click.Choice([*SOURCES]),
    metavar="FORMAT",
    help=f"How to read the files; by default recognised by their content: {', '.join(SOURCES)}.",
)
@click.option(
    "--engine",
    type=click.Choice([BOTH_SETTINGS, "worlds"]),
    default=BOTH_SETTINGS,
    show_default=True,
    help="both: Z3 checks every combination of misreadings that explains an answer, except "
    "belief, which is not a formula.",
)
@click.option("--simulated", is_flag=True, help="Diagnose simulated respondents instead of people.")
@click.option(
    "--options",
    is_flag=True,
    help="Before anybody answers: which misreadings lead to each option. Needs no database.",
)
@click.option(
    "--misreading",
    "own_misreadings",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Your own misreading: a TOML file with a rewrite rule. Repeatable.",
)
@click.option("--respondent", metavar="NAME", help="Show only the profile of this respondent.")
@click.option(
    "--theories",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="With ccobra: CSV tables with the predictions of theories of syllogisms.",
)
@timeout_option(60.0, "Time for one question with all its misreadings.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "--language",
    type=click.Choice(i18n.LANGUAGES),
    help="The language of the output; by default the environment's.",
)
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@executor_option
@click.pass_context
def diagnose(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    engine: str,
    simulated: bool,
    options: bool,
    own_misreadings: tuple[Path, ...],
    respondent: str | None,
    theories: Path | None,
    timeout: float,
    as_json: bool,
    language: str | None,
    db: str | None,
    executor: str | None,
) -> None:
    """Diagnose recorded answers to the items of SOURCE: the smallest misreadings under which wrong
    answers would be right, and how often each respondent and each group makes each misreading.

    With --options, no recorded answers are needed: the command lists, for each possible answer, the
    smallest misreadings that lead to it.

    With --format ccobra, SOURCE is a file of people's answers in CCOBRA's format, and needs no
    database; the output also says how well half of a person's answers, with everybody else's,
    predicts the other half. Shares are between 0 and 1, intervals are at 95 %.
    """
    from tui.state.diagnosis_words import options_lines, record_lines, table_lines

    i18n.use(i18n.SOURCE_LANGUAGE if as_json else language or i18n.environment_language())
    lines: Callable[[dict[str, Any]], Iterator[str]]
    if respondent is not None and (options or format_ == CCOBRA or as_json):
        raise click.UsageError("--respondent cannot be combined with --options, --json or ccobra.")
    if own_misreadings:
        if executor is not None:
            raise click.UsageError("--misreading cannot be combined with --executor.")
        from study.diagnosis.own_misreading import register

        for path in own_misreadings:
            register(path)
    unread = False
    if options:
        if simulated or theories is not None:
            raise click.UsageError("--options cannot be combined with --simulated or --theories.")
        crew = executor or ("here" if own_misreadings else None)
        entry = _of_items(sources, format_, engine, timeout, crew)
        unread = bool(entry["problems"])
        lines = options_lines
    elif format_ == CCOBRA:
        if executor is not None:
            raise click.UsageError("--executor cannot be combined with --format ccobra.")
        entry = _of_table(sources, theories, engine, timeout, own_misreadings)
        lines = table_lines
    else:
        entry = _of_record(
            sources, format_, engine, timeout, simulated, db, executor, own_misreadings
        )
        lines = record_lines
        if respondent is not None:
            _tell_profile(entry, respondent)
            return
    if as_json:
        echo_long_json(entry)
    else:
        for line in lines(entry):
            click.echo(line)
    if unread:
        ctx.exit(ExitCode.USAGE)


def _of_table(
    sources: tuple[str, ...],
    theories: Path | None,
    engine: str,
    timeout: float,
    own_misreadings: tuple[Path, ...],
) -> dict[str, Any]:
    """Diagnose a table of answers. Raises InputError if there are several, none, or no answers in
    it."""
    from items.sources.ccobra import Response, read_rows
    from solver.errors import InputError
    from study.diagnosis.document import document
    from study.diagnosis.memory import Memory
    from study.diagnosis.theories import read_theories

    if len(sources) > 1:
        raise InputError("Too many files", f"expected one table of answers, found {len(sources)}")
    path = Path(sources[0])
    if not path.is_file():
        raise InputError("No such file", f"{path}: expected a table of answers, found none")
    rows = list(read_rows(path))
    skipped = [row.message for row in rows if isinstance(row, InputError)]
    responses = [row for row in rows if isinstance(row, Response)]
    if not responses:
        reason = skipped[0] if skipped else "no rows"
        if len(skipped) > 1:
            reason = f"{reason} (and {counted(len(skipped) - 1, 'more row')})"
        raise InputError("No answers", f"{path}: expected answers, found none: {reason}")
    theory_table = read_theories(theories) if theories is not None else None
    memory = Memory.usual(path.read_text(encoding="utf-8") for path in own_misreadings)
    entry = document(
        responses,
        theories=theory_table,
        memory=memory,
        both=engine == BOTH_SETTINGS,
        question_seconds=timeout,
    )
    return {"format": CCOBRA, **entry, "skipped": skipped}


def _of_items(
    sources: tuple[str, ...],
    format_: str | None,
    engine: str,
    timeout: float,
    executor: str | None,
) -> dict[str, Any]:
    from items.executors.spool import Spool
    from study.diagnosis.attractions import attractions
    from tui.console.sources import open_sources

    items = open_sources(sources, format_, "", False, timeout)
    questions = Spool()
    diagnosed = 0
    with workers(executor, items.count) as crew:
        for parts in attractions(
            items, crew, both=engine == BOTH_SETTINGS, question_seconds=timeout
        ):
            for part in parts:
                questions.append(part)
            diagnosed += 1
            if items.count is not None:
                _progress(diagnosed, items.count)
    return {"items": diagnosed, "questions": questions, "problems": items.problems}


def _of_record(
    sources: tuple[str, ...],
    format_: str | None,
    engine: str,
    timeout: float,
    simulated: bool,
    db: str | None,
    executor: str | None,
    own_misreadings: tuple[Path, ...],
) -> dict[str, Any]:
    """Diagnose recorded answers. Raises InputError if there are none."""
    from sessions.report.diagnosis_answers import diagnosis_answers
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path
    from solver.errors import InputError
    from study.diagnosis.items_document import document
    from study.diagnosis.memory import Memory
    from study.diagnosis.recorded_answers import explained_answers
    from tui.console.sources import open_sources

    items = open_sources(sources, format_, "", False, timeout)
    with open_or_copy(database_path(db)) as database:
        answers, left_out = diagnosis_answers(database, items, simulated=simulated)
        others = (
            [] if answers or simulated else diagnosis_answers(database, items, simulated=True)[0]
        )
    if not answers:
        why = "".join(f"; {number} {reason}" for reason, number in left_out.items())
        if others:
            why = f"{why}; {counted(len(others), 'answer')} of simulated respondents (--simulated)"
        raise InputError(
            "No answers",
            f"{database_path(db)}: expected answers to {counted(items.read, 'item')}, found none"
            f"{why}",
        )
    questions = len({(row.item.content_hash, row.place) for row in answers})
    memory = Memory.usual(path.read_text(encoding="utf-8") for path in own_misreadings)
    with workers(executor, questions) as crew:
        outcome = explained_answers(
            answers,
            question_seconds=timeout,
            both=engine == BOTH_SETTINGS,
            workers=crew,
            progress=_progress,
            memory=memory,
        )
    entry = {**document(outcome), "left_out": left_out}
    memory.keep(outcome.readings)
    return entry


def _progress(done: int, total: int) -> None:
    if not sys.stderr.isatty() or (done % 5 and done != total):
        return
    text = i18n._("Diagnosing {done} of {total}").format(done=done, total=total)
    click.echo(f"\r{text}" if done < total else f"\r{' ' * width(text)}\r", nl=False, err=True)


def _tell_profile(entry: dict[str, Any], name: str) -> None:
    """Print one respondent's profile. Raises InputError if there is no such respondent."""
    from solver.errors import InputError
    from study.diagnosis.profiles import profile_of
    from tui.state.inspector.profile_view import profile_lines

    names = [r["respondent"] for r in entry["respondents"]]
    alike = [first_names for first_names in names if first_names.casefold() == name.casefold()]
    profile = profile_of(entry, name if name in names or len(alike) != 1 else alike[0])
    if profile is None:
        first_names = ", ".join(names[:MOST_NAMES])
        raise InputError(
            "No such respondent",
            f"expected one of the respondents ({first_names}), found {name!r}",
        )
    for line in profile_lines(profile):
        click.echo(line)
