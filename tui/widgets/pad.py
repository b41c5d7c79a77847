"""A scratchpad: a text on one side, its errors under it, answers and models beside it.

Owns its panes, the pause before work begins, and the work behind it: reading
and answering. What is shown is `tui.state.inspector.scratchpad`'s; files and what becomes of the
text are the screen's.
"""

from collections.abc import Callable, Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from solver.cancel import Budget, Cancel
from solver.errors import CountermodelError
from tui.i18n import _
from tui.state.inspector.scratch_answers import ScratchAnswers, solve_scratch
from tui.state.inspector.scratchpad import ReadPad, ScratchView
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.widgets.plain_area import PlainArea

PAUSE_SECONDS = 0.2
"""So long after the last key the text is answered."""
READ_SECONDS = 10.0
"""What reading a text may take."""
LONG_LINE = 5_000
"""Characters of a line from which on lines are not wrapped: the whole line would be wrapped anew at
every key, and cut into its rows for every row that is drawn."""
SHORT = 10_000
"""Characters of a text that is read at every key; a longer one once the keys rest."""


def _can_wrap(lines: Sequence[str]) -> bool:
    return max(map(len, lines)) < LONG_LINE


class PadText(PlainArea):
    """The text; the line of the cursor stays in view when the panes beside it grow."""

    note: Callable[[str], None] = staticmethod(lambda _text: None)
    """Called with the text at each change, before anything of it is painted."""

    def load_text(self, text: str) -> None:
        """Another text; its lines are wrapped unless one is too long for that."""
        self.soft_wrap = _can_wrap(text.split("\n"))
        super().load_text(text)

    def edit(self, edit: Edit) -> EditResult:
        """A change; a line that is too long is not wrapped once before."""
        if self.soft_wrap:
            self.soft_wrap = _can_wrap(edit.text.split("\n"))
        result = super().edit(edit)
        self.note(self.text)
        return result

    def undo(self) -> None:
        """Take back what was done last."""
        super().undo()
        self.note(self.text)

    def redo(self) -> None:
        """Do it again."""
        super().redo()
        self.note(self.text)

    def wrap_or_not(self) -> None:
        """After any change: lines are wrapped unless one is too long for that."""
        able = _can_wrap(self.document.lines)
        if able is not self.soft_wrap:
            self.soft_wrap = able

    def on_resize(self) -> None:
        """Scroll to the cursor once the text is laid out anew."""
        self.call_after_refresh(self.scroll_cursor_visible)


