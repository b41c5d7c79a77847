"""The commands `items list`, `items show` and `items convert`: looking at and converting sets.

Owns their options and their output; the other commands of the group have their own modules. Item
texts are printed without control sequences that a terminal would obey.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from items.export.registry import EXPORTERS
from items.models import Item, ProofState
from solver.errors import CountermodelError, InputError
from solver.phrases import phrase
from tui.commands._audit import audit_command
from tui.commands._claims import claims_command
from tui.commands._lint import lint_command
from tui.commands._normalize import normalize
from tui.commands._output_options import force_option, refuse_existing
from tui.commands._splits import splits_command
from tui.commands._streams import dedupe, sample, split
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.lazy_group import CommandGroup
from tui.console.sources import load_sources, open_sources, source_options
from tui.text import counted, fit, pad, plain, width


@click.group(cls=CommandGroup, short_help="List, show, convert, check, sample and split items.")
def items() -> None:
    """Inspect and convert item sets."""


items.add_command(audit_command)
items.add_command(lint_command)
items.add_command(normalize)
items.add_command(splits_command)
items.add_command(claims_command)
items.add_command(sample)
items.add_command(split)
items.add_command(dedupe)


@items.command(
    "list",
    short_help="List items, one line each.",
    epilog="Example:  countermodel items list builtin:demo",
)
@source_options
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "--db", metavar="FILE", help="The database for proof states; by default the user's own."
)
@click.pass_context
def list_items(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """List the items of SOURCE…: id, title, language, kinds, benchmark, proof state."""
    cached = _cached(db)
    loaded = load_sources(sources, format_, columns, strict)
    rows = [_row(item, cached) for item in loaded.items]
    if as_json:
        echo_json(rows)
    else:
        _table(rows)
    ctx.exit(ExitCode.USAGE if loaded.problems else ExitCode.DONE)


@items.command(
    short_help="Show one item in full.",
    epilog="Example:  countermodel items show builtin:demo --item demo/goat-on-the-roof",
)
@source_options
@click.option("--item", "id_", metavar="ID", help="Which item; required if there are several.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "--db", metavar="FILE", help="The database for proof states; by default the user's own."
)
def show(
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    id_: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Show one item of SOURCE…: text, questions, gold answers, formalization in symbols
    and words."""
    from tui.console.item_text import item_text

    loaded = load_sources(sources, format_, columns, strict)
    item = _chosen(loaded.items, id_)
    if as_json:
        from items.sources.own_format import to_json

        echo_json(to_json(item))
    else:
        click.echo(plain(item_text(item, _row(item, _cached(db))["proof"])))


@items.command(
    short_help="Convert items to another format.",
    epilog="Example:  countermodel items convert builtin:demo --to tptp -o problems/",
)
@source_options
@click.option("--item", "id_", metavar="ID", help="Only this item.")
@click.option(
    "--to",
    type=click.Choice(list(EXPORTERS)),
    required=True,
    help="The format to write.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="A file (own, or one item as .smt2) or a folder.",
)
@force_option
@click.pass_context
def convert(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    id_: str | None,
    to: str,
    output: Path,
) -> None:
    """Write the items of SOURCE… as this program's JSON Lines, the same in Parquet, scratchpads
    without the items' text, SMT-LIB 2.6, TPTP, or the format of a plug-in."""
    from items.export.registry import convert as write_items

    if EXPORTERS[to].to_file(output):
        refuse_existing(output)
    items_found = open_sources(sources, format_, columns, strict)
    chosen = items_found if id_ is None else (_chosen(tuple(items_found), id_),)
    written = write_items(chosen, to, output)
    for name, reason in written.omitted:
        click.echo(f"Left out: {plain(name)}: {' '.join(plain(reason).split())}", err=True)
    files = counted(len(written.files), "file")
    click.echo(f"{counted(written.items, 'item')} in {files}: {plain(str(output))}", err=True)
    ctx.exit(ExitCode.USAGE if items_found.problems else ExitCode.DONE)


def _chosen(items_found: tuple[Item, ...], id_: str | None) -> Item:
    """The requested item. Raises InputError if there is none with the id, or several without
    one."""
    if id_ is None:
        if len(items_found) == 1:
            return items_found[0]
        raise InputError(
            "Which item?", phrase("there are {a}", a=len(items_found)), "Name one with --item ID."
        )
    item = next((item for item in items_found if item.id == id_), None)
    if item is not None:
        return item
    import difflib

    near = difflib.get_close_matches(id_, [item.id for item in items_found], n=1)
    raise InputError(
        "No such item",
        f"found none with the id {id_!r}",
        phrase("Did you mean {a}?", a=near[0]) if near else "",
    )


def _cached(db: str | None) -> Mapping[str, ProofState]:
    """Proof states in the database, if there is one; nothing is created. Raises InputError if a
    database that was named does not exist."""
    from sessions.record.proofs import load
    from sessions.storage.database import Database, database_path

    path = database_path(db)
    if not path.exists():
        if db is not None:
            raise InputError("No such database", f"{path}: expected a database, found nothing")
        return {}
    try:
        with Database.open(path, create=False) as database:
            return load(database)
    except CountermodelError as error:
        click.echo(f"Warning: stored proof states were not read. {error}", err=True)
        return {}


def _row(item: Item, proof_states: Mapping[str, ProofState]) -> dict[str, str]:
    from items.files.proofs import proof_of, proof_words

    kinds = dict.fromkeys(leaf.kind or "" for leaf in item.leaves)
    return {
        "id": item.id,
        "title": item.title,
        "language": item.language,
        "kinds": ", ".join(kinds),
        "benchmark": item.provenance.benchmark,
        "proof": proof_words(item, proof_of(item, proof_states)),
        "hash": item.content_hash,
    }


_MOST_CELLS = {"id": 44, "title": 28, "language": 8, "kinds": 32, "benchmark": 24, "proof": 25}


def _table(rows: list[dict[str, str]]) -> None:
    # A pipe or a file gets whole ids.
    widest = _MOST_CELLS if sys.stdout.isatty() else {**_MOST_CELLS, "id": sys.maxsize}
    from items.files.proofs import displayed_state

    listed = [{**row, "proof": displayed_state(row["proof"])} for row in rows]
    cells = [{name: fit(plain(row[name]), most) for name, most in widest.items()} for row in listed]
    head = {name: name for name in _MOST_CELLS}
    widths = {name: max(width(row[name]) for row in (head, *cells)) for name in _MOST_CELLS}
    for row in (head, *cells):
        click.echo("  ".join(pad(row[name], widths[name]) for name in _MOST_CELLS).rstrip())
