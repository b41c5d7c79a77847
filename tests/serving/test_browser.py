"""Participants in a real browser: the page itself, and all that happens to lines and tabs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from study.course.state import SessionState
from tests.serving.browser import STUCK_SECONDS, Browser, Tab, browsing, chromium
from tests.serving.conftest import Venue
from tests.serving.pages import link, serving
from tests.serving.player import Record, do, play
from tui import i18n
from tui.serving.server import Server

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(chromium() is None, reason="no Chromium is installed here"),
]
KNOWN = ("WebGL", "404")
"""In complaints that are no fault: no graphics card, and no picture for the tab."""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.use("en")


def complaints(tab: Tab) -> list[str]:
    return [error for error in tab.errors if not any(word in error for word in KNOWN)]


def at_question(state: SessionState) -> bool:
    return state.phase == "question"


async def another_tab(browser: Browser, tab: Tab, address: str, expected_text: str) -> None:
    """A second tab takes the session; the first one takes it back."""
    other = await browser.tab()
    await other.open(address)
    await tab.call("Page.bringToFront")
    await tab.hear(expected_text)
    await tab.run("document.getElementById('go').click()")
    await other.hear(expected_text)


async def foreign_page(browser: Browser, server: Server, code: str) -> None:
    """A page from elsewhere gets no line."""
    foreign = await browser.tab()
    await foreign.open("data:text/html,<p>elsewhere</p>")
    line = f"{server.settings.line_url}{link(server, code)}?width=80&height=24"
    refused = await foreign.run(
        "new Promise(done => { const line = new WebSocket(" + repr(line) + ");"
        "line.onopen = () => done('open'); line.onerror = () => done('refused'); })"
    )
    assert refused == "refused"


@pytest.mark.slow
async def test_a_page_through_a_study_with_all_that_happens_to_lines(
    venue: Venue, tmp_path: Path
) -> None:
    server, record = venue.server, Record(venue.database, "B1")
    address = f"{server.settings.url}/s/{link(server, 'B1')}"
    async with browsing(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await tab.size(1280, 800)
        await tab.open(address)
        await tab.wait_for_text("I agree")
        assert await tab.run("__terminal.cols") >= 80
        await play(record, tab.press, stop=at_question)
        await do(record, tab.press, "t", lambda now: bool(now.drafts))

        # The line is torn: the page is back at the same question with the same draft.
        pid = server.seat_manager.seats["B1"].pid
        for _ in range(2):
            transport = server.seat_manager.seats["B1"]._transport
            assert transport is not None
            transport.abort()
            await tab.run("__terminal.reset()")
            await tab.wait_for_text("The ferry is late")
        assert server.seat_manager.seats["B1"].pid == pid
        assert record.state().drafts
        assert (record.state().position, record.state().segments) == (0, 1)

        # Reloaded.
        await tab.call("Page.reload")
        await tab.wait_for_text("The ferry is late")
        assert server.seat_manager.seats["B1"].pid == pid

        await another_tab(browser, tab, address, "another window")
        await tab.wait_for_text("The ferry is late")

        # Nothing goes to the clipboard.
        copied = "document.dispatchEvent(new ClipboardEvent('copy', {cancelable: true}))"
        assert await tab.run(copied) is False

        await foreign_page(browser, server, "B1")

        await tab.call("Page.bringToFront")
        state = await play(record, tab.press)
        assert (state.phase, len(state.records), state.segments) == ("completed", 3, 1)
        await tab.wait_for_text("DONE1")
        # The bar below the terminal comes by a message of its own, after what is painted.
        await tab.becomes("document.querySelector('#end code').textContent", "DONE1")
        href = await tab.run("document.querySelector('#end a').href")
        assert href.startswith("https://recruiter.example/complete?cc=DONE1")
        assert complaints(tab) == []

        # The link again: the end, and nothing else.
        await tab.open(address)
        await tab.wait_for_text("DONE1")
        assert record.state().segments == 1


@pytest.mark.slow
async def test_a_phone_held_upright_shows_a_question_that_can_be_tapped(
    venue: Venue, tmp_path: Path
) -> None:
    server, record = venue.server, Record(venue.database, "B2")
    async with browsing(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await tab.size(390, 780, mobile=True)
        await tab.open(f"{server.settings.url}/s/{link(server, 'B2')}")
        await tab.wait_for_text("I agree")

        async def tap(key: str) -> None:
            """Touch the line with what the key does, or the button for Enter."""
            if key == "Enter":
                box = (
                    "[...document.querySelectorAll('#keys button')].find(b => b.textContent == '⏎')"
                )
            else:
                box = ""
            if box:
                where = await tab.run(
                    f"(() => {{ const b = {box}.getBoundingClientRect();"
                    " return [b.x + b.width / 2, b.y + b.height / 2] })()"
                )
            else:
                word = {"y": "I agree", "t": "True", "u": "Unknown", "f": "False"}.get(key, key)
                rows = (await tab.text()).split("\n")
                pairs = [(row, line.index(word)) for row, line in enumerate(rows) if word in line]
                if not pairs:
                    return
                row, column = pairs[0]
                cell = await tab.run(
                    "(() => { const b = document.querySelector('.xterm-screen')"
                    ".getBoundingClientRect();"
                    " return [b.x, b.y, b.width / __terminal.cols, b.height / __terminal.rows] })()"
                )
                where = [cell[0] + (column + 0.5) * cell[2], cell[1] + (row + 0.5) * cell[3]]
            await tab.tap(*where)

        state = await play(record, tap)
        assert (state.phase, len(state.records)) == ("completed", 3)
        assert complaints(tab) == []


@pytest.mark.torture
@pytest.mark.parametrize(
    ("study", "expected_text"),
    [("builtin:demo", "another window"), ("builtin:demo-zh", "另一个窗口")],
)
async def test_the_whole_demo_study(tmp_path: Path, study: str, expected_text: str) -> None:
    database = tmp_path / "study.db"
    i18n.use("zh" if study.endswith("zh") else "en")
    record = Record(database, "B3")
    async with serving(database, study) as server, browsing(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await tab.size(1280, 800)
        address = f"{server.settings.url}/s/{link(server, 'B3')}"
        await tab.open(address)
        questions: list[str] = []

        async def disturb(state: SessionState) -> None:
            """Now and then the line is lost; at some questions other things happen."""
            seat = server.seat_manager.seats.get("B3")
            if state.seq % 7 == 0 and seat is not None and seat._transport is not None:
                seat._transport.abort()
            if state.phase != "question":
                return
            questions.append(state.phase)
            if len(questions) == 2:
                await tab.call("Page.reload")
            elif len(questions) == 4:
                await another_tab(browser, tab, address, expected_text)
            elif len(questions) == 6:
                await foreign_page(browser, server, "B3")
                await tab.call("Page.bringToFront")

        state = await play(record, tab.press, look=disturb)
        assert state.phase == "completed"
        assert all(answer_record.outcome == "confirmed" for answer_record in state.records)
        await tab.wait_for_text(state.completion_code or "", seconds=STUCK_SECONDS)
        assert complaints(tab) == []
        assert len(questions) >= 6

        # The link again: the end, and nothing else.
        await tab.open(address)
        await tab.wait_for_text(state.completion_code or "", seconds=STUCK_SECONDS)
        assert record.state() == state
