"""What the commands of all generators share: options, running, writing, and a summary.

Owns `--output`, `--json` and `--db`, and storing the proof states of the written items. Each
generator's command owns its parameters.
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import click

from items.executors.executor import Workers
from items.families.agreement import loosely_matched
from items.families.batches import (
    PROVED,
    Batch,
    GeneratedItems,
    Maker,
    MakerOfItems,
    Outcome,
    produce,
    produce_of,
    run,
)
from items.families.divlogic.task import Span
from items.models import Item
from items.streams.writing import ItemFile, RecordFile
from tui.commands._audit import QUICK_ITEMS, short_audit
from tui.commands._output_options import force_option, item_file_option, refuse_existing
from tui.console.executor_option import executor_option, jobs_option
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.number_options import timeout_option
from tui.console.proof_states import ProofStore
from tui.text import counted, plain

F = TypeVar("F", bound=Callable[..., Any])
_CERTIFY_KEY = "tui.commands.certify"
_TIMEOUT_KEY = "tui.commands.timeout"
SECONDS = 60.0
"""The default time limit of one item."""
_SPAN = re.compile(r"([0-9]{1,9})(?:(-)([0-9]{0,9}))?")


def output_options(command: F) -> F:
    """`--certify`, `-o`, `--force`, `--jobs`, `--executor`, `--json`, `--db`."""
    for add in (
        click.option(
            "--certify",
            metavar="NAME=SPAN",
            multiple=True,
            expose_value=False,
            callback=_certify,
            help="Only items of this difficulty, which is written to their attributes: "
            "support=3-, models=1-8, near-misses=4-, search=1-. Repeatable.",
        ),
        click.option(
            "--json", "as_json", is_flag=True, help="One JSON document on standard output."
        ),
        click.option(
            "--db", metavar="FILE", help="The database for proof states; by default the user's own."
        ),
        executor_option,
        jobs_option,
        force_option,
        item_file_option,
    ):
        command = add(command)
    return command


def item_time_option(command: F) -> F:
    """`--timeout`, of one item and its twins."""

    def note(ctx: click.Context, _: click.Parameter, seconds: float) -> None:
        ctx.meta[_TIMEOUT_KEY] = seconds

    return timeout_option(
        SECONDS, "Time for one item and its twins.", expose_value=False, callback=note
    )(command)


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
    """How a generator's run ended."""

    written: int
    """Number of items written."""
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
    records: bool = False,
) -> Result:
    """Run a generator and write its items as they are made, with a counter on standard error if it
    is a terminal; then store the proof states and print a summary. With `records`, the file is in
    another tool's format and no proof states are stored. A request that yields
    nothing is refused. The code is NO if there was nothing to write.

    Raises InputError if the file exists and `--force` was not given.
    """

    def making(accept: Callable[[GeneratedItems], None]) -> Outcome:
        return _produced(maker, count, accept, crew, unique)

    return _written(making, output, db, as_json, records=records)


def made_of(
    maker: MakerOfItems,
    inputs: Iterable[Sequence[Item]],
    count: int | None,
    crew: Workers,
    output: Path,
    db: str | None,
    as_json: bool,
) -> Result:
    """The same for items made from other items, which are read as needed. `count` is the number of
    inputs, None if it is unknown."""

    def making(accept: Callable[[GeneratedItems], None]) -> Outcome:
        def progress(done: int, written: int) -> None:
            _progress_of(done, count, written)

        spans = _wanted()
        if not spans:
            outcome = produce_of(maker, inputs, accept, progress, workers=crew)
            _progress_over()
            return outcome
        from items.families.certified_difficulty import DifficultyFilter

        certifying = DifficultyFilter(spans, accept)
        outcome = produce_of(maker, inputs, certifying.add, progress, workers=crew)
        _progress_over()
        certifying.close(stopped=outcome.stopped)
        rejected = {**outcome.rejected, **certifying.rejected}
        return replace(outcome, written=certifying.written, rejected=rejected)

    return _written(making, output, db, as_json)


class _NothingProduced(Exception):
    """Nothing was generated; the unfinished file is discarded, as after an error."""


def _written(
    produce_items: Callable[[Callable[[GeneratedItems], None]], Outcome],
    output: Path,
    db: str | None,
    as_json: bool,
    *,
    records: bool = False,
) -> Result:
    """Write the generated items, store the proof states, and print a summary. If nothing is
    generated, no file is written, and an existing one stays unchanged. Raises _NothingProduced if a
    request yields nothing."""
    refuse_existing(output)
    first: list[Item] = []
    nearly = loose = 0

    def take(batch: GeneratedItems) -> None:
        nonlocal nearly, loose
        file.take(batch)
        for item in batch.items:
            nearly += item.approximate
            loose += loosely_matched(item)
            if not records:
                first.extend([item] if len(first) < QUICK_ITEMS else [])
                proofs.add(item.content_hash, PROVED)

    with suppress(_NothingProduced), ExitStack() as stack:
        proofs = ProofStore(db)
        if not records:
            stack.enter_context(proofs)
        file = stack.enter_context(RecordFile(output) if records else ItemFile(output))
        outcome = produce_items(take)
        if not outcome.written:
            raise _NothingProduced
    if as_json:
        echo_json({**outcome.to_json(), "loosely_matched": loose})
    else:
        _show(outcome, nearly, loose, output)
        for line in short_audit(first):
            click.echo(line)
    if outcome.stopped:
        return Result(outcome.written, ExitCode.INTERRUPTED)
    return Result(outcome.written, ExitCode.DONE if outcome.written else ExitCode.NO)


