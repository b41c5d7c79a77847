"""The application that `annotate watch` opens: a queue, read anew every few seconds."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tui.app import BaseApp
from tui.screens.watch_queue import QueueWatchScreen

if TYPE_CHECKING:
    from sessions.annotation.watching import QueueWatch

LOOK_SECONDS = 3.0


class QueueWatchApp(BaseApp):
    """One screen; the database is only read."""

    def __init__(self, looking: "QueueWatch", database: str) -> None:
        super().__init__()
        self.looking = looking
        self.database = database

    def begin(self) -> None:
        """Look once, show it, and go on looking."""
        self.watch_screen = QueueWatchScreen(self.looking.look(datetime.now(UTC)), self.database)
        self.show(self.watch_screen)
        self.set_interval(LOOK_SECONDS, self.again)

    def again(self) -> None:
        """Show how it stands now."""
        self.watch_screen.update(self.looking.look(datetime.now(UTC)))

    def leaving(self) -> str:
        """Nothing can be lost."""
        return ""

    def close_down(self) -> None:
        """Close the file."""
        self.looking.close()
