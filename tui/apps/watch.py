"""The application that both `watch` commands open: live progress, refreshed every few seconds."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Generic, Protocol, TypeVar

from tui.screens.watch import LineSource, WatchScreen
from tui.state.draft import Line
from tui.windows.app import BaseApp

LOOK_SECONDS = 2.0

G_co = TypeVar("G_co", covariant=True)
G = TypeVar("G")


class GlanceSource(Protocol[G_co]):
    """Reads the progress in a database repeatedly."""

    def look(self, now: datetime) -> G_co:
        """The progress at this moment."""

    def close(self) -> None:
        """Close the file."""


class WatchApp(BaseApp, Generic[G]):
    """One screen; the database is only read."""

    def __init__(
        self, glance_source: GlanceSource[G], lines: Callable[[G, int], list[Line]], database: str
    ) -> None:
        """`lines` renders what was read, at a width in cells."""
        super().__init__()
        self.glance_source = glance_source
        self.lines = lines
        self.database = database

    def begin(self) -> None:
        """Read and show the progress, then keep refreshing it."""
        self.watch_screen = WatchScreen(self.look(), self.database)
        self.show(self.watch_screen)
        self.set_interval(LOOK_SECONDS, self.again)

    def look(self) -> LineSource:
        """The present progress, ready to be drawn."""
        glance = self.glance_source.look(datetime.now(UTC))
        return lambda cells: self.lines(glance, cells)

    def again(self) -> None:
        """Refresh the screen."""
        self.watch_screen.update(self.look())

    def leaving(self) -> str:
        """Nothing can be lost."""
        return ""

    def close_down(self) -> None:
        """Close the file."""
        self.glance_source.close()
