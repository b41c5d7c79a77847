"""The columns of a world: one for each target, with its possible values.

Owns how a vocabulary of targets becomes columns, and the conversion between cells and a world. The
drafts in which people fill in the cells are `tui.state.worlds_draft` and `tui.state.unique_draft`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from items.answers import World
from items.kinds.set_notation import enum_groups
from items.models import Choice, Question
from tui.i18n import _
from tui.state.draft import letters_for, letters_in
from tui.text import fit, plain, width

MOST_VALUE_CELLS = 12
"""Maximum width of a value in a table; where its label is longer, its name is used."""


@dataclass(frozen=True)
class Column:
    """One target."""

    letter: str
    """Its key on the keyboard; empty after the end of the alphabet."""
    name: str
    label: str
    """Its meaning when true; for a target with several values, its subject."""
    values: tuple[Choice, ...] = ()
    """For a target of an Enum: its values, with keys such as `status=going` and labels without
    their common part; empty for true and false."""

    def value_label(self, value: int) -> str:
        """A short label for a value of an Enum."""
        choice = self.values[value]
        label = plain(choice.label)
        if label and width(label) <= MOST_VALUE_CELLS:
            return label
        return fit(choice.key.partition("=")[2], MOST_VALUE_CELLS)

    @property
    def legend(self) -> str:
        """The meaning of the letter, including the values."""
        if not self.values:
            return self.label
        parts = []
        for place, value in enumerate(self.values):
            short, label = self.value_label(place), plain(value.label)
            parts.append(f"{short} = {label}" if label and label != short else short)
        text = " / ".join(parts)
        return _("{label}: {values}").format(label=self.label, values=text) if self.label else text


def columns_of(question: Question, reserved: str, text: str = "") -> tuple[Column, ...]:
    """The targets of a question's vocabulary in order, with the values of one Enum in one column.
    Letters that the item's text, the question or the labels already use are not assigned."""
    groups = enum_groups(question)
    by_key = {choice.key: choice for choice in question.vocabulary}
    enum_of = {key: name for name, keys in groups.items() for key in keys}
    order: list[Choice] = []
    for choice in question.vocabulary:
        name = enum_of.get(choice.key)
        if name is None:
            order.append(choice)
        elif groups[name][0] == choice.key:
            order.append(Choice(key=name))
    labels = (choice.label for choice in question.vocabulary)
    letters = letters_for(order, reserved, letters_in(text, question.text, *labels))
    columns = []
    for letter, choice in zip(letters, order, strict=True):
        label = plain(choice.label) or choice.key
        values: tuple[Choice, ...] = ()
        if choice.key in groups:
            label, values = _values(choice.key, [by_key[key] for key in groups[choice.key]])
        columns.append(Column(letter, choice.key, label, values))
    return tuple(columns)


def _values(name: str, choices: Sequence[Choice]) -> tuple[str, tuple[Choice, ...]]:
    """The subject of an Enum and its values; the words before a colon are the subject if all labels
    share them: "Mina: red hat", "Mina: green hat"."""
    split = [
        [part.strip() for part in re.split("[:：]", plain(choice.label), maxsplit=1)]
        for choice in choices
    ]
    heads = {parts[0] for parts in split}
    if len(heads) == 1 and all(len(parts) == 2 and parts[1] for parts in split):
        values = (Choice(key=c.key, label=p[1]) for c, p in zip(choices, split, strict=True))
        return heads.pop(), tuple(values)
    labels = {choice.label for choice in choices} - {""}
    return ("" if labels else name), tuple(choices)


def world_of(columns: Sequence[Column], cells: Sequence[int | None]) -> World | None:
    """The world in a row of cells (Bool: 0 or 1, Enum: index of the value); None if a cell is
    open."""
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
    """The row of cells for a world."""
    cells: list[int | None] = []
    for column in columns:
        if column.values:
            keys = [value.key for value in column.values]
            cells.append(next((n for n, key in enumerate(keys) if key in world), None))
        else:
            cells.append(int(column.name in world))
    return cells
