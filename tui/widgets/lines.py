"""A widget that draws prepared lines, cell by cell.

Owns the translation of `Line` and `Piece` to the terminal, and of a click to the name of what was
clicked. Deriving widgets own the content.
"""

from typing import Any, ClassVar, get_args

from rich.segment import Segment
from rich.style import Style
from textual.dom import DOMNode
from textual.events import Click
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.state.draft import Line, Role
from tui.text import safe, width

EVERY_ROLE: frozenset[Role] = frozenset(get_args(Role)) - {"plain"}


class RoleStyles(Widget):
    """Draws text in roles, each styled by the style sheet: `.lines--ROLE` inside the widget.

    Textual would compute all component classes of all widgets whenever a screen opens or returns.
    Roles are therefore no component classes: each is computed when it is first drawn, and the
    widget's own style once per painting.
    """

    STYLED_ROLES: ClassVar[frozenset[Role]] = EVERY_ROLE
    """Any other role is drawn as plain text."""

    def __init__(self, *children: Widget, **keywords: Any) -> None:
        super().__init__(*children, **keywords)
        self._styles_by_role: dict[Role, Style] = {}
        self._base: Style | None = None
        """The widget's own style while it is painted."""

    def notify_style_update(self) -> None:
        """Forget the computed styles, which may have changed."""
        super().notify_style_update()
        self._styles_by_role.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint."""
        self._base = self.rich_style
        try:
            return super().render_lines(crop)
        finally:
            self._base = None

    @property
    def base(self) -> Style:
        """The widget's own style."""
        return self.rich_style if self._base is None else self._base

    def look(self, role: Role) -> Style:
        """The style of a role on top of that."""
        if role not in self.STYLED_ROLES:
            return Style.null()
        if role not in self._styles_by_role:
            part = DOMNode(classes=f"lines--{role}")
            part._attach(self)
            self.app.stylesheet.apply(part, animate=False)
            self._styles_by_role[role] = part.styles.partial_rich_style
        return self._styles_by_role[role]


class Lines(RoleStyles):
    """Draws what `draw` returns; the height is the number of lines, the width is given."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._drawn_lines: tuple[int, list[Line]] | None = None

    def draw(self, cells: int) -> list[Line]:
        """The lines for this width."""
        return []

    def clicked(self, target: str) -> None:
        """Called when the line or piece with this name was clicked."""

    def lines(self, cells: int) -> list[Line]:
        """The lines, drawn once for each width."""
        if self._drawn_lines is None or self._drawn_lines[0] != cells:
            self._drawn_lines = (cells, self.draw(cells))
        return self._drawn_lines[1]

    def redraw(self) -> None:
        """Draw again: only changed lines, or if their number changed, all of them and the
        layout."""
        cells, before = self._drawn_lines or (self.content_size.width, [])
        self._drawn_lines = None
        if not cells or len(lines := self.lines(cells)) != len(before):
            self.refresh(layout=True)
            return
        changed_rows = [
            y for y, (old, new) in enumerate(zip(before, lines, strict=True)) if old != new
        ]
        if not changed_rows:
            return
        regions = [Region(0, y, cells, 1) for y in changed_rows]
        drawn: set[Widget] | None = getattr(self.screen, "drawn", None)
        if drawn is None:
            self.refresh(*regions)
        else:
            self._set_dirty(*regions)
            drawn.add(self)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The whole available width."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One cell per line."""
        return len(self.lines(width))

    def render_line(self, y: int) -> Strip:
        """One line in its styles."""
        cells = self.content_size.width
        lines = self.lines(cells)
        base = self.base
        if y >= len(lines):
            return Strip.blank(cells, base)
        segments = [
            Segment(safe(piece.text), base + self.look(piece.role)) for piece in lines[y].pieces
        ]
        return Strip(segments).adjust_cell_length(cells, base)

    def on_click(self, event: Click) -> None:
        """Find what is under the mouse."""
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
        if start <= x < end and piece.target is not None:
            return piece.target
        start = end
    return line.target
