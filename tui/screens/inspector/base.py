"""What every researcher's screen has: the inspector behind it, work beside it, and a way back.

Owns how finished work reaches a screen and what Esc does. Each screen says what it shows.
"""

from typing import Any, ClassVar

from tui.i18n import _, mark
from tui.screens.inspector.shell import Inspector
from tui.state.draft import KeyHint
from tui.widgets.job import Job, JobEnded
from tui.windows.screen import FrameScreen

UNTIL_THE_NEXT = 86_400.0
"""Seconds for which a word stands in the corner that only the next one takes away."""


class InspectorScreen(FrameScreen):
    """Derive from it; jobs that are listed in `jobs` are stopped by Esc and when it closes."""

    CSS_PATH = "../../styles/inspector.tcss"
    ONE_BY_ONE = True
    ALSO: ClassVar[tuple[KeyHint, ...]] = (KeyHint("Ctrl+P", mark("Find an action by its name.")),)

    def __init__(self, inspector: Inspector, name: str) -> None:
        super().__init__(name=name)
        self.inspector = inspector
        self.jobs: list[Job[Any]] = []

    def on_job_ended(self, message: JobEnded) -> None:
        """Take what was worked out, unless something newer was started or the program is left."""
        message.stop()
        if self.is_attached:
            message.deliver()

    def stop_work(self) -> bool:
        """Stop what is being worked out; whether there was anything."""
        stopped = [job.cancel() for job in self.jobs]
        return any(stopped)

    def on_unmount(self) -> None:
        """Nothing goes on unseen."""
        self.stop_work()

    def action_shut(self) -> None:
        """Stop the work, if any, else go back."""
        if self.stop_work():
            self.stopped()
        else:
            self.shut()

    def stopped(self) -> None:
        """Work was stopped by Esc: say so."""

    def shut(self) -> None:
        """Back to the screen below."""
        self.app.pop_screen()

    def show_message(self, text: str, *, wrong: bool = False, working: bool = False) -> None:
        """A word in the corner that goes away by itself, or when the next one comes; while
        something is `working`, only then. An empty one takes away what stands there."""
        self.app.clear_notifications()
        if text:
            self.app.notify(
                text,
                severity="warning" if wrong else "information",
                timeout=UNTIL_THE_NEXT if working else 3,
                markup=False,
            )

    def copy(self, text: str, label: str) -> None:
        """Into the clipboard, through the terminal."""
        self.app.copy_to_clipboard(text)
        self.show_message(_("Copied {what}").format(what=label))
