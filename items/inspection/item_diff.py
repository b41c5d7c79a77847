"""What a counterfactual changes about an item, its truth questions in three values.

Owns the answers of truth questions beside their queries' verdicts: a query `necessary(…)` is
answered `unnecessary` where the question is answered False, and also where it is answered Unknown.
Comparing models and queries is `solver.diff`'s.
"""

from dataclasses import replace

from items.formal import FormalItem, formal_item
from items.gold.responding import Response, differ, respond
from items.models import Item
from solver.cancel import Cancel
from solver.diff import Diff, QueryChange
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query, Variant
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineChoice

GAVE_UP = "not decided"
"""Stands for the answer where the solver gave up."""


def with_truth_answers(
    item: Item,
    diff: Diff,
    after: Variant | str,
    before: Variant | str = BASELINE,
    *,
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> Diff:
    """The difference with the answers of the item's truth questions; they, and not the queries'
    verdicts, say whether something changed. Raises `Cancelled`."""
    formal = formal_item(item)
    if formal is None:
        return diff
    truths = {
        _plain(formal.queries[place]): place
        for place, leaf in enumerate(item.leaves)
        if leaf.truth and place in formal.queries
    }
    if not truths:
        return diff
    session, two = (
        Session(theory(formal.problem, side), formal.problem.queries, engine, timeout, cancel)
        for side in (before, after)
    )
    return replace(
        diff,
        queries=tuple(
            _judged(item, formal, change, truths, session, two) for change in diff.queries
        ),
    )


def _judged(
    item: Item,
    formal: FormalItem,
    change: QueryChange,
    truths: dict[Query, int],
    session_before: Session,
    session_after: Session,
) -> QueryChange:
    place = truths.get(_plain(change.query))
    if place is None:
        return change
    before, after = (
        respond(item, formal, place, session) for session in (session_before, session_after)
    )
    return replace(change, changed=differ(before, after), answers=(_word(before), _word(after)))


def _word(response: Response) -> str:
    return response.value if isinstance(response.value, str) else GAVE_UP


def _plain(query: Query) -> Query:
    """The query whatever variant names it and however it is written."""
    return replace(query, text="", under=BASELINE)