def _produced(
    maker: Maker,
    count: int,
    accept: Callable[[GeneratedItems], None],
    crew: Workers,
    unique: bool,
) -> Outcome:
    """Pass generated items on as they come; if a difficulty is requested, pass on at the end those
    that have it."""

    def progress(done: int) -> None:
        _progress(done, count)

    seconds: float = click.get_current_context().meta.get(_TIMEOUT_KEY, inf)
    spans = _wanted()
    if not spans:
        return produce(
            maker,
            count,
            accept,
            progress,
            workers=crew,
            unique=unique,
            refuse=True,
            seconds=seconds,
        )
    from items.families.certified_difficulty import certified

    def batch_of(number: int, accept: Callable[[GeneratedItems], None]) -> Batch:
        def show_progress(done: int) -> None:
            _progress(done, number)

        return run(
            maker,
            number,
            show_progress,
            workers=crew,
            unique=unique,
            refuse=True,
            on_result=accept,
            seconds=seconds,
        )

    # A maker with a list of configurations can make nothing beyond it.
    at_most: dict[str, int] = getattr(maker, "at_most", dict)()
    batch = certified(batch_of, count, spans, grow=not hasattr(maker, "configs"), at_most=at_most)
    for item in batch.items:
        accept(GeneratedItems((item,)))
    return Outcome(len(batch.items), batch.rejected, batch.seconds, batch.distinct, batch.stopped)


def _wanted() -> dict[str, Span]:
    """The requested difficulty."""
    spans: dict[str, Span] = click.get_current_context().meta.get(_CERTIFY_KEY, {})
    return spans


def is_certified() -> bool:
    """Whether a difficulty was requested."""
    return bool(_wanted())


def _certify(ctx: click.Context, _: click.Parameter, texts: tuple[str, ...]) -> None:
    """Keep the ranges for `_wanted`. Raises BadParameter if one is wrong or empty."""
    if not texts:
        return
    from items.families.certified_difficulty import MEASURES

    spans: dict[str, Span] = {}
    for text in texts:
        name, sign, span = text.partition("=")
        match = _SPAN.fullmatch(span.strip())
        if name not in MEASURES or not sign or match is None:
            raise click.BadParameter(
                f"expected NAME=SPAN such as models=1-8, with a name of {', '.join(MEASURES)}; "
                f"found {text!r}"
            )
        least = int(match[1])
        most = (int(match[3]) if match[3] else None) if match[2] else least
        if most is not None and most < least:
            raise click.BadParameter(f"{text!r} is an empty range")
        spans[name] = Span(least, most)
    ctx.meta[_CERTIFY_KEY] = spans


def _show(outcome: Outcome, approximate_count: int, unmatched_count: int, output: Path) -> None:
    destination = plain(str(output)) if outcome.written else "no file was written"
    click.echo(f"{counted(outcome.written, 'item')} in {outcome.seconds:.1f} s: {destination}")
    if outcome.stopped and outcome.written:
        click.echo("  stopped before the end; the file contains the items made so far")
    if approximate_count:
        click.echo(
            f"  {counted(approximate_count, 'item')} whose words only approximate the formulas"
        )
    if unmatched_count:
        click.echo(
            f"  {counted(unmatched_count, 'item')} not strict: counts of words and symbols may "
            "give away their answers (attributes mode, matched and edits_alike)"
        )
    if outcome.distinct is not None:
        drawn = " were drawn" if is_certified() else ""
        click.echo(f"  {counted(outcome.distinct, 'different problem')} up to renaming{drawn}")
    for reason, count in outcome.rejected.items():
        click.echo(f"  rejected {count}: {reason}")


def _progress_of(done: int, total: int | None, written: int) -> None:
    if sys.stderr.isatty():
        of = f"{done:,}" if total is None else f"{done:,} of {total:,}"
        click.echo(f"\rTried {of}, made {counted(written, 'item')}", nl=False, err=True)


def _progress_over() -> None:
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)


def _progress(done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    text = f"Made {done} of {total}"
    ended = done >= total
    click.echo(f"\r{' ' * len(text)}\r" if ended else f"\r{text}", nl=False, err=True)
