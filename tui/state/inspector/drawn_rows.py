"""The part of a long list that a pane draws: the rows near the cursor.

Owns which part that is, and the lines with the number of omitted rows on either side. An item may
have a hundred thousand premises, and a pane is redrawn at every key.
"""

from dataclasses import dataclass

from tui.i18n import _
from tui.state.draft import Line, Piece

BLOCK_ROWS = 100
"""Number of rows in a block. The cursor's block and one on either side are drawn, so that the
cursor is never at an end unless it is the list's."""


@dataclass(frozen=True)
class DrawnRows:
    """The rows of a list that are drawn, from `first` up to and excluding `last`."""

    first: int
    last: int
    count: int
    """Number of rows in the whole list."""

    def before(self, target: str | None = None) -> list[Line]:
        """A line with the number of rows before; `target` is its click target."""
        return _left_out(_("▲ {n} more before"), self.first, target)

    def after(self, target: str | None = None) -> list[Line]:
        """The same for the rows after."""
        return _left_out(_("▼ {n} more after"), self.count - self.last, target)


def drawn_rows(count: int, place: int | None) -> DrawnRows:
    """The part to draw for this number of rows with the cursor at `place`; None: at the first."""
    first = max(((place or 0) // BLOCK_ROWS - 1) * BLOCK_ROWS, 0)
    return DrawnRows(first, min(first + 3 * BLOCK_ROWS, count), count)


def _left_out(text: str, number: int, target: str | None) -> list[Line]:
    if number <= 0:
        return []
    return [Line((Piece(" " + text.format(n=f"{number:,}"), "muted"),), target)]
