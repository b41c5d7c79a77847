"""A text to read: wrapped by cells, Chinese included, and shown literally.

Owns only the widget; `tui.text` breaks the lines.
"""

from tui.state.draft import Line, Piece, Role
from tui.text import plain, wrap
from tui.widgets.lines import Lines


class Prose(Lines):
    """Plain text in one role, without markup."""

    STYLED_ROLES = frozenset({"key", "chosen", "muted", "warn", "heading", "good", "bad"})

    def __init__(
        self, text: str, role: Role = "plain", *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.text = plain(text)
        self.role = role

    def show(self, text: str, role: Role | None = None) -> None:
        """Show another text, perhaps in another role."""
        visible = plain(text)
        if visible == self.text and role in (None, self.role):
            return
        self.text = visible
        self.role = role or self.role
        self.redraw()

    def draw(self, cells: int) -> list[Line]:
        """The text in lines."""
        return [Line((Piece(row, self.role),)) for row in wrap(self.text, cells)]
