"""What the generators' commands share: options, running, writing, and telling what came of it.

Owns `--output`, `--json` and `--db`, and keeping the proof states of what was written.
Which parameters a generator has is its own command's business.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from items.executors.executor import Workers
from items.families.common import PROVED, Batch, Maker, run
from items.models import Item, ProofState
from items.save import save_text
from solver.errors import CountermodelError
from tui.commands._audit import short_audit
from tui.executor_option import executor_option, jobs_option
from tui.exitcodes import ExitCode
from tui.json_output import echo_json
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
            help="The file to write.",
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


def make(maker: Maker, count: int, crew: Workers, *, unique: bool = False) -> Batch:
    """Run a generator, counting up on standard error where a person watches. A request that gives
    nothing is refused."""

    def tell(done: int) -> None:
        _progress(done, count)

    return run(maker, count, tell, workers=crew, unique=unique, refuse=True)


def finish(
    batch: Batch, text: str, output: Path, db: str | None, as_json: bool, *, kept: bool = True
) -> ExitCode:
    """Write the file, keep the proof states (unless what was written has other items in it), print
    what came of it; NO where there was nothing to write."""
    save_text(output, text)
    if kept:
        _remember(batch.items, db)
    if as_json:
        echo_json(batch.to_json())
    else:
        _show(batch, output)
        if kept:
            for line in short_audit(batch.items):
                click.echo(line)
    if batch.stopped:
        return ExitCode.INTERRUPTED
    return ExitCode.DONE if batch.items else ExitCode.NO


def _show(batch: Batch, output: Path) -> None:
    click.echo(
        f"{counted(len(batch.items), 'item')} in {batch.seconds:.1f} s: {plain(str(output))}"
    )
    if batch.stopped:
        click.echo("  stopped before the end; the file holds what was made until then")
    nearly = sum(item.approximate for item in batch.items)
    if nearly:
        click.echo(f"  {counted(nearly, 'item')} whose words only approximate the formulas")
    if batch.distinct is not None:
        click.echo(f"  {counted(batch.distinct, 'different problem')} up to renaming")
    for reason, count in batch.rejected.items():
        click.echo(f"  rejected {count}: {reason}")


def _progress(done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    text = f"Made {done} of {total}"
    click.echo(f"\r{text}" if done < total else f"\r{' ' * len(text)}\r", nl=False, err=True)


def _remember(items: tuple[Item, ...], db: str | None) -> None:
    """Keep that the items are proved; that it cannot be kept is a warning, not a failure."""
    from sessions.clock import SystemClock
    from sessions.database import Database, database_path
    from sessions.proofs import store
    from tui.version import program_version

    try:
        with Database.open(database_path(db)) as database:
            states: dict[str, ProofState] = {item.content_hash: PROVED for item in items}
            store(database, states, program_version(), SystemClock().utc())
    except (CountermodelError, OSError) as error:
        click.echo(f"Warning: proof states were not kept. {error}", err=True)
