"""Common base of the researcher's screens: access to the inspector, background work, and a way
back.

Owns how finished work reaches a screen, and the effect of Esc. Each screen owns its content.
"""

from typing import Any, ClassVar

from tui.i18n import _, mark
from tui.screens.inspector.inspector import Inspector
from tui.state.draft import KeyHint
from tui.widgets.job import Job, JobEnded
from tui.windows.screen import FrameScreen

DAY_SECONDS = 86_400.0
"""Lifetime in seconds of a notice that stays until the next one."""


class InspectorScreen(FrameScreen):
    """Base class; jobs listed in `jobs` are stopped by Esc and when the screen closes."""

    CSS_PATH: ClassVar[list[str]] = [  # type: ignore[assignment]
        "../../styles/panes.tcss",
        "../../styles/inspector.tcss",
    ]
    KEYS_IN_ORDER = True
    EXTRA_KEYS: ClassVar[tuple[KeyHint, ...]] = (
        KeyHint("Ctrl+P", mark("Find an action by its name.")),
    )

    def __init__(self, inspector: Inspector, name: str) -> None:
        super().__init__(name=name)
        self.inspector = inspector
        self.jobs: list[Job[Any]] = []

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the result, unless newer work was started or the program is ending."""
        message.stop()
        if self.is_attached:
            message.deliver()

    def stop_work(self) -> bool:
        """Stop the work. Returns whether there was any."""
        stopped = [job.cancel() for job in self.jobs]
        return any(stopped)

    def on_unmount(self) -> None:
        """Stop all work."""
        self.stop_work()

    def action_shut(self) -> None:
        """Stop the work, if any; otherwise go back."""
        if self.stop_work():
            self.stopped()
        else:
            self.shut()

    def stopped(self) -> None:
        """Called after Esc stopped the work, to show it."""

    def shut(self) -> None:
        """Go back to the screen below."""
        self.app.pop_screen()

    def show_message(self, text: str, *, is_error: bool = False, busy: bool = False) -> None:
        """Show a short notice in the corner. It disappears after a while or with the next one;
        while something is `busy`, only with the next one. An empty text removes the notice."""
        self.app.clear_notifications()
        if text:
            self.app.notify(
                text,
                severity="warning" if is_error else "information",
                timeout=DAY_SECONDS if busy else 3,
                markup=False,
            )

    def copy(self, text: str, label: str) -> None:
        """Copy a text to the clipboard, through the terminal."""
        self.app.copy_to_clipboard(text)
        self.show_message(_("Copied {what}").format(what=label))
