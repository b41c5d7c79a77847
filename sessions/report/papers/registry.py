"""The papers by letter, and the report of one of them.

Owns the list of modules. A paper is a module with a function `tables`, which yields names and rows,
and a data file of its printed figures.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import ModuleType

from items.shape.structure import WORDED, form
from sessions.record.solver_figures import Solving
from sessions.report.comparing_data import ComparingData
from sessions.report.papers import contexthub, divlogiceval, ilogiceval, llmeval_logic, qmfol
from sessions.report.papers.paper_record import PaperRecord
from sessions.report.papers.published import printed
from sessions.report.report_tables import Report, Table
from sessions.report.respondents import (
    Respondent,
    compared,
    items_of,
    people_and_models,
    restricted_to,
)
from sessions.report.rows import Column, Rows
from sessions.report.sampling import Clusters
from sessions.storage.database import Database
from solver.errors import InputError
from solver.phrases import phrase
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling

PAPERS: Mapping[str, ModuleType] = {
    "A": divlogiceval,
    "B": ilogiceval,
    "C": contexthub,
    "D": qmfol,
    "E": llmeval_logic,
}
"""Modules of papers by letter. A paper whose items are all in words has a function `of_source`,
which says whether an item is of its source; the others have rows of items in symbols."""


def paper_report(
    db: Database,
    letter: str,
    study: str | None = None,
    *,
    simulated: bool = False,
    full: bool = False,
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS,
    stand_ins: Collection[str] = (),
    pooled: bool = False,
) -> Report:
    """Every table of a paper that recorded answers can fill, for one study's items or for all, then
    its other tables and why they are missing. `sampling` determines what the intervals of people's
    figures are for; items of the benchmarks `stand_ins` count as those of paper A or B. Languages
    have rows of their own unless they are `pooled`. No table where there is no such study. Raises
    InputError where no item answered is of such a benchmark."""
    clusters = Clusters(sampling)
    answered = people_and_models(db, study, clusters, simulated=simulated, full=full)
    if answered is None:
        return Report(())
    people, models = answered
    everybody = compared(people, models)
    respondents: Sequence[Respondent] = everybody.respondents
    excluded = dict(everybody.excluded)
    of_source = getattr(PAPERS[letter], "of_source", None)
    if of_source is not None:
        items = items_of(respondents)
        symbols = {
            key
            for key, item in items.items()
            # Abstract items are one of the domains of paper C.
            if form(item) != WORDED and item.attributes.get("abstract") is not True
        }
        if symbols:
            worded = [restricted_to(entry, items.keys() - symbols) for entry in respondents]
            respondents = [entry for entry in worded if entry.asked_anything]
        excluded[phrase("items in symbols, which the paper does not have")] = sum(
            of_source(items[key]) for key in symbols
        )
    data = ComparingData(db, respondents, respondents, (), Solving(0), study is None, pooled=pooled)
    paper = printed(letter)
    if stand_ins:
        known_benchmarks = {
            item.provenance.benchmark for item in items_of(everybody.respondents).values()
        }
        unknown = sorted({*stand_ins} - known_benchmarks)
        if unknown:
            benchmarks = ", ".join(sorted(name for name in known_benchmarks if name)) or "none"
            raise InputError(
                "No item answered is of this benchmark",
                f"expected one of {benchmarks}; found {', '.join(unknown)}",
            )
    record = PaperRecord(data, paper, frozenset(stand_ins))
    named = [
        (
            name,
            replace(
                rows,
                excluded=excluded | dict(rows.excluded),
                notes=(*rows.notes, *record.language_notes),
            ),
        )
        for name, rows in PAPERS[letter].tables(record)
    ]
    if paper.tables_not_made:
        heads = (phrase("table"), phrase("what it shows"), phrase("why not here"))
        columns = tuple(Column(head, "prose") for head in heads)
        rows = Rows(columns, tuple(paper.tables_not_made), len(paper.tables_not_made))
        named.append((phrase("not made from answers"), rows))
    title = f"Paper {letter}: {paper.title}"
    return Report(
        tuple(
            Table(
                name,
                title,
                everybody.version,
                rows.columns,
                rows.rows,
                rows.n,
                {why: n for why, n in rows.excluded.items() if n},
                (*rows.notes, sampling.note) if rows.bounded else rows.notes,
            )
            for name, rows in named
        )
    )
