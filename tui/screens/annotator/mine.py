"""What an annotator did: skipped items to return to, and what became of the others.

Owns the list on the screen. What stands in it is `tui.state.annotator.mine_view`'s.
"""

from collections.abc import Callable, Iterable

from textual.widget import Widget

from tui.screen import FrameScreen, hints
from tui.screens.annotator.sitting import Sitting
from tui.state.annotator.mine_view import MineView
from tui.state.draft import KeyHint, Line
from tui.widgets.bars import HeaderBar
from tui.widgets.grid import Grid
from tui.widgets.sheet import Sheet


class MineScreen(FrameScreen):
    """A table over what became of the entry at its cursor."""

    WHERE = ("judge-mine",)
    CSS_PATH = "../../styles/annotator.tcss"

    def __init__(self, sitting: Sitting, done: Callable[[str | None], None]) -> None:
        super().__init__(name="mine")
        desk = sitting.desk
        self.sitting = sitting
        self.done = done
        self.view = MineView(desk.state, desk.queue, desk.scheme, desk.became())

    def header(self) -> HeaderBar:
        """Whose they are."""
        return HeaderBar(f"{self.sitting.title} · {self.sitting.name}", "", "my items")

    def middle(self) -> Iterable[Widget]:
        """Table and details."""
        grid = Grid(self.view.cells, id="mine")
        grid.empty = "Nothing is begun yet."
        yield grid
        yield Sheet(self.details, "What became of it", id="became")

    def hints(self) -> list[KeyHint]:
        """Open one, or go back."""
        return [KeyHint("↑↓", "choose"), KeyHint("Enter", "open"), *hints("leave_desk", "help")]

    def ready(self) -> None:
        """The table has the focus."""
        self.query_one(Grid).focus()
        self.call_after_refresh(self.fill)

    def fill(self) -> None:
        """Columns for this width."""
        grid = self.query_one(Grid)
        grid.show(self.view.heads(grid.room), len(self.view.rows), grid.cursor)
        self.query_one(Sheet).redraw(top=True)

    def details(self, cells: int, focused: bool) -> list[Line]:
        """About the entry at the cursor."""
        return self.view.lines(self.query_one(Grid).cursor, cells)

    def on_grid_resized(self, message: Grid.Resized) -> None:
        """Another width."""
        message.stop()
        self.fill()

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Another entry."""
        message.stop()
        self.query_one(Sheet).redraw(top=True)

    def on_sheet_entered(self, message: Sheet.Entered) -> None:
        """Nothing changes."""
        message.stop()

    def on_grid_opened(self, message: Grid.Opened) -> None:
        """Back to this entry."""
        message.stop()
        entry = self.view.rows[message.row].entry
        self.app.pop_screen()
        self.done(entry)

    def action_leave_desk(self) -> None:
        """Back to where it was opened."""
        self.app.pop_screen()
        self.done(None)
