"""A paper's table: its rows and columns in its order, with our figures next to the printed ones.

Owns combining both. Each paper's module computes its figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from sessions.report.papers.published import PrintedFigure, PrintedTable
from sessions.report.rows import Cell, Column, Excluded, Row, Rows, Unit, ends_of, estimate_cells
from solver.phrases import phrase
from study.statistics.few_clusters import notes as few_notes
from study.statistics.samples import Estimate

NOT_RECORDED = phrase("not recorded")
"""Placeholder where the paper has a figure and the record has no answers for it."""
Key = tuple[str, ...]
Figure = float | str | Estimate | None
"""An estimate is shown with both ends of its interval, as for people."""
Figures = dict[Key, dict[str, Figure]]
"""Our figures while they are collected."""
OurFigures = Mapping[Key, Mapping[str, Figure]]
"""By the heads of a row, then by column: shares from 0 to 1 where the column contains shares; None
where answers are recorded and the figure has no value."""


def grid(
    paper_table: PrintedTable,
    our_figures: OurFigures,
    n: int,
    *,
    units: Mapping[str, Unit] | None = None,
    unit: Unit = "share",
    excluded: Excluded | None = None,
    notes: Sequence[str] = (),
) -> Rows:
    """The paper's rows and columns first, then those that only the record has. Each column for
    which the paper has figures is followed by a column headed `(paper)` with the printed figures;
    each column with intervals by their ends. `units` are those of columns without the usual
    `unit`."""
    units = units or {}
    keys = list(dict.fromkeys((*paper_table.rows, *our_figures)))
    names = list(
        dict.fromkeys(
            (*paper_table.columns, *(name for row in our_figures.values() for name in row))
        )
    )
    with_printed = {name for row in paper_table.rows.values() for name in row}
    bounded = {
        name
        for row in our_figures.values()
        for name, cell in row.items()
        if isinstance(cell, Estimate) and cell.low is not None
    }
    columns = [Column(head, "text") for head in paper_table.heads]
    for name in names:
        columns.append(Column(name, units.get(name, unit)))
        if name in bounded:
            columns += ends_of(columns[-1])
        if name in with_printed:
            columns.append(
                Column(f"{name} (paper)", units.get(name, unit), f"{name} as the paper prints it")
            )
    rows: list[Row] = []
    for key in keys:
        cells: list[Cell] = list(key)
        own, theirs = our_figures.get(key), paper_table.rows.get(key, {})
        for name in names:
            cell = own[name] if own is not None and name in own else NOT_RECORDED
            value_and_ends = (
                estimate_cells(cell) if isinstance(cell, Estimate) else (cell, None, None)
            )
            cells += value_and_ends if name in bounded else value_and_ends[:1]
            if name in with_printed:
                cells.append(_scaled(theirs.get(name), units.get(name, unit)))
        rows.append(tuple(cells))
    if not rows:
        rows = [(NOT_RECORDED, *(None for _ in columns[1:]))]
    source = phrase("figures of the paper: {source}", source=paper_table.source)
    more = (source, paper_table.note) if paper_table.note else (source,)
    estimates = (cell for row in our_figures.values() for cell in row.values())
    few = few_notes(cell for cell in estimates if isinstance(cell, Estimate))
    left_out = dict[str, int](excluded.items() if excluded else ())
    return Rows(tuple(columns), tuple(rows), n, left_out, (*notes, *more, *few))


def with_settings(
    rows: Rows, paper_table: PrintedTable, settings: Mapping[str, str], *notes: str
) -> Rows:
    """A table with rows of models, adding the setting of each model after the heads, and further
    notes before its own. `settings` are by the first head."""
    end = len(paper_table.heads)
    columns = (*rows.columns[:end], Column("setting", "text"), *rows.columns[end:])
    cells = tuple((*row[:end], settings.get(str(row[0])), *row[end:]) for row in rows.rows)
    return replace(rows, columns=columns, rows=cells, notes=(*notes, *rows.notes))


def _scaled(cell: PrintedFigure | None, unit: Unit) -> Cell:
    """A printed figure in the column's unit, with the paper's digits: papers print shares in per
    cent."""
    if unit == "share" and isinstance(cell, int | float):
        return float(Decimal(str(cell)) / 100)
    return cell