class Pad(Horizontal):
    """Text over errors, answers over models."""

    class Changed(Message):
        """It was drawn anew: the header may say something else."""

    class Typed(Message):
        """The text is another."""

    def __init__(self, view: ScratchView, note: Callable[[str], None] | None = None) -> None:
        """`note` is called with the text at each change, before anything of it is painted."""
        super().__init__(id="pad-columns")
        self.note = note
        self.view = view
        self.job: Job[ScratchAnswers] = Job(self, "scratch", self.job_done, self.failed)
        self.waiting: Timer | None = None
        self.reader: Job[ReadPad] = Job(self, "reading", self.was_read, self.not_read)
        self.resting: Timer | None = None
        """Until the keys rest and the text is read."""
        self.after_reading: list[Callable[[], None]] = []
        """What was asked for while the text was being read."""

    def compose(self) -> ComposeResult:
        """Text, errors, answers, models."""
        text = PadText(
            self.view.text,
            id="pad",
            soft_wrap=True,
            show_line_numbers=True,
            tab_behavior="focus",
            compact=True,
        )
        text.cursor_blink = False
        if self.note is not None:
            text.note = self.note
        text.border_title = _("Symbols, premises, queries")
        yield Vertical(text, LinePane(self.view.error_lines, _("Lines"), id="errors"), id="written")
        yield Vertical(
            LinePane(self.view.answer_lines, _("Answers"), id="answers"),
            LinePane(self.view.model_lines, _("Models"), id="models"),
            id="found",
        )

    @property
    def area(self) -> PadText:
        """The text on the screen."""
        return self.query_one("#pad", PadText)

    def ready(self) -> None:
        """The text has the focus, and is answered."""
        self.area.focus()
        if not self.view.current:
            self.read()
        elif self.view.answers is None and not self.job.busy:
            self.begin()
        self.redraw()

    # --- reading ---------------------------------------------------------------------------------

    def read_soon(self) -> None:
        """Read the text, a long one once the keys rest."""
        self.end_resting()
        self.reader.cancel()
        if len(self.view.text) <= SHORT:
            self.read()
        else:
            self.resting = self.set_timer(PAUSE_SECONDS, self.read)

    def read(self) -> None:
        """Read the text in a thread: it may be long, or take long."""
        self.end_resting()
        if len(self.view.text) > SHORT:
            self.view.state = _("reading … Esc stops")
        self.reader.start(lambda cancel: self.view.read(Budget.of(READ_SECONDS, cancel)))

    def end_resting(self) -> bool:
        """Whether the text was about to be read."""
        if self.resting is None:
            return False
        self.resting.stop()
        self.resting = None
        return True

    def was_read(self, read: ReadPad) -> None:
        """Answer what was read, where it says something new."""
        if self.view.state == _("reading … Esc stops"):
            busy = self.job.busy or self.waiting is not None
            self.view.state = _("working … Esc stops") if busy else ""
        if self.view.take(read):
            if self.view.answers is None:
                self.begin()
            else:
                self.work_soon()
        self.redraw()
        if self.view.current:
            waiting, self.after_reading = self.after_reading, []
            for action in waiting:
                action()

    def not_read(self, error: CountermodelError) -> None:
        """It could not be read; what was read before stays."""
        self.after_reading = []
        self.failed(error)

    def when_read(self, action: Callable[[], None]) -> None:
        """Do something that needs the text read as it stands."""
        if self.view.current:
            action()
            return
        self.after_reading.append(action)
        if not self.reader.busy:
            self.read()

    # --- work ------------------------------------------------------------------------------------

    def work_soon(self) -> None:
        """Answer the text once the keys rest."""
        self.end_waiting()
        self.job.cancel()
        self.view.state = _("working … Esc stops")
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
        self.view.state = _("working … Esc stops")

        def work(cancel: Cancel) -> ScratchAnswers:
            return solve_scratch(problem, cancel)

        self.job.start(work)

    def job_done(self, answers: ScratchAnswers) -> None:
        """Everything is answered."""
        self.view.know(answers)
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """It could not be answered; what stood there stays."""
        self.view.state = failure_text(error)
        self.redraw()

    def on_job_ended(self, message: JobEnded) -> None:
        """Take what was worked out, unless something newer was started."""
        message.stop()
        message.deliver()

    def stop_work(self) -> bool:
        """Stop the work, also what is about to begin; whether there was any."""
        self.after_reading = []
        return any(
            [self.end_resting(), self.reader.cancel(), self.end_waiting(), self.job.cancel()]
        )

    def on_unmount(self) -> None:
        """Nothing goes on unseen."""
        self.stop_work()

    # --- drawing ---------------------------------------------------------------------------------

    @property
    def panes(self) -> Iterable[LinePane]:
        """All panes but the text."""
        return self.query(LinePane)

    def redraw(self) -> None:
        """All panes but the text."""
        if not self.is_mounted:
            return
        view = self.view
        answers, models = self.query_one("#answers", LinePane), self.query_one("#models", LinePane)
        answers.border_title = view.answers_title()
        models.border_title = view.models_title()
        for pane in self.panes:
            pane.redraw()
        self.post_message(self.Changed())

    # --- messages --------------------------------------------------------------------------------

    def on_text_area_changed(self, message: TextArea.Changed) -> None:
        """Noted at every key, and read beside the screen; answered when the keys rest."""
        message.stop()
        self.area.wrap_or_not()
        text = self.area.text
        if text != self.view.text:
            self.view.write(text)
            self.post_message(self.Typed())
            self.read_soon()
        self.redraw()

    def on_text_area_selection_changed(self, message: TextArea.SelectionChanged) -> None:
        """The line of the cursor."""
        message.stop()
        line = self.area.cursor_location[0]
        if line != self.view.line:
            self.view.line = line
            self.redraw()

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Nothing changes."""
        message.stop()

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """A line that cannot be read was chosen: go there."""
        message.stop()
        self.go_to(message.target)

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """The same."""
        message.stop()
        self.go_to(message.target)

    def go_to(self, target: str) -> None:
        """Put the cursor where the error is."""
        number = int(target)
        if number >= len(self.view.pad.scratch.lines):
            return
        bad = self.view.pad.scratch.lines[number]
        self.area.move_cursor((number, bad.column or 0))
        self.area.focus()
