"""The application that `watch` opens: a study while it runs, read anew every two seconds."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tui.app import BaseApp
from tui.screens.watch import WatchScreen

if TYPE_CHECKING:
    from sessions.watching import Glance, Watch

LOOK_SECONDS = 2.0


class WatchApp(BaseApp):
    """One screen; the database is only read."""

    def __init__(self, database: Path, study_key: str | None) -> None:
        super().__init__()
        self.database = database
        self.study_key = study_key
        self.looking: Watch | None = None

    def begin(self) -> None:
        """Look once, show it, and go on looking."""
        from sessions.watching import Watch

        self.looking = Watch(self.database, self.study_key)
        self.watch_screen = WatchScreen(self.look(), self.database.name)
        self.show(self.watch_screen)
        self.set_interval(LOOK_SECONDS, self.again)

    def look(self) -> "tuple[Glance, ...]":
        """How it stands now."""
        assert self.looking is not None
        return self.looking.look(datetime.now(UTC))

    def again(self) -> None:
        """Show how it stands now."""
        self.watch_screen.update(self.look())

    def leaving(self) -> str:
        """Nothing can be lost."""
        return ""

    def close_down(self) -> None:
        """Close the file."""
        if self.looking is not None:
            self.looking.close()
            self.looking = None
