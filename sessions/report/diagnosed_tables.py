"""The tables of misreadings, and the answers that they cover.

Owns which answers count. `diagnosed_data` owns their data, `tables.diagnosed_registry` their list.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from sessions.report.answer_book import answer_book
from sessions.report.diagnosed_data import DiagnosedData
from sessions.report.diagnosis_answers import answered_items, answers_in_book
from sessions.report.presentation import (
    ALL_ALIKE,
    Presentation,
    differing,
    in_words,
    presentation_of,
)
from sessions.report.rows import Column, Rows
from sessions.report.sampling import Clusters
from sessions.report.tables.diagnosed_registry import DIAGNOSED, OF_PERSONS
from sessions.storage.database import Database
from solver.phrases import phrase
from study.diagnosis.memory import Memory
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers
from study.diagnosis.recorded_fit import MODELS
from study.diagnosis.time_allowance import SECONDS
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling


def diagnosed_tables(
    db: Database,
    study: str | None = None,
    *,
    simulated: bool = False,
    full: bool = False,
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS,
    pooled: bool = False,
) -> tuple[str, tuple[tuple[str, Rows], ...]]:
    """A hash over the items, and the tables that have a row; none where nobody answered. Answers in
    several forms or languages are diagnosed separately, unless they are `pooled`; a person's fit is
    over all answers."""
    answers: dict[tuple[Any, ...], GivenAnswer] = {}
    left_out: dict[str, int] = {}
    for scripted in (False, True) if simulated else (False,):
        book = answer_book(db, study=study, simulated=scripted, full=full)
        own_answers, others = answers_in_book(book, answered_items(db, book))
        # Models are in both books.
        rows = [row for row in own_answers if not (scripted and row.group == MODELS and answers)]
        answers |= {(scripted, n): row for n, row in enumerate(rows)}
        left_out = others if not scripted else left_out
    if not answers:
        return "", ()
    memory = Memory.usual()
    clusters = Clusters(sampling)

    def diagnosed(rows: Iterable[GivenAnswer]) -> DiagnosedData:
        outcome = explained_answers(rows, checking=SECONDS, memory=memory)
        memory.keep(outcome.readings)
        return DiagnosedData(outcome, left_out, clusters, pooled)

    data = diagnosed(answers.values())
    by_sort: dict[Presentation, list[GivenAnswer]] = {}
    for row in answers.values():
        by_sort.setdefault(presentation_of(row.item), []).append(row)
    parts = {ALL_ALIKE: data}
    if len(by_sort) > 1 and not pooled:
        shown_sorts = differing(by_sort)
        parts = {shown_sorts[sort]: diagnosed(rows) for sort, rows in sorted(by_sort.items())}
    hashes = sorted({question.item.content_hash for question in data.explained_answers.questions})
    version = hashlib.sha256("\n".join(hashes).encode()).hexdigest()
    tables_made = [(name, _apart(module, parts)) for name, module in DIAGNOSED.items()]
    tables_made += [(name, module.table(data)) for name, module in OF_PERSONS.items()]
    return version, tuple(
        (name, replace(rows, excluded={**left_out, **rows.excluded}))
        for name, rows in tables_made
        if rows is not None and rows.rows
    )


def _apart(module: ModuleType, parts: Mapping[Presentation, DiagnosedData]) -> Rows | None:
    """The tables of all forms and languages, one below the other; unchanged if there is only
    one."""
    rows_by_sort: dict[Presentation, Rows | None] = {
        name: module.table(data) for name, data in parts.items()
    }
    tables = {name: rows for name, rows in rows_by_sort.items() if rows is not None and rows.rows}
    if not tables:
        return None
    first = next(iter(tables.values()))
    if len(parts) == 1:
        return first
    first_sort = next(iter(parts))
    names = [name for name in ("form", "language") if getattr(first_sort, name)]
    excluded: Counter[str] = Counter()
    for rows in tables.values():
        excluded.update(rows.excluded)
    return replace(
        first,
        columns=(*(Column(name, "text") for name in names), *first.columns),
        rows=tuple((*sort.names, *row) for sort, rows in tables.items() for row in rows.rows),
        n=sum(rows.n for rows in tables.values()),
        excluded=excluded,
        notes=tuple(_notes(tables)),
    )


def _notes(tables: Mapping[Presentation, Rows]) -> Iterator[str]:
    """Notes of all tables once, and for each form and language its own notes."""
    common = set.intersection(*(set(rows.notes) for rows in tables.values()))
    for name, rows in tables.items():
        for note in rows.notes:
            if note not in common:
                yield phrase("{form}: {note}", form=in_words(name), note=note)
    yield from (note for note in next(iter(tables.values())).notes if note in common)
