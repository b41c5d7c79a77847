"""A scratchpad: a text on one side with its errors below it, answers and models next to it.

Owns its panes, the pause before work begins, and the background work: reading and answering. The
display is `tui.state.inspector.scratchpad`; the screens own files and the use of the text.
"""

from collections.abc import Callable, Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult, Location

from solver.cancel import Budget, Cancel
from solver.errors import CountermodelError, InputError
from solver.language.scratchpad_lines import check_length
from tui.i18n import _
from tui.state.inspector.scratch_answers import ScratchAnswers, solve_scratch
from tui.state.inspector.scratchpad import ReadPad, ScratchView
from tui.text import plain
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.widgets.plain_area import PlainArea

PAUSE_SECONDS = 0.2
"""The text is answered this long after the last key."""
READ_SECONDS = 10.0
"""Time limit for reading a text."""
LONG_LINE = 5_000
"""Line length in characters from which lines are not wrapped: otherwise the whole line would be
wrapped again at every key, and cut into rows for every row drawn."""
MOST_READ_AT_KEYS = 10_000
"""Maximum length of a text that is read at every key; a longer one is read when typing pauses."""


def _can_wrap(lines: Sequence[str]) -> bool:
    return max(map(len, lines)) < LONG_LINE


class PadText(PlainArea):
    """The text; the line at the cursor stays in view when the panes next to it grow."""

    note: Callable[[str], None] = staticmethod(lambda _text: None)
    """Called with the text at each change, before the change is painted."""

    class Refused(Message):
        """Text was not inserted, because the whole would be too long."""

        def __init__(self, error: InputError) -> None:
            super().__init__()
            self.error = error

    def replace(
        self,
        insert: str,
        start: Location,
        end: Location,
        *,
        maintain_selection_offset: bool = True,
    ) -> EditResult:
        """Insert typed or pasted text, unless the whole would be too long for a scratchpad."""
        text = plain(insert)
        if text:
            first, last = sorted((start, end))
            before = self.get_text_range((0, 0), first)
            after = self.get_text_range(last, self.document.end)
            try:
                check_length(before + text + after)
            except InputError as error:
                self.post_message(self.Refused(error))
                return EditResult(end, "")
        return super().replace(
            text, start, end, maintain_selection_offset=maintain_selection_offset
        )

    def load_text(self, text: str) -> None:
        """Show another text; its lines are wrapped unless one is too long for that."""
        self.soft_wrap = _can_wrap(text.split("\n"))
        super().load_text(text)

    def edit(self, edit: Edit) -> EditResult:
        """Apply a change; if it makes a line too long, wrapping is switched off first."""
        if self.soft_wrap:
            self.soft_wrap = _can_wrap(edit.text.split("\n"))
        result = super().edit(edit)
        self.note(self.text)
        return result

    def undo(self) -> None:
        """Undo the last change."""
        super().undo()
        self.note(self.text)

    def redo(self) -> None:
        """Redo the last undone change."""
        super().redo()
        self.note(self.text)

    def wrap_or_not(self) -> None:
        """After any change, wrap lines unless one is too long for that."""
        able = _can_wrap(self.document.lines)
        if able is not self.soft_wrap:
            self.soft_wrap = able

    def on_resize(self) -> None:
        """Scroll to the cursor after the new layout."""
        self.call_after_refresh(self.scroll_cursor_visible)


