"""A long plain text over the other screens: an item's source record, or what could not be read.

Owns scrolling it. The record is the item as the program holds it: where the source file is not at
hand, everything that was read of it.
"""

import json
from collections.abc import Iterable
from typing import Self

from textual.widget import Widget

from items.models import Item
from tui.screen import hints
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.shell import Inspector
from tui.state.draft import KeyHint, Line
from tui.state.inspector.worlds import text_lines
from tui.widgets.bars import HeaderBar
from tui.widgets.sheet import Sheet


class RecordScreen(InspectorScreen):
    """Text, plain, from top to bottom."""

    WHERE = ("inspect-record",)

    def __init__(self, inspector: Inspector, title: str, text: str, where: str = "") -> None:
        super().__init__(inspector, "record")
        self.title_ = title
        self.text = text
        self.where = where

    @classmethod
    def of(cls, inspector: Inspector, item: Item) -> Self:
        """An item's record."""
        came = item.provenance
        where = came.file if came.index is None else f"{came.file} · record {came.index + 1}"
        return cls(inspector, item.id, record_text(item), where)

    def header(self) -> HeaderBar:
        """Whose record it is."""
        return HeaderBar(self.title_, "", self.where)

    def middle(self) -> Iterable[Widget]:
        """The text."""
        yield Sheet(self.lines, id="record")

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The text in lines."""
        return text_lines(self.text, cells)

    def hints(self) -> list[KeyHint]:
        """Scrolling and back."""
        return [KeyHint("↑↓ PgUp PgDn", "scroll"), *hints("shut", "help")]

    def ready(self) -> None:
        """The text has the focus."""
        self.query_one(Sheet).focus()


def record_text(item: Item) -> str:
    """The item as JSON, without what is empty."""
    data = item.model_dump(mode="json", exclude_defaults=True)
    return json.dumps(data, ensure_ascii=False, indent=2)


def formalization_text(item: Item) -> str:
    """The formalization as JSON."""
    return json.dumps(item.formalization, ensure_ascii=False, indent=2)
