"""The window that shows a whole answer of any length.

Owns requesting the whole list. The lines are in `tui.state.inspector.full_answer`.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from solver.cancel import Cancel
from solver.errors import CountermodelError
from solver.language.problem import Theory
from solver.queries import Session
from solver.results import EngineAnswer
from tui.i18n import _
from tui.state.inspector.full_answer import MOST_ROWS, FullAnswer
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.widgets.prose import Prose
from tui.windows.window import Window

SECONDS = 10.0


class FullAnswerModal(Window[None]):
    """One answer."""

    CSS_PATH = "../../styles/inspector_more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True)
    ]

    def __init__(self, view: FullAnswer, theory: Theory | None) -> None:
        super().__init__()
        self.view = view
        self.theory = theory
        self.job: Job[EngineAnswer] = Job(self, "full answer", self.job_done, self.failed)

    def compose(self) -> ComposeResult:
        """Title, answer, keys."""
        with Vertical(classes="window"):
            yield Prose(_("The answer in full"), "heading", classes="title")
            yield LinePane(self.view.lines, id="reasons")
            yield Prose(_("↑↓ PgUp PgDn scroll · Esc back"), "muted")

    def on_mount(self) -> None:
        """Request what was not listed."""
        self.query_one(LinePane).focus()
        query, theory = self.view.question_analysis.query, self.theory
        if self.view.is_complete or query is None or theory is None:
            return
        self.view.state = _("working …")

        def work(cancel: Cancel) -> EngineAnswer:
            session = Session(theory, (query,), "auto", SECONDS, cancel)
            return session.ask(query, limit=MOST_ROWS, want_supports=False).answer

        self.job.start(work)

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the result."""
        message.stop()
        message.deliver()

    def job_done(self, answer: EngineAnswer) -> None:
        """Show the whole list."""
        self.view.answer = answer
        self.query_one(LinePane).redraw()

    def failed(self, error: CountermodelError) -> None:
        """Show why it could not be listed."""
        self.view.state = failure_text(error)
        self.query_one(LinePane).redraw()

    def action_leave(self) -> None:
        """Go back to the screen below."""
        self.job.cancel()
        self.dismiss(None)
