"""The window that gives reasons: why a verdict is as it is.

Owns its keys and the work behind it. What is shown is `tui.state.inspector.why`'s.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from solver.errors import CountermodelError
from solver.inspection.reasons import Core, core
from tui.i18n import _
from tui.job import Job, JobEnded, failure_text
from tui.state.inspector.why import WhyView
from tui.widgets.line_pane import LinePane
from tui.widgets.prose import Prose
from tui.window import Window

CORE_SECONDS = 5.0


class WhyModal(Window[bool]):
    """One explanation; True where its world is to be questioned."""

    CSS_PATH = "../../styles/inspector_more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True),
        Binding("e,E", "question", "", show=False, priority=True),
    ]

    def __init__(self, view: WhyView) -> None:
        super().__init__()
        self.view = view
        self.job: Job[Core | None] = Job(self, "why", self.came, self.failed)

    def compose(self) -> ComposeResult:
        """Title, reasons, keys."""
        with Vertical(classes="window"):
            yield Prose(self.view.title, "heading", classes="title")
            yield LinePane(self.view.lines, id="reasons")
            keys = _("↑↓ scroll · e deny it: name a world · Esc back")
            yield Prose(keys, "muted")

    def on_mount(self) -> None:
        """Work it out."""
        self.query_one(LinePane).focus()
        asked = self.view.asked
        follows = asked.follows
        if follows is None:
            return
        self.view.state = _("working …")
        self.job.start(
            lambda cancel: core(
                asked.theory,
                follows,
                numbers=asked.numbers,
                given=asked.given,
                timeout=CORE_SECONDS,
                cancel=cancel,
            )
        )

    def on_job_ended(self, message: JobEnded) -> None:
        """Take what was worked out."""
        message.stop()
        message.deliver()

    def came(self, found: Core | None) -> None:
        """It is worked out."""
        self.view.know(found)
        self.query_one(LinePane).redraw(top=True)

    def failed(self, error: CountermodelError) -> None:
        """It could not be."""
        self.view.state = failure_text(error)
        self.query_one(LinePane).redraw()

    def action_question(self) -> None:
        """Name a world in which it is otherwise: whoever opened this window opens that one."""
        if self.view.asked.world is None:
            self.notify(_("No world is known here; the models screen (m) lists them."))
            return
        self.job.cancel()
        self.dismiss(True)

    def action_leave(self) -> None:
        """Back to the screen below."""
        self.job.cancel()
        self.dismiss(False)
