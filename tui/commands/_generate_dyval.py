"""The command `generate dyval`.

Owns its options; trees, wording and proofs are in `items.families.dyval.generator`.
"""

from pathlib import Path
from typing import cast

import click

from items.families.dyval.generator import ALL_DOMAINS, ANY_DOMAIN, Dyval, Instantiation
from items.families.dyval.task import MAX_DEPTH, MAX_EXTRA, MAX_WIDTH, Shape
from items.families.dyval.tree import Kind, Order
from items.wording.bank import LANGUAGES, language_of
from solver.errors import InputError
from tui.commands._generator_run import (
    generated,
    is_certified,
    item_time_option,
    output_options,
    unique_option,
)
from tui.console.executor_option import workers
from tui.console.number_options import WholeNumber


@click.command(
    "dyval",
    short_help="Trees of and, or, not: deduce the root, abduce a leaf.",
    epilog="Example:  countermodel generate dyval --kind abductive --depth 3 --balance -n 120"
    " --instantiation contextual --seed 7 -o abductive.jsonl",
)
@click.option("-n", "--count", type=WholeNumber(1), default=100, show_default=True, help="Tasks.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--kind", type=click.Choice(["deductive", "abductive"]), default="deductive", show_default=True
)
@click.option(
    "--depth",
    type=WholeNumber(2, MAX_DEPTH),
    default=3,
    show_default=True,
    help="Layers of the tree; 2 to 5 are ContextHub's levels 1 to 4.",
)
@click.option(
    "--width",
    type=WholeNumber(2, MAX_WIDTH),
    default=2,
    show_default=True,
    help="Parts of an and or an or.",
)
@click.option(
    "--operators",
    metavar="AND,OR,NOT",
    help="Probabilities; by default 0.2,0.6,0.2 (deductive) and 0.07,0.66,0.27 (abductive).",
)
@click.option(
    "--order",
    type=click.Choice(["topological", "reversed", "random"]),
    default="topological",
    show_default=True,
    help="Order of the premises: from the leaves to the root, from the root down, or random.",
)
@click.option(
    "--balance",
    is_flag=True,
    help="With --as-published: the same number of True, False and N/A; also asks about "
    "negations. Without it, labels are always balanced.",
)
@click.option(
    "--labels",
    metavar="T,F,U",
    help="Shares of True, False and Unknown as whole numbers, such as 2,1,1, if labels are "
    "balanced.",
)
@click.option(
    "--extra",
    type=WholeNumber(0, MAX_EXTRA),
    default=0,
    show_default=True,
    help="Rules about other symbols that decide nothing (DyVal's random descriptions).",
)
@click.option(
    "--chains", is_flag=True, help="Write the reasoning chain of each task as its explanation."
)
@click.option(
    "--as-published",
    is_flag=True,
    help="The paper's construction: one tree with rules in one direction, which gives labels away.",
)
@click.option(
    "--instantiation",
    "instantiations",
    type=click.Choice(["abstract", "contextual", "symbols"]),
    multiple=True,
    default=("abstract",),
    show_default=True,
    help="What replaces the symbols: random strings, sentences, or the symbols themselves. "
    "Repeatable.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the texts; Chinese for strict tasks in sentences.",
)
@click.option(
    "--domain",
    default=ANY_DOMAIN,
    show_default=True,
    help=f"Contextual: one of ContextHub's 11 domains, {ANY_DOMAIN}, or {ALL_DOMAINS} of them.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["own", "contexthub"]),
    default="own",
    show_default=True,
    help="This program's JSON Lines, or templates with instantiations like ContextHub's.",
)
@unique_option
@item_time_option
@output_options
@click.pass_context
def dyval(
    ctx: click.Context,
    count: int,
    seed: int,
    kind: str,
    depth: int,
    width: int,
    operators: str | None,
    order: str,
    balance: bool,
    labels: str | None,
    extra: int,
    chains: bool,
    as_published: bool,
    unique: bool | None,
    instantiations: tuple[str, ...],
    language: str,
    domain: str,
    form: str,
    jobs: int | None,
    executor: str | None,
    output: Path,
    as_json: bool,
    db: str | None,
) -> None:
    """Propositional truth-value tasks on trees, as in DyVal and ContextHub."""
    shape = Shape(
        cast(Kind, kind),
        depth,
        width,
        _operators(operators),
        cast(Order, order),
        balance or (labels is not None and as_published),
        _labels(labels),
        extra,
    )
    maker = Dyval(
        shape,
        seed,
        cast("tuple[Instantiation, ...]", instantiations),
        domain,
        not as_published,
        language_of(language),
        chains,
    )
    different = not as_published if unique is None else unique
    theirs = form == "contexthub"
    if theirs and is_certified():
        raise click.UsageError("--certify needs --format own")
    with workers(executor, count, jobs) as crew:
        outcome = generated(
            maker, count, crew, output, db, as_json, unique=different, records=theirs
        )
    ctx.exit(outcome.code)


def _labels(text: str | None) -> tuple[int, int, int]:
    """The shares of true, false and unknown; equal by default. Raises InputError unless the text is
    three whole numbers."""
    if text is None:
        return (1, 1, 1)
    try:
        true, false, unknown = (int(part) for part in text.split(","))
    except ValueError:
        raise InputError(
            "Wrong --labels", f"expected three whole numbers T,F,U, found {text!r}"
        ) from None
    return true, false, unknown


def _operators(text: str | None) -> tuple[float, float, float] | None:
    """The weights of and, or and not; None by default. Raises InputError unless the text is three
    numbers."""
    if text is None:
        return None
    try:
        conj, disj, no = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(
            "Wrong --operators", f"expected three numbers AND,OR,NOT, found {text!r}"
        ) from None
    return conj, disj, no
