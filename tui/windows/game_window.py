"""The window of the game of reasons in one world.

Owns its keys. The display is `tui.state.inspector.game_view`.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key

from tui.i18n import _
from tui.state.inspector.game_view import GameView
from tui.widgets.line_pane import LinePane
from tui.widgets.prose import Prose
from tui.windows.window import Window


class GameModal(Window[None]):
    """One game, with one key for each move."""

    CSS_PATH = "../styles/inspector_more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True),
        Binding("backspace", "back", "", show=False, priority=True),
    ]

    def __init__(self, view: GameView, title: str) -> None:
        super().__init__()
        self.view = view
        self.heading = title

    def compose(self) -> ComposeResult:
        """Title, the game, keys."""
        with Vertical(classes="window"):
            yield Prose(self.heading, "heading", classes="title")
            yield LinePane(self.view.lines, id="game")
            keys = _("↑↓ Enter or 1–9 choose · Backspace step back · Esc back")
            yield Prose(keys, "muted")

    def on_mount(self) -> None:
        """Focus the choices."""
        self.query_one(LinePane).focus()

    def choose(self, place: int) -> None:
        """Make a move."""
        self.view.choose(place)
        self.query_one(LinePane).redraw()

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Follow the cursor of the choices."""
        message.stop()
        self.view.cursor_key = message.target
        message.pane.redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Make the move at the cursor."""
        message.stop()
        self.choose(int(message.target))

    def on_key(self, event: Key) -> None:
        """Make a move by its digit."""
        if event.key.isdigit() and event.key != "0":
            event.stop()
            self.choose(int(event.key) - 1)

    def action_back(self) -> None:
        """Take a step back."""
        self.view.step_back()
        self.query_one(LinePane).redraw()

    def action_leave(self) -> None:
        """Go back to the screen below."""
        self.dismiss(None)
