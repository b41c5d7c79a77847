"""Shared by commands that read item sources: options, loading, and reports of bad records.

Owns `--format`, `--columns` and `--strict`, and the line on standard error for every bad record.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

import click

from items.files.loading import LoadedItems, load_all
from items.files.repairs import formula_error
from items.models import Item
from items.sources.files import BUILTIN, PADS, builtin_names
from items.sources.formats import SOURCES
from solver.errors import InputError
from solver.phrases import phrase
from tui.console.exitcodes import print_error, visible

if TYPE_CHECKING:
    from items.files.loading import SourceEntry

_PADS = "countermodel.pads"
MOST_FORMULAS = 100
"""Maximum number of unreadable formulas kept after they are reported."""
F = TypeVar("F", bound=Callable[..., Any])


def source_options(command: F) -> F:
    """SOURCE… and the options for reading it."""
    return _with_options(command, required=True)


def optional_sources(command: F) -> F:
    """The same for commands that also work without SOURCE."""
    return _with_options(command, required=False)


def pads_option(command: F) -> F:
    """`--pads`, which `load_sources` and `open_sources` respect."""
    return click.option(
        "--pads",
        metavar="SOURCE",
        expose_value=False,
        callback=_store_pads,
        help="Formalizations to add to the items with the same ids: a folder of scratchpads, "
        "a file of items, or pads:NAME for a built-in set.",
    )(command)


def _with_options(command: F, *, required: bool) -> F:
    for add in (
        pads_option,
        click.option(
            "--strict",
            is_flag=True,
            help="Stop at the first bad record; undeclared names count as bad.",
        ),
        click.option(
            "--columns",
            metavar="FIELD=NAME,…",
            default="",
            help="Multiple choice: the names of the columns context, question, answers, label, …",
        ),
        click.option(
            "--format",
            "format_",
            type=click.Choice(list(SOURCES)),
            metavar="FORMAT",
            help="How to read the files; by default recognised by their content: "
            f"{', '.join(SOURCES)}.",
        ),
        click.argument(
            "sources",
            metavar="SOURCE…" if required else "[SOURCE…]",
            nargs=-1,
            required=required,
            callback=_no_study,
        ),
    ):
        command = add(command)
    return command


def _store_pads(ctx: click.Context, _param: click.Parameter, pads: str | None) -> None:
    """Keep the option for the functions that load the items."""
    ctx.meta[_PADS] = pads


def _no_study(
    _ctx: click.Context, _param: click.Parameter, sources: tuple[str, ...]
) -> tuple[str, ...]:
    """Built-in studies are named like built-in sets: if a study is given, say which sets are meant.
    Raises InputError."""
    for source in sources:
        if not source.startswith(BUILTIN) or source.removeprefix(BUILTIN) in builtin_names():
            continue
        from study.files.study_file import study_file

        try:
            study = study_file(source)
        except InputError:
            continue  # neither a set nor a study; loading reports it
        raise InputError(
            phrase("That is a study"),
            f"{source}: expected a set of items, found a study",
            phrase("Its items are in {a}.", a=", ".join(study.sources)),
        )
    return sources


def pads_given() -> bool:
    """Whether the running command has formalizations for its items."""
    return pads_named() is not None


def pads_named() -> str | None:
    """The formalizations that the running command was given for its items, as on the command
    line."""
    ctx = click.get_current_context(silent=True)
    return None if ctx is None else ctx.meta.get(_PADS)


def load_sources(
    sources: Sequence[str],
    format_: str | None,
    columns: str,
    strict: bool,
    seconds: float = inf,
    *,
    namesakes: bool = False,
) -> LoadedItems:
    """Load the items of all sources; bad records and skipped files are reported on standard error.
    `seconds` is the time limit for reading one item's formalization. With `namesakes`, items with
    the same id and different content are all kept."""
    named = columns_option(columns)
    loaded = load_all(
        sources,
        format=format_,
        strict=strict,
        columns=named,
        declared=strict,
        seconds=seconds,
        namesakes=namesakes,
    )
    if pads_given():
        loaded = _with_pads(loaded, click.get_current_context().meta[_PADS], strict)
    print_problems(loaded)
    return loaded


def open_sources(
    sources: Sequence[str],
    format_: str | None,
    columns: str,
    strict: bool,
    seconds: float = inf,
) -> "SourceStream":
    """The items of all sources, one at a time, with the formalizations of `--pads`. Bad records are
    reported on standard error as they are met; with `strict` the first one ends the command.
    `seconds` is the time limit for reading one item's formalization."""
    from items.files.loading import placed

    named = columns_option(columns)
    entries = placed(sources, format=format_, columns=named, declared=strict, seconds=seconds)
    stream = SourceStream(entries, strict)
    pads = pads_named()
    if pads is not None:
        stream.put_on(placed([pads], declared=strict), ships=pads.startswith(PADS))
    return stream


