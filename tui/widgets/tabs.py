"""The names of panes of which one is visible at a time.

Owns the line and clicks on it; the keys belong to the screen.
"""

from collections.abc import Sequence

from textual.message import Message

from tui.state.draft import Line, Piece
from tui.widgets.lines import Lines


class Tabs(Lines):
    """One line with each pane's name, the visible one's in brackets."""

    class Chosen(Message):
        """A name was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(
        self, names: Sequence[str], *, id: str | None = None, numbered: bool = True
    ) -> None:
        """`numbered`: whether each name is preceded by its number, which is also its key."""
        super().__init__(id=id)
        self.names = tuple(names)
        self.numbered = numbered
        self.place = 0

    def show(self, place: int) -> None:
        """Mark another pane."""
        if place != self.place:
            self.place = place
            self.redraw()

    def draw(self, cells: int) -> list[Line]:
        """All names."""
        pieces = []
        for n, name in enumerate(self.names):
            on = n == self.place
            label = f"{n + 1} {name}" if self.numbered else name
            text = f"[{label}]" if on else f" {label} "
            pieces += [Piece(text, "chosen" if on else "plain", str(n)), Piece("  ")]
        return [Line(tuple(pieces))]

    def clicked(self, target: str) -> None:
        """Post the clicked name."""
        self.post_message(self.Chosen(int(target)))
