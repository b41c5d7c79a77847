"""A long plain text above the other screens: an item's source record, or a list of read errors.

Owns scrolling, and finding the record in the background. If no source file contains the record any
more, the item is shown as it was read, and the header says so.
"""

import json
from collections.abc import Callable, Iterable
from typing import Self

from textual.widget import Widget

from items.files.raw_records import RawRecord, raw_record
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.state.draft import KeyHint, Line
from tui.state.inspector.world_lines import text_lines
from tui.widgets.bars import HeaderBar
from tui.widgets.job import Job
from tui.widgets.line_pane import LinePane
from tui.windows.screen import hints


class RecordScreen(InspectorScreen):
    """Plain text from top to bottom."""

    SCREEN_NAMES = ("inspect-record",)

    def __init__(
        self,
        inspector: Inspector,
        title: str,
        text: str,
        item: Item | None = None,
        drawer: Callable[[str, int], list[Line]] = text_lines,
    ) -> None:
        """`drawer` puts the text into lines of a width in cells."""
        super().__init__(inspector, "record")
        self.title_ = title
        self.text = text
        self.drawer = drawer
        self.item = item
        """The item whose record is searched; None if the text is given."""
        self.job: Job[RawRecord | None] = Job(self, "record", self.job_done, self.failed)
        self.jobs = [self.job]

    @classmethod
    def of(cls, inspector: Inspector, item: Item) -> Self:
        """The screen with an item's record."""
        return cls(inspector, item.id, "", item)

    def header(self) -> HeaderBar:
        """The header with the item."""
        return HeaderBar(self.title_, "", "" if self.item is None else _("reading …"))

    def middle(self) -> Iterable[Widget]:
        """The text."""
        yield LinePane(self.lines, id="record")

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The text in lines."""
        return self.drawer(self.text, cells)

    def hints(self) -> list[KeyHint]:
        """Hints for scrolling and going back."""
        return [KeyHint("↑↓ PgUp PgDn", _("scroll")), *hints("shut", "help")]

    def ready(self) -> None:
        """Focus the text."""
        self.query_one(LinePane).focus()
        item, sources = self.item, self.inspector.paths
        if item is not None and not self.text and not self.job.busy:

            def look(_cancel: Cancel) -> RawRecord | None:
                return raw_record(item, sources)

            self.job.start(look)

    def job_done(self, raw: RawRecord | None) -> None:
        """Show the record, or that there is none."""
        assert self.item is not None
        if raw is None:
            self.put(record_text(self.item), _("as read: no source file has it now"))
            return
        place = f"{raw.path.name}, {raw.place}" if raw.place else raw.path.name
        self.put(
            raw_text(raw),
            _("{place}, this item's part").format(place=place) if raw.partial else place,
        )

    def failed(self, error: CountermodelError) -> None:
        """Show the item as it was read instead."""
        assert self.item is not None
        self.put(record_text(self.item), _("as read: {title}").format(title=error.title))

    def stopped(self) -> None:
        """Show that the search was stopped."""
        assert self.item is not None
        self.put(record_text(self.item), _("as read"))

    def put(self, text: str, message: str) -> None:
        """Show the text, and where it comes from."""
        self.text = text
        self.query_one(HeaderBar).show(self.title_, "", message)
        self.query_one(LinePane).redraw(top=True)


def raw_text(raw: RawRecord) -> str:
    """The record as JSON; values that JSON cannot express (from Parquet) as text."""
    return json.dumps(raw.value, ensure_ascii=False, indent=2, default=str)


def record_text(item: Item) -> str:
    """The item as JSON, without empty fields."""
    data = item.model_dump(mode="json", exclude_defaults=True)
    return json.dumps(data, ensure_ascii=False, indent=2)


def formalization_text(item: Item) -> str:
    """The formalization as JSON."""
    return json.dumps(item.formalization, ensure_ascii=False, indent=2)
