"""An annotator's own items: skipped ones to return to, and the outcome of the others.

Owns the list on the screen, and reading the outcomes in the background, with its own connection.
The content of the list is `tui.state.annotator.own_items_view`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.widget import Widget

from sessions.annotation.desk import became, kept_back
from sessions.annotation.desk_views import EntryOutcome
from sessions.annotation.results import QueueResults, results
from sessions.storage.database import Database
from solver.cancel import Cancel
from solver.errors import CountermodelError, OutsideError
from study.annotation.state import DeskState
from tui.i18n import _, mark
from tui.screens.annotator.sitting import Sitting
from tui.state.annotator.own_items_view import OwnItemsView
from tui.state.draft import KeyHint, Line
from tui.widgets.bars import HeaderBar
from tui.widgets.grid import Grid
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.screen import FrameScreen, hints

OUTCOMES_WITHHELD = mark("The outcomes of your items are shown once your share is done.")


@dataclass(frozen=True)
class OwnOutcomes:
    """The outcomes that were read."""

    queue_results: QueueResults
    entry_outcomes: tuple[EntryOutcome, ...]


def read_became(
    path: Path, queue: str, desk_state: DeskState, earlier_results: QueueResults | None
) -> OwnOutcomes:
    """Read the outcomes of a desk's entries; only what is new since `earlier_results`. Raises
    OutsideError."""
    with Database.open(path) as db:
        queue_results = results(db, queue, earlier_results)
    return OwnOutcomes(queue_results, became(queue_results, desk_state))


class OwnItemsScreen(FrameScreen):
    """A table above the outcome of the entry at its cursor."""

    SCREEN_NAMES = ("judge-mine",)
    CSS_PATH: ClassVar[list[str]] = [  # type: ignore[assignment]
        "../../styles/panes.tcss",
        "../../styles/annotator.tcss",
    ]

    def __init__(self, sitting: Sitting, on_close: Callable[[str | None], None]) -> None:
        super().__init__(name="mine")
        desk = sitting.desk
        self.sitting = sitting
        self.on_close = on_close
        self.view = OwnItemsView(desk.state, desk.queue, desk.scheme)
        self.job: Job[OwnOutcomes] = Job(self, "mine", self.job_done, self.failed)

    def header(self) -> HeaderBar:
        """The header with the annotator."""
        return HeaderBar(f"{self.sitting.title} · {self.sitting.name}", "", _("my items"))

    def middle(self) -> Iterable[Widget]:
        """Table and details."""
        grid = Grid(self.view.cells, id="mine")
        grid.empty_text = _("You have not started any items yet.")
        yield grid
        yield LinePane(self.details, _("Outcome"), id="became")

    def hints(self) -> list[KeyHint]:
        """Hints for opening an entry and going back."""
        return [
            KeyHint("↑↓", _("choose"), help=_("Go to another row.")),
            KeyHint("Enter", _("open"), help=_("Open the item.")),
            *hints("leave_desk", "help"),
        ]

    def ready(self) -> None:
        """Focus the table and read the outcomes in a thread."""
        self.query_one(Grid).focus()
        self.call_after_refresh(self.fill)
        if not self.view.notice or self.job.busy:
            return
        path, desk, before = self.sitting.database, self.sitting.desk, self.sitting.queue_results
        try:
            visible = desk.look_at_others()
        except OutsideError as error:
            self.failed(error)
            return
        if not visible:
            self.view.learn(kept_back(desk.queue, desk.state))
            self.view.notice = _(OUTCOMES_WITHHELD)
            return
        queue, state = desk.stored_queue.hash, desk.state

        def work(_cancel: Cancel) -> OwnOutcomes:
            return read_became(path, queue, state, before)

        self.job.start(work)

    def job_done(self, outcomes: OwnOutcomes) -> None:
        """Show the outcomes, after recording that they were seen."""
        self.sitting.queue_results = outcomes.queue_results
        try:
            self.sitting.desk.saw(outcomes.queue_results)
        except OutsideError as error:
            self.failed(error)
            return
        self.view.learn(outcomes.entry_outcomes)
        self.fill()

    def failed(self, error: CountermodelError) -> None:
        """Show why the outcomes could not be read; entries can be opened all the same."""
        self.view.notice = failure_text(error)
        self.query_one(LinePane).redraw(top=True)

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the outcomes."""
        message.stop()
        message.deliver()

    def on_unmount(self) -> None:
        """Stop all work."""
        self.job.cancel()

    def fill(self) -> None:
        """Set the columns for this width."""
        grid = self.query_one(Grid)
        grid.show(self.view.heads(grid.room), len(self.view.rows), grid.cursor)
        self.query_one(LinePane).redraw(top=True)

    def details(self, cells: int, focused: bool) -> list[Line]:
        """Details of the entry at the cursor."""
        return self.view.lines(self.query_one(Grid).cursor, cells)

    def on_grid_resized(self, message: Grid.Resized) -> None:
        """Set the columns for the new width."""
        message.stop()
        self.fill()

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Show the details of another entry."""
        message.stop()
        self.query_one(LinePane).redraw(top=True)

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Stop the message; nothing changes."""
        message.stop()

    def on_grid_opened(self, message: Grid.Opened) -> None:
        """Return to this entry."""
        message.stop()
        entry = self.view.rows[message.row].entry
        self.app.pop_screen()
        self.on_close(entry)

    def action_leave_desk(self) -> None:
        """Go back to the previous screen."""
        self.app.pop_screen()
        self.on_close(None)
