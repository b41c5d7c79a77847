"""The command `formalize`: formalizations held against the gold ones.

Owns its options and what it prints. Comparing is `items.formalizations`'.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.errors import InputError
from tui.exitcodes import ExitCode, say
from tui.number_options import SECONDS
from tui.sources import load_sources
from tui.text import counted, plain

if TYPE_CHECKING:
    from items.formalizations.candidates import Scored


@click.command(
    "formalize",
    short_help="Score formalizations against the gold ones.",
    epilog="Example:  countermodel formalize --score candidates.jsonl --gold base.json --json",
)
@click.option(
    "--score",
    "candidates",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="Formalizations to score: JSON Lines of {item, id, fl}.",
)
@click.option(
    "--gold",
    "sources",
    metavar="SOURCE",
    multiple=True,
    required=True,
    help="The items with their own formalizations and rubrics. Repeatable.",
)
@click.option(
    "--symbols",
    type=click.Choice(["free", "fixed"]),
    default="free",
    show_default=True,
    help="Whether the gold's symbols were given: then names decide, otherwise glosses do.",
)
@click.option(
    "--timeout",
    type=SECONDS,
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="Time for each single question to the solver.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def formalize(
    ctx: click.Context,
    candidates: Path,
    sources: tuple[str, ...],
    symbols: str,
    timeout: float,
    as_json: bool,
) -> None:
    """Hold formalizations against those of their items: premises both ways, queries, answers, and
    the rubric's atoms, each decided by the solver.

    Symbols are matched by what their glosses say. What is not decided in time is unknown. Ends with
    2 if something could not be read, with 3 if something was not decided.
    """
    from items.formalizations.candidates import Candidate, read_candidates, score, scored_data

    loaded = load_sources(sources, None, "", False)
    if not loaded.items:
        raise InputError("No gold", "there is no item in --gold")
    worst = ExitCode.USAGE if loaded.problems else ExitCode.DONE
    found: list[Candidate] = []
    for one in read_candidates(candidates, loaded.items):
        if isinstance(one, Candidate):
            found.append(one)
        else:
            say(one.title, one.message, one.hint)
            worst = ExitCode.USAGE
    scores: list[Scored] = []
    for done, scored in enumerate(score(found, timeout=timeout, by_name=symbols == "fixed"), 1):
        scores.append(scored)
        _progress(done, len(found))
    told = [scored_data(scored) for scored in scores]
    if as_json:
        lines = ",\n".join(json.dumps(one, ensure_ascii=False, allow_nan=False) for one in told)
        click.echo(f"[\n{lines}\n]" if lines else "[]")
    else:
        for scored in scores:
            _tell(scored)
        _total(scores)
    if any(scored.comparison is None for scored in scores):
        worst = ExitCode.USAGE
    elif worst is ExitCode.DONE and any(one["verdict"] == "unknown" for one in told):
        worst = ExitCode.OUTSIDE
    ctx.exit(worst)


def _progress(done: int, total: int) -> None:
    if not sys.stderr.isatty() or (done % 20 and done != total):
        return
    text = f"Comparing {done} of {total}"
    click.echo(f"\r{text}" if done < total else f"\r{' ' * len(text)}\r", nl=False, err=True)


def _tell(scored: "Scored") -> None:
    comparison = scored.comparison
    name = plain(scored.candidate.id)
    if comparison is None:
        click.echo(f"{name}  unreadable")
        click.echo(f"    {plain(scored.reason)}")
        return
    patterns = f" ({', '.join(comparison.patterns)})" if comparison.patterns else ""
    relation = f"premises {comparison.relation}{patterns}"
    answers = {True: "same answers", False: "other answers", None: "answers unknown"}
    queries = {True: "same queries", False: "other queries", None: "queries unknown"}
    click.echo(
        f"{name}  {comparison.standing}: {relation}, {answers[comparison.answers_same]},"
        f" {queries[comparison.query_same]}"
    )
    from items.formalizations.candidates import difference_words
    from solver.language.printer import print_formula

    language = "zh" if scored.candidate.item.language.startswith("zh") else "en"
    for side, differences in (
        ("the gold does not say", comparison.premises.extras),
        ("the candidate does not say", comparison.premises.missing),
    ):
        for one in differences:
            click.echo(f"    {side}: {one.premise + 1}. {plain(print_formula(one.formula))}")
            words = difference_words(one, comparison, "zh" if language == "zh" else "en")
            if words:
                click.echo(f"        fails where: {plain(' '.join(words))}")
    atoms = Counter(str(outcome) for outcome in comparison.atoms.values())
    if atoms:
        told = ", ".join(f"{count} {word}" for word, count in sorted(atoms.items()))
        click.echo(f"    rubric: {told}")
    if comparison.alignment.free:
        names = ", ".join(plain(symbol.name) for symbol in comparison.alignment.free)
        click.echo(f"    stand for nothing in the gold: {names}")


def _total(scores: "list[Scored]") -> None:
    counts = Counter(
        "unreadable" if one.comparison is None else str(one.comparison.standing) for one in scores
    )
    click.echo(counted(len(scores), "formalization"))
    for word, count in counts.most_common():
        click.echo(f"  {word:<20}{count:>5}")
