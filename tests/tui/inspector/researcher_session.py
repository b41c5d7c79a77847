"""A researcher at the screen, and a record to look at."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot

from items.answers import ChoiceAnswer
from items.files.loading import load
from items.models import Item
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from tests.study.samples import sample
from tests.tui.at_rest import at_rest, wait_until
from tui.apps.inspector import InspectorApp
from tui.widgets.bars import HeaderBar, KeyBar

NOON = "2025-01-01T12:00:00Z"
STUDY = """
id = "goat"
title = "The goat"
consent = "Yes?"

[[blocks]]
id = "only"
source = "main"
order = "fixed"
confidence = true
none_option = true
seconds_per_question = 30
"""


@cache
def demo() -> tuple[Item, ...]:
    """The built-in items, read once; nothing changes them."""
    return load("builtin:demo").items


def record(path: Path) -> None:
    """Three people and two models on the goat: A, C and C; A and C."""
    goat = demo()[0]
    with Database.open(path) as db:
        for code, option, seconds in (("P1", 0, 9.0), ("P2", 2, 12.5), ("P3", 2, 30.0 - 1)):
            clock = ManualClock()
            runner = Runner.open(
                db, sample(STUDY), code, clock=clock, pools=lambda: {"main": (goat,)}, proofs={}
            )
            runner.consent(True)
            runner.proceed()
            runner.proceed()
            clock.advance(seconds)
            runner.change("1", ChoiceAnswer(option=option))
            runner.set_confidence(4)
            runner.confirm()
            runner.close()
        responses.add(
            db, [_recorded_answer(goat, "model-a", 0), _recorded_answer(goat, "model-b", 2)]
        )


def _recorded_answer(item: Item, model: str, option: int) -> ModelAnswer:
    return ModelAnswer(
        model=model,
        setting="0-shot",
        run=1,
        item_hash=item.content_hash,
        item_id=item.id,
        question="1",
        part="1",
        mutant=0,
        status="answered",
        answer=ChoiceAnswer(option=option),
        call=Call(utc=NOON, seconds=2.5),
    )


@dataclass
class InspectorSession:
    """The application and what moves it."""

    app: App[None]
    pilot: Pilot[None]

    async def press(self, *keys: str) -> None:
        """One after another. Esc after other keys waits for what they set off: it would stop that
        instead of leaving, on a machine where it is still under way. The key after Enter waits for
        what was opened: of an item that is still at work a screen says so, and does nothing else.
        """
        for place, key in enumerate(keys):
            if place and (key == "escape" or keys[place - 1] == "enter"):
                await self.settle()
            await self.pilot.press(key)
        await self.settle()

    async def settle(self) -> None:
        """Until nothing is worked out any more."""
        await at_rest(self.pilot)

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Until this holds."""
        await wait_until(self.pilot, holds, self.text)

    def text(self) -> str:
        """Everything on the screen, as a person sees it."""
        lines = self.app.screen._compositor.render_strips(self.app.size)
        return "\n".join("".join(segment.text for segment in line) for line in lines)

    def header(self) -> str:
        return self.app.screen.query_one(HeaderBar).lines(self.app.size.width - 2)[0].text

    def footer(self) -> str:
        return self.app.screen.query_one(KeyBar).lines(self.app.size.width - 2)[0].text


@asynccontextmanager
async def open_inspector(
    items: Sequence[Item] | None = None,
    size: tuple[int, int] = (120, 35),
    database: Path | None = None,
    theme: str = "dark",
) -> AsyncIterator[InspectorSession]:
    """A researcher opens the built-in items, or others."""
    app = InspectorApp(items or demo(), ["builtin:demo"], database, "test")
    app.theme = f"countermodel-{theme}"
    async with app.run_test(size=size) as pilot:
        at = InspectorSession(app, pilot)
        await at.settle()
        yield at
