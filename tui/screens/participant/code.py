"""The welcome: what the study is, and the participant's code.

Owns the field for the code, and generating a code. The record knows which codes exist.
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


def random_code() -> str:
    """A random code that nobody has, such as P-7KMQ2."""
    import secrets

    from study.design.codes import KEY_LETTERS

    return "P-" + "".join(secrets.choice(KEY_LETTERS) for _n in range(5))


class CodeScreen(FieldPage):
    """Asks for the participant's code."""

    SCREEN_NAMES = ("page", "code")

    def __init__(
        self,
        title: str,
        try_code: Callable[[str], str],
        mark: str = "",
        code: str = "",
        error: str = "",
        shows_codes: bool = False,
    ) -> None:
        """`try_code` receives the code and returns what is wrong with it, if anything. A code that
        was already tried is shown with its `error`. With `shows_codes`, none
        can be generated."""
        super().__init__(name="code")
        self.code = self.refused_text = code
        self.new_code = ""
        self.error = error
        self.shows_codes = shows_codes
        self.study_title = title
        self.try_code = try_code
        self.mark = mark

    def middle(self) -> Iterable[Widget]:
        """Welcome, the field, and the error about the code."""
        column = Center(
            Prose(_("Welcome"), "heading", classes="title"),
            Prose(self.study_title, "chosen", classes="text"),
            Prose(self.about_code(), classes="text"),
            Prose(_("Your code:"), "heading"),
            Input(self.code, id="code", max_length=40, compact=True, select_on_focus=False),
            Prose(self.hint(), "muted", id="hint"),
            Prose(self.error, "warn", id="wrong"),
            classes="column",
        )
        yield Reading(column, id="reading")

    def hint(self) -> str:
        """How to continue."""
        if self.shows_codes:
            return _("Type the code that you were given and press Enter.")
        return _("Type your code and press Enter. No code? Press F2.")

    def about_code(self) -> str:
        """What the answers are used for."""
        return _(
            "Your answers are kept under a code, not under your name. Whenever you stop, the same "
            "code brings you back to where you were."
        )

    def hints(self) -> list[KeyHint]:
        """Enter, and generating a code."""
        made_up = () if self.shows_codes else ("random_code",)
        return [KeyHint("Enter", _("go on")), *hints(*made_up, "help", "leave")]

    def action_random_code(self) -> None:
        """Put a generated code into the field, to be written down."""
        if self.shows_codes:
            return
        self.new_code = random_code()
        self.query_one("#code", Input).value = self.new_code
        text = _(
            "This is your code. Write it down if you might want to come back, then press Enter."
        )
        self.query_one("#hint", Prose).show(text, "chosen")

    def try_entry(self, entry: str) -> str:
        """Try a code."""
        code = entry.strip()
        if code:
            return self.try_code(code)
        if self.shows_codes:
            return _("Type a code first.")
        return _("Type a code first, or press F2 for one.")

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show the note about generated codes only for a generated code."""
        if message.value != self.new_code:
            self.query_one("#hint", Prose).show(self.hint(), "muted")
