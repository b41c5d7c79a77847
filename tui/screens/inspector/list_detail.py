"""A list next to the details of its marked entry: the base of the claims and the trail.

Owns panes, keys and the work that makes the list. Each screen owns the content.
"""

from abc import abstractmethod
from collections.abc import Iterable

from textual.containers import Horizontal
from textual.widget import Widget

from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.state.draft import KeyHint, Line
from tui.state.inspector.list_detail import ListDetailView
from tui.state.inspector.world_lines import text_lines
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.job import Job, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.question_window import QuestionModal


class ListDetailScreen(InspectorScreen):
    """Two panes about the item at the table's cursor."""

    HEADER_TITLE = ""
    """Text before the item's id."""
    LIST_TITLE = ""
    """Title of the list."""

    def __init__(self, inspector: Inspector, name: str, item: Item) -> None:
        super().__init__(inspector, name)
        self.item = item
        self.job: Job[ListDetailView] = Job(self, name, self.job_done, self.failed)
        self.jobs = [self.job]
        self.view: ListDetailView | None = None
        self.read_error = ""

    @abstractmethod
    def read(self, cancel: Cancel) -> ListDetailView:
        """Runs in a thread: the content of the list."""

    def header(self) -> HeaderBar:
        """The header with the item and the outcome."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """The list and the marked entry."""
        yield Horizontal(
            LinePane(self.listed, _(self.LIST_TITLE), id="listed"),
            LinePane(self.detail, "", id="detail"),
            id="columns",
        )

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        own = self.offered("question", "shut", "help")
        return [
            KeyHint("↑↓", _("choose"), help=_("Go to another row.")),
            KeyHint("Tab", _("pane"), help=_("Go to the next pane.")),
            *own,
        ]

    def offers(self, action: str) -> bool:
        """Offer questions about a world if the entry shows one."""
        entry = None if self.view is None else self.view.entry
        return action != "question" or (entry is not None and entry.world is not None)

    def ready(self) -> None:
        """Focus the list."""
        self.query_one("#listed").focus()
        self.job.start(self.read)
        self.redraw()

    def job_done(self, view: ListDetailView) -> None:
        """Show the list."""
        self.view = view
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """Show why there is no list."""
        self.read_error = failure_text(error)
        self.redraw()

    def stopped(self) -> None:
        """Show that the work was stopped."""
        self.read_error = _("stopped")
        self.redraw()

    def redraw(self) -> None:
        """Draw both panes and the bars."""
        message = self.view.summary if self.view is not None else ""
        busy = _("working …") if self.job.busy else ""
        self.query_one(HeaderBar).show(f"{_(self.HEADER_TITLE)} · {self.item.id}", message, busy)
        for pane in self.query(LinePane):
            pane.redraw()
        self.query_one(KeyBar).show(self.hints())

    def listed(self, cells: int, focused: bool) -> list[Line]:
        """The list."""
        if self.view is None:
            return text_lines(self.read_error or _("working …"), cells, "muted")
        return self.view.list_lines(cells, focused)

    def detail(self, cells: int, focused: bool) -> list[Line]:
        """The marked entry."""
        return [] if self.view is None else self.view.detail_lines(cells, focused)

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Mark another entry."""
        message.stop()
        if self.view is not None:
            self.view.select(message.target)
            self.query_one("#listed", LinePane).redraw()
            self.query_one("#detail", LinePane).redraw(top=True)
            self.query_one(KeyBar).show(self.hints())

    def action_question(self) -> None:
        """Open the window to type formulas about the entry's first world."""
        entry = None if self.view is None else self.view.entry
        if entry is None or entry.world is None:
            self.show_message(_("No world is shown here"))
            return
        self.app.push_screen(QuestionModal(*entry.world, ()))

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Go to the marked entry's details."""
        message.stop()
        self.query_one("#detail").focus()
