"""What the generators' commands share: options, running, writing, and telling what came of it.

Owns `--output`, `--json` and `--db`, and keeping the proof states of what was written.
Which parameters a generator has is its own command's business.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from items.executors.executor import Workers
from items.families.common import PROVED, Made, Maker, Outcome, produce
from items.models import Item
from items.streams.writing import ItemFile, RecordFile
from tui.commands._audit import SHORT_MOST, short_audit
from tui.executor_option import executor_option, jobs_option
from tui.exitcodes import ExitCode
from tui.json_output import echo_json
from tui.proof_states import KeptProofs
from tui.text import counted, plain

F = TypeVar("F", bound=Callable[..., Any])


def output_options(command: F) -> F:
    """`-o`, `--jobs`, `--executor`, `--json`, `--db`."""
    for add in (
        click.option(
            "--json", "as_json", is_flag=True, help="One JSON document on standard output."
        ),
        click.option(
            "--db", metavar="FILE", help="The database for proof states; by default the user's own."
        ),
        executor_option,
        jobs_option,
        click.option(
            "-o",
            "--output",
            required=True,
            type=click.Path(dir_okay=False, path_type=Path),
            help="The file to write: JSON Lines, or Parquet where it ends in .parquet.",
        ),
    ):
        command = add(command)
    return command


def unique_option(command: F) -> F:
    """`--unique`."""
    return click.option(
        "--unique/--no-unique",
        default=None,
        help="Different problems only, names and order ignored; by default yes, except with "
        "--as-published.",
    )(command)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a generator."""

    written: int
    """Items."""
    code: ExitCode


def generated(
    maker: Maker,
    count: int,
    crew: Workers,
    output: Path,
    db: str | None,
    as_json: bool,
    *,
    unique: bool = False,
    refuse: bool = True,
    records: bool = False,
) -> Result:
    """Run a generator and write its items as they are made, counting up on standard error where a
    person watches; keep the proof states, and print what came of it. With `records`, the file is
    in another tool's form, and no proof states are kept. With `refuse`, a request that gives
    nothing is refused. The code is NO where there was nothing to write."""
    first: list[Item] = []
    nearly = 0

    def take(made: Made) -> None:
        nonlocal nearly
        file.take(made)
        for item in made.items:
            nearly += item.approximate
            if not records:
                first.extend([item] if len(first) < SHORT_MOST else [])
                proofs.add(item.content_hash, PROVED)

    with ExitStack() as stack:
        proofs = KeptProofs(db)
        if not records:
            stack.enter_context(proofs)
        file = stack.enter_context(RecordFile(output) if records else ItemFile(output))
        outcome = produce(
            maker,
            count,
            take,
            lambda done: _progress(done, count),
            workers=crew,
            unique=unique,
            refuse=refuse,
        )
    if as_json:
        echo_json(outcome.to_json())
    else:
        _show(outcome, nearly, output)
        for line in short_audit(first):
            click.echo(line)
    if outcome.stopped:
        return Result(outcome.written, ExitCode.INTERRUPTED)
    return Result(outcome.written, ExitCode.DONE if outcome.written else ExitCode.NO)


def _show(outcome: Outcome, nearly: int, output: Path) -> None:
    click.echo(
        f"{counted(outcome.written, 'item')} in {outcome.seconds:.1f} s: {plain(str(output))}"
    )
    if outcome.stopped:
        click.echo("  stopped before the end; the file holds what was made until then")
    if nearly:
        click.echo(f"  {counted(nearly, 'item')} whose words only approximate the formulas")
    if outcome.distinct is not None:
        click.echo(f"  {counted(outcome.distinct, 'different problem')} up to renaming")
    for reason, count in outcome.rejected.items():
        click.echo(f"  rejected {count}: {reason}")


def _progress(done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    text = f"Made {done} of {total}"
    click.echo(f"\r{text}" if done < total else f"\r{' ' * len(text)}\r", nl=False, err=True)
