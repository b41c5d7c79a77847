"""Columns and cells of a table with many rows, as the widget needs them."""

from dataclasses import dataclass

from tui.state.draft import Role


@dataclass(frozen=True)
class Head:
    """One column in the layout."""

    key: str
    title: str
    cells: int
    """Its width."""
    align_right: bool = False
    """Whether its cells are right-aligned."""
    sort_sign: str = ""
    """▲ or ▼ where the rows are sorted by it."""
    is_marked: bool = False
    """Whether keys act on it."""
    note: str = ""
    """A figure below the head; the line exists only if a column has one."""


@dataclass(frozen=True)
class Cell:
    """One cell; its text is cut to the column's width."""

    text: str
    role: Role = "plain"
