"""A window over a screen, which is answered once.

Owns that one guard: of keys that come in a burst only the first closes the window; the others would
take away the screen below it.
"""

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, ScreenResultType


class Window(ModalScreen[ScreenResultType]):
    """A modal screen whose first answer counts."""

    answered = False

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the window with this answer; nothing where it has one already."""
        if self.answered:
            return AwaitComplete()
        self.answered = True
        return super().dismiss(result)
