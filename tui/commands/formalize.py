"""The command `formalize`: formalizations, from a file or a model, compared with the gold ones.

Owns its options and its output. Comparing is in `items.formalizations`, the record of models'
formalizations in `sessions.models.formalizing`.
"""

import sys
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from solver.errors import InputError
from tui.commands._request_options import concurrency_option, endpoint_option
from tui.console.exitcodes import ExitCode, print_error
from tui.console.json_output import echo_json, json_text
from tui.console.number_options import WholeNumber, timeout_option
from tui.console.sources import load_sources
from tui.text import counted, plain

if TYPE_CHECKING:
    from items.formalizations.candidates import ScoredCandidate
    from sessions.models.formalizing import Row


@click.command(
    "formalize",
    short_help="Ask for formalizations, and score them.",
    epilog="Example:  countermodel formalize --score candidates.jsonl --gold base.json --json",
)
@click.argument("items", metavar="[SOURCE…]", nargs=-1)
@click.option(
    "--score",
    "candidates",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Formalizations to score: JSON Lines of {item, id, fl}.",
)
@click.option(
    "--gold",
    "sources",
    metavar="SOURCE",
    multiple=True,
    help="With --score: the items with their own formalizations and rubrics. Repeatable.",
)
@click.option(
    "--symbols",
    type=click.Choice(["free", "fixed"]),
    default="free",
    show_default=True,
    help="Whether the gold's symbols were given: then names decide, otherwise glosses.",
)
@click.option("--model", metavar="NAME", help="The model that formalizes the items of SOURCE.")
@click.option(
    "--people",
    is_flag=True,
    help="Score the formalizations that annotators attached to the items of SOURCE.",
)
@endpoint_option
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="MODEL",
    help="A model that judges points that content cannot settle. Repeatable: the majority decides.",
)
@click.option("--max-items", type=WholeNumber(min=1), metavar="N", help="The first N items.")
@concurrency_option
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@timeout_option(60.0, "Time for one formalization, for all its questions to the solver.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def formalize(
    ctx: click.Context,
    items: tuple[str, ...],
    candidates: Path | None,
    sources: tuple[str, ...],
    symbols: Literal["free", "fixed"],
    model: str | None,
    people: bool,
    base_url: str | None,
    judges: tuple[str, ...],
    max_items: int | None,
    concurrency: int,
    db: str | None,
    timeout: float,
    as_json: bool,
) -> None:
    """Compare formalizations with those of their items: premises in both directions, queries,
    answers, and the rubric's atoms, each decided by the solver.

    With --score they are read from a file: candidates, items of this program, a formal object or a
    scratchpad that is named after its item. With SOURCE and --model a model writes them; its
    responses are stored as they arrive, and never requested again. With SOURCE and --people they
    are those that annotators attached at their desks. Symbols are matched by their glosses.
    Anything not decided in time is unknown. Ends with 2 if something could not be read, with 3 if
    something was not decided or a request failed.
    """
    if (model is not None) != people and items and candidates is None and not sources:
        if people and symbols == "fixed":
            raise click.UsageError("people chose their own symbols: leave out --symbols fixed")
        request = AskOptions(model, base_url, judges, symbols, concurrency, timeout)
        ctx.exit(_recorded(request, items, max_items, db, as_json))
    if candidates is None or not sources or items or model is not None or people:
        raise click.UsageError(
            "give --score FILE and --gold SOURCE, or SOURCE with --model NAME or --people"
        )
    ctx.exit(_from_file(candidates, sources, symbols, timeout, as_json))


def _from_file(
    candidates: Path,
    sources: tuple[str, ...],
    symbols: Literal["free", "fixed"],
    timeout: float,
    as_json: bool,
) -> ExitCode:
    """Score the formalizations of a file. Raises InputError if there are no gold items."""
    from items.formalizations.candidates import Candidate, read_candidates, score, scored_data

    loaded = load_sources(sources, None, "", False)
    if not loaded.items:
        raise InputError("No gold", "there is no item in --gold")
    worst = ExitCode.USAGE if loaded.problems else ExitCode.DONE
    outcome: list[Candidate] = []
    for candidate in read_candidates(candidates, loaded.items):
        if isinstance(candidate, Candidate):
            outcome.append(candidate)
        else:
            print_error(candidate.title, candidate.message, candidate.hint)
            worst = ExitCode.USAGE
    scores: list[ScoredCandidate] = []
    for scored_count, scored in enumerate(
        score(outcome, timeout=timeout, by_name=symbols == "fixed"), 1
    ):
        scores.append(scored)
        _progress(scored_count, len(outcome))
    documents = [scored_data(scored) for scored in scores]
    if as_json:
        lines = ",\n".join(map(json_text, documents))
        click.echo(f"[\n{lines}\n]" if lines else "[]")
    else:
        for scored in scores:
            _print_scored(scored)
        _total(scores)
    if any(scored.comparison is None for scored in scores):
        worst = ExitCode.USAGE
    elif worst is ExitCode.DONE and any(entry["verdict"] == "unknown" for entry in documents):
        worst = ExitCode.OUTSIDE
    return worst


