"""A notice in place of a screen for which an item has nothing to show."""

from collections.abc import Iterable

from textual.widget import Widget

from items.models import Item
from tui.i18n import _, mark
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.state.draft import KeyHint
from tui.state.translation import translated
from tui.text import plain
from tui.widgets.bars import HeaderBar
from tui.widgets.prose import Prose
from tui.windows.screen import hints

SCRATCHPAD_HINT = mark("Shift+S opens the scratchpad, to write premises and queries for it.")


class NoticeScreen(InspectorScreen):
    """One text, and the way back."""

    SCREEN_NAMES = ("inspect-notice",)

    def __init__(self, inspector: Inspector, item: Item, text: str) -> None:
        super().__init__(inspector, "notice")
        self.item = item
        self.text = text

    def header(self) -> HeaderBar:
        """The header with the item."""
        return HeaderBar(plain(self.item.id))

    def middle(self) -> Iterable[Widget]:
        """The text."""
        yield Prose(f"{translated(self.text)}\n\n{_(SCRATCHPAD_HINT)}", classes="column")

    def hints(self) -> list[KeyHint]:
        """Hints for going back or opening the scratchpad."""
        return hints("scratchpad", "shut", "help")

    def action_scratchpad(self) -> None:
        """Open the scratchpad."""
        self.app.pop_screen()
        self.inspector.open("scratchpad", self.item)
