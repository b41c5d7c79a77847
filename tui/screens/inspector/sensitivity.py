"""Single edits that change an answer: every premise dropped and negated, with the answers.

Owns the background work and the effect of Enter. The rows are `tui.state.inspector.sensitivity`.
"""

import time
from collections.abc import Iterable
from typing import ClassVar

from textual.widget import Widget

from items.formal import FormalItem, formal_item
from items.inspection.item_sensitivity import ItemSensitivityRow, item_sensitivity
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from solver.language.edits import theory
from tui.i18n import _
from tui.screens.inspector import what_if
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.notice import NoticeScreen
from tui.state.draft import KeyHint
from tui.state.inspector.contradiction import contradictory_variants
from tui.state.inspector.sensitivity import SensitivityView
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.screen import hints

TOLD_SECONDS = 0.1
"""Interval at which new rows are passed to the screen."""
TIMEOUT = 2.0
"""Time limit per question; a row that exceeds it is marked as unknown."""


class SensitivityScreen(InspectorScreen):
    """Edits above the answers under the marked edit."""

    SCREEN_NAMES = ("inspect-sensitivity",)
    CSS_PATH: ClassVar[list[str]] = [
        "../../styles/panes.tcss",
        "../../styles/inspector.tcss",
        "../../styles/inspector_more.tcss",
    ]

    def __init__(self, inspector: Inspector, view: SensitivityView, formal: FormalItem) -> None:
        super().__init__(inspector, "sensitivity")
        self.view = view
        self.formal = formal
        self.job: Job[list[ItemSensitivityRow]] = Job(self, "hinges", self.all_came, self.failed)
        self.jobs = [self.job]

    def header(self) -> HeaderBar:
        """The header with the item and the number of edits that matter."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Edits above answers."""
        yield LinePane(self.view.edit_lines, _("Each premise dropped and negated"), id="edits")
        yield LinePane(self.view.answer_lines, _("Answers"), id="answers")

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        return [
            KeyHint("↑↓", _("choose"), help=_("Go to another edit.")),
            KeyHint("Enter", _("what if"), help=_("Make the edit in What if.")),
            *hints("only_changes", "notation", "shut", "help"),
        ]

    def ready(self) -> None:
        """Focus the edits and start the work."""
        self.query_one("#edits").focus()
        if not self.view.is_complete and not self.job.busy:
            self.view.restart()
            self.job.start(self.work)
        self.redraw()

    # --- work ------------------------------------------------------------------------------------

    def work(self, cancel: Cancel) -> list[ItemSensitivityRow]:
        """Runs in a thread: deliver rows as they are found; returns the last ones."""
        self.view.inconsistent = contradictory_variants(self.view.item, TIMEOUT, cancel)
        waiting: list[ItemSensitivityRow] = []
        value = time.monotonic()
        rows = item_sensitivity(self.view.item, self.formal, timeout=TIMEOUT, cancel=cancel)
        for row in rows:
            waiting.append(row)
            if time.monotonic() - value > TOLD_SECONDS:
                self.deliver_rows(waiting, cancel)
                waiting, value = [], time.monotonic()
        return waiting

    def deliver_rows(self, rows: list[ItemSensitivityRow], cancel: Cancel) -> None:
        """Pass rows to the screen, unless the work was cancelled meanwhile."""

        def deliver() -> None:
            if not cancel.cancelled:
                self.view.add_rows(rows)
                self.redraw()

        if self.is_attached:
            self.post_message(JobEnded(deliver))

    def all_came(self, rows: list[ItemSensitivityRow]) -> None:
        """Add the last rows."""
        self.view.add_rows(rows)
        self.view.state, self.view.is_complete = "", True
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """Show why the work failed."""
        self.view.state = failure_text(error)
        self.redraw()

    def stopped(self) -> None:
        """Show that the work was stopped; the rows so far stay."""
        self.view.state = _("stopped: there may be more")
        self.redraw()

    # --- drawing ---------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw both panes."""
        left, middle, right, level = self.view.header()
        self.query_one(HeaderBar).show(left, middle, right, level)
        answers = self.query_one("#answers", LinePane)
        answers.border_title = self.view.answers_title()
        answers.redraw()
        self.query_one("#edits", LinePane).redraw()
        self.query_one(KeyBar).show(self.hints())

    # --- messages and actions --------------------------------------------------------------------

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Follow the cursor."""
        message.stop()
        self.view.move(message.target)
        self.redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Apply the edit on the What if screen."""
        message.stop()
        edit = self.view.edit
        if edit is None:
            return
        opened = what_if.screen(
            self.inspector, self.view.item, variant=edit.variant_name, against=edit.variant_name
        )
        if isinstance(opened, what_if.WhatIfScreen):
            opened.view.move(edit.premise)
            if edit.operation == "drop":
                opened.view.toggle()
            else:
                opened.view.negate()
        self.app.push_screen(opened)

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Stop the message; nothing changes."""
        message.stop()

    def action_only_changes(self) -> None:
        """Hide edits without effect, or show them."""
        self.view.turn_changes()
        self.redraw()

    def action_notation(self) -> None:
        """Switch to the next notation of formulas."""
        self.view.formula_style = self.inspector.formula_style = self.view.formula_style.next
        self.redraw()
        self.show_message(_("Formulas in {way}").format(way=_(self.view.formula_style)))


def screen(inspector: Inspector, item: Item) -> InspectorScreen:
    """The sensitivity of an item; a notice if it has no readable formalization."""
    try:
        formal = formal_item(item)
        if formal is None:
            return NoticeScreen(inspector, item, _("This item has no formalization."))
        signature = theory(formal.problem).signature
    except CountermodelError as error:
        return NoticeScreen(inspector, item, str(error))
    return SensitivityScreen(
        inspector, SensitivityView(item, signature, inspector.formula_style), formal
    )
