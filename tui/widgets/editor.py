"""The editor for a free text.

Owns the widget around Textual's text area; imported only when a question wants a text.
"""

from textual.events import Focus
from textual.message import Message
from textual.widgets import TextArea

from items.kinds.text import MAX_TEXT
from tui.i18n import _
from tui.state.number import TextDraft
from tui.widgets.control import Control
from tui.widgets.plain_area import PlainArea


class Editor(PlainArea):
    """Several lines of text; Tab goes on, Enter is a line end."""

    class Edited(Message):
        """The text is another."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, draft: TextDraft, place: int) -> None:
        super().__init__(
            draft.text,
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
        """Tell the draft, cut to what the record takes."""
        message.stop()
        if self.draft.write(self.text[:MAX_TEXT]).changed:
            self.post_message(self.Edited(self.place))

    def on_focus(self, event: Focus) -> None:
        """As every control does."""
        self.post_message(Control.Entered(self.place))
