"""The command `generate perturbed`: perturbed twins of existing items."""

from pathlib import Path

import click

from items.families.perturbed.generator import BalancedTwinRun, TwinRun, in_rows
from solver.queries import DEFAULT_TIMEOUT
from tui.commands._generator_run import made_of, output_options
from tui.console.executor_option import workers
from tui.console.exitcodes import ExitCode
from tui.console.number_options import WholeNumber, timeout_option
from tui.console.sources import open_sources, source_options


@click.command(
    short_help="Make twins of items: another answer, the same answer.",
    epilog="Example:  countermodel generate perturbed rules.jsonl -o twins.jsonl",
)
@source_options
@click.option(
    "--seed", type=WholeNumber(0), default=0, show_default=True, help="Which edits are drawn."
)
@click.option(
    "--balance",
    is_flag=True,
    help="True, False and Unknown equally often: three items with different answers at a "
    "time, each with three twins.",
)
@timeout_option(DEFAULT_TIMEOUT, "Time for one item and its twins.")
@output_options
@click.pass_context
def perturbed(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    seed: int,
    balance: bool,
    timeout: float,
    jobs: int | None,
    executor: str | None,
    output: Path,
    as_json: bool,
    db: str | None,
) -> None:
    """Write every item of SOURCE… with two twins: one edit of the premises changes the right
    answer, another of the same kind does not. A premise is left out, or a literal added.

    Items without a formalization, or whose texts cannot be edited with certainty, are left out and
    counted; so are those that run out of time.
    """
    items = open_sources(sources, format_, columns, strict, timeout)
    maker = BalancedTwinRun((), seed, timeout) if balance else TwinRun((), seed, timeout)
    inputs = in_rows(items) if balance else ((item,) for item in items)
    with workers(executor, items.count, jobs) as crew:
        count = None if balance else items.count
        outcome = made_of(maker, inputs, count, crew, output, db, as_json)
    ctx.exit(ExitCode.USAGE if items.problems else outcome.code)
