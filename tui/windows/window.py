"""A window above a screen, which is answered once.

Owns that guard: of keys that come in a burst, only the first closes the window; the others would
close the screen below it. Ctrl+C has the same meaning as on that screen. If a terminal is too small
for a window, a notice replaces it, and keys have no effect on what is not visible.
"""

from typing import ClassVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import ModalScreen, ScreenResultType

from tui.widgets.prose import Prose
from tui.windows.small_terminal import too_small


class Window(ModalScreen[ScreenResultType]):
    """A modal screen whose first answer counts."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "app.help_quit", "", show=False)]
    MINIMUM_SIZE: ClassVar[tuple[int, int]] = (40, 12)
    """Minimum cells and lines of the terminal."""
    dismissed = False
    is_small = False

    def on_mount(self) -> None:
        """Fit the terminal."""
        self._fit(self.app.size.width, self.app.size.height)

    def on_resize(self, event: Resize) -> None:
        """Fit the terminal's new size."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        small = width < self.MINIMUM_SIZE[0] or height < self.MINIMUM_SIZE[1]
        if small == self.is_small:
            return
        self.is_small = small
        for child in self.children:
            child.disabled = small
        self.set_class(small, "-small")
        if small and not self.query("#too-small"):
            self.mount(Prose(too_small(self.MINIMUM_SIZE), "warn", id="too-small"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaving is always possible; nothing else affects what is not visible."""
        return not self.is_small or action == "help_quit"

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the window with this answer, unless it already has one."""
        if self.dismissed:
            return AwaitComplete()
        self.dismissed = True
        return super().dismiss(result)
