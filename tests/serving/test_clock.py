"""When a page's process checks the clock: seldom at rest, soon if something is due."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from textual.pilot import Pilot

from sessions.record.clock import ManualClock
from tests.study.samples import POOLS, sample
from tests.tui.participant_session import CHOICES
from tui.screens.participant.flow import USUAL_TICK
from tui.screens.participant.task import Task
from tui.serving.participant import CLOCK_LAG_SECONDS, ServedApp
from tui.widgets.bars import HeaderBar

LONG = CHOICES.replace("seconds_per_question = 60", "seconds_per_question = 600")


@asynccontextmanager
async def at_question(
    path: Path | str, clock: ManualClock
) -> AsyncIterator[tuple[ServedApp, Pilot[None]]]:
    """A page's application at its first question."""
    app = ServedApp(Task(sample(LONG), path, "P1", False, clock, lambda: POOLS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in ("y", "enter", "enter"):
            await pilot.press(key)
            await pilot.pause()
        assert app.at_rest
        yield app, pilot


@pytest.mark.slow
async def test_the_clock_goes_in_steps_and_by_seconds_when_time_is_short() -> None:
    clock = ManualClock()
    async with at_question(":memory:", clock) as (app, pilot):
        times = []
        for away, expected in ((2, 3), (533, 2), (3.5, 0.5), (20.25, 0.75)):
            clock.advance(away)
            assert app.next_change() == pytest.approx(expected + CLOCK_LAG_SECONDS)
            clock.advance(expected)
            app.next_tick()
            await pilot.pause()
            times.append(app.screen.query_one(HeaderBar).right)
        assert [text.split()[-2] for text in times] == ["09:55", "01:00", "00:56", "00:35"]
        clock.advance(100)
        assert not app.at_rest, "time is up"
        assert app.next_change() == USUAL_TICK


async def test_what_could_not_be_stored_does_not_wait_for_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions.storage.database.SCREEN_WAITS", (0.05, 0.05))
    path = tmp_path / "one.db"
    async with at_question(path, ManualClock()) as (app, pilot):
        loop = asyncio.get_running_loop()
        app.keep_time()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await pilot.press("b")
            assert app.flow is not None
            assert app.flow.record_was_locked
            assert app.clock_timer is not None
            assert app.clock_timer.when() <= loop.time() + USUAL_TICK + CLOCK_LAG_SECONDS
            other.execute("ROLLBACK")
        async with asyncio.timeout(60):
            while app.flow.record_was_locked:
                await asyncio.sleep(0.01)
        assert app.flow.state.drafts