class SourceStream:
    """The items of a command's sources, and the problems in them."""

    def __init__(self, entries: "Iterable[SourceEntry]", strict: bool) -> None:
        """If `strict`, raises the first problem of the items that are read at once."""
        from items.executors.spool import Spool
        from items.streams.reading import ItemStream

        self.problems = Spool()
        """Texts of the problems, in order."""
        self.formulas: list[InputError] = []
        """The first problems that are unreadable formulas."""
        self._strict = strict
        self._items = ItemStream(entries, warn=self._note_problem)
        self._chosen: Iterable[Item] = self._items
        self.count = self._items.count
        """Number of items; None if there are too many to read at once."""

    def __iter__(self) -> Iterator[Item]:
        yield from self._chosen
        _tell_skipped([str(path) for path in self._items.skipped_files])

    def put_on(self, formalizations: "Iterable[SourceEntry]", *, ships: bool = False) -> None:
        """Attach formalizations to the items with their ids. Formalizations without an item are
        reported at the end, or at once if all items were read; for a built-in set they are not a
        problem."""
        from items.scratchpads.formalized_items import unused
        from items.streams.joining import join_formalizations
        from items.streams.reading import ItemStream

        pads = ItemStream(formalizations, warn=self._note_problem)
        self._chosen = join_formalizations(
            self._items,
            pads,
            self._note_problem,
            _say_unused if ships else lambda ids: self._note_problem(unused(ids)),
        )
        if self.count is not None:
            self._chosen = tuple(self._chosen)

    @property
    def read(self) -> int:
        """Number of items read so far."""
        return self._items.read_count

    def _note_problem(self, problem: InputError) -> None:
        """Print a bad record and remember it; with `strict`, raises it instead."""
        if self._strict:
            raise problem
        print_error(problem.title, problem.message, problem.hint)
        self.problems.append(str(problem))
        if len(self.formulas) < MOST_FORMULAS and formula_error(problem) is not None:
            self.formulas.append(problem)


def _with_pads(loaded_items: LoadedItems, source: str, strict: bool) -> LoadedItems:
    """The items with the formalizations of another source. A formalization without an item is a
    problem, except in a built-in set, which may cover more than the items at hand. With `strict`,
    raises the first such problem."""
    from items.scratchpads.formalized_items import put_on, unused

    pads = load_all([source], strict=strict, declared=strict)
    joined = put_on(loaded_items.items, pads.items)
    misfits = joined.problems
    if joined.unused_ids and source.startswith(PADS):
        _say_unused(joined.unused_ids)
    elif joined.unused_ids:
        misfits = (*misfits, unused(joined.unused_ids))
    problems = (*loaded_items.problems, *pads.problems, *misfits)
    if strict and misfits:
        raise misfits[0]
    return replace(loaded_items, items=joined.items, problems=problems)


def _say_unused(ids: Sequence[str]) -> None:
    """Say that a built-in set also has formalizations of other items."""
    has = "formalization fits" if len(ids) == 1 else "formalizations fit"
    click.echo(f"{len(ids)} further {has} none of these items.", err=True)


def print_problems(loaded_items: LoadedItems) -> None:
    """Report bad records and skipped files on standard error."""
    for problem in loaded_items.problems:
        print_error(problem.title, problem.message, problem.hint)
    _tell_skipped(loaded_items.skipped_files)


def _tell_skipped(names: Sequence[str]) -> None:
    if names:
        count, first = len(names), visible(names[0])
        more = f" and {count - 1} more" if count > 1 else ""
        click.echo(f"Skipped, no items in it: {first}{more}", err=True)


def columns_option(text: str) -> dict[str, str]:
    """Parse `context=passage,label=gold` as a mapping. Raises InputError if the text has another
    form."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    for field, sign, name in pairs:
        if not sign or not field.strip() or not name.strip():
            raise InputError(phrase("Wrong --columns"), f"expected field=column,…, found {text!r}")
    return {field.strip(): name.strip() for field, _, name in pairs}
