"""A participant at the screen, over the study tests' small items and a clock moved by hand."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from items.answers import Answer
from sessions.record.clock import ManualClock
from study.course.state import SessionState
from tests.study.samples import POOLS, sample
from tui.apps.participant import ParticipantApp
from tui.screens.participant.item import ItemScreen
from tui.screens.participant.page import PageScreen
from tui.screens.participant.task import Task
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.prose import Prose

CHOICES = """
title = "Choices"
consent = "Yes?"
[[blocks]]
source = "main"
order = "fixed"
rotate = false
number = 4
confidence = true
none_option = true
seconds_per_question = 60
"""
KINDS = """
title = "Kinds"
consent = "Yes?"
[[blocks]]
source = "kinds"
order = "fixed"
rotate = false
confidence = {confidence}
breaks = false
"""


@dataclass
class Sitting:
    """The application and what moves it."""

    app: ParticipantApp
    pilot: Pilot[None]
    clock: ManualClock

    @property
    def state(self) -> SessionState:
        assert self.app.flow is not None
        return self.app.flow.state

    @property
    def item(self) -> ItemScreen:
        assert isinstance(self.app.screen, ItemScreen), self.app.screen
        return self.app.screen

    @property
    def page(self) -> str:
        assert isinstance(self.app.screen, PageScreen), self.app.screen
        return self.app.screen.page.name

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def begin(self) -> None:
        """To the first question."""
        await self.pilot.pause()
        await self.press("y")
        await self.press("enter")
        await self.press("enter")

    async def wait(self, seconds: float) -> None:
        """Let time pass, and the application notice."""
        self.clock.advance(seconds)
        self.app.tick()
        await self.pilot.pause()

    def drafts(self) -> dict[str, Answer]:
        return dict(self.state.drafts)

    def message(self) -> str:
        return self.item.query_one("#message", Prose).text

    def footer(self) -> str:
        """The last line on the screen."""
        return self.app.screen.query_one(KeyBar).lines(self.app.size.width - 2)[0].text

    def header(self) -> str:
        return self.app.screen.query_one(HeaderBar).lines(self.app.size.width - 2)[0].text

    def screen_text(self) -> str:
        """Everything on the screen, as a person sees it."""
        app = self.app
        lines = app.screen._compositor.render_strips(app.size)
        return "\n".join("".join(segment.text for segment in line) for line in lines)


@asynccontextmanager
async def sitting(
    study: str,
    path: Path | str = ":memory:",
    size: tuple[int, int] = (80, 24),
    code: str = "P1",
    clock: ManualClock | None = None,
    pilot: bool = False,
) -> AsyncIterator[Sitting]:
    """A participant sits down to a study; the real clock never moves anything."""
    clock = clock or ManualClock()
    task = Task(sample(study), path, code, pilot, clock, lambda: POOLS)
    app = ParticipantApp(task)
    async with app.run_test(size=size) as hands:
        await hands.pause()
        yield Sitting(app, hands, clock)


async def to_kind(at: Sitting, kind: str) -> None:
    """Answer until the open question is of this kind."""
    from tests.bots.player import answer, by_gold

    for _turn in range(20):
        if at.item.view.parts[0].kind == kind:
            return
        await answer(at.pilot, at.item, by_gold)
        await at.press("enter")
    raise AssertionError(f"no question of kind {kind}")
