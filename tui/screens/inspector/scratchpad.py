"""The scratchpad: a text on one side, its answers and models on the other, as one types.

Owns keys, the pause before work begins, and the work behind it. What is shown is
`tui.state.inspector.scratchpad`'s, files are `scratch_files`'.
"""

from collections.abc import Iterable
from typing import ClassVar

from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import TextArea

from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from solver.printer import Notation
from tui.job import Job
from tui.screen import hints
from tui.screens.inspector import what_if
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.scratch_files import Opened, open_modal, save_modal, shown_item
from tui.screens.inspector.shell import Inspector
from tui.state.draft import KeyHint
from tui.state.inspector.notation import Shown
from tui.state.inspector.scratch_answers import ScratchAnswers, solve_scratch
from tui.state.inspector.scratchpad import ScratchView
from tui.widgets.bars import HeaderBar
from tui.widgets.sheet import Sheet

PAUSE_SECONDS = 0.2
"""So long after the last key the text is answered."""
NOTATIONS = {Shown.LATEX: Notation.LATEX, Shown.ASCII: Notation.ASCII}
ERRORS = 7
"""Lines that errors may take."""


class ScratchScreen(InspectorScreen):
    """Text over errors, answers over models."""

    WHERE = ("inspect-scratchpad",)
    CSS_PATH: ClassVar[list[str]] = [  # type: ignore[assignment]
        "../../styles/inspector.tcss",
        "../../styles/inspector_more.tcss",
    ]

    def __init__(self, inspector: Inspector, item: Item | None) -> None:
        super().__init__(inspector, "scratchpad")
        self.view = ScratchView(item, NOTATIONS.get(inspector.shown, Notation.UNICODE))
        self.job: Job[ScratchAnswers] = Job(self, "scratch", self.known, self.failed)
        self.jobs = [self.job]
        self.waiting: Timer | None = None
        self.leaving = False
        """Whether Esc was pressed over a text that is not saved."""

    def header(self) -> HeaderBar:
        """What it belongs to and how it stands."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Text, errors, answers, models."""
        text = TextArea(
            self.view.text,
            id="pad",
            soft_wrap=True,
            show_line_numbers=True,
            tab_behavior="focus",
            compact=True,
        )
        text.cursor_blink = False
        text.border_title = "Symbols, premises, queries"
        yield Horizontal(
            Vertical(text, Sheet(self.view.error_lines, "Lines", id="errors"), id="written"),
            Vertical(
                Sheet(self.view.answer_lines, "Answers", id="answers"),
                Sheet(self.view.model_lines, "Models", id="models"),
                id="found",
            ),
            id="pad-columns",
        )

    def hints(self) -> list[KeyHint]:
        """What there is to do."""
        names = ["save_pad", "open_pad", "pad_variant", "pad_what_if", "shut", "help"]
        return [KeyHint("Tab", "pane"), *hints(*names)]

    def ready(self) -> None:
        """The text has the focus, and is answered."""
        self.query_one("#pad").focus()
        if self.view.answers is None and not self.job.busy:
            self.begin()
        self.redraw()

    @property
    def area(self) -> TextArea:
        """The text on the screen."""
        return self.query_one("#pad", TextArea)

    # --- work ------------------------------------------------------------------------------------

    def work_soon(self) -> None:
        """Answer the text once the keys rest."""
        self.end_waiting()
        self.job.cancel()
        self.view.state = "working … Esc stops"
        self.waiting = self.set_timer(PAUSE_SECONDS, self.begin)

    def end_waiting(self) -> bool:
        """Whether work was about to begin."""
        if self.waiting is None:
            return False
        self.waiting.stop()
        self.waiting = None
        return True

    def begin(self) -> None:
        """In a thread."""
        self.waiting = None
        problem = self.view.pad.good
        if problem is None:
            self.view.state = ""
            return
        self.view.state = "working … Esc stops"

        def work(cancel: Cancel) -> ScratchAnswers:
            return solve_scratch(problem, cancel)

        self.job.start(work)

    def known(self, answers: ScratchAnswers) -> None:
        """Everything is answered."""
        self.view.know(answers)
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """It could not be answered; what stood there stays."""
        self.view.state = " ".join(part for part in (error.title, error.message) if part)
        self.redraw()

    def stop_work(self) -> bool:
        """Also work that is about to begin."""
        return any([self.end_waiting(), self.job.cancel()])

    def stopped(self) -> None:
        """Esc stopped the work."""
        self.view.state = "stopped; typing goes on"
        self.redraw()

    # --- drawing ---------------------------------------------------------------------------------

    def redraw(self) -> None:
        """All panes but the text."""
        view = self.view
        left, middle, right, level = view.header()
        self.query_one(HeaderBar).show(left, middle, right, level)
        answers, models = self.query_one("#answers", Sheet), self.query_one("#models", Sheet)
        answers.border_title = view.answers_title()
        models.border_title = view.models_title()
        for sheet in self.query(Sheet):
            sheet.redraw()
        total = self.query_one("#middle").size.height
        errors = self.query_one("#errors", Sheet)
        errors.styles.height = max(3, min(len(errors.lines) + 2, ERRORS, total // 2))
        models.styles.height = max(4, min(len(models.lines) + 2, total * 2 // 5))

    def on_resize(self, event: Resize) -> None:
        """Panes of another size."""
        super().on_resize(event)
        self.call_after_refresh(self.redraw)

    # --- messages --------------------------------------------------------------------------------

    def on_text_area_changed(self, message: TextArea.Changed) -> None:
        """Read at every key; answered when the keys rest."""
        message.stop()
        self.leaving = False
        if self.area.text != self.view.text and self.view.type(self.area.text):
            self.work_soon()
        self.redraw()

    def on_text_area_selection_changed(self, message: TextArea.SelectionChanged) -> None:
        """The line of the cursor."""
        message.stop()
        line = self.area.cursor_location[0]
        if line != self.view.line:
            self.view.line = line
            self.redraw()

    def on_sheet_entered(self, message: Sheet.Entered) -> None:
        """Nothing changes."""
        message.stop()

    def on_sheet_moved(self, message: Sheet.Moved) -> None:
        """A line that cannot be read was chosen: go there."""
        message.stop()
        self.go_to(message.target)

    def on_sheet_taken(self, message: Sheet.Taken) -> None:
        """The same."""
        message.stop()
        self.go_to(message.target)

    def go_to(self, target: str) -> None:
        """Put the cursor where the error is."""
        number = int(target)
        bad = self.view.pad.scratch.lines[number]
        self.area.move_cursor((number, bad.column or 0))
        self.area.focus()

    # --- actions ---------------------------------------------------------------------------------

    def shut(self) -> None:
        """Back; where something is not saved, only at the second Esc."""
        if self.view.unsaved and not self.leaving:
            self.leaving = True
            self.say("Not saved: Ctrl+S saves, Esc again leaves it", wrong=True)
            return
        super().shut()

    def action_save_pad(self) -> None:
        """Ask for a file."""

        def done(saved: bool | None) -> None:
            if saved:
                self.say(f"Saved {self.view.path}")
                self.redraw()

        self.app.push_screen(save_modal(self.view), done)

    def action_open_pad(self) -> None:
        """Ask for a file."""
        opened: list[tuple[str, Opened]] = []

        def done(read: bool | None) -> None:
            if read and opened:
                path, found = opened[-1]
                self.put(found.text, found.item, path)
                if found.others:
                    self.say(f"The first of {found.others + 1} items")

        self.app.push_screen(open_modal(self.view, opened), done)

    def put(self, text: str, item: Item | None, path: str) -> None:
        """Another text."""
        self.view.put(text, item, path)
        self.area.load_text(text)
        self.begin()
        self.redraw()

    def action_pad_empty(self) -> None:
        """Nothing, and of no item."""
        self.view.item, self.view.path = None, ""
        self.area.clear()
        self.say("Empty; Ctrl+Z brings the text back")

    def action_pad_variant(self) -> None:
        """The models under the next variant."""
        if self.view.turn_variant():
            self.redraw()
        else:
            self.say("There is no variant: a line such as @alpha drop 1 makes one")

    def action_pad_what_if(self) -> None:
        """Change premises with the difference in sight."""
        try:
            item = shown_item(self.view)
        except CountermodelError as error:
            self.say(str(error), wrong=True)
            return
        opened = what_if.screen(self.inspector, item)
        if isinstance(opened, what_if.WhatIfScreen):
            opened.view.source = self.view.path or "FILE"
        self.app.push_screen(opened)


def screen(inspector: Inspector, item: Item | None) -> InspectorScreen:
    """A scratchpad over an item's formalization, or over nothing."""
    return ScratchScreen(inspector, item)
