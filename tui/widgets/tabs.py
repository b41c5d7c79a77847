"""The names of panes of which one is seen at a time.

Owns the line and clicks on it; keys are the screen's.
"""

from collections.abc import Sequence

from textual.message import Message

from tui.state.draft import Line, Piece
from tui.widgets.lines import Lines


class Tabs(Lines):
    """One line: each pane's name, the one that is seen in brackets."""

    class Chosen(Message):
        """A name was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(
        self, names: Sequence[str], *, id: str | None = None, numbered: bool = True
    ) -> None:
        """`numbered`: whether each name has its number before it, as the key that leads there."""
        super().__init__(id=id)
        self.names = tuple(names)
        self.numbered = numbered
        self.place = 0

    def show(self, place: int) -> None:
        """Another one is seen."""
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
        """Say which one it was."""
        self.post_message(self.Chosen(int(target)))
