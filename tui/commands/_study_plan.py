"""`countermodel study plan`: how many people and items a study needs.

Owns the options and the printed table. The simulation is in `study.scores.power`, the choice of
questions that distinguish misreadings in `study.diagnosis.designs`.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.number_options import SHARE, RealNumber, WholeNumber
from tui.text import counted, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from study.diagnosis.designs import Design
    from study.scores.power import PlannedDesign

DEVIATION = RealNumber(0, 5)
PROPORTION = RealNumber(0, 1, min_open=True, max_open=True)


class NumberList(click.ParamType):  # type: ignore[type-arg]
    """Whole numbers, separated by commas."""

    name = "N,N,…"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The numbers. Raises click.BadParameter if one is invalid or out of range."""
        if isinstance(value, tuple):
            return value
        numbers = []
        for part in str(value).split(","):
            if not part.strip().isascii() or not part.strip().isdigit():
                self.fail(f"expected whole numbers such as 10,20,40, found {part!r}", param, ctx)
            # Python refuses to parse thousands of digits; such numbers are out of range anyway.
            numbers.append(int(part.strip()[:9]))
        if any(not 2 <= number <= 2000 for number in numbers):
            self.fail("expected numbers from 2 to 2,000", param, ctx)
        return tuple(numbers)


@click.command(
    "plan",
    short_help="Say how many people and items are needed.",
    epilog="Example:  countermodel study plan --people 10,20,40 --items 30,60 --against 0.8",
)
@click.option(
    "--people",
    type=NumberList(),
    default="10,20,40",
    show_default=True,
    help="Numbers of people.",
)
@click.option(
    "--items",
    type=NumberList(),
    default="30,60",
    show_default=True,
    help="Items that each answers.",
)
@click.option(
    "--accuracy",
    type=PROPORTION,
    default=0.7,
    show_default=True,
    help="Expected accuracy of people.",
)
@click.option(
    "--against", type=PROPORTION, help="Accuracy of a model that people are compared with."
)
@click.option(
    "--person-sd",
    type=DEVIATION,
    default=1.0,
    show_default=True,
    help="Spread of people, in logits.",
)
@click.option(
    "--item-sd", type=DEVIATION, default=1.0, show_default=True, help="Spread of items, in logits."
)
@click.option("--width", type=SHARE, help="The widest acceptable interval, such as 0.15.")
@click.option(
    "--power",
    type=SHARE,
    default=0.8,
    show_default=True,
    help="With --against: how often the difference must be found.",
)
@click.option(
    "--diagnose",
    "pool",
    multiple=True,
    metavar="SOURCE",
    help="Find the items of SOURCE that distinguish misreadings best, instead of simulating. "
    "Repeatable.",
)
@click.option(
    "--choose",
    type=WholeNumber(1, 500),
    default=20,
    show_default=True,
    help="With --diagnose: how many questions.",
)
@click.option(
    "--repetitions",
    type=WholeNumber(20, 100_000),
    default=400,
    show_default=True,
    help="How often each study is simulated.",
)
@click.option(
    "--seed",
    type=WholeNumber(0),
    default=1,
    show_default=True,
    help="The same seed gives the same plan.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def plan(
    ctx: click.Context,
    /,
    people: tuple[int, ...],
    items: tuple[int, ...],
    accuracy: float,
    against: float | None,
    person_sd: float,
    item_sd: float,
    width: float | None,
    power: float,
    pool: tuple[str, ...],
    choose: int,
    repetitions: int,
    seed: int,
    as_json: bool,
) -> None:
    """Simulate studies of these sizes, and report the width of the 95 % interval of people's
    accuracy and how often a difference from a model is found. People and items are both treated as
    samples. A row marked * is sufficient.

    With --diagnose, nothing is simulated. The command chooses those questions of SOURCE whose
    answers say most about a respondent's misreadings, by expected information, and names
    misreadings that the items cannot distinguish.
    """
    _refuse_mixed(ctx, diagnose=bool(pool), power=against is None)
    if pool:
        if _diagnosing(pool, choose, as_json):
            ctx.exit(ExitCode.USAGE)
        return
    from study.scores.power import Assumptions, curve

    assumed = Assumptions(accuracy, against, person_sd, item_sd)
    rows = curve(people, items, assumed, repetitions=repetitions, seed=seed)
    if as_json:
        listed = [{**asdict(row), "enough": _enough(row, width, power)} for row in rows]
        echo_json({"assumed": asdict(assumed), "designs": listed})
        return
    for line in table(rows, width, power, same=against == accuracy):
        click.echo(line)


