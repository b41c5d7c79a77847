"""Gold answers of hard items' sub-questions: proved, refuted, open."""

import time
from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from items.models import SUB_QUESTIONS, Item
from sessions.report.comparing_data import ComparingData
from sessions.report.rows import Rows, column, table_of
from solver.phrases import phrase

NAME = phrase("golds of sub-questions")
SECONDS = 2.0
"""Time limit per query."""
NOTE = phrase(
    "a sub-question is proved if the gold answers of all its parts "
    "follow, refuted if one does not, and open if a part is not "
    "formalized or not decided"
)


@dataclass(frozen=True, slots=True)
class GoldsRow:
    """The hard items of one benchmark."""

    benchmark: Annotated[str, column("benchmark", "text")]
    items: Annotated[int, column("items")]
    sub_questions: Annotated[int, column("sub-questions")]
    golds_proved: Annotated[int, column("golds proved")]
    refuted: Annotated[int, column("golds refuted")]
    golds_open: Annotated[int, column("golds open")]


def table(data: ComparingData) -> Rows | None:
    """Every benchmark of hard items in the record; None where there is none of them."""
    if not data.db.tuples("SELECT 1 FROM item WHERE body LIKE ? LIMIT 1", f'%"{SUB_QUESTIONS}"%'):
        return None
    # The solver is loaded only for hard items.
    from sessions.models.imports import known_items

    end = None if data.solving.seconds is None else time.monotonic() + data.solving.seconds
    items = [item for item in known_items(data.db) if SUB_QUESTIONS in item.attributes]
    if data.items is not None:
        items = [item for item in items if item.content_hash in data.items]
    states: dict[str, Counter[str]] = {}
    counts: Counter[str] = Counter()
    for item in items:
        name = item.provenance.benchmark
        counts[name] += 1
        states.setdefault(name, Counter()).update(_states(item, end))
    rows = [
        GoldsRow(
            name,
            counts[name],
            outcome.total(),
            *(outcome[state] for state in ("proved", "refuted", "open")),
        )
        for name, outcome in sorted(states.items())
    ]
    return table_of(GoldsRow, rows, sum(row.sub_questions for row in rows), {}, (NOTE,))


def _states(item: Item, end: float | None) -> list[str]:
    """The state of every sub-question; open where no time is left."""
    seconds = SECONDS if end is None else min(SECONDS, end - time.monotonic())
    if item.formalization is None or seconds <= 0:
        return ["open"] * len(item.questions)
    from items.gold.check import check_item
    from items.gold.verify import question_states

    return list(question_states(check_item(item, engine="auto", timeout=seconds)))
