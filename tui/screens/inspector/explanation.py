"""The window that explains a verdict.

Owns its keys and the background work. The display is `tui.state.inspector.explanation`.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _
from tui.state.inspector.explanation import (
    Explanation,
    ExplanationView,
    Step,
    has_parts,
    steps_of,
    worked_out,
)
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.widgets.prose import Prose
from tui.windows.window import Window


class ExplanationModal(Window[Explanation | None]):
    """One explanation. Returns the formula and the world to be questioned, or None."""

    CSS_PATH = "../../styles/inspector_more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True),
        Binding("e,E", "question", "", show=False, priority=True),
        Binding("left", "turn(-1)", "", show=False, priority=True),
        Binding("right", "turn(1)", "", show=False, priority=True),
    ]

    def __init__(self, view: ExplanationView) -> None:
        super().__init__()
        self.view = view
        self.job: Job[tuple[Explanation, ...]] = Job(self, "why", self.job_done, self.failed)
        self.parts_job: Job[tuple[tuple[Step, ...], bool]] = Job(
            self, "parts", self.parts_done, self.failed
        )

    def compose(self) -> ComposeResult:
        """Title, reasons, keys."""
        with Vertical(classes="window"):
            yield Prose(self.view.title, "heading", classes="title", id="what")
            yield LinePane(self.view.lines, id="reasons")
            yield Prose(self.keys, "muted", id="keys")

    @property
    def keys(self) -> str:
        """The available keys, and which part of the answer is shown."""
        view, explanation = self.view, self.view.explanation
        keys = _("↑↓ scroll · Esc back")
        if explanation is not None and explanation.world is not None:
            keys = _("↑↓ scroll · e deny it: name a world · Esc back")
        if len(view.steps) < 2:
            return keys
        place = _("←→ part {n} of {count}").format(n=view.place + 1, count=len(view.steps))
        return f"{place} · {keys}"

    def on_mount(self) -> None:
        """Start the work."""
        self.query_one(LinePane).focus()
        self.work_out()
        if has_parts(self.view.view):
            if self.view.step is None:
                self.view.state = _("working …")
            self.parts_job.start(lambda cancel: steps_of(self.view.view, cancel))

    def work_out(self) -> None:
        """Compute what is on show, unless it is known."""
        step = self.view.step
        if step is None or step.complete:
            self.job.cancel()
            return
        self.view.state = _("working …")

        def work(cancel: Cancel) -> tuple[Explanation, ...]:
            return tuple(worked_out(explanation, cancel) for explanation in step.explanations)

        self.job.start(work)

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the result."""
        message.stop()
        message.deliver()

    def job_done(self, explanations: tuple[Explanation, ...]) -> None:
        """Show the result."""
        self.view.state = ""
        self.view.know(explanations)
        self.redraw(top=True)

    def parts_done(self, steps: tuple[tuple[Step, ...], bool]) -> None:
        """Accept the parts of the answer."""
        first = self.view.step is None
        state = self.view.state
        self.view.add(*steps)
        if first:
            self.work_out()
        else:
            self.view.state = state
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """Show why there is no explanation."""
        self.view.state = failure_text(error)
        self.redraw()

    def redraw(self, top: bool = False) -> None:
        """Draw title, reasons and keys."""
        self.query_one("#what", Prose).show(self.view.title)
        self.query_one("#keys", Prose).show(self.keys)
        self.query_one(LinePane).redraw(top)

    def action_turn(self, step: int) -> None:
        """Go to another part of the answer."""
        if self.view.turn(step):
            self.view.state = ""
            self.work_out()
            self.redraw(top=True)

    def action_question(self) -> None:
        """Close the window with a world of another truth value; the opening screen questions it."""
        explanation = self.view.explanation
        if explanation is None or explanation.world is None:
            self.notify(_("No world is known here; the models screen (m) lists the models."))
            return
        self.stop()
        self.dismiss(explanation)

    def action_leave(self) -> None:
        """Go back to the screen below."""
        self.stop()
        self.dismiss(None)

    def stop(self) -> None:
        """Stop all work."""
        self.job.cancel()
        self.parts_job.cancel()
