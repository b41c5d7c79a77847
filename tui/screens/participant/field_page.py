"""A participant's page with one field, such as a code.

Owns its header, its focus, and scrolling. The deriving screens own the question and the handling of
an entry.
"""

from textual.events import Key, Paste
from textual.widgets import Input

from tui.widgets.bars import HeaderBar
from tui.widgets.prose import Prose
from tui.widgets.reading import Reading
from tui.windows.screen import ParticipantScreen, heard_from


class FieldPage(ParticipantScreen):
    """A page with the field `#code` inside `#reading`, and `#wrong` below it for an error."""

    KEYS_IN_ORDER = True
    """Whether an Enter takes exactly what was typed before it."""
    refused_text = ""
    """The entry that was refused last."""
    mark = ""
    """Text at the right of the header."""
    shown_at = float("inf")
    """From this moment Enter is meant for the page, on the clock of events."""

    def header(self) -> HeaderBar:
        """The header with the program's name."""
        return HeaderBar("Countermodel", "", self.mark)

    def on_mount(self) -> None:
        """Show keys typed ahead in the field, so that they are seen before they count."""
        self.shown_at = heard_from(unprompted=False)
        super().on_mount()

    def key_first(self, event: Key) -> bool:
        """Ignore an Enter pressed before the page was shown."""
        return event.key == "enter" and event.time < self.shown_at

    def try_entry(self, entry: str) -> str:
        """Try the entry. Returns what is wrong with it, if anything."""
        return ""

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Try the entry, and show what is wrong until it is edited."""
        message.stop()
        self.refused_text = message.value
        wrong = self.try_entry(message.value)
        if wrong:
            self.query_one("#wrong", Prose).show(wrong)
            message.input.select_all()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Remove the error about the previous entry."""
        if message.value != self.refused_text:
            self.query_one("#wrong", Prose).show("")

    def paste(self, event: Paste, allowed: bool) -> bool:
        """Let the text go into the field."""
        return allowed

    def ready(self) -> None:
        """Focus the field."""
        self.query_one("#code", Input).focus()

    def action_page_up(self) -> None:
        """Scroll up."""
        self.query_one("#reading", Reading).scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.query_one("#reading", Reading).scroll_page_down(animate=False)
