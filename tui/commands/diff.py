"""The command `diff`: what a counterfactual changes about one item.

Owns its options, its output and its exit code. Comparing is in `solver.diff`; the text is in
`tui.diff_text`.
"""

from collections.abc import Sequence
from typing import cast

import click

from items.formal import formal_item, gloss_language
from items.inspection.item_diff import with_truth_answers
from items.models import Item
from solver.as_json import diff_data
from solver.cancel import Budget
from solver.diff import Diff
from solver.diff import diff as difference
from solver.errors import InputError
from solver.language.edits import read_edits, theory
from solver.language.problem import BASELINE, Problem, Variant
from solver.results import EngineChoice
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json
from tui.console.solver_options import cells, problem_of, selected_items, solving_options
from tui.console.sources import load_sources, pads_option
from tui.diff_text import diff_lines, option_lines
from tui.state.inspector.changed_rows import changed_rows
from tui.text import plain, wrap

EDITED_NAME = "edited"
"""Name of the variant that `--edit` makes."""


@click.command(
    "diff",
    short_help="Show what a counterfactual changes.",
    epilog='Example:  countermodel diff goat.json --edit "negate 3" --edit "add L"',
)
@click.argument("source", metavar="FILE")
@click.option("--item", "item_id", metavar="ID", help="The item, if FILE holds several.")
@click.option("--under", "variant_name", metavar="NAME", help="The variant to show.")
@click.option(
    "--edit",
    "edits",
    metavar="EDIT",
    multiple=True,
    help="drop 1, negate 1, replace 1 F, add F, define NAME F; premises are counted from 1.",
)
@click.option(
    "--against",
    metavar="NAME",
    default=BASELINE,
    show_default=True,
    help="The variant to compare with.",
)
@pads_option
@click.option("--strict", is_flag=True, help="Refuse undeclared names.")
@solving_options
@click.pass_context
def diff(
    ctx: click.Context,
    source: str,
    item_id: str | None,
    variant_name: str | None,
    edits: tuple[str, ...],
    against: str,
    strict: bool,
    engine: str,
    limit: int,
    timeout: float,
    as_json: bool,
) -> None:
    """Compare an item's models and answers under a variant, or under edits of its premises, with
    the baseline or another variant.

    Ends with 2 if something could not be read, with 3 if the solver gave up.
    """
    if (variant_name is None) == (not edits):
        raise click.UsageError("Say either --under NAME or --edit EDIT (which may be repeated).")
    item = _item(source, item_id, strict, timeout)
    problem = problem_of(item, strict, timeout)
    if problem is None:
        raise InputError(f"{item.id} has no formalization", "There is nothing to compare.")
    after: str | Variant = BASELINE if variant_name is None else variant_name
    notes = problem.reading
    if edits:
        typed = read_edits(edits, problem, EDITED_NAME, strict=strict)
        after, notes = typed.variant, (*notes, *typed.reading)
    outcome = difference(
        problem,
        after,
        against,
        engine=cast(EngineChoice, engine),
        limit=limit,
        timeout=timeout,
    )
    outcome = with_truth_answers(
        item, outcome, after, against, engine=cast(EngineChoice, engine), timeout=timeout
    )
    formal = formal_item(item, strict=strict, budget=Budget.of(timeout))
    rows = []
    if formal is not None and (as_json or any(leaf.options for leaf in item.leaves)):
        rows = changed_rows(
            item, formal, after, against, engine=cast(EngineChoice, engine), timeout=timeout
        )
    if as_json:
        document = {"id": item.id, **diff_data(outcome), "rows": rows, "warnings": list(notes)}
        echo_json(document)
    else:
        _show(item, problem, outcome, after, against, notes)
        for line in option_lines(rows, outcome, cells()):
            click.echo(line)
    ctx.exit(ExitCode.OUTSIDE if outcome.unknown else ExitCode.DONE)


def _item(source: str, item_id: str | None, strict: bool, timeout: float) -> Item:
    """The requested item, whose formalization may take `timeout` seconds to read."""
    loaded = load_sources((source,), None, "", strict, timeout)
    items = selected_items(loaded.items, item_id)
    if not items and loaded.problems:
        raise InputError("No items", f"{source}: nothing could be read")
    if len(items) != 1:
        first = ", ".join(item.id for item in items[:5])
        raise InputError(
            f"{source} holds {len(items)} items",
            f"Say which with --item: {first}{', …' if len(items) > 5 else ''}",
        )
    return items[0]


def _show(
    item: Item,
    problem: Problem,
    outcome: Diff,
    after: str | Variant,
    against: str,
    notes: Sequence[str],
) -> None:
    width = cells()
    click.echo("\n".join(wrap(plain(f"{item.id}  {outcome.before} → {outcome.after}"), width)))
    for note in notes:
        click.echo("\n".join(wrap(plain(f"! {note}"), width)))
    click.echo("─" * width)
    sides = theory(problem, against), theory(problem, after)
    for line in diff_lines(outcome, *sides, gloss_language(item), width):
        click.echo(line)
