"""The application in a participant's process: one session, reached by a link.

Owns the differences from `take` in a terminal: no code is typed, the clipboard is off, the page
learns how the session ended, and a reconnected page gets the screen again.
"""

import asyncio
from typing import Any

from textual.events import AppBlur, Event, Key, MouseDown, Paste, Resize
from textual.geometry import Size

from tui.apps.participant import ParticipantApp
from tui.i18n import _
from tui.screens.participant.flow import USUAL_TICK
from tui.screens.participant.task import Task
from tui.serving.driver import PageDriver
from tui.state.pages import not_saved_yet

NS_PER_SECOND = 1_000_000_000
STEP_SECONDS = 5.0
"""With ample time left, the clock on the screen advances in steps of this length."""
EVERY_SECOND_FROM = 60
"""Seconds left from which the clock shows every second."""
CLOCK_LAG_SECONDS = 0.005
"""Seconds after a change of the displayed clock at which it is checked."""


class ServedApp(ParticipantApp):
    """One session in a browser page."""

    CSS_PATH = "../styles/countermodel.tcss"
    ALLOW_SELECT = False
    CLIPBOARD = False
    BY_LINK = True

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.end_sent = False
        """Whether the page knows that the session has ended."""
        self.disconnected = False
        self.clock_timer: asyncio.TimerHandle | None = None
        """The next check of the clock."""

    def window(self, in_front: bool) -> None:
        """Ignored: Textual assumes at first that a page is in the background, but the page reports
        its own state."""

    async def _on_app_blur(self, event: AppBlur) -> None:
        """Prevents Textual from computing all styles again, which a page does not need."""
        event.prevent_default()

    def get_driver_class(self) -> type[PageDriver]:
        """The driver for a page."""
        return PageDriver

    def copy_to_clipboard(self, text: str) -> None:
        """Ignored: items stay on the screen."""

    def leaving(self) -> str:
        """Say that nothing is lost, and how to come back."""
        if self.flow is None or not self.flow.under_way:
            return ""
        if not self.flow.saved:
            return not_saved_yet()
        return _("Your answers are saved. Come back at any time with the same link.")

    def keep_time(self) -> None:
        """Check the clock only when its display changes: of 200 participants on a machine, most do
        nothing at any moment, and should cost nothing."""
        loop = asyncio.get_running_loop()
        self.clock_timer = loop.call_later(self.next_change(), self.next_tick)

    def next_tick(self) -> None:
        """Tick, and schedule the next one. If only the clock changes, this happens directly,
        because a Textual timer would wake several tasks."""
        if self._exit:
            return
        if self.at_rest:
            super().tick()
        else:
            self.call_later(self.tick)
        self.keep_time()

    async def on_event(self, event: Event) -> None:
        """Tick earlier after an input, which may leave something to store; with a delay after a
        click or during typing, which is stored later."""
        await super().on_event(event)
        if self.clock_timer is None or self._exit or not isinstance(event, Key | MouseDown | Paste):
            return
        later = isinstance(event, MouseDown) or (self.flow is not None and self.flow.typing)
        seconds = USUAL_TICK if later else self.next_change()
        loop = asyncio.get_running_loop()
        if self.clock_timer.when() > loop.time() + seconds + CLOCK_LAG_SECONDS:
            self.clock_timer.cancel()
            self.clock_timer = loop.call_later(seconds, self.next_tick)

    @property
    def at_rest(self) -> bool:
        """Whether a question is open and only the clock can change."""
        flow = self.flow
        if flow is None or flow.item_screen is None or self.screen is not flow.item_screen:
            return False
        if (
            flow.has_failed
            or flow.retry
            or flow.record_was_locked
            or flow.item_screen.unsaved_places
        ):
            return False
        return flow.runner is not None and flow.remaining().expired is None

    def step(self) -> float:
        """Longer steps if only the clock can change, and time is not short."""
        if self.flow is None or not self.at_rest:
            return USUAL_TICK
        nanoseconds = self.flow.remaining().shortest_ns
        return (
            STEP_SECONDS
            if nanoseconds is None or nanoseconds > EVERY_SECOND_FROM * NS_PER_SECOND
            else 1.0
        )

    def next_change(self) -> float:
        """Seconds until the displayed clock of an open question changes. In other states, or if
        something waits to be stored, seconds until the next check."""
        flow = self.flow
        if flow is None or not self.at_rest:
            return USUAL_TICK
        nanoseconds = flow.remaining().shortest_ns
        if nanoseconds is None:
            return self.step()
        return nanoseconds % round(self.step() * NS_PER_SECOND) / NS_PER_SECOND + CLOCK_LAG_SECONDS

    def tick(self) -> None:
        """Let time pass; inform the page once the session has ended."""
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
        """Give the screen the size of its page: Textual loses a size that arrives during the
        start."""
        driver = self._driver
        if isinstance(driver, PageDriver) and driver._size is not None:
            size = Size(*driver._size)
            if self.screen.size != size:
                self.screen.post_message(Resize(size, size))

    def notify_server(self, message: dict[str, Any]) -> None:
        """Send a message to the server."""
        driver = self._driver
        if isinstance(driver, PageDriver):
            driver.write_meta(message)

    def line_lost(self) -> None:
        """Record that the page is disconnected; time continues, since the text on the screen can
        still be read."""
        from study.course.events import LineLost

        if not self.disconnected:
            self.disconnected = True
            self.note(LineLost())

    def line_back(self) -> None:
        """Record that the page is connected again, and paint everything."""
        from study.course.events import LineBack

        if self.disconnected:
            self.disconnected = False
            self.note(LineBack())
        self.refresh(layout=True)


def served(task: Task) -> tuple[int, Exception | None]:
    """Run a task's session to its end in this process. Returns the exit code and the error, if
    any."""
    app = ServedApp(task)
    app.run()
    return app.return_code or 0, app.unexpected_error or app.failure
