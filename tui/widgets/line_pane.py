"""A pane of prepared lines that scrolls, with a cursor over the lines that can be picked.

Owns keys, clicks and scrolling. The screen supplies the lines and the cursor's place, and handles a
pick.
"""

from collections.abc import Callable

from rich.segment import Segment
from textual.events import Blur, Click, Focus, Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.i18n import _
from tui.state.draft import Line
from tui.text import safe
from tui.widgets.lines import RoleStyles, target_at
from tui.widgets.panes import Panes

Drawer = Callable[[int, bool], list[Line]]
"""Returns the lines for a width in cells, and for whether the pane has the focus."""


class LinePane(ScrollView, RoleStyles, can_focus=True):
    """Draws the lines that the drawer returns. Lines with a `hit` can be picked; `here` is the
    cursor's."""

    class Moved(Message):
        """The cursor should go to another line."""

        def __init__(self, pane: "LinePane", target: str) -> None:
            super().__init__()
            self.pane = pane
            self.target = target

    class Taken(Message):
        """Enter or space on a line, or a second click."""

        def __init__(self, pane: "LinePane", target: str, key: str) -> None:
            super().__init__()
            self.pane = pane
            self.target = target
            self.key = key

    class Entered(Message):
        """The pane got the focus."""

        def __init__(self, pane: "LinePane") -> None:
            super().__init__()
            self.pane = pane

    def __init__(self, drawer: Drawer, title: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.drawer = drawer
        self.border_title = title
        self._lines: list[Line] = []
        self._drawn_state: tuple[int, bool] | None = None
        """Cells and focus for which `_lines` were drawn; None if they have to be drawn again."""

    # --- drawing ---------------------------------------------------------------------------------

    @property
    def cells(self) -> int:
        """The available width of lines."""
        return self.scrollable_content_region.width

    @property
    def lines(self) -> list[Line]:
        """The lines drawn last."""
        return self._lines

    def _draw(self, cells: int) -> list[Line]:
        """The lines for a width, drawn once for each width and focus."""
        state = (cells, self.has_focus)
        if self._drawn_state != state:
            self._drawn_state = state
            self._lines = self.drawer(*state)
        return self._lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One cell per line, at the width that the layout is about to give; so a height that
        follows the content is right whether the content or the layout comes first."""
        cells = width - self.styles.scrollbar_size_vertical
        return len(self._draw(cells)) if cells > 0 else 0

    @property
    def fitted(self) -> bool:
        """Whether its height follows its content."""
        return self.styles.is_auto_height or isinstance(self.parent, Panes)

    def redraw(self, top: bool = False) -> None:
        """Draw the lines again; `top` scrolls to the first line, for new content."""
        before = len(self._lines)
        self._drawn_state = None
        cells = self.cells
        if not self.is_mounted or cells <= 0:
            # The next layout has to request the new lines.
            self.refresh(layout=self.fitted)
            return
        lines = self._draw(cells)
        self.virtual_size = Size(cells, len(lines))
        # With fewer lines the pane scrolls back, but the target would stay beyond the end.
        self.scroll_target_y = min(self.scroll_target_y, self.max_scroll_y)
        if top:
            self.scroll_to(0, 0, animate=False, force=True)
        self.keep_in_view()
        self.mark()
        self.refresh(layout=self.fitted and len(lines) != before)

    def keep_in_view(self) -> None:
        """Scroll so that the lines at the cursor are visible, and the headings above them."""
        cursor_rows = [place for place, line in enumerate(self._lines) if line.at_cursor]
        height = self.scrollable_content_region.height
        if not cursor_rows or height <= 0:
            return
        first, last = cursor_rows[0], cursor_rows[-1]
        if all(line.target is None for line in self._lines[:first]):
            first = 0 if last < height else first
        top = first
        while top > 0 and self._lines[top - 1].target is None and self._lines[top - 1].pieces:
            top -= 1
        # A heading belongs to the lines below it.
        first = top if cursor_rows[0] - top < height else first
        y = int(self.scroll_target_y)
        if last >= y + height:
            y = last - height + 1
        if first < y:
            y = first
        if y != int(self.scroll_target_y):
            self.scroll_to(0, y, animate=False, force=True)

    def mark(self) -> None:
        """Show at the lower edge whether there is more."""
        height = self.scrollable_content_region.height
        below = len(self._lines) - height - int(self.scroll_target_y)
        text = (
            _("▼ {n} more").format(n=below)
            if below > 0
            else "▲"
            if self.scroll_target_y > 0
            else ""
        )
        if self.border_subtitle != text:
            self.border_subtitle = text

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Update the mark."""
        super().watch_scroll_y(old_value, new_value)
        self.mark()

    def on_resize(self, event: Resize) -> None:
        """Adapt the lines to the new width, and the position to the new height."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """One line in its styles."""
        cells = self.cells
        base = self.base
        place = y + int(self.scroll_offset.y)
        if place >= len(self._lines):
            return Strip.blank(cells, base)
        pieces = self._lines[place].pieces
        segments = [Segment(safe(piece.text), base + self.look(piece.role)) for piece in pieces]
        return Strip(segments).adjust_cell_length(cells, base)

    # --- keys and clicks -------------------------------------------------------------------------

    @property
    def targets(self) -> list[str]:
        """The names of lines that can be picked, from top to bottom."""
        return list(dict.fromkeys(line.target for line in self._lines if line.target is not None))

    @property
    def target(self) -> str | None:
        """The name of the line at the cursor."""
        return next((line.target for line in self._lines if line.at_cursor), None)

    def on_key(self, event: Key) -> None:
        """Move the cursor, or scroll if there is nothing to pick."""
        targets = self.targets
        if not targets or event.key not in ("up", "down", "home", "end", "enter", "space"):
            return
        event.stop()
        event.prevent_default()
        now = self.target
        if event.key in ("enter", "space"):
            if now is not None:
                self.post_message(self.Taken(self, now, event.key))
            return
        place = targets.index(now) if now in targets else -1
        step = {"up": place - 1, "down": place + 1, "home": 0, "end": len(targets) - 1}
        target = max(0, min(step[event.key], len(targets) - 1))
        if target == place and event.key in ("up", "down"):
            # At either end the rest of the text can still be scrolled into view.
            (self.scroll_up if event.key == "up" else self.scroll_down)(animate=False)
            return
        self.post_message(self.Moved(self, targets[target]))

    def on_click(self, event: Click) -> None:
        """Go to the clicked line; take it if the cursor was already there."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        place = offset.y + int(self.scroll_offset.y)
        if place >= len(self._lines):
            return
        target = target_at(self._lines[place], offset.x)
        if target is None:
            return
        event.stop()
        if target == self.target:
            self.post_message(self.Taken(self, target, "click"))
        else:
            self.post_message(self.Moved(self, target))

    def on_focus(self, event: Focus) -> None:
        """Show the cursor."""
        self.redraw()
        self.post_message(self.Entered(self))

    def on_blur(self, event: Blur) -> None:
        """Hide it."""
        self.redraw()
