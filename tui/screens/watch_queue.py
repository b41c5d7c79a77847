"""A queue while annotators work: the manager's page.

Owns the frame and scrolling. What it says is `tui.state.queue_watching`'s.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.widget import Widget

from tui.screen import FrameScreen, hints
from tui.state.draft import KeyHint, Line, Piece
from tui.state.queue_watching import queue_lines
from tui.widgets.bars import HeaderBar
from tui.widgets.lines import EVERY_STYLE, Lines
from tui.widgets.reading import Reading

if TYPE_CHECKING:
    from sessions.annotation.watching import QueueGlance


class QueueBoard(Lines, can_focus=True):
    """Draws the queue."""

    COMPONENT_CLASSES = EVERY_STYLE

    def __init__(self, glance: "QueueGlance") -> None:
        super().__init__(id="board")
        self.glance = glance

    def draw(self, cells: int) -> list[Line]:
        """Everything."""
        rows = queue_lines(self.glance, cells)
        heads = ("annotator ", "check ")
        return [
            Line((Piece(row, "key" if row.startswith(heads) or not n else "plain"),))
            for n, row in enumerate(rows)
        ]


class QueueWatchScreen(FrameScreen):
    """The queue, scrolled where there is much."""

    WHERE = ("page",)

    def __init__(self, glance: "QueueGlance", database: str) -> None:
        super().__init__(name="watch-queue")
        self.board = QueueBoard(glance)
        self.database = database

    def header(self) -> HeaderBar:
        """The file."""
        return HeaderBar("Watching", "", self.database)

    def middle(self) -> Iterable[Widget]:
        """The queue."""
        yield Reading(self.board, id="reading")

    def hints(self) -> list[KeyHint]:
        """There is nothing to change here."""
        return hints("page_down", "help", "leave")

    def ready(self) -> None:
        """Keys scroll."""
        self.board.focus()

    def update(self, glance: "QueueGlance") -> None:
        """Show how it stands now."""
        self.board.glance = glance
        self.board.redraw()

    def action_page_up(self) -> None:
        """Scroll up."""
        self.query_one("#reading", Reading).scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.query_one("#reading", Reading).scroll_page_down(animate=False)