def _refuse_mixed(ctx: click.Context, *, diagnose: bool, power: bool) -> None:
    """Refuse options that do not apply together, so that none is ignored silently. Raises
    UsageError."""
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if ctx.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE:
            continue
        option = parameter.opts[0]
        if diagnose and name not in ("pool", "choose", "as_json"):
            raise click.UsageError(
                f"{option} cannot be combined with --diagnose, which simulates nothing."
            )
        if name == "choose" and not diagnose:
            raise click.UsageError("--choose needs --diagnose SOURCE.")
        if name == "power" and power:
            raise click.UsageError("--power needs --against.")


def _enough(row: "PlannedDesign", width: float | None, power: float) -> bool | None:
    """Whether a design meets all requirements; None without requirements."""
    if width is None and row.power is None:
        return None
    wide = width is not None and row.width > width
    weak = row.power is not None and row.power < power
    return not (wide or weak)


def table(
    rows: "Sequence[PlannedDesign]", width: float | None, power: float, *, same: bool = False
) -> list[str]:
    """One line per design. `same`: the two accuracies are equal, so no design can be sufficient."""
    compared = rows[0].power is not None
    lines = ["  people  items  95 % interval" + ("  power" if compared else "")]
    for row in rows:
        mark = "*" if _enough(row, width, power) else " "
        power_text = f"  {row.power:5.0%}" if row.power is not None else ""
        half = f"±{100 * row.width / 2:.1f} points"
        lines.append(f"{mark} {row.people:6}  {row.items:5}  {half:>13}{power_text}".rstrip())
    lines.append("")
    lines.append(f"{rows[0].repetitions} simulated studies per row.")
    if not any(_enough(row, width, power) for row in rows) and (width is not None or compared):
        lines.append(
            "There is no difference to find: --against is the same as --accuracy."
            if same
            else "None of these is enough: try more people or more items."
        )
    return lines


def _diagnosing(pool: tuple[str, ...], choose: int, as_json: bool) -> bool:
    """Print the questions that best distinguish misreadings. Returns whether something could not be
    read."""
    from study.diagnosis.designs import PRIOR, design
    from tui.console.sources import load_sources

    loaded = load_sources(pool, None, "", False)
    unread = bool(loaded.problems)
    outcome = design(loaded.items, choose)
    if as_json:
        document = {
            "questions": outcome.questions,
            "not_told_apart": [list(group) for group in outcome.not_told_apart],
            "unseen": list(outcome.unseen),
            "chosen": [
                {"item": q.item.id, "question": q.leaf.id} for q in outcome.chosen_questions
            ],
            "chosen_not_told_apart": [list(group) for group in outcome.still_alike],
            "chosen_unseen": list(outcome.missed),
            "deviations": outcome.deviations,
            "prior_deviation": PRIOR,
            "gain": outcome.gain,
            "gain_of_all": outcome.pool_gain,
            "left_out": outcome.left_out,
            "problems": [str(problem) for problem in loaded.problems],
        }
        echo_json(document)
        return unread
    for line in _design_lines(outcome):
        click.echo(line)
    return unread


def _design_lines(design: "Design") -> "Iterator[str]":
    yield f"{counted(design.questions, 'question')} can be diagnosed"
    for reason, number in design.left_out.items():
        yield f"  {counted(number, 'question')} left out: {plain(reason)}"
    if design.unseen:
        yield f"  no question shows: {', '.join(map(plain, design.unseen))}"
    for group in design.not_told_apart:
        yield f"  no question distinguishes: {', '.join(map(plain, group))}"
    if not design.chosen_questions:
        return
    share = design.gain / design.pool_gain if design.pool_gain else 0
    yield ""
    best = len(design.chosen_questions)
    yield "The best question:" if best == 1 else f"The best {best} questions, in order:"
    for question in design.chosen_questions:
        several = f", question {plain(question.leaf.id)}" if len(question.item.leaves) > 1 else ""
        yield f"  {plain(question.item.id)}{several}"
    give = "It gives" if best == 1 else "They give"
    yield f"{give} {100 * share:.0f} % of the information of all {design.questions}."
    if design.missed:
        yield f"  they do not show: {', '.join(map(plain, design.missed))}"
    for group in design.still_alike:
        if group not in design.not_told_apart:
            yield f"  they do not distinguish: {', '.join(map(plain, group))}"
