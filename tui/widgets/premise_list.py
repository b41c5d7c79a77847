"""A list of premises, one of which may be replaced by an input line.

Owns the position of that line and how to leave it. The screen owns the meaning of the text.
"""

from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key
from textual.widgets import Input

from tui.i18n import _
from tui.state.inspector.what_if_premises import LEAD_CELLS
from tui.widgets.line_pane import Drawer, LinePane

EDGE_CELLS = 2
"""Cells of a pane's border and margin."""


class TypingLine(Input):
    """The premise being typed, at its position in the list."""

    def on_key(self, event: Key) -> None:
        """Leave the line upwards or downwards."""
        if event.key in ("up", "down", "tab", "shift+tab"):
            event.stop()
            event.prevent_default()
            self.post_message(Input.Submitted(self, self.value))


class PremiseList(Container):
    """A pane of premises with the input line above it."""

    def __init__(self, drawer: Drawer, *, id: str) -> None:
        super().__init__(id=id)
        self.drawer = drawer

    def compose(self) -> ComposeResult:
        """The list, and the input line above it."""
        yield LinePane(self.drawer, _("Premises"), id="premises")
        line = TypingLine(id="typing", compact=True, select_on_focus=False)
        line.cursor_blink = False
        line.display = False
        yield line

    @property
    def pane(self) -> LinePane:
        """The list."""
        return self.query_one(LinePane)

    @property
    def line(self) -> TypingLine:
        """The input line."""
        return self.query_one(TypingLine)

    def redraw(self, typing: bool) -> None:
        """Redraw the list, and the input line at its position if a premise is being typed."""
        self.pane.redraw()
        self.line.display = typing
        if typing:
            self.place()
            # The list may still scroll, once its new height is known.
            self.call_after_refresh(self.settle)

    def settle(self) -> None:
        """Scroll the line into view."""
        self.pane.keep_in_view()
        self.place()

    def place(self) -> None:
        """Put the line over the row that is being typed."""
        pane = self.pane
        rows = [place for place, line in enumerate(pane.lines) if line.at_cursor]
        if rows:
            self.line.styles.offset = (
                LEAD_CELLS + EDGE_CELLS,
                rows[0] - int(pane.scroll_target_y) + 1,
            )
            self.line.styles.width = max(pane.cells - LEAD_CELLS, 8)

    def type_in(self, text: str) -> None:
        """Start typing with a text."""
        line = self.line
        with line.prevent(Input.Changed):
            line.value = text
        line.cursor_position = len(text)
        line.focus()
