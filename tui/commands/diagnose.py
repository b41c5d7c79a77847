"""The command `diagnose`: which misreadings make answers right, and how often.

Owns its options and how a diagnosis is told. The figures are `study.diagnosis`'.
"""

import sys
from pathlib import Path
from typing import Any

import click

from items.sources.formats import SOURCES
from tui.console.executor_option import executor_option, workers
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_long_json
from tui.text import counted, plain

SHOWN = 12
"""Combinations of misreadings that the text lists."""
CCOBRA = "ccobra"
BOTH = "both"


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
    help="How to read the files; by default recognised by their content.",
)
@click.option(
    "--engine",
    type=click.Choice([BOTH, "worlds"]),
    default=BOTH,
    show_default=True,
    help="both: Z3 checks every combination of misreadings that explains an answer, except belief, "
    "which is no formula.",
)
@click.option(
    "--simulated", is_flag=True, help="Diagnose simulated respondents in place of people."
)
@click.option(
    "--options",
    is_flag=True,
    help="Before anybody answers: which misreadings lead to each option. Needs no database.",
)
@click.option(
    "--misreading",
    "own",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A misreading of your own: a TOML file with a rewrite rule. Repeatable.",
)
@click.option("--respondent", metavar="NAME", help="Tell the profile of this respondent alone.")
@click.option(
    "--theories",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="With ccobra: CSV tables of what theories of syllogisms predict.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
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
    own: tuple[Path, ...],
    respondent: str | None,
    theories: Path | None,
    as_json: bool,
    db: str | None,
    executor: str | None,
) -> None:
    """Diagnose recorded answers to the items of SOURCE: the smallest misreadings under which wrong
    answers would be right, and how often each respondent and each group makes each misreading.

    With --options, nothing recorded is needed: for each answer that can be given, the smallest
    misreadings that lead to it are told.

    With --format ccobra, SOURCE is a file of people's answers in CCOBRA's format, and needs no
    database; how well half of a person's answers, with everybody else's, predicts the other half is
    told too. Shares are between 0 and 1, intervals are at 95 %.
    """
    if respondent is not None and (options or format_ == CCOBRA or as_json):
        raise click.UsageError("--respondent goes with none of --options, --json and ccobra.")
    if own:
        if executor is not None:
            raise click.UsageError("--misreading does not go with --executor.")
        from study.diagnosis.own_misreading import register

        for path in own:
            register(path)
    unread = False
    if options:
        if simulated or theories is not None:
            raise click.UsageError("--options does not go with --simulated or --theories.")
        entry = _of_items(sources, format_, engine, executor or ("here" if own else None))
        unread = bool(entry["problems"])
        tell = _tell_items
    elif format_ == CCOBRA:
        if executor is not None:
            raise click.UsageError("--executor does not go with --format ccobra.")
        entry = _of_table(sources, theories, engine, own)
        tell = _tell_table
    else:
        entry = _of_record(sources, format_, engine, simulated, db, executor, own)
        tell = _tell_record
        if respondent is not None:
            _tell_profile(entry, respondent)
            return
    if as_json:
        echo_long_json(entry)
    else:
        tell(entry)
    if unread:
        ctx.exit(ExitCode.USAGE)


def _of_table(
    sources: tuple[str, ...], theories: Path | None, engine: str, own: tuple[Path, ...]
) -> dict[str, Any]:
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
    read = read_theories(theories) if theories is not None else None
    memory = Memory.usual(path.read_text(encoding="utf-8") for path in own)
    entry = document(responses, theories=read, memory=memory, both=engine == BOTH)
    return {"format": CCOBRA, **entry, "skipped": skipped}


def _of_items(
    sources: tuple[str, ...], format_: str | None, engine: str, executor: str | None
) -> dict[str, Any]:
    from items.executors.spool import Spool
    from study.diagnosis.attractions import attractions
    from tui.console.sources import open_sources

    items = open_sources(sources, format_, "", False)
    questions = Spool()
    done = 0
    with workers(executor, items.count) as crew:
        for parts in attractions(items, crew, both=engine == BOTH):
            for part in parts:
                questions.append(part)
            done += 1
            if items.count is not None:
                _progress(done, items.count)
    return {"items": done, "questions": questions, "problems": items.problems}


