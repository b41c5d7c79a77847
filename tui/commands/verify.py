"""The command `verify`: every gold answer against the solver.

Owns its options, its summary for people and its exit code. Checking is `items.verify`; keeping
proof states is `sessions.proofs`.
"""

import sys
from pathlib import Path
from typing import cast

import click

from items.verify import VerifyReport, verify
from solver.errors import CountermodelError
from solver.queries import DEFAULT_TIMEOUT
from solver.results import EngineChoice
from tui.executor_option import executor_option, workers
from tui.exitcodes import ExitCode, say
from tui.json_output import echo_json
from tui.number_options import timeout_option
from tui.sources import load_sources, source_options
from tui.text import counted, plain

SHOWN = 20
"""Lines of a list that are shown to people; `--json` gives all."""


@click.command(
    "verify",
    short_help="Check gold answers against the solver.",
    epilog="Example:  countermodel verify builtin:demo --engine both --json",
)
@source_options
@click.option(
    "--engine",
    type=click.Choice(["auto", "worlds", "z3", "both"]),
    default="both",
    show_default=True,
    help="Which engine decides; with both, they must agree wherever both can answer.",
)
@timeout_option(DEFAULT_TIMEOUT, "Time for one query, all engines together.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option(
    "--db", metavar="FILE", help="The database for proof states; by default the user's own."
)
@click.option(
    "--ship",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the proof states to FILE, by content hash.",
)
@executor_option
@click.pass_context
def verify_command(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    engine: str,
    timeout: float,
    as_json: bool,
    db: str | None,
    ship: Path | None,
    executor: str | None,
) -> None:
    """Check every gold answer in SOURCE… against the solver, query by query.

    SOURCE is a file, a folder, or builtin:NAME. Ends with 1 if a gold answer fails or the two
    engines contradict each other, with 2 if a record could not be read, with 3 if the solver gave
    up.
    """
    loaded = load_sources(sources, format_, columns, strict)
    with workers(executor, len(loaded.items)) as crew:
        report = verify(
            loaded.items,
            engine=cast(EngineChoice, engine),
            timeout=timeout,
            progress=_progress,
            workers=crew,
            answers=as_json,
        )
        _remember(report, db)
        if ship is not None:
            from items.proofs import write_proofs

            write_proofs(ship, ((check.item, check.state) for check in report.checks))
    if as_json:
        problems = [str(problem) for problem in loaded.problems]
        answers = [
            {"id": item.id, "questions": answer}
            for item, answer in zip(loaded.items, report.answers, strict=True)
        ]
        document = {**report.to_json(), "answers": answers, "problems": problems}
        echo_json(document)
    else:
        _show(report, len(loaded.problems))
    for check, part in report.contradictions:
        say(
            "The engines disagree",
            f"{check.item.id}, {part.asked}: worlds {part.text('worlds')}, z3 {part.text('z3')}",
        )
    ctx.exit(_exit_code(report, bool(loaded.problems)))


def _progress(done: int, total: int) -> None:
    """A line on standard error that counts up, where a person watches it."""
    if not sys.stderr.isatty() or (done % 25 and done != total):
        return
    text = f"Checking {done} of {total}"
    click.echo(f"\r{text}" if done < total else f"\r{' ' * len(text)}\r", nl=False, err=True)


def _exit_code(report: VerifyReport, bad_records: bool) -> ExitCode:
    states = report.states
    if states.get("disproved") or report.contradictions:
        return ExitCode.NO
    if bad_records:
        return ExitCode.USAGE
    return ExitCode.OUTSIDE if states.get("unknown") else ExitCode.DONE


def _remember(report: VerifyReport, db: str | None) -> None:
    """Keep the proof states; that they cannot be kept is a warning, not a failure."""
    from sessions.clock import SystemClock
    from sessions.database import Database, database_path
    from sessions.proofs import store
    from tui.version import program_version

    states = {check.item.content_hash: check.state for check in report.checks}
    try:
        with Database.open(database_path(db)) as database:
            store(database, states, program_version(), SystemClock().utc())
    except (CountermodelError, OSError) as error:
        click.echo(f"Warning: proof states were not kept. {error}", err=True)


def _show(report: VerifyReport, bad_records: int) -> None:
    figures = report.to_json()
    agree, wrong = figures["agree"], figures["disagree"]
    asked = agree + len(wrong) + len(figures["unknown"]) + len(figures["engines_disagree"])
    click.echo(
        f"{counted(figures['items'], 'item')}, {counted(figures['questions'], 'question')}, "
        f"{counted(asked, 'query', 'queries')} checked "
        f"in {report.seconds:.2f} s"
    )
    states = figures["proofs"]
    nearly = sum(c.state == "proved" and c.item.approximate for c in report.checks)
    for name in ("proved", "disproved", "unknown", "not checkable"):
        count = states.get(name, 0)
        if count or name == "proved":
            click.echo(f"  {name:<14} {count:>6}")
        if name == "proved" and nearly:
            message = "with words that only approximate the formulas"
            click.echo(f"  {'':<14} {nearly:>6}   of these {message}")
    if figures["sub_questions"] is not None:
        hard = figures["sub_questions"]
        click.echo(
            f"  {'sub-questions':<14} {sum(hard.values()):>6}   of hard items: "
            + ", ".join(f"{count} {state}" for state, count in hard.items())
        )
    if bad_records:
        click.echo(f"  {'not readable':<14} {bad_records:>6}   records, reported above")
    _list(
        "Gold answers that fail",
        [
            f"{e['id']} · {e['query']} · gold {e['gold']} · worlds {e['worlds'] or '–'} · "
            f"z3 {e['z3'] or '–'} · {e['reason']}"
            for e in wrong
        ],
    )
    _list(
        "Engines that contradict each other (an error of the program)",
        [
            f"{e['id']} · {e['query']} · worlds {e['worlds']} · z3 {e['z3']}"
            for e in figures["engines_disagree"]
        ],
    )
    _list("Not decided", [f"{e['id']} · {e['reason']}" for e in figures["unknown"]])
    _list(
        "Premises that contradict one another (verdicts are the classical ones)",
        [f"{e['id']} · under {', '.join(e['under'])}" for e in figures["inconsistent"]],
    )
    _list("Warnings", [f"{e['id']} · {e['warning']}" for e in figures["warnings"]])
    reasons: dict[str, int] = {}
    for entry in figures["unchecked"]:
        reasons[entry["reason"]] = reasons.get(entry["reason"], 0) + 1
    _list("Not checked", [f"{count} × {reason}" for reason, count in reasons.items()])


def _list(title: str, lines: list[str]) -> None:
    if not lines:
        return
    click.echo(f"\n{title}")
    for line in lines[:SHOWN]:
        click.echo("  " + " ".join(plain(line).split()))
    if len(lines) > SHOWN:
        click.echo(f"  … and {len(lines) - SHOWN} more (--json gives all)")
