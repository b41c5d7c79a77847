"""A study while it runs: who is where, and who has gone quiet.

Owns the frame and scrolling. What it says is `tui.state.watching`'s.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.widget import Widget

from tui.screen import FrameScreen, hints
from tui.state.draft import KeyHint, Line, Piece, Role
from tui.state.watching import watch_lines
from tui.widgets.bars import HeaderBar
from tui.widgets.lines import EVERY_STYLE, Lines
from tui.widgets.reading import Reading

if TYPE_CHECKING:
    from sessions.watching import Glance


class Board(Lines, can_focus=True):
    """Draws the sessions."""

    COMPONENT_CLASSES = EVERY_STYLE

    def __init__(self, glances: "tuple[Glance, ...]") -> None:
        super().__init__(id="board")
        self.glances = glances

    def draw(self, cells: int) -> list[Line]:
        """All studies."""
        return [Line((Piece(text, _role(text)),)) for text in watch_lines(self.glances, cells)]


def _role(text: str) -> Role:
    if text.startswith("!"):
        return "warn"
    return "key" if text.startswith("code ") else "plain"


class WatchScreen(FrameScreen):
    """The sessions, scrolled where they are many."""

    WHERE = ("page",)

    def __init__(self, glances: "tuple[Glance, ...]", database: str) -> None:
        super().__init__(name="watch")
        self.board = Board(glances)
        self.database = database

    def header(self) -> HeaderBar:
        """The file."""
        return HeaderBar("Watching", "", self.database)

    def middle(self) -> Iterable[Widget]:
        """The sessions."""
        yield Reading(self.board, id="reading")

    def hints(self) -> list[KeyHint]:
        """There is nothing to change here."""
        return hints("page_down", "help", "leave")

    def ready(self) -> None:
        """Keys scroll."""
        self.board.focus()

    def update(self, glances: "tuple[Glance, ...]") -> None:
        """Show how it stands now."""
        self.board.glances = glances
        self.board.redraw()

    def action_page_up(self) -> None:
        """Scroll up."""
        self.query_one("#reading", Reading).scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.query_one("#reading", Reading).scroll_page_down(animate=False)
