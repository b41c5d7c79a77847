"""Each answer before and after an edit on the what-if screen, as plain data ready for JSON.

Owns the shape of `rows` in `diff --json`. `watched_answers` decides what is watched and when an
answer has changed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from items.formal import FormalItem
from items.models import Item
from solver.as_json import supports_data, world_data
from solver.diff import diff
from solver.language.problem import BASELINE, Query, Variant
from solver.queries import DEFAULT_TIMEOUT
from solver.results import EngineChoice, Supports
from tui.state.inspector.watched_answers import Outcome, asking, outcomes, supported, watches


def changed_rows(
    item: Item,
    formal: FormalItem,
    after: Variant | str,
    before: Variant | str = BASELINE,
    *,
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
) -> list[dict[str, Any]]:
    """One row for each option, truth question and query, in the screen's order. `timeout` is in
    seconds for each query."""
    watched = watches(item, formal)
    problem = asking(formal.problem, watched)
    result = diff(problem, after, before, engine=engine, limit=1, timeout=timeout)
    needed: dict[Query, Supports] = {}
    needed_after: dict[Query, Supports] = {}
    for change in result.queries:
        query = replace(change.query, text="", under=BASELINE)
        if change.before.supports is not None:
            needed[query] = change.before.supports
        if change.after.supports is not None:
            needed_after[query] = change.after.supports
    return [_row(outcome, needed, needed_after) for outcome in outcomes(watched, result)]


def _row(
    outcome: Outcome,
    supports_before: Mapping[Query, Supports],
    supports_after: Mapping[Query, Supports],
) -> dict[str, Any]:
    watch = outcome.watch
    return {
        "label": watch.label,
        "asked": watch.text,
        "before": outcome.answer_before,
        "after": outcome.answer_after,
        "changed": outcome.changed,
        "supports_before": supports_data(supported(watch, supports_before))["supports"],
        "supports_after": supports_data(supported(watch, supports_after))["supports"],
        "world": world_data(outcome.world),
        "world_shows": None if outcome.world is None else "fails" if outcome.refuted else "holds",
    }
