"""The application in a participant's process: one session, reached by a link.

Owns what differs from `take` in a terminal: no code is typed, the clipboard is off, the page is
told how the session ended, and a page that was cut off gets the screen again.
"""

from typing import Any

from textual.events import Resize
from textual.geometry import Size

from tui.i18n import _
from tui.participant_app import ParticipantApp
from tui.screens.participant.flow import Task
from tui.serving.driver import PageDriver


class ServedApp(ParticipantApp):
    """One session in a page."""

    CSS_PATH = "../styles/countermodel.tcss"
    ALLOW_SELECT = False
    CLIPBOARD = False
    BY_LINK = True

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.told = False
        """Whether the page knows that the session has ended."""
        self.cut_off = False

    def window(self, front: bool) -> None:
        """Textual takes a page to be in the background at first; the page itself knows better."""

    def get_driver_class(self) -> type[PageDriver]:
        """The page."""
        return PageDriver

    def copy_to_clipboard(self, text: str) -> None:
        """Items stay on the screen."""

    def leaving(self) -> str:
        """Nothing is lost, and how to come back."""
        if self.flow is None or not self.flow.under_way:
            return ""
        return _("Your answers are saved. Come back at any time with the same link.")

    def tick(self) -> None:
        """Let time pass; tell the page once the session has ended."""
        super().tick()
        self.fit_page()
        flow = self.flow
        if self.told or flow is None or flow.runner is None or not flow.state.ended:
            return
        self.told = True
        own = flow.study.last_page(flow.state.phase)
        self.tell(
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

    def tell(self, what: dict[str, Any]) -> None:
        """Say something to the server."""
        driver = self._driver
        if isinstance(driver, PageDriver):
            driver.write_meta(what)

    def line_lost(self) -> None:
        """The page is cut off; time goes on, since what was on the screen can still be read."""
        from study.events import LineLost

        if not self.cut_off:
            self.cut_off = True
            self.note(LineLost())

    def line_back(self) -> None:
        """Paint everything."""
        from study.events import LineBack

        if self.cut_off:
            self.cut_off = False
            self.note(LineBack())
        self.refresh(layout=True)


def served(task: Task) -> tuple[int, Exception | None]:
    """Run the session of a task to its end in this process; the exit code, and what went wrong."""
    app = ServedApp(task)
    app.run()
    return app.return_code or 0, app.fault or app.failure
