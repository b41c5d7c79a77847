"""The part of a long list that a pane draws: what stands near the cursor.

Owns which part that is, and the lines that tell what is left out on either side. An item may have
a hundred thousand premises, and a pane is drawn anew at every key.
"""

from dataclasses import dataclass

from tui.i18n import _
from tui.state.draft import Line, Piece

BLOCK = 100
"""Rows of a block. The block of the cursor and one on either side are drawn, so that the cursor
never stands at an end that is not the list's."""


@dataclass(frozen=True)
class Nearby:
    """The rows of a list that are drawn, from `first` up to but not including `last`."""

    first: int
    last: int
    count: int
    """Of the whole list."""

    def before(self, hit: str | None = None) -> list[Line]:
        """A line that tells how many rows there are before; a click on it is told as `hit`."""
        return _left_out(_("▲ {n} more before"), self.first, hit)

    def after(self, hit: str | None = None) -> list[Line]:
        """The same for the rows behind."""
        return _left_out(_("▼ {n} more after"), self.count - self.last, hit)


def nearby(count: int, place: int | None) -> Nearby:
    """What is drawn of so many rows with the cursor at a place; None: at the first."""
    first = max(((place or 0) // BLOCK - 1) * BLOCK, 0)
    return Nearby(first, min(first + 3 * BLOCK, count), count)


def _left_out(text: str, number: int, hit: str | None) -> list[Line]:
    if number <= 0:
        return []
    return [Line((Piece(" " + text.format(n=f"{number:,}"), "muted"),), hit)]