def _of_record(
    sources: tuple[str, ...],
    format_: str | None,
    engine: str,
    simulated: bool,
    db: str | None,
    executor: str | None,
    own: tuple[Path, ...],
) -> dict[str, Any]:
    from sessions.report.given import given_of
    from sessions.storage.copies import open_or_copy
    from sessions.storage.database import database_path
    from solver.errors import InputError
    from study.diagnosis.given import recorded
    from study.diagnosis.items_document import document
    from study.diagnosis.memory import Memory
    from tui.console.sources import open_sources

    items = open_sources(sources, format_, "", False)
    with open_or_copy(database_path(db)) as database:
        given, left_out = given_of(database, items, simulated=simulated)
        others = [] if given or simulated else given_of(database, items, simulated=True)[0]
    if not given:
        why = "".join(f"; {number} {reason}" for reason, number in left_out.items())
        if others:
            why = f"{why}; {counted(len(others), 'answer')} of simulated respondents (--simulated)"
        raise InputError(
            "No answers",
            f"{database_path(db)}: expected answers to {counted(items.read, 'item')}, found none"
            f"{why}",
        )
    questions = len({(row.item.content_hash, row.place) for row in given})
    memory = Memory.usual(path.read_text(encoding="utf-8") for path in own)
    with workers(executor, questions) as crew:
        outcome = recorded(
            given, both=engine == BOTH, workers=crew, progress=_progress, memory=memory
        )
    entry = {**document(outcome), "left_out": left_out}
    memory.keep(outcome.readings)
    return entry


def _progress(done: int, total: int) -> None:
    if not sys.stderr.isatty() or (done % 5 and done != total):
        return
    text = f"Diagnosing {done} of {total}"
    click.echo(f"\r{text}" if done < total else f"\r{' ' * len(text)}\r", nl=False, err=True)


# --- in words ------------------------------------------------------------------------------------


def _tell_profile(entry: dict[str, Any], name: str) -> None:
    from solver.errors import InputError
    from study.diagnosis.profiles import profile_of
    from tui.state.inspector.profile_view import profile_lines

    names = [r["respondent"] for r in entry["respondents"]]
    alike = [known for known in names if known.casefold() == name.casefold()]
    profile = profile_of(entry, name if name in names or len(alike) != 1 else alike[0])
    if profile is None:
        known = ", ".join(names[:SHOWN])
        raise InputError(
            "No such respondent", f"expected one of those who answered ({known}), found {name!r}"
        )
    for line in profile_lines(profile):
        click.echo(line)


def _tell_items(entry: dict[str, Any]) -> None:
    for reply in entry["questions"]:
        click.echo(f"{plain(reply['item'])}, question {plain(reply['question'])}")
        if "answers" not in reply:
            click.echo(f"  without a diagnosis: {plain(reply['undecided'])}")
            continue
        for member in reply["answers"]:
            mark = "✓" if member["right"] else " "
            if member["right"]:
                why = "right as it stands"
            elif member["unreached"]:
                why = "reached by no misreading"
            else:
                ways = [" + ".join(map(plain, names)) for names in member["combinations"]]
                more = f" (or {counted(len(ways) - 3, 'other')})" if len(ways) > 3 else ""
                why = f"{'; '.join(ways[:3])}{more}" if ways else "not decided"
            click.echo(f"  {mark} {plain(member['answer']):<14} {why}")


def _tell_record(entry: dict[str, Any]) -> None:
    people = counted(len(entry["respondents"]), "respondent")
    questions = counted(entry["questions"], "question")
    click.echo(f"{counted(entry['answers'], 'answer')} of {people} to {questions}")
    for group, reply in entry["groups"].items():
        click.echo(f"\n{group.capitalize()}: {counted(reply['answers'], 'answer')}")
        _diagnoses(reply["diagnoses"], reply["answers"])
        _rates(reply, reply["rates"], reply["respondents_mean"])
        _consistency(reply["consistency"])
    _checked(entry["checked"])
    for reason, number in entry["undecided"].items():
        click.echo(f"\n{counted(number, 'question')} without a diagnosis: {plain(reason)}")
    for reason, number in entry["left_out"].items():
        click.echo(f"{counted(number, 'answer')} left out: {reason}")


def _tell_table(entry: dict[str, Any]) -> None:
    click.echo(
        f"{counted(entry['answers'], 'answer')} of {counted(entry['persons'], 'person')} "
        f"to {counted(entry['tasks'], 'task')}"
    )
    click.echo("\nHeld-out answers predicted, a half of each person's")
    _line("by readings and neighbours", entry["predicted"])
    _line("the others' most frequent answer", entry["most_frequent"])
    _readings(entry["readings"])
    click.echo()
    _diagnoses(entry["diagnoses"], entry["answers"])
    _checked(entry["checked"])
    _rates(entry, entry["rates"]["group"], entry["rates"]["persons_mean"])
    _consistency(entry["consistency"])
    if entry["undecided"]:
        click.echo(f"\n{counted(len(entry['undecided']), 'task')} without a diagnosis")
        for reply in entry["undecided"][:SHOWN]:
            click.echo(f"  {plain(reply['task'])}: {plain(reply['reason'])}")
        if len(entry["undecided"]) > SHOWN:
            click.echo(f"  and {len(entry['undecided']) - SHOWN} more")
    if entry["skipped"]:
        click.echo(f"\n{counted(len(entry['skipped']), 'row')} left out")
        for reason in entry["skipped"][:SHOWN]:
            click.echo(f"  {plain(reason)}")
        if len(entry["skipped"]) > SHOWN:
            click.echo(f"  and {len(entry['skipped']) - SHOWN} more")
    if entry["known_figures"]:
        _known(entry["known_figures"])


