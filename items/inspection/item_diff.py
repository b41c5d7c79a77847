"""The effect of a counterfactual on an item, with its truth questions in three values.

Owns adding the answers of truth questions to their queries' verdicts: a query `necessary(…)` has
the answer `unnecessary` whether the question's answer is False or Unknown. `solver.diff` compares
models and queries.
"""

from dataclasses import replace

from items.formal import FormalItem, formal_item
from items.gold.right_answers import Response, differ, respond
from items.models import Item
from solver.cancel import Budget
from solver.diff import Diff, QueryChange
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query, Variant
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineChoice

GAVE_UP = "not decided"
"""Replaces the answer if the solver gave up."""


def with_truth_answers(
    item: Item,
    diff: Diff,
    after: Variant | str,
    before: Variant | str = BASELINE,
    *,
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
) -> Diff:
    """The difference with the answers of the item's truth questions; these determine whether
    something changed, rather than the queries' verdicts. Raises InputError if a variant does not
    exist or the formalization cannot be read."""
    formal = formal_item(item, budget=Budget.of(timeout))
    if formal is None:
        return diff
    truths = {
        _without_variant(formal.queries[place]): place
        for place, leaf in enumerate(item.leaves)
        if leaf.truth and place in formal.queries
    }
    if not truths:
        return diff
    baseline_session, changed_session = (
        Session(theory(formal.problem, side), formal.problem.queries, engine, timeout)
        for side in (before, after)
    )
    return replace(
        diff,
        queries=tuple(
            _judged(item, formal, change, truths, baseline_session, changed_session)
            for change in diff.queries
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
    place = truths.get(_without_variant(change.query))
    if place is None:
        return change
    before, after = (
        respond(item, formal, place, session) for session in (session_before, session_after)
    )
    return replace(change, changed=differ(before, after), answers=(_word(before), _word(after)))


def _word(response: Response) -> str:
    return response.value if isinstance(response.value, str) else GAVE_UP


def _without_variant(query: Query) -> Query:
    """The query without its variant and its written form."""
    return replace(query, text="", under=BASELINE)
