"""The application in a participant's process: one session, reached by a link.

Owns what differs from `take` in a terminal: no code is typed, the clipboard is off, the page is
told how the session ended, and a page that was cut off gets the screen again.
"""

import asyncio
from typing import Any

from textual.events import AppBlur, Event, Key, MouseDown, Paste, Resize
from textual.geometry import Size

from tui.apps.participant import ParticipantApp
from tui.i18n import _
from tui.screens.participant.flow import USUAL_TICK, Task
from tui.serving.driver import PageDriver
from tui.state.pages import not_saved_yet

SECOND = 1_000_000_000
STEP_SECONDS = 5.0
"""While there is time, the clock on the screen goes in steps of so many seconds."""
EACH_FROM = 60
"""Seconds left from which it shows each of them."""
JUST_AFTER = 0.005
"""Seconds after the clock on the screen changes that it is looked at."""


class ServedApp(ParticipantApp):
    """One session in a page."""

    CSS_PATH = "../styles/countermodel.tcss"
    ALLOW_SELECT = False
    CLIPBOARD = False
    BY_LINK = True

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.end_sent = False
        """Whether the page knows that the session has ended."""
        self.cut_off = False
        self.due: asyncio.TimerHandle | None = None
        """The next look at the clock."""

    def window(self, front: bool) -> None:
        """Textual takes a page to be in the background at first; the page itself knows better."""

    async def _on_app_blur(self, event: AppBlur) -> None:
        """Textual would work out all styles anew; a page needs none of that."""
        event.prevent_default()

    def get_driver_class(self) -> type[PageDriver]:
        """The page."""
        return PageDriver

    def copy_to_clipboard(self, text: str) -> None:
        """Items stay on the screen."""

    def leaving(self) -> str:
        """Nothing is lost, and how to come back."""
        if self.flow is None or not self.flow.under_way:
            return ""
        if not self.flow.saved:
            return not_saved_yet()
        return _("Your answers are saved. Come back at any time with the same link.")

    def keep_time(self) -> None:
        """Look at the clock when it changes, and not in between: of 200 participants on a machine,
        most do nothing at any moment, and should cost nothing."""
        loop = asyncio.get_running_loop()
        self.due = loop.call_later(self.next_change(), self.next_tick)

    def next_tick(self) -> None:
        """Now, and again. Where nothing but the clock changes, that is done on the spot: a timer of
        Textual's wakes several tasks."""
        if self._exit:
            return
        if self.at_rest:
            super().tick()
        else:
            self.call_later(self.tick)
        self.keep_time()

    async def on_event(self, event: Event) -> None:
        """An input may leave something to be stored, which is not to wait for the clock. Of a text
        that is written, and of a click, it comes to that only later."""
        await super().on_event(event)
        if self.due is None or self._exit or not isinstance(event, Key | MouseDown | Paste):
            return
        later = isinstance(event, MouseDown) or (self.flow is not None and self.flow.typing)
        seconds = USUAL_TICK if later else self.next_change()
        loop = asyncio.get_running_loop()
        if self.due.when() > loop.time() + seconds + JUST_AFTER:
            self.due.cancel()
            self.due = loop.call_later(seconds, self.next_tick)

    @property
    def at_rest(self) -> bool:
        """Whether a question is open on which time alone changes the clock and nothing else."""
        flow = self.flow
        if flow is None or flow.item_screen is None or self.screen is not flow.item_screen:
            return False
        if flow.broken or flow.again or flow.waiting or flow.item_screen.unsaved:
            return False
        return flow.runner is not None and flow.remaining().expired is None

    def step(self) -> float:
        """Longer ones where time alone goes on, and is not short."""
        if self.flow is None or not self.at_rest:
            return USUAL_TICK
        nanoseconds = self.flow.remaining().shortest_ns
        return STEP_SECONDS if nanoseconds is None or nanoseconds > EACH_FROM * SECOND else 1.0

    def next_change(self) -> float:
        """Seconds until the clock of an open question is to show something else. Elsewhere, and
        where something waits to be stored, until it is worth another look."""
        flow = self.flow
        if flow is None or not self.at_rest:
            return USUAL_TICK
        nanoseconds = flow.remaining().shortest_ns
        if nanoseconds is None:
            return self.step()
        return nanoseconds % round(self.step() * SECOND) / SECOND + JUST_AFTER

    def tick(self) -> None:
        """Let time pass; tell the page once the session has ended."""
        super().tick()
        self.fit_page()
        flow = self.flow
        if self.end_sent or flow is None or flow.runner is None or not flow.state.ended:
            return
        self.end_sent = True
        own = flow.study.last_page(flow.state.phase)
        self.notify_server(
            {
                "type": "ended",
                "outcome": flow.state.phase,
                "code": own.code or flow.state.completion_code or "",
                "address": own.address,
            }
        )

    def fit_page(self) -> None:
        """Give the screen the size of its page: Textual loses one that comes while it starts."""
        driver = self._driver
        if isinstance(driver, PageDriver) and driver._size is not None:
            size = Size(*driver._size)
            if self.screen.size != size:
                self.screen.post_message(Resize(size, size))

    def notify_server(self, message: dict[str, Any]) -> None:
        """Say something to the server."""
        driver = self._driver
        if isinstance(driver, PageDriver):
            driver.write_meta(message)

    def line_lost(self) -> None:
        """The page is cut off; time goes on, since what was on the screen can still be read."""
        from study.course.events import LineLost

        if not self.cut_off:
            self.cut_off = True
            self.note(LineLost())

    def line_back(self) -> None:
        """Paint everything."""
        from study.course.events import LineBack

        if self.cut_off:
            self.cut_off = False
            self.note(LineBack())
        self.refresh(layout=True)


def served(task: Task) -> tuple[int, Exception | None]:
    """Run the session of a task to its end in this process; the exit code, and what went wrong."""
    app = ServedApp(task)
    app.run()
    return app.return_code or 0, app.fault or app.failure
