"""The application that `annotate QUEUE` opens.

Owns opening the first screen and an orderly end; the screens are in `tui.screens.annotator`.
"""

from pathlib import Path

from study.annotation.queue import LoadedQueue
from tui.apps.researcher_screens import researcher_screens
from tui.screens.annotator.annotator_choice import begin
from tui.screens.annotator.sitting import Sitting
from tui.windows.app import BaseApp


class AnnotatorApp(BaseApp):
    """One annotator at one queue; leaving the desk ends the program."""

    def __init__(
        self,
        loaded_queue: LoadedQueue,
        database: Path,
        name: str = "",
        adjudicate: bool = False,
        program: str = "",
        accept_loss: bool = False,
    ) -> None:
        super().__init__()
        self.sitting = Sitting(
            self,
            loaded_queue,
            database,
            self.action_leave,
            name,
            adjudicate,
            program,
            accept_loss,
            open_screen=researcher_screens(self),
        )
        if name:
            self.sitting.open(on_screen=False)

    def begin(self) -> None:
        """Show the first entry, or ask who is working."""
        begin(self.sitting)

    def leaving(self) -> str:
        """Nothing can be lost."""
        return ""

    def record_locked(self) -> bool:
        """Whether the desk cannot be closed now."""
        return self.sitting.record_locked()

    def close_down(self) -> None:
        """Close the desk."""
        self.sitting.close()
