"""The command `generate qmfol`.

Owns its options; rules, distractors, wording and proofs are in `items.families.qmfol.generator`.
"""

from pathlib import Path
from typing import cast

import click

from items.families.qmfol.generator import LABELS, MAX_STEPS, NEGATION, Qmfol, configurations, grid
from items.families.qmfol.rules import Label
from items.families.qmfol.topics import TOPICS
from items.wording.bank import LANGUAGES, language_of
from tui.commands._generator_run import generated, item_time_option, output_options
from tui.console.executor_option import workers
from tui.console.number_options import SHARE, WholeNumber


@click.command(
    "qmfol",
    short_help="Rules about all and some, with depth and distractors.",
    epilog="Example:  countermodel generate qmfol --topic Food --depth 5 --width 5"
    " --distractors 0 --distractors 10 -n 20 -o food.jsonl",
)
@click.option(
    "-n",
    "--count",
    type=WholeNumber(1),
    default=1,
    show_default=True,
    help="Tasks for each configuration, with one seed after the other.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The first seed.")
@click.option(
    "--topic",
    "topics",
    type=click.Choice(TOPICS),
    multiple=True,
    help="Repeatable; all by default.",
)
@click.option(
    "--depth",
    "depths",
    type=WholeNumber(1, MAX_STEPS),
    multiple=True,
    default=(5,),
    show_default=True,
    help="Rules in the chain. Repeatable.",
)
@click.option(
    "--width",
    "widths",
    type=WholeNumber(0, MAX_STEPS),
    multiple=True,
    default=(5,),
    show_default=True,
    help="Literals added to the rules. Repeatable.",
)
@click.option(
    "--label",
    "labels",
    type=click.Choice(LABELS),
    multiple=True,
    help="Repeatable; all by default.",
)
@click.option(
    "--distractors",
    type=WholeNumber(0, MAX_STEPS),
    multiple=True,
    default=(0,),
    show_default=True,
    help="Number of statements that do not change the label. Repeatable.",
)
@click.option(
    "--grid",
    "whole_grid",
    is_flag=True,
    help="The paper's 960 configurations with three seeds each, instead of those chosen above.",
)
@click.option(
    "--individuals", is_flag=True, help="State facts and conclusion about a named individual."
)
@click.option(
    "--negation",
    type=SHARE,
    default=NEGATION,
    show_default=True,
    help="Share of negated literals.",
)
@click.option(
    "--filler",
    type=WholeNumber(0),
    default=0,
    show_default=True,
    help="Irrelevant text after the premises: whole sentences, as close as possible to this "
    "many words (in Chinese: characters).",
)
@click.option(
    "--as-published",
    is_flag=True,
    help="The paper's construction, in which the form of a conclusion gives its label away.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the texts.",
)
@item_time_option
@output_options
@click.pass_context
def qmfol(
    ctx: click.Context,
    count: int,
    seed: int,
    topics: tuple[str, ...],
    depths: tuple[int, ...],
    widths: tuple[int, ...],
    labels: tuple[str, ...],
    distractors: tuple[int, ...],
    whole_grid: bool,
    individuals: bool,
    negation: float,
    filler: int,
    as_published: bool,
    language: str,
    jobs: int | None,
    executor: str | None,
    output: Path,
    as_json: bool,
    db: str | None,
) -> None:
    """Monadic first-order tasks of given depth, width, label and distractors, as in QMFOL."""
    if whole_grid:
        configs = grid(seed)
    else:
        configs = configurations(
            topics or TOPICS,
            depths,
            widths,
            cast("tuple[Label, ...]", labels) or LABELS,
            distractors,
            range(seed, seed + count),
        )
    maker = Qmfol(configs, individuals, filler, negation, not as_published, language_of(language))
    with workers(executor, len(configs), jobs) as crew:
        outcome = generated(maker, len(configs), crew, output, db, as_json)
    ctx.exit(outcome.code)
