"""The command `word`: formulas put into prose by a model, and proved to keep their meaning.

Owns its options, its output and the files it writes. The run is in `_word_run`.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from solver.errors import InputError
from tui.commands._request_options import (
    concurrency_option,
    cost_options,
    endpoint_option,
    limited_by_prices,
)
from tui.commands._word_run import Asker, WordRun
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.number_options import WholeNumber, timeout_option
from tui.console.sources import load_sources, source_options
from tui.text import counted, pad, plain, width

if TYPE_CHECKING:
    from items.model_wording.worded_items import WordingRequest
    from items.models import Item
    from items.wording.bank import Language
    from sessions.storage.database import Database

SCHEME = "instantiated-item"
"""The annotation scheme of the queues it writes."""


@click.command(
    "word",
    short_help="Have a model put formulas into prose, each text proved.",
    epilog="Example:  countermodel word builtin:qmfol --model NAME --style scenario -o new.jsonl",
)
@source_options
@click.option("--model", required=True, metavar="NAME", help="The model that writes the prose.")
@click.option(
    "--reader", metavar="NAME", help="The model that formalizes the prose; by default the same."
)
@click.option(
    "--style",
    default="plain",
    show_default=True,
    metavar="STYLE",
    help="plain, scenario, domain:NAME, or contexthub: each of ContextHub's 11 domains in turn.",
)
@click.option(
    "--categories",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Domains with their categories, as TOML; by default ContextHub's 11 domains. A text is "
    "about a category of its domain.",
)
@click.option(
    "--instances",
    type=WholeNumber(min=1),
    default=1,
    show_default=True,
    help="With contexthub or --categories: texts for each item and domain.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed for drawing the categories."
)
@click.option(
    "--checker",
    metavar="NAME",
    help="The model that makes ContextHub's three checks of each proved text; with "
    "contexthub by default --model, otherwise none.",
)
@click.option(
    "--queue",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write a queue of the accepted items, for ContextHub's two checks by people.",
)
@click.option("--annotators", default="", metavar="NAMES", help="For --queue; separated by commas.")
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    help="Language of the prose.",
)
@click.option(
    "--rounds",
    type=WholeNumber(min=1),
    default=3,
    show_default=True,
    help="How often an item is worded at most, each time with the previous differences.",
)
@endpoint_option
@click.option("--max-items", type=WholeNumber(min=1), metavar="N", help="The first N items.")
@concurrency_option
@cost_options
@timeout_option(60.0, "Time for one text, for all its questions to the solver.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.",
)
@click.pass_context
def word(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    model: str,
    reader: str | None,
    style: str,
    categories: Path | None,
    instances: int,
    seed: int,
    checker: str | None,
    queue: Path | None,
    annotators: str,
    language: str,
    rounds: int,
    base_url: str | None,
    max_items: int | None,
    concurrency: int,
    prices: Path | None,
    max_cost: float | None,
    timeout: float,
    db: str | None,
    as_json: bool,
    output: Path,
) -> None:
    """Have a model turn the formulas of SOURCE… into prose, and another (or the same) formalize the
    prose. An item is accepted if the solver proves every premise, all of them together, and every
    statement equivalent to the original. Otherwise the differences go back to the model with a
    world that separates the two, and the item is worded again.

    Responses are recorded as they arrive: the same command continues where it was stopped. Ends
    with 1 if nothing was accepted, with 3 if requests failed or the cost was reached.
    """
    from items.files.save import save_text
    from items.model_wording.worded_items import CONTEXTHUB
    from items.sources.own_format import write
    from sessions.storage.database import Database, database_path

    limited_by_prices(max_cost, prices)
    wishes = _wishes(style, cast("Language", language), categories, instances, seed)
    names = tuple(name.strip() for name in annotators.split(",") if name.strip())
    if (queue is None) != (not names):
        raise InputError(
            "A queue needs annotators", "expected --queue FILE with --annotators NAMES, found one"
        )
    loaded = load_sources(sources, format_, columns, strict)
    if checker is None and style == CONTEXTHUB:
        checker = model
    asker = Asker(model, reader or model, base_url, concurrency, prices, max_cost, checker)
    run = WordRun(rounds, timeout, asker)
    run.enter(loaded.items[:max_items], wishes)
    with Database.open(database_path(db)) as database:
        run.play(database)
        _remember(run, database)
    accepted = [story.accepted_item for story in run.accepted if story.accepted_item is not None]
    if accepted:
        save_text(output, write(accepted))
        if queue is not None:
            _queue(queue, output, names, seed)
    if as_json:
        echo_json(run.to_json())
    else:
        _show(run, output)
    code = run.exit_code
    ctx.exit(ExitCode.USAGE if code is ExitCode.DONE and loaded.problems else code)


def _wishes(
    style: str, language: "Language", categories: Path | None, instances: int, seed: int
) -> "Callable[[Item], list[WordingRequest]]":
    """How each item is to be worded. Raises InputError if categories or instances are given without
    what they need."""
    from items.model_wording.contexts import BUILTIN_DOMAINS, read_categories, wishes
    from items.model_wording.worded_items import CONTEXTHUB, DOMAIN, WordingRequest

    if style != CONTEXTHUB and categories is None:
        if instances > 1:
            raise InputError(
                "--instances needs categories", "expected --style contexthub or --categories FILE"
            )
        wish = WordingRequest(style, language)
        return lambda _: [wish]
    if style != CONTEXTHUB and not style.startswith(DOMAIN):
        raise InputError(
            "--categories needs a domain",
            f"expected --style contexthub or domain:NAME, found {style!r}",
        )
    all_categories = read_categories(categories or BUILTIN_DOMAINS)
    wishes("", style, language, all_categories, instances, seed)
    return lambda item: wishes(item.id, style, language, all_categories, instances, seed)


def _queue(queue: Path, output: Path, annotators: tuple[str, ...], seed: int) -> None:
    from items.files.save import save_text
    from sessions.annotation.new_queue import Order, new_queue

    order = Order(
        queue, (str(output),), SCHEME, annotators, overlap=min(2, len(annotators)), seed=seed
    )
    save_text(queue, new_queue(order).text)


def _remember(run: WordRun, database: "Database") -> None:
    from sessions.record.clock import SystemClock
    from sessions.record.proofs import store
    from tui.version import program_version

    proofs = {
        story.accepted_item.content_hash: "proved"
        for story in run.accepted
        if story.accepted_item is not None
    }
    store(database, proofs, program_version(), SystemClock().utc())  # type: ignore[arg-type]


def _show(run: WordRun, output: Path) -> None:
    accepted = len(run.accepted)
    where = plain(str(output)) if accepted else "nothing is written"
    click.echo(f"{accepted} of {counted(len(run.stories), run.noun)} accepted: {where}")
    for reason, count in Counter(
        s.reason for s in run.stories if s.accepted_item is None
    ).most_common():
        click.echo(f"  {count} {plain(reason)}")
    rows = [("by", "", "items", "accepted", "", "at once")]
    for row in run.table():
        share = "–" if row.percent is None else f"{row.percent:.1f} %"
        cells = (row.by, row.value, str(row.items), str(row.accepted), share, str(row.at_once))
        rows.append(cells)
    widths = [max(width(row[n]) for row in rows) for n in range(6)]
    click.echo(f"\nAccepted, as told by {plain(run.asker.model)}")
    for entry in rows:
        head = f"{pad(entry[0], widths[0])}  {pad(entry[1], widths[1])}"
        right = "  ".join(entry[n].rjust(widths[n]) for n in range(2, 6))
        click.echo(f"  {head}  {right}".rstrip())
    checked = run.checked()
    if checked is not None:
        failed = cast("dict[str, int]", checked["failed"])
        listed = ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in failed.items())
        click.echo(
            f"\nChecked by {plain(str(run.asker.checker))}: {checked['checked']}; failed: {listed}"
        )
    from items.asking.prices import amount

    cost = "" if run.asker.prices is None else f", cost {amount(run.asker.cost)}"
    click.echo(f"\n{run.asker.tokens:,} tokens{cost}")
