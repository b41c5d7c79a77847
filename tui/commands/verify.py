"""The command `verify`: every gold answer checked against the solver.

Owns its options, its readable summary and its exit code. Checking is in `items.gold.verify`;
storing proof states is in `sessions.record.proofs`.
"""

import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from items.files.proofs import displayed_state
from items.gold.check import ANSWER_DIFFERS
from items.gold.verify import Figures, VerifyJob, checking
from solver.queries import DEFAULT_TIMEOUT
from solver.results import EngineChoice
from tui.console.executor_option import executor_option, workers
from tui.console.exitcodes import ExitCode, print_error
from tui.console.json_output import echo_long_json
from tui.console.number_options import timeout_option
from tui.console.proof_states import ProofStore
from tui.console.sources import open_sources, source_options
from tui.text import counted, plain

if TYPE_CHECKING:
    from items.files.brackets import BracketVerdict
    from solver.errors import InputError

MOST_LISTED = 20
"""Maximum length of a printed list; `--json` has everything."""
REASONS = 1_000
"""Maximum number of different reasons that are counted separately."""


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
@timeout_option(DEFAULT_TIMEOUT, "Time for one query, for all engines together.")
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

    SOURCE is a file, a folder, builtin:NAME, or pads:NAME. Ends with 1 if a gold answer fails or
    the two engines contradict each other, with 2 if a record or a query could not be read, with 3
    if the solver gave up. Items are read while they are checked, so a set may have any size.
    """
    from items.executors.spool import SortedTexts, Spool

    items = open_sources(sources, format_, columns, strict, timeout)
    figures, answers = Figures(), Spool()
    shipped = SortedTexts()
    job = VerifyJob(cast(EngineChoice, engine), timeout, None, as_json)
    began = time.perf_counter()
    with workers(executor, items.count) as crew, ProofStore(db) as proofs:
        checks = checking(items, job, crew, progress=_progress, total=items.count or 0)
        for checked in checks:
            item, state = checked.check.item, checked.check.state
            figures.add(checked.check)
            proofs.add(item.content_hash, state)
            if as_json:
                answers.append({"id": item.id, "questions": checked.answers})
            if ship is not None:
                shipped.add(item.content_hash, state)
        if ship is not None:
            from items.files.proofs import write_proofs

            write_proofs(ship, shipped)
    anyhow = _whichever(items.formulas, cast(EngineChoice, engine), timeout)
    seconds = time.perf_counter() - began
    if as_json:
        document = figures.to_json(seconds) | {"any_bracket": [asdict(row) for row in anyhow]}
        echo_long_json({**document, "answers": answers, "problems": items.problems})
    else:
        _show(figures, seconds, len(items.problems), anyhow)
    for entry in figures.contradictions:
        print_error(
            "The engines disagree",
            f"{entry['id']}, {entry['query']}: worlds {entry['worlds']}, z3 {entry['z3']}",
        )
    refuted = any(row.state == "disproved" for row in anyhow)
    ctx.exit(ExitCode.NO if refuted else _exit_code(figures, bool(items.problems)))


def _whichever(
    problems: "list[InputError]", engine: EngineChoice, timeout: float
) -> "list[BracketVerdict]":
    """Verdicts on unreadable records that hold whichever bracket is meant."""
    if not problems:
        return []
    from items.files.brackets import bracket_verdict

    verdicts = (bracket_verdict(problem, engine=engine, timeout=timeout) for problem in problems)
    return [verdict for verdict in verdicts if verdict is not None]


def _progress(done: int, total: int) -> None:
    """Update a progress line on standard error, if it is a terminal."""
    if not sys.stderr.isatty() or (done % 25 and done != total):
        return
    text = f"Checking {done} of {total}" if total else f"Checking {done:,}"
    end = bool(total) and done >= total
    click.echo(f"\r{' ' * len(text)}\r" if end else f"\r{text}", nl=False, err=True)


def _exit_code(figures: Figures, bad_records: bool) -> ExitCode:
    if figures.states["disproved"] or figures.contradictions:
        return ExitCode.NO
    if bad_records or len(figures.unreadable):
        return ExitCode.USAGE
    return ExitCode.OUTSIDE if figures.states["unknown"] else ExitCode.DONE


def _show(
    figures: Figures, seconds: float, bad_records: int, bracket_verdicts: "list[BracketVerdict]"
) -> None:
    failed, torn = figures.disagree, figures.contradictions
    queries_checked = figures.agreeing + len(failed) + len(figures.unknown) + len(torn)
    click.echo(
        f"{counted(figures.items, 'item')}, {counted(figures.questions, 'question')}, "
        f"{counted(queries_checked, 'query', 'queries')} checked "
        f"in {seconds:.2f} s"
    )
    for name in ("proved", "disproved", "unknown", "not checkable"):
        count = figures.states[name]
        if count or name == "proved":
            click.echo(f"  {displayed_state(name):<14} {count:>6}")
        if name == "proved" and figures.approximated:
            message = "with words that only approximate the formulas"
            click.echo(f"  {'':<14} {figures.approximated:>6}   of these {message}")
        if name == "proved" and figures.from_nothing:
            message = "‼ with premises that contradict one another, listed below"
            click.echo(f"  {'':<14} {figures.from_nothing:>6}   of these {message}")
    hard = figures.sub_questions
    if hard is not None:
        click.echo(
            f"  {'sub-questions':<14} {sum(hard.values()):>6}   of hard items: "
            + ", ".join(f"{count} {state}" for state, count in hard.items())
        )
    if bad_records:
        records = "record" if bad_records == 1 else "records"
        click.echo(f"  {'not readable':<14} {bad_records:>6}   {records}, reported above")
    if bracket_verdicts:
        written = figures.states["proved"] + figures.states["disproved"]
        click.echo(
            f"  {'decided':<14} {written + len(bracket_verdicts):>6}   "
            f"{written} as written, {len(bracket_verdicts)} whichever bracket is meant"
        )
    unread = len(figures.unreadable)
    if unread:
        queries = "query" if unread == 1 else "queries"
        click.echo(f"  {'not readable':<14} {unread:>6}   {queries}, under “Not checked”")
    _list(
        "Gold answers that fail",
        len(failed),
        ["\n".join(_failed(entry)) for entry in failed.head(MOST_LISTED)],
    )
    _list(
        "Engines that contradict each other (an error of the program)",
        len(torn),
        [
            f"{e['id']} · {e['query']} · worlds {e['worlds']} · z3 {e['z3']}"
            for e in torn.head(MOST_LISTED)
        ],
    )
    _list(
        "Decided whichever bracket is meant: one bracket is too many or too few, and every formula "
        "with one less or one more gives the same verdict",
        len(bracket_verdicts),
        [
            f"{row.id} · {displayed_state(row.state)} · {counted(row.readings, 'reading')}"
            f" · {row.formula}"
            for row in bracket_verdicts
        ],
    )
    undecided = figures.unknown
    _list(
        "Not decided",
        len(undecided),
        [f"{e['id']} · {e['reason']}" for e in undecided.head(MOST_LISTED)],
    )
    _list(
        "Premises that contradict one another (verdicts are the classical ones)",
        len(figures.inconsistent),
        [
            f"{e['id']} · under {', '.join(e['under'])}"
            for e in figures.inconsistent.head(MOST_LISTED)
        ],
    )
    _list(
        "Warnings",
        len(figures.warnings),
        [f"{e['id']} · {e['warning']}" for e in figures.warnings.head(MOST_LISTED)],
    )
    reasons = _reasons(figures.unchecked)
    _list("Not checked", len(reasons), [f"{count} × {reason}" for reason, count in reasons.items()])


def _reasons(unchecked: Iterable[dict[str, str]]) -> dict[str, int]:
    """How often each reason occurs; if there are very many, the rare ones are counted together."""
    counts: dict[str, int] = {}
    for entry in unchecked:
        reason = entry["reason"]
        if reason not in counts and len(counts) >= REASONS:
            reason = "other reasons"
        counts[reason] = counts.get(reason, 0) + 1
    return counts


def _failed(entry: Mapping[str, Any]) -> Iterator[str]:
    """A gold answer that fails: its place, the gold, the solver's answer, and the reason where it
    is another than that the two differ."""
    worlds, z3 = (str(entry[engine] or "") for engine in ("worlds", "z3"))
    yield f"{entry['id']} · question {entry['question']} · {entry['query']}"
    yield f"gold: {entry['gold']}"
    if worlds and z3 and worlds != z3:
        yield f"worlds: {worlds}"
        yield f"z3: {z3}"
    elif worlds or z3:
        engines = " and ".join(name for name in ("worlds", "z3") if entry[name])
        yield f"solver: {worlds or z3} ({engines})"
    if entry["reason"] != ANSWER_DIFFERS:
        yield str(entry["reason"])


def _list(title: str, count: int, lines: list[str]) -> None:
    if not lines:
        return
    click.echo(f"\n{title}")
    for line in lines[:MOST_LISTED]:
        first, *further = (" ".join(plain(row).split()) for row in line.split("\n"))
        click.echo("\n".join([f"  {first}", *(f"    {row}" for row in further)]))
    if count > MOST_LISTED:
        click.echo(f"  … and {count - MOST_LISTED} more (--json gives all)")
