"""The commands under `study`: preparing a study file before anybody takes part.

Owns `study check` and its output; `study codes`, `study new` and `study plan` have their own
modules. The checks are in `study.design.preflight`.
"""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tui.commands._study_codes import codes
from tui.commands._study_new import new
from tui.commands._study_plan import plan
from tui.commands._study_proofs import contradictory_premises, database_of_proofs, proving
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.lazy_group import CommandGroup
from tui.console.number_options import SECONDS, WholeNumber
from tui.console.sentences import echo_sentence
from tui.text import plain

if TYPE_CHECKING:
    from study.design.protocol import LoadedStudy


@click.group(cls=CommandGroup, short_help="Write, check and plan studies.")
def study() -> None:
    """Work with study files."""


study.add_command(codes)
study.add_command(new)
study.add_command(plan)


@study.command(
    short_help="Check a study file against its items.",
    epilog="Example:  countermodel study check builtin:demo",
)
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "--db",
    metavar="FILE",
    help="The database with proof states and answers so far; by default the user's own.",
)
@click.option(
    "--timeout",
    type=SECONDS,
    metavar="SECONDS",
    help="Time for proving one item; 10 by default.",
)
@click.option(
    "--people",
    type=WholeNumber(2, 2000),
    help="Number of people for the interval; by default 30, or as many as fill the study.",
)
@click.pass_context
def check(
    ctx: click.Context,
    file: str,
    as_json: bool,
    db: str | None,
    timeout: float | None,
    people: int | None,
) -> None:
    """Check that the study in FILE can run; the solver checks its gold answers, once for each item.
    Then estimate how long it takes, what guessing scores, after how many sessions it is balanced or
    full, how wide the interval of accuracy will be, and how likely guessing passes its tests. Ends
    with 1 if there is a warning, with 2 if a gold answer is wrong."""
    from sessions.record.clock import SystemClock
    from sessions.storage.database import database_path
    from sessions.taking.answer_counts import Answers
    from sessions.taking.preflight import ITEM_SECONDS, check_study
    from study.design.pools import read_sources
    from study.design.protocol import load_study
    from study.forecast.forecast import forecast
    from tui.version import program_version

    loaded = load_study(file)
    listed = loaded.code_list
    with database_of_proofs(database_path(db)) as database:
        preflight = check_study(
            database,
            loaded,
            program=program_version(),
            progress=proving,
            again=True,
            seconds=timeout or ITEM_SECONDS,
        )
        for other in loaded.languages:
            # Mistakes in any language are reported; the figures are those of the first language.
            check_study(database, loaded.in_language(other), program=program_version())
        pools = read_sources(loaded).pools
        lost: tuple[str, ...] = ()
        if loaded.study.filled:
            answered = Answers(database, loaded.study).look(SystemClock().utc())
            lost = answered.reasons_lost(loaded.study, pools)
    comes_to = forecast(loaded.study, pools, people)
    warnings = [*preflight.warnings, *comes_to.warnings, *lost]
    warnings += contradictory_premises(loaded.study, pools)
    if as_json:
        gates = [
            {"test": gate.section, "questions": gate.questions, "needed": gate.needed,
             "attempts": gate.attempts, "chance": float(gate.chance)}
            for gate in preflight.gates
        ]  # fmt: skip
        codes_ = {"who": loaded.study.codes.who, "listed": listed and len(listed.rows)}
        document = {
            "minutes": [asdict(minute) for minute in comes_to.minutes],
            "guessing": [
                {**asdict(guessing), "rate": float(guessing.rate)} for guessing in comes_to.guessing
            ],
            "balance": {**asdict(comes_to.balance), "slots": comes_to.balance.slots},
            "rounds": [asdict(each) for each in comes_to.rounds],
            "fillings": [{**asdict(each), "over": each.total} for each in comes_to.fillings],
            "full": comes_to.full and asdict(comes_to.full),
            "interval": comes_to.interval and asdict(comes_to.interval),
        }
        echo_json({**document, "tests": gates, "codes": codes_, "warnings": warnings})
    else:
        click.echo(f"{plain(loaded.study.title)} can run.")
        for line in (*comes_to.lines, *(gate.sentence for gate in preflight.gates)):
            echo_sentence(line)
        echo_sentence(loaded.study.codes.sentence)
        if listed is not None:
            n = len(listed.rows)
            word = "column" if len(listed.columns) == 1 else "columns"
            own = f", with the {word} {', '.join(listed.columns)}" if listed.columns else ""
            click.echo(plain(f"{listed.path}: {n} {'code' if n == 1 else 'codes'}{own}"))
        for warning in warnings:
            echo_sentence(f"Warning: {warning}")
        for line in _audited(loaded):
            click.echo(plain(line))
    ctx.exit(ExitCode.NO if warnings else ExitCode.DONE)


def _audited(study: "LoadedStudy") -> list[str]:
    """The scores of readers that do not reason on the items of each block, one line each."""
    from study.course.sections import select
    from study.design.pools import read_sources
    from tui.commands._audit import short_audit

    pools = read_sources(study).pools
    items = {
        item.content_hash: item
        for section in study.study.sections
        for item in select(section, pools)
    }
    return short_audit(list(items.values()))
