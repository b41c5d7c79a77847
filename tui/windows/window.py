"""A window over a screen, which is answered once.

Owns that one guard: of keys that come in a burst only the first closes the window; the others would
take away the screen below it. Ctrl+C means the same as on that screen.
"""

from typing import ClassVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, ScreenResultType


class Window(ModalScreen[ScreenResultType]):
    """A modal screen whose first answer counts."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "app.help_quit", "", show=False)]
    answered = False

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the window with this answer; nothing where it has one already."""
        if self.answered:
            return AwaitComplete()
        self.answered = True
        return super().dismiss(result)