class Pad(Horizontal):
    """The text above errors, answers above models."""

    class Changed(Message):
        """The pad was redrawn, so the header may change."""

    class Typed(Message):
        """The text changed."""

    def __init__(self, view: ScratchView, note: Callable[[str], None] | None = None) -> None:
        """`note` is called with the text at each change, before the change is painted."""
        super().__init__(id="pad-columns")
        self.note = note
        self.view = view
        self.job: Job[ScratchAnswers] = Job(self, "scratch", self.job_done, self.failed)
        self.pause_timer: Timer | None = None
        self.reader: Job[ReadPad] = Job(self, "reading", self.was_read, self.not_read)
        self.rest_timer: Timer | None = None
        """Runs until typing pauses and the text is read."""
        self.reading_callbacks: list[Callable[[], None]] = []
        """Actions requested while the text was being read."""

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
        """Focus the text and answer it."""
        self.area.focus()
        if not self.view.current:
            self.read()
        elif self.view.answers is None and not self.job.busy:
            self.begin()
        self.redraw()

    # --- reading ---------------------------------------------------------------------------------

    def read_soon(self) -> None:
        """Read the text; a long one when typing pauses."""
        self.end_resting()
        self.reader.cancel()
        if len(self.view.text) <= MOST_READ_AT_KEYS:
            self.read()
        else:
            self.rest_timer = self.set_timer(PAUSE_SECONDS, self.read)

    def read(self) -> None:
        """Read the text in a thread, because it may be long or slow to read."""
        self.end_resting()
        if len(self.view.text) > MOST_READ_AT_KEYS:
            self.view.state = _("reading … Esc stops")
        self.reader.start(lambda cancel: self.view.read(Budget.of(READ_SECONDS, cancel)))

    def end_resting(self) -> bool:
        """Cancel pending reading. Returns whether there was any."""
        if self.rest_timer is None:
            return False
        self.rest_timer.stop()
        self.rest_timer = None
        return True

    def was_read(self, read_pad: ReadPad) -> None:
        """Answer the text that was read, if its content changed."""
        if self.view.state == _("reading … Esc stops"):
            busy = self.job.busy or self.pause_timer is not None
            self.view.state = _("working … Esc stops") if busy else ""
        if self.view.take(read_pad):
            if self.view.answers is None:
                self.begin()
            else:
                self.work_soon()
        self.redraw()
        if self.view.current:
            waiting, self.reading_callbacks = self.reading_callbacks, []
            for action in waiting:
                action()

    def not_read(self, error: CountermodelError) -> None:
        """Show why the text could not be read; the previous content stays."""
        self.reading_callbacks = []
        self.failed(error)

    def when_read(self, action: Callable[[], None]) -> None:
        """Run an action that needs the present text to be read."""
        if self.view.current:
            action()
            return
        self.reading_callbacks.append(action)
        if not self.reader.busy:
            self.read()

    # --- work ------------------------------------------------------------------------------------

    def work_soon(self) -> None:
        """Answer the text when typing pauses."""
        self.end_waiting()
        self.job.cancel()
        self.view.state = _("working … Esc stops")
        self.pause_timer = self.set_timer(PAUSE_SECONDS, self.begin)

    def end_waiting(self) -> bool:
        """Cancel pending work. Returns whether there was any."""
        if self.pause_timer is None:
            return False
        self.pause_timer.stop()
        self.pause_timer = None
        return True

    def begin(self) -> None:
        """Start the work in a thread."""
        self.pause_timer = None
        problem = self.view.pad.readable_problem
        if problem is None:
            self.view.state = ""
            return
        self.view.state = _("working … Esc stops")

        def work(cancel: Cancel) -> ScratchAnswers:
            return solve_scratch(problem, cancel)

        self.job.start(work)

    def job_done(self, answers: ScratchAnswers) -> None:
        """Show all answers."""
        self.view.know(answers)
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """Show why the work failed; the previous content stays."""
        self.view.state = failure_text(error)
        self.redraw()

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the result, unless newer work was started."""
        message.stop()
        message.deliver()

    def stop_work(self) -> bool:
        """Stop the work, including work about to begin. Returns whether there was any."""
        self.reading_callbacks = []
        return any(
            [self.end_resting(), self.reader.cancel(), self.end_waiting(), self.job.cancel()]
        )

    def on_unmount(self) -> None:
        """Stop all work."""
        self.stop_work()

    # --- drawing ---------------------------------------------------------------------------------

    @property
    def panes(self) -> Iterable[LinePane]:
        """All panes except the text."""
        return self.query(LinePane)

    def redraw(self) -> None:
        """Draw all panes except the text."""
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
        """Note the change, and read the text in the background; it is answered when typing
        pauses."""
        message.stop()
        self.area.wrap_or_not()
        text = self.area.text
        if text != self.view.text:
            self.view.write(text)
            self.post_message(self.Typed())
            self.read_soon()
        self.redraw()

    def on_text_area_selection_changed(self, message: TextArea.SelectionChanged) -> None:
        """Follow the line at the cursor."""
        message.stop()
        line = self.area.cursor_location[0]
        if line != self.view.line:
            self.view.line = line
            self.redraw()

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Stop the message; nothing changes."""
        message.stop()

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Go to the chosen unreadable line."""
        message.stop()
        self.go_to(message.target)

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Do the same."""
        message.stop()
        self.go_to(message.target)

    def go_to(self, target: str) -> None:
        """Put the cursor at the error."""
        number = int(target)
        if number >= len(self.view.pad.scratch.lines):
            return
        bad = self.view.pad.scratch.lines[number]
        self.area.move_cursor((number, bad.column or 0))
        self.area.focus()