def _known(figures: list[dict[str, Any]]) -> None:
    """The table at the end: figures that can be held against published ones."""
    click.echo("\nKnown figures, with 95 % intervals where answers are counted")
    for row in figures:
        of = "" if row["n"] is None else f"{row['successes']} of {row['n']}"
        ends = "" if row["low"] is None else f"   {row['low']:.3f} to {row['high']:.3f}"
        click.echo(f"  {plain(row['figure']):<48} {row['value']:.3f}   {of:<12}{ends}".rstrip())


def _readings(readings: list[dict[str, Any]]) -> None:
    """The task as it stands and its single misreadings, the best first."""
    rows = [entry for entry in readings if entry["share"] is not None]
    if not rows:
        return
    click.echo("\nShare of answers that are right with one misreading made everywhere")
    for entry in rows[:SHOWN]:
        _line(" + ".join(map(plain, entry["misreadings"])) or "as it stands", entry["share"])


def _diagnoses(diagnosed: dict[str, Any], answers: int) -> None:
    click.echo("Answers by the smallest misreading that makes them right")
    _line("right as the task stands", diagnosed["right"] / answers)
    for entry in diagnosed["misread"][:SHOWN]:
        _line(" + ".join(map(plain, entry["misreadings"])), entry["answers"] / answers)
    _line("random error", diagnosed["random"] / answers)
    if diagnosed["undecided"]:
        _line("undecided", diagnosed["undecided"] / answers)


def _checked(numbers: dict[str, int] | None) -> None:
    """What the second engine said of the combinations that explain answers."""
    if numbers is None:
        click.echo("\nThe readings were not checked by Z3 (--engine worlds)")
        return
    total = sum(numbers.values())
    if not total:
        return
    others = (
        ("contradicted, an error of an engine, and left out", numbers["contradicted"]),
        ("of common sense, which no engine can check", numbers["without_formula"]),
        ("not decided by Z3", numbers["undecided"]),
    )
    more = "".join(f"; {what}: {number}" for what, number in others if number)
    click.echo(f"\nCombinations confirmed by Z3: {numbers['confirmed']} of {total}{more}")


def _rates(entry: dict[str, Any], rates: dict[str, Any], means: dict[str, Any]) -> None:
    from study.diagnosis.rates import FEW_ANSWERS, Rate

    decided = entry["answers"] - entry["diagnoses"]["undecided"]
    if decided < FEW_ANSWERS:
        if decided:
            few = f"they are told from {FEW_ANSWERS} answers on, and these are {decided:g}"
            click.echo(f"\nNo rates: {few}")
        return
    click.echo("\nRates of the group, with 95 % intervals, and the mean of the respondents' own")
    for name, rate in rates.items():
        if rate is not None:
            _interval(plain(name), rate, means.get(name))
    untold = [plain(name) for name, rate in rates.items() if rate and not Rate(**rate).tells]
    if untold:
        click.echo(f"  these answers cannot tell the rates of: {', '.join(untold)}")
    for group in entry["not_told_apart"]:
        click.echo(f"  not told apart by these answers: {', '.join(map(plain, group))}")


def _consistency(fields: dict[str, Any]) -> None:
    """Within texts, where several questions were asked on one, and over everything."""
    click.echo("\nConsistency")
    if fields.get("decided"):
        fit = fields["decided"] - fields["inconsistent"]
        click.echo(
            f"  answers to one text fit together: {fit} of {fields['decided']}; to be given up: "
            f"{counted(fields['give_up'], 'answer')}"
        )
        fit = fields["decided"] - fields["against_text"]
        click.echo(
            f"  they also fit what the text says: {fit} of {fields['decided']}; to be given up: "
            f"{counted(fields['give_up_against_text'], 'answer')}"
        )
    everybody = fields["respondents"].values()
    answers = sum(entry["answers"] for entry in everybody)
    if not answers:
        return
    kept = sum(entry["largest_part"] for entry in everybody)
    right = sum(entry["right"] for entry in everybody)
    click.echo(
        f"  of {counted(answers, 'answer')} that can be diagnosed, by "
        f"{counted(sum(entry['answers'] > 0 for entry in everybody), 'respondent')}"
    )
    _line("answers right as the questions stand", right / answers)
    _line("right under one way of reading each", kept / answers)
    whole = sum(entry["answers"] == entry["right"] > 0 for entry in everybody)
    single = sum(bool(entry["consistent_under"]) for entry in everybody)
    click.echo(f"  {counted(whole, 'respondent')} with every answer right")
    click.echo(f"  {counted(single, 'respondent')} with every answer right under one misreading")


def _line(words: str, value: float | None) -> None:
    click.echo(f"  {words:<48} {'–' if value is None else f'{value:.3f}'}")


def _interval(words: str, rate: dict[str, float], mean: float | None) -> None:
    own = "" if mean is None else f"   {mean:.3f}"
    ends = f"{rate['low']:.3f} to {rate['high']:.3f}"
    click.echo(f"  {words:<48} {rate['value']:.3f}   {ends}{own}")
