"""An annotator at the screen, over a small queue."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from study.annotation.queue import LoadedQueue
from tests.tui.inspector.researcher_session import InspectorSession
from tui.apps.annotator import AnnotatorApp
from tui.screens.annotator.judge import JudgeScreen

SUBMIT = "f5"


class Judging(InspectorSession):
    """The application with shorthands."""

    @property
    def screen(self) -> JudgeScreen:
        assert isinstance(self.app.screen, JudgeScreen), self.app.screen
        return self.app.screen

    @property
    def item(self) -> str:
        current = self.screen.judging.current
        return "" if current is None else current.item.id

    async def write(self, text: str) -> None:
        """Type into the window that is open, and close it."""
        keys = {" ": "space", ".": "full_stop"}
        await self.press(*(keys.get(c, c) for c in text), "escape")


@asynccontextmanager
async def judging(
    loaded: LoadedQueue,
    database: Path,
    name: str,
    adjudicate: bool = False,
    size: tuple[int, int] = (120, 35),
) -> AsyncIterator[Judging]:
    """Somebody sits down; leaves in good order at the end."""
    app = AnnotatorApp(loaded, database, name, adjudicate, "test")
    async with app.run_test(size=size) as pilot:
        at = Judging(app, pilot)
        await at.settle()
        yield at
