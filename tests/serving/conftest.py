"""One server for all tests of a module: starting it takes longer than most of them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.serving.pages import serving
from tests.serving.samples import short
from tui.serving.seat import CloseCode
from tui.serving.server import Server

HIDDEN = "a secret of the server's environment"


class Venue:
    """The server, whose limits a test may change."""

    def __init__(self, server: Server, database: Path) -> None:
        self.server = server
        self.database = database
        self.hidden = HIDDEN
        """Stood in the environment when the server was started."""

    async def clear(self) -> None:
        """End every process."""
        seat_manager = self.server.seat_manager
        async with asyncio.timeout(120):
            while seat_manager.seats:
                for seat in list(seat_manager.seats.values()):
                    seat.quit(CloseCode.GOING_AWAY)
                await asyncio.sleep(0.02)

    @contextmanager
    def limits(self, **changed: Any) -> Iterator[None]:
        """Other limits while this context lasts."""
        before = self.server.settings
        now = replace(before, **changed)
        self.server.settings = self.server.seat_manager.settings = now
        try:
            yield
        finally:
            self.server.settings = self.server.seat_manager.settings = before


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def venue(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Venue]:
    """The short study at a port of this machine."""
    folder = tmp_path_factory.mktemp("served")
    database = folder / "study.db"
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setenv("A_SECRET", HIDDEN)
    async with serving(database, short(folder), most_participants=200, per_address=200) as server:
        monkeypatch.undo()
        yield Venue(server, database)
