"""A list of the parts of a long view, with the present one marked.

Owns the list; a click on an entry goes there, the keys belong to the screen.
"""

from collections.abc import Sequence

from textual.message import Message

from tui.state.draft import Line, Piece
from tui.text import fit
from tui.widgets.lines import Lines


class Contents(Lines):
    """One line per entry."""

    class Chosen(Message):
        """An entry was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, entries: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries = tuple(entries)
        self.groups: tuple[str, ...] = ()
        self.place = 0

    def show(self, entries: Sequence[str], place: int, groups: Sequence[str] = ()) -> None:
        """Show other entries, or another present one. `groups` names each entry's group; if there
        are several groups, each name is shown above its entries."""
        now = (tuple(entries), tuple(groups), place)
        if now != (self.entries, self.groups, self.place):
            self.entries, self.groups, self.place = now
            self.redraw()

    def draw(self, cells: int) -> list[Line]:
        """The entries, the present one marked."""
        drawn: list[Line] = []
        above = ""
        for place, entry in enumerate(self.entries):
            on = place == self.place
            if len(set(self.groups)) > 1 and self.groups[place] != above:
                above = self.groups[place]
                drawn += [Line()] if drawn else []
                drawn.append(Line((Piece(fit(above, cells), "heading"),), str(place)))
            pieces = (
                Piece("▸ " if on else "  ", "cursor"),
                Piece(fit(entry, cells - 2), "chosen" if on else "plain"),
            )
            drawn.append(Line(pieces, str(place)))
        return drawn

    def clicked(self, target: str) -> None:
        """Post the clicked entry."""
        self.post_message(self.Chosen(int(target)))
