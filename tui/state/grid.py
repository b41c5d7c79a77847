"""Columns and cells of a table of many rows, as its widget is told them."""

from dataclasses import dataclass

from tui.state.draft import Role


@dataclass(frozen=True)
class Head:
    """One column as it is set."""

    key: str
    title: str
    cells: int
    """Its width."""
    right: bool = False
    """Whether its cells are set to the right."""
    arrow: str = ""
    """▲ or ▼ where the rows are in its order."""
    marked: bool = False
    """Whether it is the one keys refer to."""
    note: str = ""
    """A figure under the head; where no column has one there is no such line."""


@dataclass(frozen=True)
class Cell:
    """One cell; its text is cut to its column."""

    text: str
    role: Role = "plain"
