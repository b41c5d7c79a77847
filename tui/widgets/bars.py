"""The two bars of a screen: the state at the top, keys and progress at the bottom.

Owns how both fit into a narrow line. The screens supply their content.
"""

from collections.abc import Sequence

from textual.message import Message

from tui.state.draft import KeyHint, Line, Piece, Role
from tui.text import fit, plain, width
from tui.widgets.lines import Lines


class HeaderBar(Lines):
    """Left, middle and right on one line. The left is cut first, down to `least_cells` cells; if
    that is not enough, the middle is left out, because a part of it could be misread."""

    STYLED_ROLES = frozenset({"heading", "warn", "good", "bad"})

    def __init__(
        self, left: str = "", middle: str = "", right: str = "", *, least_cells: int = 0
    ) -> None:
        super().__init__(id="header")
        self.least_cells = least_cells
        self.left, self.middle, self.right = plain(left), plain(middle), plain(right)
        self.level: Role = "plain"

    def show(
        self,
        left: str | None = None,
        middle: str | None = None,
        right: str | None = None,
        level: Role = "plain",
    ) -> None:
        """Show other texts; None keeps the present one."""
        now = (self.left, self.middle, self.right, self.level)
        self.left = self.left if left is None else plain(left)
        self.middle = self.middle if middle is None else plain(middle)
        self.right = self.right if right is None else plain(right)
        self.level = level
        if now != (self.left, self.middle, self.right, self.level):
            self.redraw()

    def draw(self, cells: int) -> list[Line]:
        """One line."""
        right = fit(self.right, cells)
        middle = fit(self.middle, max(cells - width(right) - 2, 0))
        if cells - width(right) - width(middle) - 4 < min(width(self.left), self.least_cells):
            middle = ""
        room = cells - width(right) - width(middle) - 4
        left = fit(self.left, room)
        used = width(left) + width(middle) + width(right)
        start = max((cells - width(middle)) // 2 - width(left), 2)
        start = min(start, max(cells - used - 2, 0))
        end = max(cells - used - start, 0)
        return [
            Line(
                (
                    Piece(left, "heading"),
                    Piece(" " * start),
                    Piece(middle),
                    Piece(" " * end),
                    Piece(right, self.level),
                )
            )
        ]


class KeyBar(Lines):
    """Keys with their effects, most important first, and a progress bar at the right end.

    If the line is too short, the least important hints are left out, but never the last one, nor
    the one for continuing; a click does what the key does.
    """

    STYLED_ROLES = frozenset({"key", "muted"})

    class Pressed(Message):
        """A hint was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, hints: Sequence[KeyHint] = (), progress: float | None = None) -> None:
        super().__init__(id="keys")
        self.hints = tuple(hints)
        self.progress = progress

    def show(self, hints: Sequence[KeyHint], progress: float | None = None) -> None:
        """Show other hints and other progress."""
        if (tuple(hints), progress) != (self.hints, self.progress):
            self.hints, self.progress = tuple(hints), progress
            self.redraw()

    def draw(self, cells: int) -> list[Line]:
        """One line."""
        tail = "" if self.progress is None else bar(self.progress, bar_cells(cells))
        room = cells - width(tail) - (2 if tail else 0)
        pieces: list[Piece] = []
        used = 0
        between = "   " if cells >= 100 else "  "
        needed = [hint for hint in self.hints if hint.name == "go_on" or hint is self.hints[-1]]
        for hint in self.hints:
            gap = between if pieces else ""
            size = width(gap) + _size(hint)
            needed = [other for other in needed if other is not hint]
            later = sum(width(between) + _size(other) for other in needed)
            if used + size + later > room:
                continue
            used += size
            pieces += [
                Piece(gap),
                Piece(hint.key, "key", hint.name or None),
                Piece(" " + hint.effect, "plain", hint.name or None),
            ]
        pieces += [Piece(" " * (cells - used - width(tail))), Piece(tail, "muted")]
        return [Line(tuple(pieces))]

    def clicked(self, target: str) -> None:
        """Post the clicked hint."""
        self.post_message(self.Pressed(target))


def _size(hint: KeyHint) -> int:
    return width(hint.key) + 1 + width(hint.effect)


def bar_cells(cells: int) -> int:
    """The length of the progress bar in a line of this width: the keys need the room more."""
    return 10 if cells >= 100 else 5 if cells >= 70 else 0


def bar(part: float, cells: int) -> str:
    """A progress bar with its number: ██░░░ 40 %; for 0 cells, the number alone."""
    part = max(0.0, min(part, 1.0))
    full = round(part * cells)
    return ("█" * full + "░" * (cells - full) + f" {round(part * 100):>3} %").lstrip()
