"""The command `annotate new`: a queue file sampled from items or recorded answers.

Owns its options and its output; the sample is drawn by `sessions.annotation.new_queue`.
"""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from solver.errors import InputError
from tui.commands._output_options import force_option, refuse_existing
from tui.console.json_output import echo_json
from tui.console.number_options import RealNumber, WholeNumber
from tui.text import counted, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.annotation.new_queue import NewQueue, Order
    from study.annotation.queue import Entry


@click.command(
    "new",
    short_help="Draw a queue from items.",
    epilog="Example:  countermodel annotate new hard.toml --from hard.jsonl --sample 0.1 "
    "--by kind --overlap 2 --annotators ann,ben --scheme hardened-item --seed 1",
)
@click.argument("queue", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--from",
    "sources",
    metavar="SOURCE",
    multiple=True,
    required=True,
    help="A file, a folder, or builtin:NAME. Repeatable.",
)
@click.option("--scheme", metavar="NAME", required=True, help="A built-in scheme, or a file.")
@click.option(
    "--sample",
    type=RealNumber(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="A share up to 1, or a number of entries.",
)
@click.option(
    "--by", metavar="NAMES", default="", help="Attributes by whose values the sample is stratified."
)
@click.option(
    "--where",
    "conditions",
    metavar="ATTR=VALUE",
    multiple=True,
    help="Only items with this value; with several values of one attribute, any of them. "
    "Repeatable.",
)
@click.option("--without-abstract", is_flag=True, help="Leave abstract items out.")
@click.option(
    "--order",
    "entry_order",
    type=click.Choice(["random", "suspect"]),
    default="random",
    show_default=True,
    help="suspect: items with lint findings are dealt first.",
)
@click.option(
    "--overlap",
    type=WholeNumber(1),
    default=1,
    show_default=True,
    help="Annotators for each entry.",
)
@click.option("--annotators", metavar="NAMES", required=True, help="Names separated by commas.")
@click.option(
    "--fixed",
    is_flag=True,
    help="Assign all entries now, for annotators who work on separate machines.",
)
@click.option(
    "--assign-by",
    metavar="ATTR",
    default="",
    help="Give every annotator some values of this attribute; shares are fixed.",
)
@click.option(
    "--skill",
    "skills",
    metavar="NAME:ATTR=VALUES",
    multiple=True,
    help="The annotator judges only these values of the attribute, separated by commas; "
    "shares are fixed. Repeatable.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--controls", metavar="SOURCE", default="", help="Items with a known verdict to mix in."
)
@click.option(
    "--control-share",
    type=RealNumber(0, 1, min_open=True, max_open=True),
    default=0.1,
    show_default=True,
    help="Share of controls in the queue.",
)
@click.option("--base", metavar="SOURCE", default="", help="The items these were made from.")
@click.option(
    "--map",
    "pairs",
    metavar="FILE",
    default="",
    help="Pairs of base and hardened ids; by default an item's own base, or otherwise equal ids.",
)
@click.option("--title", default="", help="Title of the queue; by default its file's name.")
@click.option("--db", metavar="FILE", help="Where recorded answers are; by default the user's own.")
@force_option
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def new(
    queue: Path,
    sources: tuple[str, ...],
    scheme: str,
    sample: float,
    by: str,
    conditions: tuple[str, ...],
    without_abstract: bool,
    entry_order: Literal["random", "suspect"],
    overlap: int,
    annotators: str,
    fixed: bool,
    assign_by: str,
    skills: tuple[str, ...],
    seed: int,
    controls: str,
    control_share: float,
    base: str,
    pairs: str,
    title: str,
    db: str | None,
    as_json: bool,
) -> None:
    """Draw a queue from SOURCE… and write it to the file QUEUE.

    The sample is stratified and seeded: the same arguments give the same queue. Verdicts are stored
    in the database. Built-in schemes: contextualised-item, instantiated-item, hardened-item,
    rubric-atoms, answer-grading (which draws recorded answers to the items).
    """
    from items.files.save import save_text
    from sessions.annotation.new_queue import Order

    refuse_existing(queue)
    names = _names(annotators)
    if len(set(names)) < len(names) or not names:
        raise InputError("Wrong --annotators", f"expected different names, found {annotators!r}")
    if overlap > len(names):
        raise InputError(
            "Wrong --overlap", f"expected at most {len(names)}, the annotators, found {overlap}"
        )
    order = Order(
        path=queue,
        sources=sources,
        scheme=scheme,
        annotators=names,
        sample=sample,
        by=_names(by),
        overlap=overlap,
        seed=seed,
        controls=controls,
        control_share=control_share,
        base=base,
        map=pairs,
        title=title,
        where=tuple(_condition(text) for text in conditions),
        without_abstract=without_abstract,
        order=entry_order,
        fixed=fixed,
        assign_by=assign_by.strip(),
        skills=tuple(_skill(text) for text in skills),
    )
    drawn = _new_queue(order, db)
    for problem in drawn.problems:
        click.echo(f"Warning: {plain(str(problem))}", err=True)
    if drawn.unasked:
        number = f"{drawn.unasked} of {counted(len(drawn.queue.entries), 'entry', 'entries')}"
        click.echo(f"Warning: the scheme has no check for {number}", err=True)
    save_text(queue, drawn.text)
    if as_json:
        strata = [
            {"stratum": list(name), "drawn": took, "of": of}
            for name, (took, of) in sorted(drawn.strata.items())
        ]
        shares = {
            who: sum(who in entry.annotators for entry in drawn.queue.entries) for who in names
        }
        document = {
            "entries": len(drawn.queue.entries),
            "controls": drawn.controls,
            "strata": strata,
        }
        if any(shares.values()):
            document["shares"] = shares
        echo_json(document)
    else:
        _show(drawn, queue, order)


def _new_queue(order: "Order", db: str | None) -> "NewQueue":
    from sessions.annotation.new_queue import new_queue
    from sessions.storage.database import Database, database_path
    from study.annotation.scheme import load_scheme

    answers = load_scheme(order.scheme).scheme.unit == "answer"
    with Database.open(database_path(db)) if answers else nullcontext() as database:
        return new_queue(order, database)


def _show(new_queue: "NewQueue", queue: Path, order: "Order") -> None:
    who = ", ".join(map(plain, order.annotators))
    click.echo(
        f"{counted(len(new_queue.queue.entries), 'entry', 'entries')} for {who}, "
        f"{new_queue.controls} of them controls: {plain(str(queue))}"
    )
    if order.by:
        for name, (took, of) in sorted(new_queue.strata.items()):
            message = " · ".join(plain(value) for value in name)
            click.echo(f"  {message}: {took} of {of}")
    for who in order.annotators:
        own = [entry for entry in new_queue.queue.entries if who in entry.annotators]
        if own or order.fixed:
            click.echo(
                f"  {plain(who)}: {counted(len(own), 'entry', 'entries')}{_by(own, new_queue)}"
            )


def _by(entries: "Sequence[Entry]", new_queue: "NewQueue") -> str:
    """Each annotator's values of the attribute by which entries were assigned."""
    values = sorted({new_queue.values_by_entry[entry.id] for entry in entries} - {""})
    return f" ({', '.join(map(plain, values))})" if values else ""


def _condition(text: str) -> tuple[str, str]:
    """An attribute and its value. Raises UsageError if there is no `=` or no name."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise click.UsageError(f"--where: expected ATTR=VALUE, found {text!r}.")
    return name.strip(), value.strip()


def _skill(text: str) -> tuple[str, str, frozenset[str]]:
    """An annotator, an attribute and its values. Raises UsageError if the text has another form."""
    who, colon, condition = text.partition(":")
    name, sign, values = condition.partition("=")
    if not (colon and sign and who.strip() and name.strip() and _names(values)):
        raise click.UsageError(f"--skill: expected NAME:ATTR=VALUES, found {text!r}.")
    return who.strip(), name.strip(), frozenset(_names(values))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
