"""The commands `items sample`, `items split` and `items dedupe`, for sets of any size.

Owns their options, the counter on standard error, and the summary. Items are read one at a time,
and twice if the choice depends on all of them. Choosing is in `items.streams`.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from tui.commands._output_options import force_option, item_file_option, refuse_existing
from tui.console.exitcodes import ExitCode, print_error
from tui.console.json_output import echo_json
from tui.console.number_options import WholeNumber
from tui.console.sources import columns_option, pads_given, source_options
from tui.text import counted, plain

if TYPE_CHECKING:
    from items.models import Item
    from items.streams.selection import Same

F = TypeVar("F", bound=Callable[..., Any])
PROGRESS_STEP = 1_000
KEY_NAMES = ("content", "id", "text", "structure")


@dataclass
class _SourceReader:
    """The items of some sources, which can be read repeatedly; bad records are reported once."""

    sources: tuple[str, ...]
    format: str | None
    columns: str
    strict: bool
    bad_count: int = 0
    item_count: int = 0
    started_at: float = field(default_factory=time.perf_counter)
    _progress_shown: bool = False

    def items(self, activity: str) -> "Iterator[Item]":
        """Yield all items, with a counter if standard error is a terminal. Raises UsageError with
        `--pads`, and with `strict` the error of the first bad record."""
        from items.files.loading import stream
        from items.models import Item

        if pads_given():
            raise click.UsageError("--pads cannot be used with items sample, split and dedupe.")
        count = 0
        named = columns_option(self.columns)
        for entry in stream(self.sources, format=self.format, columns=named, declared=self.strict):
            if isinstance(entry, Item):
                count += 1
                if count % PROGRESS_STEP == 0 and sys.stderr.isatty():
                    click.echo(f"\r{activity} {count:,}", nl=False, err=True)
                yield entry
            elif self.strict:
                raise entry
            elif not self._progress_shown:
                self.bad_count += 1
                print_error(entry.title, entry.message, entry.hint)
        if sys.stderr.isatty():
            click.echo("\r\033[K", nl=False, err=True)
        self.item_count, self._progress_shown = count, True

    def print_outcome(self, as_json: bool, document: dict[str, Any], line: str) -> ExitCode:
        """Print the summary and return the exit code."""
        seconds = time.perf_counter() - self.started_at
        if as_json:
            echo_json(
                {"read": self.item_count, **document, "bad": self.bad_count, "seconds": seconds}
            )
        else:
            click.echo(f"{line} ({self.item_count:,} read in {seconds:.1f} s)")
        return ExitCode.USAGE if self.bad_count else ExitCode.DONE


def _output(command: F) -> F:
    for add in (
        force_option,
        click.option(
            "--json", "as_json", is_flag=True, help="One JSON document on standard output."
        ),
        item_file_option,
    ):
        command = add(command)
    return command


def _seed(command: F) -> F:
    add = click.option(
        "--seed", type=int, default=0, show_default=True, help="Another seed gives another sample."
    )
    return add(command)


def _read_twice(sources: tuple[str, ...]) -> None:
    """Raises InputError if a source can be read only once."""
    from solver.errors import InputError

    for source in sources:
        path = Path(source)
        if path.exists() and not path.is_file() and not path.is_dir():
            raise InputError(
                "The source is read twice", f"{source}: expected a file, found a pipe or a device"
            )


def _elsewhere(sources: tuple[str, ...], outputs: list[Path]) -> None:
    """Refuse to write to a source, which is read again while the output is written. Raises
    UsageError."""
    same = {Path(source).resolve() for source in sources} & {output.resolve() for output in outputs}
    if same:
        name = plain(str(min(same)))
        raise click.UsageError(f"{name} is a source and cannot be written at the same time.")


@click.command(
    short_help="Draw some items of a set of any size.",
    epilog="Example:  countermodel items sample big.jsonl -n 1000 --by level -o some.jsonl",
)
@source_options
@click.option("-n", "--number", type=WholeNumber(1), required=True, help="How many items.")
@click.option(
    "--by", metavar="ATTR", default="", help="Draw this number for each value of an attribute."
)
@_seed
@_output
@click.pass_context
def sample(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    number: int,
    by: str,
    seed: int,
    output: Path,
    as_json: bool,
) -> None:
    """Write a random sample of the items of SOURCE…, in their order.

    Whether an item is drawn depends on the seed and the items' contents, not on their order. The
    sources are read twice and never held in memory.
    """
    from items.streams.selection import Sample, numbered
    from items.streams.writing import ItemFile

    _read_twice(sources)
    _elsewhere(sources, [output])
    refuse_existing(output)
    reading = _SourceReader(sources, format_, columns, strict)
    drawing = Sample(number, seed, by)
    for item in reading.items("Read"):
        drawing.see(item)
    with ItemFile(output) as file:
        for item in numbered(reading.items("Read again"), drawing.positions()):
            file.add(item)
    document: dict[str, Any] = {"written": file.written}
    if by:
        document["by"] = drawing.counts()
        if file.written and set(document["by"]) == {""}:
            print_error(
                "Warning", f"no item has the attribute {plain(by)}, so this is a draw from all"
            )
    line = f"{counted(file.written, 'item')} in {plain(str(output))}"
    ctx.exit(reading.print_outcome(as_json, document, line))


@click.command(
    short_help="Split a set of any size, keeping similar items together.",
    epilog="Example:  countermodel items split big.jsonl --into train=0.8,dev=0.1,test -o parts/",
)
@source_options
@click.option(
    "--into",
    metavar="NAME=SHARE,…",
    required=True,
    help="The parts; one may have no share and takes the rest.",
)
@click.option(
    "--together",
    metavar="ATTR",
    default="structure",
    show_default=True,
    help="Keep items that share this attribute in one part. structure: items made from one "
    "template or base item, or with one logical form; nothing: each item by itself.",
)
@_seed
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write to, with one file per part.",
)
@force_option
@click.option("--parquet", is_flag=True, help="Write Parquet instead of JSON Lines.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def split(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    into: str,
    together: str,
    seed: int,
    output: Path,
    parquet: bool,
    as_json: bool,
) -> None:
    """Write the items of SOURCE… into parts, each a file in the folder.

    The part of an item depends on the seed and on the items kept together with it, not on other
    items: adding items later does not change the parts of these. The sources are read once.
    """
    from items.streams.selection import Split, read_shares
    from items.streams.writing import ItemFile

    shares = read_shares(into)
    end = ".parquet" if parquet else ".jsonl"
    paths = {name: output / f"{name}{end}" for name in shares}
    _elsewhere(sources, list(paths.values()))
    refuse_existing(*paths.values())
    reading = _SourceReader(sources, format_, columns, strict)
    parting = Split(shares, seed, together)
    with ExitStack() as stack:
        files = {name: stack.enter_context(ItemFile(path)) for name, path in paths.items()}
        for item in reading.items("Read"):
            files[parting.part(item)].add(item)
    written = {name: file.written for name, file in files.items()}
    parts = ", ".join(f"{plain(name)} {number:,}" for name, number in written.items())
    line = f"{parts} in {plain(str(output))}"
    document = {"written": written, "files": {name: str(path) for name, path in paths.items()}}
    ctx.exit(reading.print_outcome(as_json, document, line))


@click.command(
    short_help="Leave out duplicates in a set of any size.",
    epilog="Example:  countermodel items dedupe big.jsonl --same structure -o once.jsonl",
)
@source_options
@click.option(
    "--same",
    type=click.Choice(KEY_NAMES),
    default="content",
    show_default=True,
    help="What counts as the same: content: language, text, questions, gold and formulas, whatever "
    "the id; id; text: the words, as lint compares them; structure: formulas and golds up to "
    "renaming.",
)
@_output
@click.pass_context
def dedupe(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    same: str,
    output: Path,
    as_json: bool,
) -> None:
    """Write the items of SOURCE… without duplicates of earlier items.

    The sources are read twice; 16 bytes per item are held in memory.
    """
    from items.streams.selection import Distinct, numbered
    from items.streams.writing import ItemFile

    _read_twice(sources)
    _elsewhere(sources, [output])
    refuse_existing(output)
    reading = _SourceReader(sources, format_, columns, strict)
    distinct = Distinct(cast("Same", same))
    for item in reading.items("Read"):
        distinct.see(item)
    with ItemFile(output) as file:
        for item in numbered(reading.items("Read again"), distinct.first_of_groups()):
            file.add(item)
    doubles = distinct.item_count - file.written
    line = f"{counted(doubles, 'item')} left out, {file.written:,} in {plain(str(output))}"
    counts = {"written": file.written, "left_out": doubles}
    ctx.exit(reading.print_outcome(as_json, counts, line))
