"""The sensitivity of an item: its answers with each premise dropped and negated in turn.

Owns which of an item's questions and options are watched, under which variant, and the text of an
answer. `solver.inspection.sensitivity` owns the edits and the comparison.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from items.formal import FormalItem
from items.gold.check import QUESTION_TYPE
from items.gold.engine_answers import as_answer, conjoined
from items.models import Item
from items.values.answer_text import format_answer
from items.values.letters import letter
from solver.cancel import Cancel
from solver.inspection.sensitivity import (
    QueryOrStatement,
    ReportOrStanding,
    SensitivityRow,
    Statement,
    sensitivity,
)
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT
from solver.results import QueryReport


@dataclass(frozen=True, slots=True)
class WatchedAnswer:
    """One question part or option whose answer is watched."""

    place: int | None
    """Index among the item's leaves; None for a query that only the formalization lists."""
    label: str
    """Question id, followed by the letter for an option: `1`, `2.1`, `1 B`; otherwise the query."""
    question: QueryOrStatement


@dataclass(frozen=True, slots=True)
class ItemSensitivityRow:
    """One edit, and its effect on what is watched under that variant."""

    under: str
    row: SensitivityRow
    answers: tuple[WatchedAnswer, ...]
    """In the order of `row.effects`."""


def watched(item: Item, formal: FormalItem) -> dict[str, tuple[WatchedAnswer, ...]]:
    """Maps each variant to what is asked under it."""
    by_variant: dict[str, list[WatchedAnswer]] = {}
    missing = item.attributes.get(QUESTION_TYPE) == "missing"
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        same_variant = by_variant.setdefault(BASELINE if query is None else query.under, [])
        options = formal.options.get(place, ())
        condition = None if query is None else query.given
        for n, option in enumerate(options):
            label = f"{leaf.id} {letter(n)}"
            if option is None:
                continue
            if missing and query is not None and query.formula is not None:
                statement = Statement(label, query.formula, conjoined(condition, option))
            else:
                statement = Statement(label, option)
            same_variant.append(WatchedAnswer(place, label, statement))
        if query is None or any(option is not None for option in options):
            continue
        if leaf.truth and query.formula is not None:
            same_variant.append(
                WatchedAnswer(place, leaf.id, Statement(leaf.id, query.formula, condition))
            )
        else:
            same_variant.append(WatchedAnswer(place, leaf.id, query))
    texts = {query.text for query in formal.queries.values()}
    options_asked = sum(o is not None for entries in formal.options.values() for o in entries)
    for query in formal.problem.queries[len(formal.queries) + options_asked :]:
        if query.text not in texts:
            by_variant.setdefault(query.under, []).append(WatchedAnswer(None, query.text, query))
    return {under: tuple(entries) for under, entries in by_variant.items() if entries}


def item_sensitivity(
    item: Item,
    formal: FormalItem,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> Iterator[ItemSensitivityRow]:
    """Yield one row per edit, variant by variant, as they are computed. Raises `Cancelled`."""
    for name, entries in watched(item, formal).items():
        rows = sensitivity(
            theory(formal.problem, name),
            [entry.question for entry in entries],
            timeout=timeout,
            cancel=cancel,
        )
        for row in rows:
            yield ItemSensitivityRow(name, row, entries)


def answered_text(query: QueryOrStatement, result: ReportOrStanding) -> str:
    """An answer in a few words: a standing, a verdict, a set, a number."""
    if not isinstance(result, QueryReport):
        return str(result.verdict)
    assert isinstance(query, Query)
    answer = as_answer(query, result.answer)
    if answer is not None:
        return format_answer(answer)
    if result.answer.unknown:
        return "unknown"
    count = result.answer.count
    if count is None:
        return "unknown"
    return "1 model" if count == 1 else phrase("{a} models", a=count)