@dataclass(frozen=True)
class AskOptions:
    """Which model to ask, and how."""

    model: str | None
    """None: no model is asked, and people's attached formalizations are scored."""
    base_url: str | None
    judges: tuple[str, ...]
    symbols: Literal["free", "fixed"]
    concurrency: int
    timeout: float
    """Seconds for each query to the solver."""


def _recorded(
    request: AskOptions,
    sources: tuple[str, ...],
    max_items: int | None,
    db: str | None,
    as_json: bool,
) -> ExitCode:
    """Ask a model for formalizations, or take those that people attached; have undecided contents
    judged, and print the table. The golds are recorded, so that reports can score again. Raises
    InputError if no item has a gold formalization."""
    from items.asking.endpoints import endpoint
    from items.asking.llm import BackOff
    from items.formalizations.request_items import PROTOCOL, formalization_items
    from sessions.models import responses
    from sessions.models.formalizing import (
        agreements,
        aligned,
        aligning_plan,
        by_people,
        decided,
        formalized,
        judging_plan,
        of_points,
        recorded_judges,
        table,
        verdicts_of,
    )
    from sessions.models.request_plan import Plan, PlannedRun, plan
    from sessions.storage.database import Database, database_path
    from tui.commands._ask_run import Run

    loaded = load_sources(sources, None, "", False)
    chosen = [item for item in loaded.items if item.formalization is not None][:max_items]
    if not chosen:
        raise InputError("No gold", "no item of SOURCE has a formalization")
    names = [*([request.model] if request.model else []), *request.judges]
    endpoints = {
        name: endpoint(name, request.base_url, judge=name != request.model) for name in names
    }
    document: dict[str, object] = {}
    code = ExitCode.DONE
    with Database.open(database_path(db)) as database:
        responses.add(database, (), chosen)

        def play(plan: Plan) -> Run:
            items_asked = [task.item for task in plan.tasks]
            run = Run(plan, items_asked, database, endpoints, request.concurrency, BackOff(), 600.0)
            run.play(())
            return run

        if request.model is None:
            outcome = list(by_people(database, chosen, timeout=request.timeout))
        else:
            planned_run = PlannedRun(model=request.model, protocol=PROTOCOL)
            items_asked = tuple(formalization_items(chosen, request.symbols).values())
            todo = plan(items_asked, planned_run, database)
            run = play(todo)
            code = run.exit_code
            document = {
                "asked": run.tally.part_count,
                "already": todo.answered_already,
                "failed": run.tally.failed,
                "tokens": run.tally.tokens,
            }
            outcome = list(
                formalized(
                    database, chosen, request.symbols, model=request.model, timeout=request.timeout
                )
            )
        if request.judges and request.symbols == "free" and code is ExitCode.DONE:
            code = play(aligning_plan(database, outcome, request.judges[0])).exit_code
        if request.symbols == "free":
            outcome = list(aligned(database, outcome, timeout=request.timeout))
        for judge in request.judges:
            if code is ExitCode.DONE:
                # A soft review may leave atoms undecided that were not among the first questions.
                decisions = decided(outcome, verdicts_of(database, [judge]))
                code = play(judging_plan(database, decisions, judge)).exit_code
        known_judges = recorded_judges(database)
        judges = [judge for judge in known_judges if judge in request.judges]
        verdicts = verdicts_of(database, judges)
        outcome = decided(outcome, verdicts)
        agree = agreements(of_points(verdicts, outcome))
    rows = table(outcome, request.symbols)
    if as_json:
        document |= {
            "table": [asdict(row) for row in rows],
            "agreement": [asdict(entry) for entry in agree],
            "formalizations": [entry.data() for entry in outcome],
        }
        echo_json(document)
    else:
        for row in rows:
            _tell_row(row)
        warnings = Counter(warning for entry in outcome for warning in entry.candidate.warnings)
        for warning, count in warnings.items():
            click.echo(f"! {counted(count, 'formalization')}: {plain(warning)}")
        if not rows:
            click.echo(
                "Nobody has attached a formalization to these items."
                if request.model is None
                else "No formalization of these items is recorded yet."
            )
        for agreement in agree:
            kappa = "–" if agreement.kappa is None else f"{agreement.kappa:.2f}"
            both = f"{plain(agreement.judge)} and {plain(agreement.other)}"
            click.echo(
                f"{both} agree on {100 * agreement.agreement:.1f} % of "
                f"{counted(agreement.points, 'point')}, Cohen's kappa {kappa}"
            )
    if code is ExitCode.DONE and loaded.problems:
        return ExitCode.USAGE
    return code


