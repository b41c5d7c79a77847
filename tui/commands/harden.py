"""The command `harden`: items made harder, every claim proved.

Owns its options. Drawing and proving are `items.harden.hardener`'s; running and writing are shared
with the generators.
"""

from pathlib import Path

import click

from tui.commands._generating import finish, make, output_options
from tui.exitcodes import ExitCode
from tui.number_options import Real
from tui.sources import load_sources, source_options
from tui.text import plain

DIFFICULTY = 60.0


@click.command(
    "harden",
    short_help="Make items harder, every claim proved.",
    epilog="Example:  countermodel harden builtin:demo --solver -o hardened.jsonl",
)
@source_options
@click.option(
    "--solver",
    is_flag=True,
    expose_value=False,
    help="By the solver and the program's own sentences alone, as by default: no model is asked.",
)
@click.option("--item", "id_", metavar="ID", help="Only this item.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed gives the same file."
)
@click.option(
    "--difficulty",
    type=Real(0),
    default=DIFFICULTY,
    show_default=True,
    metavar="BITS",
    help="Add axes until so many bits are to be searched, once for each question.",
)
@output_options
@click.pass_context
def harden(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    id_: str | None,
    seed: int,
    difficulty: float,
    output: Path,
    jobs: int,
    as_json: bool,
    db: str | None,
) -> None:
    """Harden the items of SOURCE… that have a propositional formalization: adds an axis with closed
    values, a premise that only tempts, a fact left open, a second name, two variants, and questions
    that search the whole space, in the item's language. Everything that is claimed is proved, the
    gold answers are the solver's, and every added rule reads back.

    Ends with 1 if nothing could be written, with 2 if a record could not be read.
    """
    from items.harden.hardener import Hardener
    from items.sources.own import write

    loaded = load_sources(sources, format_, columns, strict)
    chosen = tuple(item for item in loaded.items if id_ in (None, item.id))
    if id_ is not None and not chosen:
        raise click.UsageError(f"there is no item {plain(id_)}")
    batch = make(Hardener(chosen, seed, difficulty), len(chosen), jobs)
    code = finish(batch, write(batch.items), output, db, as_json)
    ctx.exit(ExitCode.USAGE if code is ExitCode.DONE and loaded.problems else code)
