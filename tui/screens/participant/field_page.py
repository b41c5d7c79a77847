"""A participant's page with one field, such as a code.

Owns its header, where the focus is, and scrolling. What is asked and what becomes of an entry, the
screens say that are such pages.
"""

from textual.widgets import Input

from tui.screen import PARTICIPANT, FrameScreen
from tui.widgets.bars import HeaderBar
from tui.widgets.reading import Reading


class FieldPage(FrameScreen):
    """A page with the field `#code` inside `#reading`."""

    LEAST = PARTICIPANT
    mark = ""
    """What stands at the right of the header."""

    def header(self) -> HeaderBar:
        """The program."""
        return HeaderBar("Countermodel", "", self.mark)

    def ready(self) -> None:
        """The field has the focus."""
        self.query_one("#code", Input).focus()

    def action_page_up(self) -> None:
        """Scroll up."""
        self.query_one("#reading", Reading).scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.query_one("#reading", Reading).scroll_page_down(animate=False)
