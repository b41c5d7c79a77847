"""The report on screen: all tables of the database, one below another.

Owns scrolling, moving between tables, and the keys that open other screens. The tables come from
`sessions.report.accuracy_report`, their layout from `tui.state.report_view`.
"""

from collections.abc import Callable, Iterable

from textual.widget import Widget

from tui.i18n import _
from tui.state.draft import KeyHint, Line
from tui.state.report_view import ReportView
from tui.widgets.bars import HeaderBar
from tui.widgets.contents import Contents
from tui.widgets.lines import Lines
from tui.widgets.reading import Reading
from tui.windows.screen import FrameScreen, hints


class Tables(Lines, can_focus=True):
    """Draws the report."""

    def __init__(self, view: ReportView) -> None:
        super().__init__(id="tables")
        self.view = view

    def draw(self, cells: int) -> list[Line]:
        """All tables."""
        return self.view.lines(cells)


class TablesPane(Reading):
    """Scrolls the tables and reports it."""

    def __init__(self, tables: Tables, on_move: Callable[[], None]) -> None:
        super().__init__(tables, id="reading")
        self.on_move = on_move

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Update the list of contents."""
        super().watch_scroll_y(old_value, new_value)
        self.on_move()


class ReportScreen(FrameScreen):
    """Contents on the left, tables on the right."""

    SCREEN_NAMES = ("report",)

    def __init__(
        self,
        view: ReportView,
        database: str,
        go_back: Callable[[], None],
        open_items: Callable[[], None],
        switch_population: Callable[[], None],
        simulated: bool = False,
    ) -> None:
        super().__init__(name="report")
        self.view = view
        self.database = database
        self.go_back = go_back
        self.open_items = open_items
        self.switch_population = switch_population
        """Switches to the report with or without simulated respondents."""
        self.simulated = simulated

    def header(self) -> HeaderBar:
        """The header with the source of the figures, and whether simulated respondents are
        included."""
        text = _("simulated respondents too") if self.simulated else ""
        return HeaderBar(_("Reports"), text, self.database)

    def middle(self) -> Iterable[Widget]:
        """Contents and tables."""
        yield Contents([], id="contents")
        yield TablesPane(Tables(self.view), self.mark_table)

    def hints(self) -> list[KeyHint]:
        """Hints for tables, scrolling and going back."""
        return [
            *hints("next_table", "page_down"),
            KeyHint("↑↓", _("scroll")),
            *hints("answered", "simulated", "back", "help"),
        ]

    def ready(self) -> None:
        """Focus the tables."""
        self.query_one(Tables).focus(scroll_visible=False)
        self.call_after_refresh(self.mark_table)

    @property
    def cells(self) -> int:
        """The width of the tables, in cells."""
        return self.query_one(Tables).content_size.width

    def mark_table(self) -> None:
        """Mark the table at the top."""
        if not self.is_mounted or not self.cells:
            return
        pane = self.query_one(TablesPane)
        entries = self.view.contents(self.cells)
        at_end = pane.max_scroll_y > 0 and pane.scroll_target_y >= pane.max_scroll_y
        place = self.view.at(int(pane.scroll_target_y), self.cells)
        if at_end and place < self.target_place < len(entries):
            place = self.target_place
        titles, studies = [entry.title for entry in entries], [member.study for member in entries]
        self.query_one(Contents).show(titles, place, studies)

    target_place = 0
    """The requested table, which may be too near the end to reach the top."""

    def on_contents_chosen(self, message: Contents.Chosen) -> None:
        """Go to a table."""
        message.stop()
        self.go_to(message.place)

    def go_to(self, place: int) -> None:
        """Scroll a table to the top."""
        entries = self.view.contents(self.cells)
        if entries:
            self.target_place = max(0, min(place, len(entries) - 1))
            line = entries[self.target_place].line
            self.query_one(TablesPane).scroll_to(y=0 if line <= 2 else line, animate=False)
            self.mark_table()

    def action_next_table(self) -> None:
        """Go to the next table."""
        self.go_to(self.query_one(Contents).place + 1)

    def action_previous_table(self) -> None:
        """Go to the previous table."""
        self.go_to(self.query_one(Contents).place - 1)

    def action_page_up(self) -> None:
        """Scroll up."""
        self.query_one(TablesPane).scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down."""
        self.query_one(TablesPane).scroll_page_down(animate=False)

    def key_up(self) -> None:
        """Scroll up by a line."""
        self.query_one(TablesPane).scroll_up(animate=False)

    def key_down(self) -> None:
        """Scroll down by a line."""
        self.query_one(TablesPane).scroll_down(animate=False)

    def action_answered(self) -> None:
        """Open the items in the database, with their respondents."""
        self.open_items()

    def action_simulated(self) -> None:
        """Include simulated respondents, or exclude them again."""
        self.switch_population()

    def action_back(self) -> None:
        """Go back to the previous screen."""
        self.go_back()
