"""What a table of the report is made of: columns, cells and rows.

Owns these and how cells are ordered. What tables count is said where each is made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from study.statistics.multi import DECIDERS

Unit = Literal["text", "time", "count", "share", "seconds", "p"]
Cell = str | int | float | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, and what its cells are."""

    name: str
    unit: Unit = "count"
    """A time is ISO 8601 in UTC, shares are between 0 and 1; a cell without data is None."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A table's content."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    n: int
    """How many sessions, answers or items were counted."""
    excluded: Mapping[str, int] = field(default_factory=dict)
    """What was left out, and why."""
    notes: tuple[str, ...] = ()
    """What a reader must know of the figures."""


DECIDED = tuple(Column(who) for who in DECIDERS)
"""How many answers each decided; where free answers count."""


def size(cell: Cell) -> tuple[int, float, str]:
    """A sort key that takes cells of all kinds: nothing, numbers, then text."""
    if cell is None:
        return 0, 0.0, ""
    try:
        return 1, float(cell), str(cell)
    except ValueError:
        return 2, 0.0, cell if isinstance(cell, str) else str(cell)