def _tell_row(row: "Row") -> None:
    click.echo(f"{plain(row.model)} · {row.symbols} symbols · run {row.run}")
    unreadable = f", {row.unreadable} unreadable" if row.unreadable else ""
    click.echo(f"  {counted(row.items, 'formalization')}{unreadable}")
    for name, share, undecided in (
        ("Z3", row.z3, row.z3_undecided),
        ("Rubric", row.rubric, row.rubric_undecided),
        ("Both", row.both, row.both_undecided),
    ):
        share_text = "–" if share is None else f"{share:.2f} %"
        most = f" to {share + undecided:.2f} %" if share is not None and undecided else ""
        click.echo(f"  {name:<8}{share_text:>9}{most}")
    if row.without_rubric:
        click.echo(f"  {counted(row.without_rubric, 'item')} without a rubric: Z3 only")
    if row.undecided:
        click.echo(f"  {counted(row.undecided, 'item')} not decided; --judge MODEL has them judged")
    if row.assumed:
        rest = "rests" if row.assumed == 1 else "rest"
        click.echo(
            f"  {counted(row.assumed, 'decided item')} {rest} on symbols that are assumed to say "
            "the same: their glosses differ"
        )


def _progress(done: int, total: int) -> None:
    if not sys.stderr.isatty() or (done % 20 and done != total):
        return
    text = f"Comparing {done} of {total}"
    click.echo(f"\r{text}" if done < total else f"\r{' ' * len(text)}\r", nl=False, err=True)


def _print_scored(scored: "ScoredCandidate") -> None:
    comparison = scored.comparison
    name = plain(scored.candidate.id)
    if comparison is None:
        click.echo(f"{name}  unreadable")
        click.echo(f"    {plain(scored.reason)}")
        return
    from items.formalizations.assumed_matches import condition

    patterns = f" ({', '.join(comparison.patterns)})" if comparison.patterns else ""
    relation = f"premises {comparison.relation}{patterns}"
    answers = {True: "same answers", False: "other answers", None: "answers unknown"}
    queries = {True: "same queries", False: "other queries", None: "queries unknown"}
    standing = str(comparison.standing)
    if comparison.assumed and standing not in ("not comparable", "unknown"):
        standing += f", {plain(condition(comparison.assumed))}"
    click.echo(
        f"{name}  {standing}: {relation}, {answers[comparison.answers_same]},"
        f" {queries[comparison.query_same]}"
    )
    for warning in scored.warnings:
        click.echo(f"    ! {plain(warning)}")
    from items.formalizations.candidates import difference_words
    from items.formalizations.symbols import MatchBasis
    from solver.language.printer import print_formula

    language = "zh" if scored.candidate.item.language.startswith("zh") else "en"
    for side, differences in (
        ("the gold does not say", comparison.premises.extras),
        ("the candidate does not say", comparison.premises.missing),
    ):
        for difference in differences:
            click.echo(
                f"    {side}: {difference.premise + 1}. {plain(print_formula(difference.formula))}"
            )
            words = difference_words(difference, comparison, "zh" if language == "zh" else "en")
            if words:
                click.echo(f"        fails where: {plain(' '.join(words))}")
    for variant in comparison.variants:
        if variant.premises.equivalent is not True:
            premises_differ = variant.premises.equivalent is False
            verdict = (
                "premises differ" if premises_differ else "it is not known whether premises differ"
            )
            click.echo(f"    under {plain(variant.gold)}: {verdict}")
    atoms = Counter(str(outcome) for outcome in comparison.atoms.values())
    if atoms:
        text = ", ".join(f"{count} {word}" for word, count in sorted(atoms.items()))
        click.echo(f"    rubric: {text}")
    for entry in comparison.alignment.formulas:
        click.echo(f"    {plain(entry.left)} stands for {plain(entry.right)}, by {entry.basis}")
    proved = [m for m in comparison.alignment.matches if m.basis is MatchBasis.PROOF]
    if proved:
        names = ", ".join(f"{plain(m.symbol.name)} = {plain(m.gold.name)}" for m in proved)
        click.echo(f"    matched by proof, not by gloss: {names}")
        for match in proved:
            if match.values:
                values = ", ".join(
                    f"{plain(value)} = {plain(own_value)}" for value, own_value in match.values
                )
                click.echo(f"    values of {plain(match.symbol.name)}: {values}")
    if comparison.alignment.free:
        names = ", ".join(plain(symbol.name) for symbol in comparison.alignment.free)
        click.echo(f"    stand for nothing in the gold: {names}")


def _total(scores: "list[ScoredCandidate]") -> None:
    counts = Counter(
        "unreadable" if score.comparison is None else str(score.comparison.standing)
        for score in scores
    )
    click.echo(counted(len(scores), "formalization"))
    for word, count in counts.most_common():
        click.echo(f"  {word:<20}{count:>5}")
