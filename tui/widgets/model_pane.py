"""A pane of models, of which only the visible rows are drawn.

Owns scrolling in both directions and the marks at its edges. Whoever fills the pane supplies the
rows; for panes with the same columns, the screen passes sideways moves from one to the other.
"""

from rich.segment import Segment
from textual.events import Blur, Focus, Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.i18n import _
from tui.state.draft import Role
from tui.state.inspector.model_rows import ADDED, REMOVED, ModelRows
from tui.state.inspector.world_lines import value_text
from tui.text import fit, pad, safe
from tui.widgets.lines import RoleStyles

MARK = 3
"""Cells of the mark before a row."""
ROLES: dict[str, Role] = {REMOVED: "bad", ADDED: "good"}


class ModelPane(ScrollView, RoleStyles, can_focus=True):
    """Heads above rows."""

    class Sideways(Message):
        """Other columns became visible."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.rows: ModelRows | None = None
        self.first_column = 0
        """The first visible column."""
        self.note = ""
        """Text shown instead of rows."""

    def show(self, rows: ModelRows | None, title: str, note: str = "", first: int = 0) -> None:
        """Show other rows."""
        self.rows, self.note = rows, note
        if self.border_title != title:
            self.border_title = title
        self.first_column = first
        self.virtual_size = Size(
            self.scrollable_content_region.width, 1 + (rows.count if rows else 0)
        )
        if self.scroll_y > self.max_scroll_y:
            self.scroll_to(0, self.max_scroll_y, animate=False, force=True)
        self.mark()
        self.refresh()

    def mark(self) -> None:
        """Show at the lower edge how much more there is."""
        text = ""
        if self.rows is not None:
            rows_shown = self.scrollable_content_region.height - 1
            below = self.rows.count - rows_shown - int(self.scroll_target_y)
            beyond = (self.rows.model_count or 0) - self.rows.count
            if below > 0:
                text = _("▼ {n} more").format(n=f"{below:,}")
            if beyond > 0:
                unlisted = _("{n} not listed").format(n=f"{beyond:,}")
                text += f"{' · ' if text else ''}{unlisted}"
        if self.border_subtitle != text:
            self.border_subtitle = text

    def _columns(self) -> tuple[list[int], int]:
        """Positions of the columns that fit, and the gap between them."""
        heads = self.rows.heads if self.rows else ()
        room = self.scrollable_content_region.width - MARK - 1
        gap = 2 if sum(head.cells + 2 for head in heads) <= room else 1
        places: list[int] = []
        used = 0
        for place in range(min(self.first_column, max(len(heads) - 1, 0)), len(heads)):
            used += heads[place].cells + gap
            if used - gap > room and places:
                break
            places.append(place)
        return places, gap

    # --- drawing ---------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """The heads, or one model."""
        cells = self.scrollable_content_region.width
        base = self.base
        rows = self.rows
        row = y - 1 + int(self.scroll_offset.y)
        if rows is None or self.note or (y > 0 and row >= rows.count):
            message = self._note_line(y)
            segment = Segment(f" {message}" if message else "", base + self.look("muted"))
            return Strip([segment]).adjust_cell_length(cells, base)
        places, gap = self._columns()
        if y == 0:
            more = places and places[-1] < len(rows.heads) - 1
            segments = [
                Segment(pad("‹" if self.first_column else "", MARK), base + self.look("key"))
            ]
            for place in places:
                head = rows.heads[place]
                text = pad(fit(head.name, head.cells), head.cells + gap)
                segments.append(Segment(safe(text), base + self.look("key")))
            if more:
                segments.append(Segment("›", base + self.look("key")))
            return Strip(segments).adjust_cell_length(cells, base)
        entry = rows.row(row)
        style = base + self.look(ROLES.get(entry.sign, "muted"))
        segments = [Segment(f" {entry.sign} ", style)]
        for place in places:
            value = entry.values[place]
            size = rows.heads[place].cells
            text = pad(fit(value_text(value), size), size + gap)
            role: Role = "muted" if value is False else "chosen"
            segments.append(Segment(safe(text), base + self.look(role)))
        return Strip(segments).adjust_cell_length(cells, base)

    def _note_line(self, y: int) -> str:
        if self.note:
            from tui.text import wrap

            lines = wrap(self.note, max(self.scrollable_content_region.width - 2, 8))
            place = y + int(self.scroll_offset.y)
            return lines[place] if place < len(lines) else ""
        if self.rows is not None and not self.rows.count and y == 1:
            return _("no model") if not self.rows.model_count else ""
        return ""

    # --- keys ------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Move between columns with ← →; rows scroll by themselves."""
        if event.key in ("left", "right"):
            event.stop()
            event.prevent_default()
            columns = self._columns()[0]
            more = self.rows is not None and columns and columns[-1] < len(self.rows.heads) - 1
            if event.key == "left" or more:
                self.post_message(self.Sideways(-1 if event.key == "left" else 1))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Update the mark."""
        super().watch_scroll_y(old_value, new_value)
        self.mark()

    def on_resize(self, event: Resize) -> None:
        """Update the mark."""
        self.mark()

    def on_focus(self, event: Focus) -> None:
        """Mark the border."""
        self.refresh()

    def on_blur(self, event: Blur) -> None:
        """Unmark the border."""
        self.refresh()
