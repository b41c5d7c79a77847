"""The screen that asks a returning participant for the return key.

Owns the field for the key. `study.design.codes` checks it.
"""

from collections.abc import Callable, Iterable

from textual.containers import Center
from textual.widget import Widget
from textual.widgets import Input

from tui.i18n import _
from tui.screens.participant.field_page import FieldPage
from tui.state.draft import KeyHint
from tui.widgets.prose import Prose
from tui.widgets.reading import Reading
from tui.windows.screen import hints


class KeyScreen(FieldPage):
    """Asks a returning participant for the return key."""

    SCREEN_NAMES = ("page",)

    def __init__(
        self, title: str, code: str, try_key: Callable[[str], str], mark: str = ""
    ) -> None:
        """`try_key` receives the key and returns what is wrong with it, if anything."""
        super().__init__(name="return_key")
        self.study_title = title
        self.code = code
        self.try_key = try_key
        self.mark = mark

    def middle(self) -> Iterable[Widget]:
        """The code, the field, and the error about the key."""
        column = Center(
            Prose(_("Welcome back"), "heading", classes="title"),
            Prose(self.study_title, "chosen", classes="text"),
            Prose(_("Your code: {code}").format(code=self.code), classes="text"),
            Prose(_("Your return key:"), "heading"),
            Input(id="code", max_length=20, compact=True, select_on_focus=False),
            Prose(_("It was shown when you began. Type it and press Enter."), "muted", id="hint"),
            Prose(
                _("If you lost it, the person who runs the study can give you a new one."), "muted"
            ),
            Prose("", "warn", id="wrong"),
            classes="column",
        )
        yield Reading(column, id="reading")

    def hints(self) -> list[KeyHint]:
        """Enter."""
        return [KeyHint("Enter", _("go on")), *hints("help", "leave")]

    def try_entry(self, entry: str) -> str:
        """Try a key."""
        return self.try_key(entry)
