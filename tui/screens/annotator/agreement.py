"""The agreement of a queue's annotators, as tables.

Owns reading them in the background, with its own connection. The figures come from
`sessions.report.queue_tables`, the layout from `tui.state.annotator.agreement_view`. An annotator
does not see anybody's verdicts on control items.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.widget import Widget

from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _
from tui.screens.annotator.sitting import Sitting
from tui.state.annotator.agreement_view import agreement_lines
from tui.state.draft import KeyHint, Line
from tui.state.inspector.world_lines import text_lines
from tui.widgets.bars import HeaderBar
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.screen import FrameScreen, hints

if TYPE_CHECKING:
    from sessions.report.report_tables import Report

ADJUDICATOR_TABLES = ("annotators against controls",)


def read_tables(path: Path, queue: str, is_adjudicator: bool) -> "Report":
    """The tables of one queue, by its hash, agreement first. Raises OutsideError."""
    from sessions.report.accuracy_report import build_report
    from sessions.report.report_tables import Report
    from sessions.storage.database import Database

    with Database.open(path) as db:
        report = build_report(db, queue)
    tables = [t for t in report.tables if is_adjudicator or t.name not in ADJUDICATOR_TABLES]
    return Report(tuple(sorted(tables, key=lambda table: "agreement" not in table.name)))


class AgreementScreen(FrameScreen):
    """All tables, one below another."""

    SCREEN_NAMES = ("judge-agreement",)
    CSS_PATH: ClassVar[list[str]] = [  # type: ignore[assignment]
        "../../styles/panes.tcss",
        "../../styles/annotator.tcss",
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(name="agreement")
        self.sitting = sitting
        self.report: Report | None = None
        self.notice = _("working …")
        self.job: Job[Report] = Job(self, "agreement", self.job_done, self.failed)

    def header(self) -> HeaderBar:
        """The header with the queue."""
        return HeaderBar(self.sitting.title, "", _("agreement"))

    def middle(self) -> Iterable[Widget]:
        """The tables."""
        yield LinePane(self.lines, id="tables")

    def hints(self) -> list[KeyHint]:
        """Hints for scrolling and going back."""
        return [KeyHint("↑↓", _("scroll")), *hints("page_tables_down", "leave_desk", "help")]

    def ready(self) -> None:
        """Read the tables in a thread."""
        self.query_one(LinePane).focus()
        if self.report is not None or self.job.busy:
            return
        path, queue = self.sitting.database, self.sitting.desk.stored_queue.hash
        deciding = self.sitting.adjudicate

        def work(_cancel: Cancel) -> "Report":
            return read_tables(path, queue, deciding)

        self.job.start(work)

    def job_done(self, report: "Report") -> None:
        """Show the tables."""
        self.report = report
        self.query_one(LinePane).redraw(top=True)

    def failed(self, error: CountermodelError) -> None:
        """Show why the tables could not be read."""
        self.notice = failure_text(error)
        self.query_one(LinePane).redraw(top=True)

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """All tables, or why they are not there yet."""
        if self.report is None:
            return text_lines(self.notice, cells, "muted")
        return agreement_lines(self.report, cells)

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the tables."""
        message.stop()
        message.deliver()

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Stop the message; nothing changes."""
        message.stop()

    def action_page_tables_up(self) -> None:
        """Scroll up by a page."""
        self.query_one(LinePane).scroll_page_up(animate=False)

    def action_page_tables_down(self) -> None:
        """Scroll down by a page."""
        self.query_one(LinePane).scroll_page_down(animate=False)

    def action_leave_desk(self) -> None:
        """Go back to judging."""
        self.job.cancel()
        self.app.pop_screen()
