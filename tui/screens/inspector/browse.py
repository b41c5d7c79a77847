"""The table of all items.

Owns keys, filter line, facets, and the figures that are filled in. The display is
`tui.state.inspector.browse_view`.
"""

import time
from collections.abc import Iterable

from textual.containers import Horizontal
from textual.events import Key, ScreenResume
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from items.inspection.catalogue import RecordedTallies
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _, ngettext
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.figures import FigureRound, FiguresReady
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.record import RecordScreen, formalization_text
from tui.state.draft import KeyHint
from tui.state.grid import Cell
from tui.widgets.bars import HeaderBar
from tui.widgets.grid import Grid
from tui.widgets.job import Job, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.screen import hints

ARRIVAL_SECONDS = 0.1
"""Interval at which new items are added while sources are read."""
RESELECT_SECONDS = 1.0
"""Interval at which rows may change places while figures are filled in."""


class FilterLine(Input):
    """The filter line; Enter and ↓ move to the table."""

    def on_key(self, event: Key) -> None:
        """Leave the line downwards."""
        if event.key in ("enter", "down"):
            event.stop()
            event.prevent_default()
            self.screen.query_one(Grid).focus()


class BrowseScreen(InspectorScreen):
    """The filter above the table, facets next to it."""

    SCREEN_NAMES = ("inspect-list",)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__(inspector, "browse")
        self.view = inspector.browse
        self.round = FigureRound(self, inspector.catalogue, inspector.database, inspector.program)
        self.reader: Job[dict[str, RecordedTallies]] = Job(
            self, "answers", self.recorded, self.unread_record
        )
        self._moved_at = 0.0
        self.arrival_timer: Timer | None = None
        """Looks for new items while sources are read."""

    def header(self) -> HeaderBar:
        """The header with the number of items."""
        return HeaderBar(_("Items · {sources}").format(sources=self.inspector.sources))

    def middle(self) -> Iterable[Widget]:
        """Filter, table, facets."""
        yield FilterLine(
            self.view.view.text, placeholder=_("/ filter by words"), id="filter", compact=True
        )
        yield Horizontal(
            Grid(self.cells_of, id="table"),
            LinePane(self.view.draw_facets, _("Facets"), id="facets"),
            id="columns",
        )

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        if isinstance(self.focused, FilterLine):
            return [
                KeyHint("Enter ↓", _("to the table"), help=_("Go to the table.")),
                KeyHint("Esc", _("clear"), help=_("Remove the filter.")),
                *hints("help"),
            ]
        if self.focused is not None and self.focused.id == "facets":
            return [
                KeyHint("↑↓", _("value"), help=_("Go to another value.")),
                KeyHint("Space", _("choose"), help=_("Filter by the value, or no longer.")),
                KeyHint("Esc", _("to the table"), help=_("Go to the table.")),
                *hints("facets", "help"),
            ]
        return [
            KeyHint("Enter", _("open"), help=_("Open the item.")),
            *hints("filter", "facets"),
            KeyHint("←→", _("column"), help=_("Mark another column.")),
            *hints("sort", "matrix", "record", "pair", "scratchpad", "shut", "help"),
        ]

    def ready(self) -> None:
        """Focus the table and start computing figures."""
        self.query_one(Grid).focus()
        self.show_table()
        if self.inspector.incoming is None:
            self.all_there()
        elif self.arrival_timer is None:
            self.arrival_timer = self.set_interval(ARRIVAL_SECONDS, self.take_in)

    def all_there(self) -> None:
        """After all items are read, start computing figures and reading the record."""
        self.round.start()
        self.show_header()
        if self.inspector.database is not None and self.inspector.answer_book is None:
            self.reader.start(self.read_record)

    def take_in(self) -> None:
        """Add the items read in the meantime."""
        if not self.inspector.take_in():
            return
        over = self.inspector.incoming is None
        if over and self.arrival_timer is not None:
            self.arrival_timer.stop()
            self.arrival_timer = None
        now = time.monotonic()
        if over or now - self._moved_at > RESELECT_SECONDS:
            self._moved_at = now
            self.show_facets()
        self.show_table()
        if over:
            self.all_there()

    # --- showing ---------------------------------------------------------------------------------

    def cells_of(self, row: int) -> list[Cell]:
        """The cells of a table row."""
        return self.view.row_cells(row, self.query_one(Grid).heads)

    def show_table(self) -> None:
        """Update rows, columns and counts."""
        grid = self.query_one(Grid)
        if grid.room <= 0:
            return
        grid.empty_text = _("No items match. Esc clears the filter.")
        grid.show(self.view.heads(grid.room), len(self.view.places), self.view.row)
        self.show_header()
        self.note_seen()

    def show_header(self) -> None:
        """Update the header."""
        pending = len(self.inspector.catalogue.pending())
        text = ""
        incoming = self.inspector.incoming
        if incoming is not None:
            n, of = len(self.inspector.catalogue), incoming.expected_count
            if of < n:
                form = _("reading {n} …")
            elif incoming.is_estimate:
                form = _("reading {n} of about {all} …")
            else:
                form = _("reading {n} of {all} …")
            text = form.format(n=f"{n:,}", all=f"{of:,}")
        elif pending:
            total = len(self.inspector.catalogue)
            how = _("working") if self.round.running else _("paused")
            text = _("figures {n} of {all} · {how}").format(
                n=f"{total - pending:,}", all=f"{total:,}", how=how
            )
        elif self.inspector.problems:
            n = len(self.inspector.problems)
            text = ngettext("{n} record not read: e", "{n} records not read: e", n).format(n=n)
        self.query_one(HeaderBar).show(middle=self.view.summary, right=text)
        self.show_keys()

    def note_seen(self) -> None:
        """Note which items are on the screen; their figures come first."""
        grid = self.query_one(Grid)
        self.round.visible = tuple(self.view.places[grid.first : grid.first + grid.page])

    def show_facets(self) -> None:
        """Show the counts of the facets."""
        pane = self.query_one("#facets", LinePane)
        if pane.display:
            pane.redraw()

    # --- figures and answers ---------------------------------------------------------------------

    def on_figures_ready(self, message: FiguresReady) -> None:
        """Add new figures."""
        message.stop()
        if not self.is_attached:
            # The program is ending, and the table may be gone already.
            return
        for place, figures in message.figures.items():
            self.inspector.catalogue.update(place, figures)
        if message.is_last:
            self.round.running = False
        now = time.monotonic()
        if message.is_last or now - self._moved_at > RESELECT_SECONDS:
            self._moved_at = now
            if self.view.waits_for_figures:
                self.view.refresh()
            self.show_facets()
            self.show_table()
        else:
            self.query_one(Grid).refresh()
            self.show_header()

    def read_record(self, cancel: Cancel) -> dict[str, RecordedTallies]:
        """Runs in a thread: read all recorded answers."""
        from sessions.report.answer_book import answer_book
        from sessions.storage.database import Database

        database = self.inspector.database
        if database is None or not database.exists():
            return {}
        with Database.open(database) as db:
            book = answer_book(db)
        self.inspector.answer_book = book
        return book.summaries(self.inspector.items)

    def recorded(self, recorded: dict[str, RecordedTallies]) -> None:
        """Add columns for people and models."""
        if recorded:
            self.inspector.catalogue.record(recorded)
            self.view.refresh()
            self.show_facets()
            self.show_table()

    def unread_record(self, error: CountermodelError) -> None:
        """Show why the database cannot be read."""
        self.show_message(failure_text(error), is_error=True)

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Return from an item: put the cursor on the item looked at last."""
        if self.is_mounted:
            self.call_after_refresh(self.show_table)

    def stop_work(self) -> bool:
        """Stop other work; Esc does not stop figures, `c` does."""
        return self.reader.cancel()

    def on_unmount(self) -> None:
        """Stop all threads with the screen."""
        self.round.stop()
        self.reader.cancel()

    # --- messages --------------------------------------------------------------------------------

    def on_input_changed(self, message: Input.Changed) -> None:
        """Filter at each key."""
        message.stop()
        self.view.filter(message.value)
        self.show_table()
        self.show_facets()

    def on_grid_opened(self, message: Grid.Opened) -> None:
        """Open the item."""
        message.stop()
        self.view.row = message.row
        self.inspector.open_item()

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Keep the position."""
        message.stop()
        self.view.row = message.row
        self.note_seen()

    def on_grid_resized(self, message: Grid.Resized) -> None:
        """Adapt the columns to the new width."""
        message.stop()
        self.show_table()

    def on_grid_head_clicked(self, message: Grid.HeadClicked) -> None:
        """Sort by the clicked head."""
        message.stop()
        self.view.marked_column = message.key
        self.view.sort(message.key)
        self.show_table()

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Follow the cursor of the facets."""
        message.stop()
        self.view.facet_key = message.target
        message.pane.redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Select a value of a facet, or deselect it."""
        message.stop()
        self.view.toggle(message.target)
        self.show_table()
        self.show_facets()

    def on_descendant_focus(self) -> None:
        """Show the keys of the focused pane."""
        self.show_keys()

    def show_keys(self) -> None:
        """Update the footer."""
        from tui.widgets.bars import KeyBar

        self.query_one(KeyBar).show(self.hints())

    # --- actions ---------------------------------------------------------------------------------

    def action_filter(self) -> None:
        """Go to the filter line."""
        self.query_one(FilterLine).focus()

    def action_facets(self) -> None:
        """Show the facets, or hide them."""
        pane = self.query_one("#facets", LinePane)
        pane.display = not pane.display
        if pane.display:
            pane.focus()
            self.call_after_refresh(self.first_facet)
        else:
            self.query_one(Grid).focus()

    def first_facet(self) -> None:
        """Put the cursor on the first facet."""
        pane = self.query_one("#facets", LinePane)
        pane.redraw()
        if not self.view.facet_key and pane.targets:
            self.view.facet_key = pane.targets[0]
            pane.redraw()

    def action_column_left(self) -> None:
        """Mark the column to the left."""
        self.view.mark(-1)
        self.show_table()

    def action_column_right(self) -> None:
        """Mark the column to the right."""
        self.view.mark(1)
        self.show_table()

    def action_sort(self) -> None:
        """Sort by the marked column."""
        self.view.sort(self.view.marked_column)
        self.show_table()

    def action_figures(self) -> None:
        """Pause the computation of figures, or resume it."""
        if self.round.running:
            self.round.stop()
        elif self.inspector.incoming is None and self.inspector.catalogue.pending():
            self.round.start()
        self.show_header()

    def action_unread(self) -> None:
        """Show what could not be read."""
        lines = [
            "\n".join(part for part in (p.title, p.message, p.hint) if part)
            for p in self.inspector.problems
        ]
        text = "\n\n".join(lines) or _("Everything was read.")
        self.app.push_screen(RecordScreen(self.inspector, _("What could not be read"), text))

    def action_record(self) -> None:
        """Show the source record."""
        item = self.view.item
        if item is not None:
            self.app.push_screen(RecordScreen.of(self.inspector, item))

    def action_copy_id(self) -> None:
        """Copy the id."""
        if self.view.item is not None:
            self.copy(self.view.item.id, self.view.item.id)

    def action_copy_formal(self) -> None:
        """Copy the formalization."""
        item = self.view.item
        if item is not None and item.formalization is not None:
            self.copy(formalization_text(item), _("the formalization"))
        else:
            self.show_message(_("This item has no formalization"), is_error=True)

    def action_pair(self) -> None:
        """Compare two items side by side."""
        if self.view.item is not None:
            self.inspector.open("pair", self.view.item)

    def action_matrix(self) -> None:
        """Open the matrix of respondents and items."""
        self.inspector.open("matrix", None)

    def action_scratchpad(self) -> None:
        """Open an empty scratchpad."""
        self.inspector.open("scratchpad", None)

    def action_shut(self) -> None:
        """Leave the filter or the facets, then clear them, then close the screen."""
        if self.focused is not None and self.focused.id == "filter":
            self.query_one(FilterLine).value = ""
            self.query_one(Grid).focus()
        elif self.focused is not None and self.focused.id == "facets":
            self.query_one(Grid).focus()
        elif self.view.clear():
            self.query_one(FilterLine).value = ""
            self.show_table()
            self.show_facets()
        else:
            self.inspector.go_back()


def screen(inspector: Inspector, _item: Item | None) -> BrowseScreen:
    """The table, whatever the item."""
    return BrowseScreen(inspector)
