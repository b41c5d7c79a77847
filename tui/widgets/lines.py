"""A widget that draws prepared lines, cell by cell.

Owns the way from `Line` and `Piece` to the terminal, and from a click back to the name of what was
clicked. What the lines say belongs to whoever derives from it.
"""

from typing import get_args

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from tui.state.draft import Line, Role
from tui.text import safe, width


def styles(*roles: Role) -> set[str]:
    """The component classes of these roles. Any other role is drawn as plain text."""
    return {f"lines--{role}" for role in roles}


EVERY_STYLE = styles(*get_args(Role)) - styles("plain")


def look(widget: Widget, role: Role) -> Style:
    """How a role looks in a widget that declares its style, from the style sheet."""
    name = f"lines--{role}"
    return widget.get_component_rich_style(name, partial=True, default=Style.null())


class Lines(Widget):
    """Draws what `draw` returns; the height is the number of lines, the width what is given.

    Each class declares the styles it draws with, by `styles`. Textual works out all of them for
    every widget whenever a screen opens, so that none should be declared that is not needed.
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._drawn: tuple[int, list[Line]] | None = None

    def draw(self, cells: int) -> list[Line]:
        """The lines for this width."""
        return []

    def clicked(self, target: str) -> None:
        """A line or piece of this name was clicked."""

    def lines(self, cells: int) -> list[Line]:
        """The lines, drawn once for each width."""
        if self._drawn is None or self._drawn[0] != cells:
            self._drawn = (cells, self.draw(cells))
        return self._drawn[1]

    def redraw(self) -> None:
        """Draw anew; the layout only where the number of lines is another."""
        before = len(self._drawn[1]) if self._drawn else -1
        cells = self._drawn[0] if self._drawn else self.content_size.width
        self._drawn = None
        self.refresh(layout=not cells or len(self.lines(cells)) != before)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All that is there."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One cell a line."""
        return len(self.lines(width))

    def render_line(self, y: int) -> Strip:
        """One line in its styles."""
        cells = self.content_size.width
        lines = self.lines(cells)
        base = self.rich_style
        if y >= len(lines):
            return Strip.blank(cells, base)
        segments = [
            Segment(safe(piece.text), base + self.style_of(piece.role)) for piece in lines[y].pieces
        ]
        return Strip(segments).adjust_cell_length(cells, base)

    def style_of(self, role: Role) -> Style:
        """How a role looks, from the style sheet."""
        return look(self, role)

    def on_click(self, event: Click) -> None:
        """Find what stands under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        lines = self.lines(self.content_size.width)
        if offset.y >= len(lines):
            return
        target = target_at(lines[offset.y], offset.x)
        if target:
            event.stop()
            self.clicked(target)


def target_at(line: Line, x: int) -> str | None:
    """The name of the piece at cell x of a line, else the line's own."""
    start = 0
    for piece in line.pieces:
        end = start + width(piece.text)
        if start <= x < end and piece.hit is not None:
            return piece.hit
        start = end
    return line.hit
