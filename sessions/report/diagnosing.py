"""The tables of misreadings: over which answers they are made.

Owns which answers count. What the tables are made from is `diagnosed`'s, their list
`tables.diagnosed_registry`'s.
"""

import hashlib
from dataclasses import replace
from typing import Any

from sessions.report.answer_book import answer_book
from sessions.report.diagnosed import DiagnosedData
from sessions.report.given import answered_items, given_in
from sessions.report.rows import Rows
from sessions.report.sampling import Clusters
from sessions.report.tables.diagnosed_registry import DIAGNOSED
from sessions.storage.database import Database
from study.diagnosis.allowance import SECONDS
from study.diagnosis.given import Given, recorded
from study.diagnosis.memory import Memory
from study.diagnosis.recorded_fit import MODELS
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling


def diagnosed_tables(
    db: Database,
    study: str | None = None,
    *,
    simulated: bool = False,
    full: bool = False,
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS,
) -> tuple[str, tuple[tuple[str, Rows], ...]]:
    """A hash over the items, and the tables that have a row; none where nobody answered."""
    given: dict[tuple[Any, ...], Given] = {}
    left_out: dict[str, int] = {}
    for scripted in (False, True) if simulated else (False,):
        book = answer_book(db, study=study, simulated=scripted, full=full)
        mine, others = given_in(book, answered_items(db, book))
        # Models are in both books.
        rows = [row for row in mine if not (scripted and row.group == MODELS and given)]
        given |= {(scripted, n): row for n, row in enumerate(rows)}
        left_out = others if not scripted else left_out
    if not given:
        return "", ()
    memory = Memory.usual()
    everything = recorded(given.values(), checking=SECONDS, memory=memory)
    data = DiagnosedData(everything, left_out, Clusters(sampling))
    hashes = sorted({question.item.content_hash for question in data.recorded.questions})
    version = hashlib.sha256("\n".join(hashes).encode()).hexdigest()
    made = [(name, module.table(data)) for name, module in DIAGNOSED.items()]
    memory.keep(data.recorded.readings)
    return version, tuple(
        (name, replace(rows, excluded={**left_out, **rows.excluded}))
        for name, rows in made
        if rows is not None and rows.rows
    )
