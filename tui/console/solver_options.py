"""Shared by `solve` and `diff`: their options, and an item's formalization as a problem.

Owns finding the requested item and collecting its queries.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from shutil import get_terminal_size
from typing import Any, TypeVar

import click

from items.models import Item
from solver.cancel import Budget
from solver.errors import InputError
from solver.language.problem import Problem
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT
from tui.console.number_options import SECONDS, WholeNumber

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_LIMIT = 100
MOST_TEXT_CELLS = 100
"""Maximum width of text in columns, on a terminal of any width."""


def solving_options(command: F) -> F:
    """`--engine`, `--limit`, `--timeout` and `--json`."""
    for add in (
        click.option(
            "--json", "as_json", is_flag=True, help="One JSON document on standard output."
        ),
        click.option(
            "--timeout",
            type=SECONDS,
            default=DEFAULT_TIMEOUT,
            show_default=True,
            metavar="SECONDS",
            help="Time for one query, for all engines together.",
        ),
        click.option(
            "--limit",
            type=WholeNumber(min=0),
            default=DEFAULT_LIMIT,
            show_default=True,
            metavar="N",
            help="List at most N models; counts are still exact.",
        ),
        click.option(
            "--engine",
            type=click.Choice(["auto", "worlds", "z3", "both"]),
            default="auto",
            show_default=True,
            help="Which engine decides; auto uses Z3 only if worlds cannot answer.",
        ),
    ):
        command = add(command)
    return command


def cells() -> int:
    """Number of columns available for text."""
    return min(get_terminal_size((80, 24)).columns, MOST_TEXT_CELLS)


def selected_items(items: Sequence[Item], item_id: str | None) -> Sequence[Item]:
    """All items, or the one with that id. Raises InputError if there is none."""
    if item_id is None:
        return items
    outcome = [item for item in items if item.id == item_id]
    if not outcome:
        near = get_close_matches(item_id, [item.id for item in items], 1)
        hint = (
            phrase("Did you mean {a}?", a=near[0])
            if near
            else "countermodel items list SOURCE… shows ids."
        )
        raise InputError(phrase("There is no item {a}", a=item_id), hint=hint)
    return outcome


def problem_of(item: Item, strict: bool, timeout: float) -> Problem | None:
    """The item's formalization with the queries of its questions and its further queries; None if
    it has no formalization. Raises InputError if it cannot be read, NotRead if reading takes more
    than `timeout` seconds."""
    formal = item.formalization
    if formal is None:
        return None
    from solver.language.loader import load_problem

    texts = [leaf.query.strip() for leaf in item.leaves if leaf.query is not None]
    texts += [text for text in _own_queries(formal) if text not in texts]
    data = {**formal, "question": texts}
    budget = Budget.of(timeout)
    return load_problem(data, strict=strict, where=item.id, budget=budget, lenient=not strict)


def _own_queries(formal: Mapping[str, Any]) -> list[str]:
    from solver.language.query_parser import split_queries

    listed = formal.get("question")
    if isinstance(listed, str):
        return [text.strip() for text in split_queries(listed) if text.strip()]
    if isinstance(listed, list):
        return [text.strip() for text in listed if isinstance(text, str)]
    return []
