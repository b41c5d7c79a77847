"""What the tables of misreadings are made from: everybody's answers with their diagnoses.

Owns which answers count, and making the tables, whose list is `tables.registry`'s.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sessions.database import Database
from sessions.diagnosing import answered_items, given_in
from sessions.report.answer_book import answer_book
from sessions.report.rows import Rows
from sessions.report.tables.registry import DIAGNOSED
from study.diagnosis.given import Given, Recorded, recorded
from study.diagnosis.items_document import document
from study.diagnosis.person_fit import Fits
from study.diagnosis.recorded_fit import MODELS, fit_of


@dataclass(frozen=True)
class DiagnosedData:
    """Recorded answers, and what is made of them."""

    recorded: Recorded
    left_out: Mapping[str, int]
    """Answers that are not diagnosed, by reason."""

    @cached_property
    def document(self) -> dict[str, Any]:
        """As `diagnose` tells it."""
        return document(self.recorded)

    @cached_property
    def fits(self) -> Mapping[str, tuple[tuple[str, ...], Fits]]:
        """Group of people to its persons and their fit; none where no model answered."""
        groups = [name for name in dict.fromkeys(self.recorded.groups) if name != MODELS]
        return {name: fit_of(self.recorded, name) for name in groups}


def diagnosed_tables(
    db: Database, study: str | None = None, *, simulated: bool = False, full: bool = False
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
    data = DiagnosedData(recorded(given.values(), both=False), left_out)
    hashes = sorted({question.item.content_hash for question in data.recorded.questions})
    version = hashlib.sha256("\n".join(hashes).encode()).hexdigest()
    made = ((name, module.table(data)) for name, module in DIAGNOSED.items())
    return version, tuple(
        (name, replace(rows, excluded={**left_out, **rows.excluded}))
        for name, rows in made
        if rows is not None and rows.rows
    )
