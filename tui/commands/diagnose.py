"""The command `diagnose`: which misreadings make people's answers right, and how often.

Owns its options and how a diagnosis is told. The figures are `study.diagnosis`'.
"""

from pathlib import Path
from typing import Any

import click

from tui.json_output import echo_json
from tui.text import counted, plain

SHOWN = 12
"""Combinations of misreadings that the text lists."""


@click.command(
    "diagnose",
    short_help="Say which misreadings explain people's answers.",
    epilog="Example:  countermodel diagnose answers.csv --format ccobra --json",
)
@click.argument("file", metavar="FILE")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["ccobra"]),
    required=True,
    help="The format of FILE.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def diagnose(file: str, format_: str, as_json: bool) -> None:
    """Diagnose the answers in FILE: the smallest misreadings under which wrong answers would be
    right, how often each person and the group makes each misreading, and how well half of a
    person's answers, with everybody else's, predicts the other half.

    Shares are between 0 and 1, intervals are at 95 %.
    """
    from items.ccobra import Response, read_rows
    from solver.errors import InputError
    from study.diagnosis.document import document

    path = Path(file)
    if not path.is_file():
        raise InputError("No such file", f"{path}: expected a table of answers, found none")
    rows = list(read_rows(path))
    skipped = [row.message for row in rows if isinstance(row, InputError)]
    responses = [row for row in rows if isinstance(row, Response)]
    if not responses:
        reason = skipped[0] if skipped else "no rows"
        raise InputError("No answers", f"{path}: expected answers, found none: {reason}")
    found = {"format": format_, **document(responses), "skipped": skipped}
    if as_json:
        echo_json(found)
        return
    _tell(found)


def _tell(found: dict[str, Any]) -> None:
    click.echo(
        f"{counted(found['answers'], 'answer')} of {counted(found['persons'], 'person')} "
        f"to {counted(found['tasks'], 'task')}"
    )
    click.echo("\nHeld-out answers predicted, a half of each person's")
    _line("by readings and neighbours", found["predicted"])
    _line("the others' most frequent answer", found["most_frequent"])
    made = found["inferences"]
    if any(made["shares"].values()):
        click.echo("\nInferences from a conditional")
        for name, share in made["shares"].items():
            _interval(name, share)
        click.echo(f"  both AC and DA: {counted(made['both_fallacies'], 'person')}")
    diagnosed = found["diagnoses"]
    click.echo("\nAnswers by the smallest misreading that makes them right")
    _line("right as the task stands", diagnosed["right"] / found["answers"])
    for entry in diagnosed["misread"][:SHOWN]:
        _line(" + ".join(map(plain, entry["misreadings"])), entry["answers"] / found["answers"])
    _line("random error", diagnosed["random"] / found["answers"])
    if diagnosed["undecided"]:
        _line("undecided", diagnosed["undecided"] / found["answers"])
    click.echo("\nRates of the group")
    for name, rate in found["rates"]["group"].items():
        if rate is not None:
            _interval(plain(name), rate)
    for group in found["not_told_apart"]:
        click.echo(f"  not told apart by these tasks: {', '.join(map(plain, group))}")
    if found["skipped"]:
        click.echo(f"\n{counted(len(found['skipped']), 'row')} left out")
        for reason in found["skipped"][:SHOWN]:
            click.echo(f"  {plain(reason)}")


def _line(words: str, value: float | None) -> None:
    click.echo(f"  {words:<48} {'–' if value is None else f'{value:.3f}'}")


def _interval(words: str, rate: dict[str, float] | None) -> None:
    if rate is None:
        click.echo(f"  {words:<48} –")
        return
    click.echo(f"  {words:<48} {rate['value']:.3f}   {rate['low']:.3f} to {rate['high']:.3f}")
