"""A pane whose text may be longer than the pane, and that shows this.

Owns the mark at its foot. The screen binds the keys for scrolling; a window handles the keys
itself.
"""

from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message

from tui.i18n import _


class Reading(VerticalScroll, can_focus=False):
    """A scrolling pane; while there is more below or above, its lower edge names the key."""

    class Marked(Message):
        """The mark changed, so keys for scrolling may have become useful or useless."""

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Update the mark."""
        super().watch_scroll_y(old_value, new_value)
        self.mark()

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        changed = super()._size_updated(size, virtual_size, container_size, layout)
        self.mark()
        return changed

    @property
    def more_below(self) -> bool:
        """Whether there is text further down."""
        return self.max_scroll_y > 0 and self.scroll_target_y < self.max_scroll_y

    def mark(self) -> None:
        """Show whether there is more."""
        below = self.more_below
        above = self.max_scroll_y > 0 and self.scroll_target_y > 0
        text = ""
        if below:
            text = _("▼ more: PgDn")
        elif above:
            text = _("▲ back: PgUp")
        if self.border_subtitle != text:
            self.border_subtitle = text
            self.post_message(self.Marked())


class ReadingWindow(Reading, can_focus=True):
    """The same as the only part of a window, with the focus."""

    def __init__(self) -> None:
        super().__init__(classes="window")
