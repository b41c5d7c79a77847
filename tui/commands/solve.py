"""The command `solve`: every query of every item, answered and printed.

Owns its options, its output and its exit code. Deciding is in `solver.queries`; the text is in
`tui.solution_text`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import click

from items.formal import gloss_language
from items.gold.answered_items import answered_questions
from items.models import Item
from solver.as_json import problem_data
from solver.cancel import TimeLeft
from solver.errors import InputError, NotRead
from solver.inspection.claims import with_supports
from solver.inspection.members import with_parts
from solver.language.edits import theory
from solver.language.problem import Problem
from solver.phrases import phrase
from solver.queries import solve_problem
from solver.results import EngineChoice, ProblemReport, QueryReport
from tui.console.exitcodes import ExitCode, print_error
from tui.console.json_output import echo_json
from tui.console.solver_options import cells, problem_of, selected_items, solving_options
from tui.console.sources import load_sources, source_options
from tui.solution_text import INDENT, indented, query_lines, theory_lines
from tui.text import counted, plain, wrap

MOST_WARNINGS = 5
"""Maximum number of warnings printed about an item."""


@click.command(
    "solve",
    short_help="Answer every query of every item.",
    epilog="Example:  countermodel solve builtin:demo --engine both --json",
)
@source_options
@click.option("--item", "item_id", metavar="ID", help="Only the item with this id.")
@solving_options
@click.pass_context
def solve(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    item_id: str | None,
    engine: str,
    limit: int,
    timeout: float,
    as_json: bool,
) -> None:
    """Answer every query of every item in SOURCE…

    A file may contain one bare formal object; its item is named after the file. Each verdict comes
    with a world that proves it and with the premises it needs. Ends with 2 if something could not
    be read, with 3 if the solver gave up or the two engines contradict each other.
    """
    loaded = load_sources(sources, format_, columns, strict, timeout)
    worst = ExitCode.USAGE if loaded.problems else ExitCode.DONE
    documents: list[dict[str, Any]] = []
    for place, item in enumerate(selected_items(loaded.items, item_id)):
        by = cast(EngineChoice, engine)
        left = TimeLeft(timeout)
        try:
            problem = problem_of(item, strict, timeout)
            report = None
            if problem is not None:
                report = solve_problem(
                    problem, engine=by, limit=limit, timeout=timeout, time_left=left
                )
                report = with_supports(problem, report, by, timeout, left)
        except InputError as error:
            if strict and not isinstance(error, NotRead):
                raise
            print_error(
                error.title, f"{item.id}: {error.message}" if error.message else item.id, error.hint
            )
            documents.append(_unread(item, str(error)))
            code = ExitCode.OUTSIDE if isinstance(error, NotRead) else ExitCode.USAGE
            worst = max(worst, code, key=_RANK.index)
            continue
        if problem is not None and problem.unreadable_queries:
            worst = max(worst, ExitCode.USAGE, key=_RANK.index)
        if report is not None:
            worst = max(worst, _outcome(item, report), key=_RANK.index)
        if as_json:
            known: Sequence[QueryReport] = ()
            if problem is not None and report is not None:
                known = report.queries
                report = with_parts(problem, report, by, timeout, left)
            answers = answered_questions(
                item, engine=by, timeout=timeout, time_left=left, known=known
            )
            documents.append({**_document(item, problem, report), "answers": answers})
        else:
            click.echo("\n".join(_lines(item, problem, report, place)))
    if as_json:
        echo_json(documents)
    ctx.exit(worst)


_RANK = (ExitCode.DONE, ExitCode.OUTSIDE, ExitCode.USAGE)
"""Exit codes in order of severity."""


def _outcome(item: Item, report: ProblemReport) -> ExitCode:
    for query in report.disagreements:
        print_error("The engines contradict each other", f"{item.id}, {query.query.text}")
    gave_up = any(query.answer.unknown for query in report.queries)
    return ExitCode.OUTSIDE if gave_up or report.disagreements else ExitCode.DONE


def _unread(item: Item, reason: str) -> dict[str, Any]:
    return {
        "id": item.id,
        "consistent": None,
        "conflict": None,
        "variants": {},
        "queries": [],
        "warnings": [],
        "answers": [],
        "reason": reason,
    }


def _document(item: Item, problem: Problem | None, report: ProblemReport | None) -> dict[str, Any]:
    if problem is None or report is None:
        return _unread(item, phrase("the item has no formalization"))
    data = problem_data(report)
    return {"id": item.id, **data, "warnings": list(problem.warnings), "reason": ""}


def _labels(item: Item, report: ProblemReport) -> list[str]:
    """Labels of queries: as in `verify`, by the question part that asks them, otherwise by their
    number."""
    parts = [(leaf.query.strip(), leaf.id) for leaf in item.leaves if leaf.query is not None]
    if not parts:
        return [str(number) for number in range(1, len(report.queries) + 1)]
    labels = []
    for query in report.queries:
        # A part whose query cannot be read has none here.
        place = next((n for n, (text, _) in enumerate(parts) if text == query.query.text), None)
        labels.append("–" if place is None else parts[place][1])
        parts = parts if place is None else parts[place + 1 :]
    return labels


def _lines(
    item: Item, problem: Problem | None, report: ProblemReport | None, place: int
) -> Iterator[str]:
    width = cells()
    if place:
        yield ""
    yield from wrap(plain(item.id + (f"  {item.title}" if item.title else "")), width)
    yield "─" * width
    if problem is None or report is None:
        yield "No formalization: there is nothing to solve."
        return
    by_trouble = sorted(report.theories.items(), key=lambda entry: entry[1].consistent is True)
    for name, theory_report in by_trouble:
        yield from theory_lines(theory(problem, name), theory_report, width)
    for warning in problem.warnings[:MOST_WARNINGS]:
        yield from indented(f"! {warning}", width, "")
    if len(problem.warnings) > MOST_WARNINGS:
        more = counted(len(problem.warnings) - MOST_WARNINGS, "more warning")
        yield f"! … and {more} (--json gives all)"
    language = gloss_language(item)
    for label, query in zip(_labels(item, report), report.queries, strict=True):
        yield ""
        signature = theory(problem, query.query.under).signature
        yield from query_lines(label, query, signature, language, width)
    if not report.queries:
        yield f"{INDENT}No queries."
