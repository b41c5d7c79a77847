"""A list of what stands in a long view, the present place marked.

Owns the list; a click on an entry goes there, keys are the screen's.
"""

from collections.abc import Sequence

from textual.message import Message

from tui.state.draft import Line, Piece
from tui.text import fit
from tui.widgets.lines import Lines


class Contents(Lines):
    """One line an entry."""

    class Chosen(Message):
        """An entry was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, entries: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries = tuple(entries)
        self.place = 0

    def show(self, entries: Sequence[str], place: int) -> None:
        """Other entries, or another place."""
        if (tuple(entries), place) != (self.entries, self.place):
            self.entries, self.place = tuple(entries), place
            self.redraw()

    def draw(self, cells: int) -> list[Line]:
        """The entries, the present one marked."""
        drawn = []
        for place, entry in enumerate(self.entries):
            on = place == self.place
            pieces = (
                Piece("▸ " if on else "  ", "cursor"),
                Piece(fit(entry, cells - 2), "chosen" if on else "plain"),
            )
            drawn.append(Line(pieces, str(place)))
        return drawn

    def clicked(self, target: str) -> None:
        """Say which one it was."""
        self.post_message(self.Chosen(int(target)))
