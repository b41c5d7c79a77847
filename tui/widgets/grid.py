"""A table of any number of rows, of which only the visible ones are drawn.

Owns the cursor, scrolling, the marked column and clicks. The screen supplies columns and cells: a
row is requested when it is drawn.
"""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.state.grid import Cell, Head
from tui.text import fit, pad, safe, width
from tui.widgets.lines import RoleStyles

GAP = 2
MARGIN = 2


class Grid(ScrollView, RoleStyles, can_focus=True):
    """Heads above rows; the cursor is a whole row."""

    COMPONENT_CLASSES = {"grid--cursor", "grid--head"}

    class Opened(Message):
        """Enter on a row, or a click on the row at the cursor."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    class Moved(Message):
        """The cursor or the visible part of the table changed."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    class HeadClicked(Message):
        """A column's head was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Resized(Message):
        """The room for columns changed."""

    def __init__(self, cells_of: Callable[[int], Sequence[Cell]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cells_of = cells_of
        self.heads: tuple[Head, ...] = ()
        self.count = 0
        self.cursor = 0
        self.empty_text = ""
        """Text shown if there are no rows."""

    @property
    def room(self) -> int:
        """Cells available for columns."""
        return self.scrollable_content_region.width - MARGIN

    @property
    def page(self) -> int:
        """Number of visible rows."""
        return max(self.scrollable_content_region.height - self.top, 1)

    @property
    def top(self) -> int:
        """Number of lines for the heads."""
        return 2 if any(head.note for head in self.heads) else 1

    @property
    def first(self) -> int:
        """The first visible row."""
        return int(self.scroll_offset.y)

    def show(self, heads: Sequence[Head], count: int, cursor: int) -> None:
        """Show other columns, rows, or position."""
        self.heads = tuple(heads)
        self.count = count
        self.virtual_size = Size(self.scrollable_content_region.width, count + self.top)
        self.move(cursor, notify=False)
        self.refresh()

    def move(self, row: int, notify: bool = True) -> None:
        """Put the cursor on a row and scroll it into view."""
        self.cursor = max(0, min(row, self.count - 1))
        y = int(self.scroll_target_y)
        if self.cursor < y:
            y = self.cursor
        elif self.cursor >= y + self.page:
            y = self.cursor - self.page + 1
        y = max(0, min(y, self.count - self.page))
        if y != int(self.scroll_target_y):
            self.scroll_to(0, y, animate=False, force=True)
        self.refresh()
        if notify:
            self.post_message(self.Moved(self.cursor))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Report the visible part."""
        super().watch_scroll_y(old_value, new_value)
        if int(old_value) != int(new_value):
            self.post_message(self.Moved(self.cursor))

    def on_resize(self, event: Resize) -> None:
        """Report the new room for columns."""
        self.post_message(self.Resized())

    # --- drawing ---------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """The heads, or one row."""
        cells = self.scrollable_content_region.width
        base = self.base
        if y == 0:
            top = base + self.get_component_rich_style("grid--head", partial=True)
            return Strip(self._heads(top)).adjust_cell_length(cells, top)
        if y == 1 and self.top == 2:
            return Strip(self._notes(base)).adjust_cell_length(cells, base)
        row = y - self.top + self.first
        if row >= self.count:
            message = f"  {self.empty_text}" if not self.count and y == self.top + 1 else ""
            return Strip([Segment(message, base + self.look("muted"))]).adjust_cell_length(
                cells, base
            )
        on = row == self.cursor
        if on:
            base = base + self.get_component_rich_style("grid--cursor", partial=True)
        segments = [Segment("▸ " if on and self.has_focus else "  ", base + self.look("cursor"))]
        for head, cell in zip(self.heads, self.cells_of(row), strict=True):
            text = _set(fit(cell.text, head.cells), head.cells, head.align_right)
            style = base if cell.role == "plain" else base + self.look(cell.role)
            segments.append(Segment(safe(text) + " " * GAP, style))
        return Strip(segments).adjust_cell_length(cells, base)

    def _heads(self, style: Style) -> list[Segment]:
        segments = [Segment(" " * MARGIN, style)]
        for head in self.heads:
            room = head.cells - width(head.sort_sign)
            text = _set(fit(head.title, room) + head.sort_sign, head.cells, head.align_right)
            marked = Style(underline=True, bold=True) if head.is_marked and self.has_focus else None
            segments.append(Segment(safe(text), style + marked if marked else style))
            segments.append(Segment(" " * GAP, style))
        return segments

    def _notes(self, base: Style) -> list[Segment]:
        segments = [Segment(" " * MARGIN, base)]
        for head in self.heads:
            text = _set(fit(head.note, head.cells), head.cells, head.align_right)
            segments.append(Segment(safe(text) + " " * GAP, base + self.look("muted")))
        return segments

    # --- keys and clicks -------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Move between rows."""
        moves = {
            "up": self.cursor - 1,
            "down": self.cursor + 1,
            "pageup": self.cursor - self.page,
            "pagedown": self.cursor + self.page,
            "home": 0,
            "end": self.count - 1,
        }
        if event.key in moves:
            event.stop()
            event.prevent_default()
            self.move(moves[event.key])
        elif event.key == "enter" and self.count:
            event.stop()
            self.post_message(self.Opened(self.cursor))

    def on_click(self, event: Click) -> None:
        """Handle a click on a head or a row."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        event.stop()
        if offset.y < self.top:
            start = MARGIN
            for head in self.heads:
                if start <= offset.x < start + head.cells + GAP:
                    self.post_message(self.HeadClicked(head.key))
                start += head.cells + GAP
            return
        row = offset.y - self.top + self.first
        if row >= self.count:
            return
        if row == self.cursor:
            self.post_message(self.Opened(row))
        else:
            self.move(row)


def _set(text: str, cells: int, align_right: bool) -> str:
    return " " * (cells - width(text)) + text if align_right else pad(text, cells)
