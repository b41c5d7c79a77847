"""A connection that ends silently: the server frees the place, the page reconnects by itself, and
the participant is at the same question with the same draft."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio

from study.course.state import SessionState
from tests.serving.browser import browsing, chromium
from tests.serving.conftest import Venue
from tests.serving.deaf_proxy import DeafProxy, deaf_proxy
from tests.serving.pages import Page, link, serving
from tests.serving.player import Record, do, play, wait_for_state
from tests.serving.samples import short
from tui.serving import server as serving_module
from tui.serving.seat import Seat
from tui.serving.server import Server

pytestmark = pytest.mark.asyncio(loop_scope="module")
BEAT = 0.3
"""Seconds between two beats of the server here; usually they are further apart."""


class Line(NamedTuple):
    """A server behind a proxy."""

    venue: Venue
    proxy: DeafProxy

    @property
    def server(self) -> Server:
        return self.venue.server

    def record(self, code: str) -> Record:
        return Record(self.venue.database, code)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def line(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Line]:
    folder = tmp_path_factory.mktemp("silent")
    database = folder / "study.db"
    patch = pytest.MonkeyPatch()
    patch.setattr(serving_module, "HEARTBEAT_SECONDS", BEAT)
    async with (
        deaf_proxy() as proxy,
        serving(database, short(folder), url=proxy.url, per_address=50) as server,
    ):
        assert server._socket is not None
        proxy.target = server._socket.sockets[0].getsockname()[1]
        yield Line(Venue(server, database), proxy)
    patch.undo()


def at_question(state: SessionState) -> bool:
    return state.phase == "question"


async def without_page(seat: Seat) -> None:
    """Wait until the server knows that nobody is connected."""
    async with asyncio.timeout(60):
        while seat.line is not None:
            await asyncio.sleep(0.02)


async def drafted(line: Line, page: Page, code: str) -> SessionState:
    """A participant in the middle of a question."""
    record = line.record(code)
    await play(record, page.key, stop=at_question)
    await do(record, page.key, "t", lambda now: bool(now.drafts))
    return record.state()


async def test_the_server_notices_silence_and_the_place_waits(line: Line) -> None:
    code, server = "S1", line.server
    page = Page(server, link(server, code))
    await page.connect()
    before = await drafted(line, page, code)
    seat = server.seat_manager.seats[code]
    line.proxy.go_deaf()
    await without_page(seat)
    assert seat.disconnected_at is not None
    assert page.close_code is None, "the page was told, so it was no silence"
    assert await wait_for_state(line.record(code), lambda now: now.asides.get("line_lost", 0) == 1)
    line.proxy.hear_again()
    async with Page(server, link(server, code)) as again:
        await again.wait_for_text("The ferry is late")
        state = line.record(code).state()
        assert (state.position, state.segments, state.drafts) == (0, 1, before.drafts)
        assert server.seat_manager.seats[code] is seat
        assert (await play(line.record(code), again.key)).phase == "completed"
    await page.tear()


async def test_a_page_that_is_back_before_the_server_notices_has_its_place_at_once(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving_module, "HEARTBEAT_SECONDS", 600.0)
    code, server = "S2", line.server
    page = Page(server, link(server, code))
    await page.connect()
    before = await drafted(line, page, code)
    seat = server.seat_manager.seats[code]
    line.proxy.go_deaf()
    await page.send("f")  # pressed into the dead line: it never arrives
    line.proxy.hear_again()
    assert seat.line is not None
    async with Page(server, link(server, code)) as again:
        await again.wait_for_text("The ferry is late")
        state = line.record(code).state()
        assert (state.position, state.segments, state.drafts) == (0, 1, before.drafts)
        assert server.seat_manager.seats[code] is seat
    await page.tear()


@pytest.mark.slow
async def test_a_place_is_freed_when_nobody_comes_back(line: Line) -> None:
    code, server = "S3", line.server
    with line.venue.limits(grace_seconds=0.1):
        page = Page(server, link(server, code))
        await page.connect()
        await drafted(line, page, code)
        line.proxy.go_deaf()
        async with asyncio.timeout(60):
            while code in server.seat_manager.seats:
                await asyncio.sleep(0.02)
        line.proxy.hear_again()
    assert line.record(code).kinds()[-1] == "segment_ended"
    async with Page(server, link(server, code)) as again:
        await again.wait_for_text("Welcome back")
        state = await play(line.record(code), again.key)
        assert (state.phase, state.segments, len(state.records)) == ("completed", 2, 3)
    await page.tear()


@pytest.mark.slow
@pytest.mark.skipif(chromium() is None, reason="no Chromium is installed here")
async def test_a_browser_notices_silence_and_comes_back_by_itself(
    line: Line, tmp_path: Path
) -> None:
    code, server = "S4", line.server
    record = line.record(code)
    async with browsing(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await tab.size(1280, 800)
        await tab.open(f"{server.settings.url}/s/{link(server, code)}")
        await tab.wait_for_text("I agree")
        await play(record, tab.press, stop=at_question)
        await do(record, tab.press, "t", lambda now: bool(now.drafts))
        before = record.state()
        line.proxy.go_deaf()
        # As if the seconds had passed after which the page counts the line as lost.
        await tab.run("(() => { const now = Date.now; Date.now = () => now() + 60000; })()")
        await tab.hear("connection")
        line.proxy.hear_again()
        await tab.run("__terminal.reset()")
        await tab.wait_for_text("The ferry is late")
        state = record.state()
        assert (state.position, state.segments, state.drafts) == (0, 1, before.drafts)
        assert (await play(record, tab.press)).phase == "completed"
