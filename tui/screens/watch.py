"""Live progress: sessions of a study, or desks of a queue.

Owns the frame and scrolling. The wording is `tui.state.study_board` and `tui.state.queue_board`.
"""

from collections.abc import Callable, Iterable

from textual.widget import Widget

from tui.i18n import _
from tui.state.draft import KeyHint, Line
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.lines import Lines
from tui.widgets.reading import Reading
from tui.windows.screen import FrameScreen, hints

LineSource = Callable[[int], list[Line]]
"""The lines at a width, in cells."""


class Board(Lines, can_focus=True):
    """Draws the progress."""

    def __init__(self, line_source: LineSource) -> None:
        super().__init__(id="board")
        self.line_source = line_source

    def draw(self, cells: int) -> list[Line]:
        """All lines."""
        return self.line_source(cells)


class WatchScreen(FrameScreen):
    """The progress, with scrolling if it is long."""

    SCREEN_NAMES = ("page",)

    def __init__(self, line_source: LineSource, database: str) -> None:
        super().__init__(name="watch")
        self.board = Board(line_source)
        self.database = database

    def header(self) -> HeaderBar:
        """The header with the file."""
        return HeaderBar(_("Watching"), "", self.database)

    def middle(self) -> Iterable[Widget]:
        """The board."""
        self.reading = Reading(self.board, id="reading")
        yield self.reading

    def hints(self) -> list[KeyHint]:
        """The keys in the footer; nothing can be changed here."""
        return [*self.offered("page_down"), *hints("help", "leave")]

    def offers(self, action: str) -> bool:
        """Whether there is anything to scroll to."""
        return action != "page_down" or self.reading.more_below

    def on_reading_marked(self, message: Reading.Marked) -> None:
        """Offer the key for scrolling only while there is more."""
        message.stop()
        self.query_one(KeyBar).show(self.hints())

    def ready(self) -> None:
        """Focus the board, so that keys scroll."""
        self.board.focus()

    def update(self, line_source: LineSource) -> None:
        """Show the present progress."""
        self.board.line_source = line_source
        self.board.redraw()

    def action_page_up(self) -> None:
        """Scroll up."""
        self.reading.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.reading.scroll_page_down(animate=False)
