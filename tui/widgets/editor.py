"""The editor for a free text.

Owns the widget around Textual's text area; imported only when a question needs a text.
"""

from textual.events import Focus
from textual.message import Message
from textual.widgets import TextArea

from items.kinds.text import MAX_TEXT
from tui.i18n import _
from tui.state.typed_drafts import TextDraft
from tui.widgets.control import Control
from tui.widgets.plain_area import PlainArea


class Editor(PlainArea):
    """Several lines of text; Tab leaves it, Enter starts a new line."""

    class Edited(Message):
        """The text changed, or something did not fit into it."""

        def __init__(self, place: int, left_out_count: int, note: str) -> None:
            super().__init__()
            self.place = place
            self.left_out_count = left_out_count
            """Number of characters that did not fit."""
            self.note = note
            """A message about these characters; empty if there are none."""

    def __init__(self, draft: TextDraft, place: int) -> None:
        super().__init__(
            draft.text,
            MAX_TEXT,
            id=f"control-{place}",
            classes="control",
            tab_behavior="focus",
            soft_wrap=True,
            placeholder=_("Write here"),
            compact=True,
        )
        self.draft = draft
        self.place = place

    def on_text_area_changed(self, message: TextArea.Changed) -> None:
        """Report the text to the draft."""
        message.stop()
        left_out = self.take_left_out()
        if self.draft.write(self.text).changed or left_out:
            note = self.too_much(left_out) if left_out else ""
            self.post_message(self.Edited(self.place, left_out, note))

    def on_focus(self, event: Focus) -> None:
        """Report the focus, as every control does."""
        self.post_message(Control.Entered(self.place))
