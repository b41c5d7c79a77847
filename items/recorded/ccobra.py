"""People's answers in CCOBRA's format (`id`, `task`, `choices`, `response`).

Owns the rows. The respondent takes the place of the model in other formats. `items.sources.ccobra`
interprets tasks and statements.
"""

from collections.abc import Iterator
from pathlib import Path

from items.recorded.rows import RecordedRow, Skip, left_out
from items.sources.ccobra import NOTHING, Response, read_rows
from items.sources.ccobra_items import answer_of
from solver.errors import InputError


def read(path: Path) -> Iterator[RecordedRow | Skip]:
    """Yield the rows of a file; answers count options in the order of their texts.

    Raises:
        InputError: it is not a table with the columns of the format.
    """
    return (
        left_out(row, path) if isinstance(row, InputError) else _row(row, path)
        for row in read_rows(path)
    )


def _row(row: Response, path: Path) -> RecordedRow:
    options = [choice for choice in row.task.choices if choice != NOTHING]
    return RecordedRow(
        row=row.place.removeprefix(f"{path}, "),
        item_id=row.task.id,
        texts=tuple(premise.text for premise in row.task.premises),
        options=()
        if row.task.several or len(options) < 2
        else tuple(choice.text for choice in options),
        given=answer_of(row.task, row.chosen_indices),
        model=row.person,
        raw=row.row_text,
        setting=row.domain or None,
        repeats=True,
    )
