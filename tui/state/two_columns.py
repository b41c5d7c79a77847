"""Two columns of lines side by side, with a mark between them.

Owns the layout; the caller owns the contents of the columns and the meaning of the mark.
"""

from collections.abc import Sequence

from tui.state.draft import Line, Piece, Role
from tui.text import fit, pad, plain, width, wrap

COLUMN_SEPARATOR = " │ "


def heading(title: str, are_same: bool, cells: int) -> list[Line]:
    """A title followed by a rule, and whether the two columns below are equal."""
    message = f"{title} {'=' if are_same else '≠'} "
    rule = "─" * max(cells - width(message), 0)
    return [Line((Piece(message, "heading"), Piece(rule, "muted")))]


def line(text: str, role: Role, cells: int) -> Line:
    """A text on one line."""
    return Line((Piece(fit(plain(text), cells), role),))


def wrapped(text: str, role: Role, cells: int, indent: int = 0) -> list[Line]:
    """A text on as many lines as it needs."""
    rows = wrap(plain(text), max(cells - indent, 8))
    return [Line((Piece(" " * indent), Piece(row, role))) for row in rows]


def side_by_side(
    left: Sequence[Line], right: Sequence[Line], column_cells: int, mark: str = COLUMN_SEPARATOR
) -> list[Line]:
    """Two columns; only the first row has the mark."""
    lines: list[Line] = []
    for place in range(max(len(left), len(right))):
        pieces = left[place].pieces if place < len(left) else ()
        other = right[place].pieces if place < len(right) else ()
        used = sum(width(piece.text) for piece in pieces)
        middle = mark if place == 0 else COLUMN_SEPARATOR
        role: Role = "muted" if middle in (COLUMN_SEPARATOR, " = ") else "warn"
        lines.append(
            Line((*pieces, Piece(pad("", column_cells - used)), Piece(middle, role), *other))
        )
    return lines
