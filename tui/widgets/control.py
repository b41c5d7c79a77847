"""The answer controls on screen: one widget for every draft, and an editor for free text.

Owns how a draft is drawn, how clicks reach it and how its changes are reported. Keys come from the
screen, in the order in which they were pressed; the screen also handles the changes.
"""

from typing import Protocol

from textual.events import Key
from textual.message import Message

from tui.state.draft import Line, Reply
from tui.text import narrow
from tui.widgets.lines import Lines


class ControlContent(Protocol):
    """What a control draws and changes: a draft, or the confidence row."""

    digits: bool
    typing: bool

    def press(self, key: str, character: str | None) -> Reply:
        """Handle a key."""

    def hit(self, target: str) -> Reply:
        """Handle a click."""

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The control as lines."""


class Control(Lines, can_focus=True):
    """Draws one draft and passes clicks to it."""

    class Pressed(Message):
        """A click changed the draft."""

        def __init__(self, place: int, reply: Reply) -> None:
            super().__init__()
            self.place = place
            self.reply = reply

    class Submitted(Message):
        """A click asked to continue."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Entered(Message):
        """The control got the focus."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, draft: ControlContent, place: int) -> None:
        super().__init__(id=f"control-{place}", classes="control")
        self.draft = draft
        self.place = place

    def show(self, draft: ControlContent) -> None:
        """Show another draft."""
        self.draft = draft
        self.redraw()

    def draw(self, cells: int) -> list[Line]:
        """The draft's lines."""
        return self.draft.lines(cells, self.has_focus)

    @property
    def cursor_lines(self) -> tuple[int, int]:
        """The first and the last line that have to stay in view."""
        cursor_rows = [
            n for n, line in enumerate(self.lines(self.content_size.width)) if line.at_cursor
        ]
        return (cursor_rows[0], cursor_rows[-1]) if cursor_rows else (0, 0)

    def press(self, event: Key) -> Reply:
        """Pass a key to the draft; a full-width character as the plain one, unless a text is
        typed."""
        character = event.character if event.is_printable else None
        if not self.draft.typing:
            character = narrow(character)
        key = "space" if character == " " else event.key
        return self.draft.press(key, character)

    def clicked(self, target: str) -> None:
        """Pass a click to the draft."""
        reply = self.draft.hit(target)
        if reply.handled:
            self.answered(reply)

    def answered(self, reply: Reply) -> None:
        """Redraw, and report the change to the screen."""
        if reply.asks_to_submit:
            self.post_message(self.Submitted(self.place))
            return
        self.redraw()
        self.post_message(self.Pressed(self.place, reply))

    def watch_has_focus(self, value: bool) -> None:
        """Show or hide the cursor."""
        super().watch_has_focus(value)
        self.redraw()
        if value:
            self.post_message(self.Entered(self.place))
