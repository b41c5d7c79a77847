"""The columns of a world: one for each target, with the values it can take.

Owns how a vocabulary of targets becomes columns, and how cells become a world and back. The drafts
that let people fill the cells are `tui.state.worlds` and `tui.state.unique`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from items.answers import World
from items.models import Choice
from tui.state.draft import letters_for
from tui.text import fit, plain, width

_VALUE = re.compile(r"([A-Za-z_]\w*)=(\w+)")
SHORT = 12
"""Cells a value may take in a table; where its label is longer, its own name stands there."""


@dataclass(frozen=True)
class Column:
    """One target."""

    letter: str
    """Its key on the keyboard; empty past the end of the alphabet."""
    name: str
    label: str
    """What it says when true; empty for a target that takes one of several values."""
    values: tuple[Choice, ...] = ()
    """For a target of an Enum: its values, keys as `status=going`; empty for true and false."""

    def shown(self, value: int) -> str:
        """A value of an Enum in a few cells."""
        choice = self.values[value]
        label = plain(choice.label)
        if label and width(label) <= SHORT:
            return label
        return fit(choice.key.partition("=")[2], SHORT)


def columns_of(vocabulary: Sequence[Choice], reserved: str) -> tuple[Column, ...]:
    """The targets of a vocabulary in order, values of one Enum together."""
    groups: dict[str, list[Choice]] = {}
    order: list[Choice] = []
    for choice in vocabulary:
        match = _VALUE.fullmatch(choice.key)
        if match is None:
            order.append(choice)
            continue
        name = match.group(1)
        if name not in groups:
            order.append(Choice(key=name))
        groups.setdefault(name, []).append(choice)
    letters = letters_for(order, reserved)
    columns = []
    for letter, choice in zip(letters, order, strict=True):
        values = tuple(groups.get(choice.key, ()))
        label = "" if values else plain(choice.label) or choice.key
        columns.append(Column(letter, choice.key, label, values))
    return tuple(columns)


def world_of(columns: Sequence[Column], cells: Sequence[int | None]) -> World | None:
    """The world in a row of cells (Bool: 0 or 1, Enum: index of the value); None if one is open."""
    world: set[str] = set()
    for column, cell in zip(columns, cells, strict=True):
        if cell is None:
            return None
        if column.values:
            world.add(column.values[cell].key)
        elif cell:
            world.add(column.name)
    return frozenset(world)


def cells_of(columns: Sequence[Column], world: World) -> list[int | None]:
    """The row of cells that a world is shown as."""
    cells: list[int | None] = []
    for column in columns:
        if column.values:
            keys = [value.key for value in column.values]
            cells.append(next((n for n, key in enumerate(keys) if key in world), None))
        else:
            cells.append(int(column.name in world))
    return cells
