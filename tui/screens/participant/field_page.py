"""A participant's page with one field, such as a code.

Owns its header, where the focus is, and scrolling. What is asked and what becomes of an entry, the
screens say that are such pages.
"""

from textual.events import Key, Paste
from textual.widgets import Input

from tui.widgets.bars import HeaderBar
from tui.widgets.prose import Prose
from tui.widgets.reading import Reading
from tui.windows.screen import ParticipantScreen, heard_from


class FieldPage(ParticipantScreen):
    """A page with the field `#code` inside `#reading`, and below it what is `#wrong`."""

    ONE_BY_ONE = True
    """An Enter takes what was typed before it, and no more."""
    refused = ""
    """What was tried last."""
    mark = ""
    """What stands at the right of the header."""
    shown_at = float("inf")
    """From when on Enter is meant for the page, on the clock of events."""

    def header(self) -> HeaderBar:
        """The program."""
        return HeaderBar("Countermodel", "", self.mark)

    def on_mount(self) -> None:
        """What is typed ahead stands in the field, to be seen before it counts."""
        self.shown_at = heard_from(by_itself=False)
        super().on_mount()

    def key_first(self, event: Key) -> bool:
        """Ignore an Enter that was pressed before the page was there."""
        return event.key == "enter" and event.time < self.shown_at

    def tried(self, entry: str) -> str:
        """Try what was entered; what is wrong with it, if anything."""
        return ""

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Try it, and say what is wrong until something else stands there."""
        message.stop()
        self.refused = message.value
        wrong = self.tried(message.value)
        if wrong:
            self.query_one("#wrong", Prose).show(wrong)
            message.input.select_all()

    def on_input_changed(self, message: Input.Changed) -> None:
        """What was wrong with another entry is not said of this one."""
        if message.value != self.refused:
            self.query_one("#wrong", Prose).show("")

    def paste(self, event: Paste, allowed: bool) -> bool:
        """Into the field."""
        return allowed

    def ready(self) -> None:
        """The field has the focus."""
        self.query_one("#code", Input).focus()

    def action_page_up(self) -> None:
        """Scroll up."""
        self.query_one("#reading", Reading).scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.query_one("#reading", Reading).scroll_page_down(animate=False)
