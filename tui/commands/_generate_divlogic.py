"""The command `generate divlogic`.

Owns its options and the choice among its three kinds of output: multiple choice, premise sets, or
True/False statements. Logic, wording and proofs are in `items.families.divlogic.generator`.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import click

from items.families.agreement import NEIGHBOURS, STEPS
from items.families.batches import Maker
from items.families.divlogic.generator import Divlogic, Rendering
from items.families.divlogic.premise_sets import DivlogicSets
from items.families.divlogic.statements import DEFAULT_LOGIC, SIZES, Statements
from items.families.divlogic.task import (
    OTHERS,
    QUESTION_TYPES,
    Logic,
    Others,
    QuestionType,
    Span,
)
from items.wording.bank import LANGUAGES, Language
from solver.errors import InputError
from tui.commands._generator_run import generated, item_time_option, output_options, unique_option
from tui.console.executor_option import workers
from tui.console.number_options import WholeNumber

_SPAN = re.compile(r"([0-9]{1,4})(?:(-)([0-9]{0,4}))?")


class SpanType(click.ParamType[Span]):
    """`3`, `3-5` or `3-`."""

    name = "span"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Span:
        """The range that the text denotes."""
        if isinstance(value, Span):
            return value
        match = _SPAN.fullmatch(str(value).strip())
        if match is None:
            self.fail(f"expected a number such as 3, or a range such as 3-5 or 3-, found {value!r}")
        least = int(match[1])
        if match[2] is None:
            return Span(least, least)
        return Span(least, int(match[3]) if match[3] else None)


def read_mix(text: str) -> tuple[tuple[QuestionType, int], ...]:
    """Parse `3c1e,missing` or `3c1e:2,3e1c:1` as question types with shares.

    Raises InputError if a type is unknown, occurs twice, or has a share that is not a number.
    """
    counts: dict[QuestionType, int] = {}
    for part in text.split(","):
        name, _, share = part.strip().partition(":")
        if name not in QUESTION_TYPES or not (share or "1").isdecimal() or name in counts:
            raise InputError(
                "Wrong --mix",
                f"expected some of {', '.join(QUESTION_TYPES)}, each with a share such as "
                f"3c1e:2, found {part!r}",
            )
        counts[name] = int(share or "1")
    return tuple(counts.items())


@click.command(
    "divlogic",
    short_help="Multiple choice over premises that must be combined.",
    epilog="Example:  countermodel generate divlogic -n 300 --depth 2-3 --noise 1 --symbolic"
    " --seed 7 -o divlogic.jsonl",
)
@click.option(
    "-n",
    "--count",
    type=WholeNumber(1),
    default=100,
    show_default=True,
    help="Questions, premise sets or statements.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--mix",
    default=",".join(QUESTION_TYPES),
    show_default=True,
    metavar="TYPE[:SHARE],…",
    help="Question types.",
)
@click.option(
    "--max-uses",
    type=int,
    default=3,
    show_default=True,
    metavar="N",
    help="The paper's n: 2 to n+1 rules, no symbol in more than n of them.",
)
@click.option(
    "--symbols",
    type=int,
    default=8,
    show_default=True,
    help="Number of symbols to draw from, 3 to 8.",
)
@click.option(
    "--premises",
    type=SpanType(),
    metavar="SPAN",
    help="Total number of premises, such as 4 or 4-6; by default any number.",
)
@click.option("--noise", type=int, help="Number of premises that no support uses.")
@click.option(
    "--depth",
    type=SpanType(),
    default=Span(2),
    show_default=True,
    metavar="SPAN",
    help="Size of the smallest support of what follows, such as 2-, 3 or 2-3.",
)
@click.option(
    "--others",
    type=click.Choice(OTHERS),
    default="any",
    show_default=True,
    help="Options that do not follow: contradicted or undetermined (not for missing).",
)
@click.option(
    "--alike",
    type=click.Choice((NEIGHBOURS, STEPS)),
    default=NEIGHBOURS,
    show_default=True,
    help="The features in which options agree if possible. steps: they always agree, also in "
    "the last step that leads to each: how premises connect it to others, and which of "
    "these are given. Not available for 3e1c.",
)
@click.option(
    "--balance/--no-balance",
    default=True,
    show_default=True,
    help="Put the right option equally often in each position; otherwise at random.",
)
@click.option(
    "--as-published",
    is_flag=True,
    help="Use the published procedure with its weaknesses.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the texts.",
)
@click.option("--no-wording", is_flag=True, help="Write items in symbols only.")
@click.option("--symbolic", is_flag=True, help="Write every question in symbols too.")
@click.option(
    "--reworded",
    is_flag=True,
    help="Also write every question in other sentences about the same things, for attention "
    "checks.",
)
@click.option(
    "--corpus",
    type=click.Path(exists=True, dir_okay=False),
    multiple=True,
    help="A file to take sentences from: SNLI, MNLI (JSON Lines), or output of `sentences`. "
    "Repeatable.",
)
@click.option(
    "--sentence-uses",
    type=WholeNumber(1),
    help="Maximum number of questions that use a group of sentences; by default any number.",
)
@click.option(
    "--statements", is_flag=True, help="Write True/False statements for a qualification instead."
)
@click.option(
    "--support",
    "sizes",
    type=int,
    multiple=True,
    help="With --statements: a support size. Repeatable; by default 1, 2 and 3.",
)
@click.option(
    "--premises-only", is_flag=True, help="Write premise sets with what follows from them."
)
@unique_option
@item_time_option
@output_options
@click.pass_context
def divlogic(
    ctx: click.Context,
    count: int,
    seed: int,
    mix: str,
    max_uses: int,
    symbols: int,
    premises: Span | None,
    noise: int | None,
    depth: Span,
    others: str,
    alike: str,
    balance: bool,
    as_published: bool,
    language: str,
    no_wording: bool,
    symbolic: bool,
    reworded: bool,
    corpus: tuple[str, ...],
    sentence_uses: int | None,
    statements: bool,
    sizes: tuple[int, ...],
    premises_only: bool,
    unique: bool | None,
    jobs: int | None,
    executor: str | None,
    output: Path,
    as_json: bool,
    db: str | None,
) -> None:
    """Multiple choice as in DivLogicEval: one of four options follows, one does not, or one is the
    missing premise. Every item is proved, and worded ones are read back."""
    _refuse_mixtures(
        {
            "--statements": statements,
            "--premises-only": premises_only,
        },
        {
            "--no-wording": no_wording,
            "--symbolic": symbolic,
            "--reworded": reworded,
            "--corpus": bool(corpus),
            "--sentence-uses": sentence_uses is not None,
        },
    )
    tongue = cast("Language", language)
    logic = Logic(max_uses, symbols, premises, noise, depth, cast("Others", others))
    if as_published:
        _refuse_strict_parameters(ctx)
        balance = balance and _on_command_line(ctx, "balance")
    maker: Maker
    if statements:
        span = premises if premises is not None else DEFAULT_LOGIC.premises
        maker = Statements(seed, sizes or SIZES, Logic(max_uses, symbols, span), tongue)
    elif sizes:
        raise click.UsageError("--support needs --statements")
    elif premises_only:
        maker = DivlogicSets(seed, logic, as_published, tongue)
    else:
        tellings: tuple[Rendering, ...] = ("words",)
        if no_wording:
            if reworded:
                raise click.UsageError("--reworded cannot be combined with --no-wording")
            if sentence_uses is not None:
                raise click.UsageError("--sentence-uses cannot be combined with --no-wording")
            tellings = ("symbols",)
        elif symbolic:
            tellings = ("words", "symbols")
        if reworded:
            tellings = (*tellings, "reworded")
        maker = Divlogic(
            seed,
            logic,
            as_published,
            read_mix(mix),
            balance,
            tongue,
            tellings,
            corpus,
            sentence_uses,
            steps=alike == STEPS,
        )
        if maker.room is not None and count > maker.room:
            raise InputError(
                "Not enough sentences",
                f"{count} questions were asked for; with no group of sentences in more than "
                f"{sentence_uses} of them, there are sentences for {maker.room}",
                "Ask for fewer questions, or let sentences be used more often.",
            )
        _tell_corpus(corpus)
    if unique is None:
        unique = not (as_published or statements or premises_only)
    with workers(executor, count, jobs) as crew:
        outcome = generated(maker, count, crew, output, db, as_json, unique=unique)
    ctx.exit(outcome.code)


_STRICT_ONLY = ("premises", "noise", "depth", "others", "alike")


def _refuse_strict_parameters(ctx: click.Context) -> None:
    """Refuse parameters that the published procedure does not have; ignoring them would mislead.
    Raises UsageError."""
    for name in (*_STRICT_ONLY, "statements"):
        if _on_command_line(ctx, name):
            raise click.UsageError(f"--{name} cannot be combined with --as-published")


def _on_command_line(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _refuse_mixtures(kinds: Mapping[str, bool], tellings: Mapping[str, bool]) -> None:
    """Refuse two kinds of files, and wording of symbols. Raises UsageError."""
    chosen = [name for name, selected in kinds.items() if selected]
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[0]} and {chosen[1]} ask for different files")
    messages = [name for name, selected in tellings.items() if selected]
    if chosen and messages:
        raise click.UsageError(
            f"{chosen[0]} is in symbols and cannot be combined with {messages[0]}"
        )


def _tell_corpus(corpus: tuple[str, ...]) -> None:
    """Report on standard error what was left out of the user's SNLI and MNLI files."""
    from items.wording.bank import is_bank
    from items.wording.corpora import read_corpus

    pairs = [Path(name) for name in corpus if not is_bank(Path(name))]
    if not pairs:
        return
    counts = read_corpus(pairs).counts
    click.echo(f"{counts.groups} usable groups of {counts.premises} sentences", err=True)
    for part, reasons in (
        ("sentences", counts.premises_rejected),
        ("hypotheses", counts.hypotheses_rejected),
    ):
        for reason, number in reasons.most_common():
            click.echo(f"  {part} left out {number}: {reason}", err=True)
