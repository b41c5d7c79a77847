"""The annotator's scratchpad: their own premises and queries, attached to the judged item.

Owns keys and attaching. The panes are `tui.widgets.pad`; `items.scratchpads.formalize` reads which
query belongs to which question, and its gold.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.timer import Timer
from textual.widget import Widget

from items.scratchpads.formalize import readings_of
from items.scratchpads.text import scratch_text
from sessions.annotation.desk_views import Current
from solver.errors import CountermodelError, OutsideError
from tui.i18n import _
from tui.screens.annotator.sitting import Sitting
from tui.screens.annotator.windows import AGAIN_SECONDS, KEEP_SECONDS
from tui.state.draft import KeyHint
from tui.state.inspector.scratchpad import ScratchView
from tui.text import plain, sentences
from tui.widgets.bars import HeaderBar
from tui.widgets.job import Job, JobEnded, refusal_text
from tui.widgets.pad import Pad, PadText
from tui.windows.modals import LeaveModal, TableModal
from tui.windows.pad_drafts import PadDraft
from tui.windows.pad_lines import MARKED_LINE, lines_window
from tui.windows.screen import FrameScreen, hints


def attached_text(current: Current) -> str | None:
    """The attached formalization as text, with the marks that link queries to questions; None if
    nothing is attached."""
    work = current.work
    if work.formalization is None:
        return None
    data = dict(work.formalization)
    item = current.item.model_copy(update={"formalization": data, "questions": ()})
    marks = {
        query: f"  # {id} = {gold}"
        for id, reading in work.readings.items()
        for query, gold in zip(reading.queries, reading.golds, strict=True)
    }
    parts = iter(data.get("question", ()))
    lines = [
        line + marks.get(next(parts, ""), "") if line.startswith("?") else line
        for line in scratch_text(item).split("\n")
    ]
    return "\n".join(lines)


class FormalScreen(FrameScreen):
    """A scratchpad with the item's formalization, or an empty one."""

    SCREEN_NAMES = ("judge-formal",)
    CSS_PATH: ClassVar[list[str]] = [  # type: ignore[assignment]
        "../../styles/panes.tcss",
        "../../styles/inspector.tcss",
        "../../styles/inspector_more.tcss",
        "../../styles/annotator.tcss",
    ]

    def __init__(self, sitting: Sitting, current: Current, on_change: Callable[[], None]) -> None:
        super().__init__(name="formal")
        self.sitting = sitting
        self.current = current
        self.on_change = on_change
        """Called after something was attached or removed."""
        self.view = ScratchView(current.item)
        self.initial_text = attached_text(current) or self.view.text
        """The text before anything is typed."""
        row = sitting.desk.row
        whose = f"{row.role}-{row.id}-{current.entry.id}"
        self.draft = PadDraft(sitting.database, current.item, whose)
        typed = self.draft.read()
        self.view.write(current.work.pad or self.initial_text if typed is None else typed)
        self.store_timer: Timer | None = None
        """Runs until what was typed is written safely to disk."""
        self.rest_timer: Timer | None = None
        """Runs until typing pauses and the text is stored in the record."""
        self.save_job: Job[str] = Job(self, "draft", lambda _: None, lambda _: None)
        self.store_error = ""
        """Why the text is not stored; empty if it is, or if no attempt was made since."""

    def header(self) -> HeaderBar:
        """The header with the item and the state of the text."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Text, errors, answers, models."""
        yield Pad(self.view, self.draft.note)

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        own = [] if self.is_read_only else hints("attach")
        tail = "" if self.is_read_only else _("? query  # QUESTION = GOLD")
        mark = [KeyHint(tail, _("marks a query"))] if tail else []
        pane = KeyHint("Tab", _("pane"), help=_("Go to the next pane."))
        return [*own, *hints("formal_lines", "formal_variant"), pane, *mark,
                *hints("leave_desk", "help")]  # fmt: skip

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be attached: the item has its own formalization, or an adjudicator is
        looking at it."""
        source = self.sitting.desk.stored_queue.material.items[self.current.entry.id]
        return self.sitting.adjudicate or source.formalization is not None

    def ready(self) -> None:
        """Focus the text, at its end if nothing is attached yet."""
        if self.current.item.formalization is None:
            self.pad.area.move_cursor(self.pad.area.document.end)
        self.pad.ready()

    @property
    def pad(self) -> Pad:
        """The panes."""
        return self.query_one(Pad)

    def on_pad_changed(self, message: Pad.Changed) -> None:
        """Update the header, and keep the text for this sitting."""
        message.stop()
        left, _file, right, level = self.view.header()
        middle = _("for trial only") if self.is_read_only else _("Ctrl+S attaches it")
        if self.store_error:
            right, level = _("not kept"), "warn"
        self.query_one(HeaderBar).show(left, middle, right, level)

    def on_pad_typed(self, message: Pad.Typed) -> None:
        """Save what was typed in steps. The edit is already noted on disk before it is painted.
        Soon after, even during typing, it is written safely against a power loss; after a pause it
        is stored in the record."""
        message.stop()
        if self.store_timer is None:
            self.store_timer = self.set_timer(KEEP_SECONDS, self.secure)
        if self.rest_timer is None:
            self.rest_timer = self.set_timer(KEEP_SECONDS, self.keep)
        elif not self.store_error:
            self.rest_timer.reset()
        self.sitting.store_unsaved = self.keep

    def secure(self) -> None:
        """Write the draft in a thread, because disks are slow. If that fails, storing in the record
        reports it."""
        self.store_timer = None
        draft = self.draft
        self.save_job.start(lambda _cancel: draft.keep())

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept that the draft is written."""
        message.stop()
        message.deliver()

    def keep(self) -> None:
        """Store the text now; if that fails, try again repeatedly."""
        for timer in (self.store_timer, self.rest_timer):
            if timer is not None:
                timer.stop()
        self.store_timer = self.rest_timer = None
        before, self.store_error = self.store_error, ""
        text = self.pad.area.text
        try:
            self.sitting.desk.scratch("" if text == self.initial_text else text)
        except CountermodelError as error:
            self.store_error = refusal_text(error)
            if self.store_error != before:
                self.show_message(sentences(_("Not kept."), self.store_error), True)
            if isinstance(error, OutsideError):
                self.rest_timer = self.set_timer(AGAIN_SECONDS, self.keep)
        else:
            self.draft.drop()
        self.sitting.store_unsaved = self.keep if self.store_error else None
        if bool(before) != bool(self.store_error):
            self.pad.redraw()

    def on_pad_text_refused(self, message: PadText.Refused) -> None:
        """Say why nothing was inserted."""
        message.stop()
        self.show_message(sentences(_("Nothing was inserted."), refusal_text(message.error)), True)

    def show_message(self, text: str, is_error: bool = False) -> None:
        """Show a short notice in the corner."""
        self.app.notify(plain(text), severity="warning" if is_error else "information", timeout=6,
                        markup=False)  # fmt: skip

    def action_attach(self) -> None:
        """Attach the text, after pending keys are in the text and it was read."""
        self.pad.area.call_later(lambda: self.pad.when_read(self.attach))

    def attach(self) -> None:
        """Give the item this formalization, and check its golds."""
        if not self.is_current:
            return
        if self.is_read_only:
            self.show_message(_("Nothing can be attached here: this is for trial only"), True)
            return
        self.keep()
        scratch = self.view.pad.scratch
        if scratch.problem is None:
            self.show_message(_("Some lines cannot be read yet"), True)
            return
        if not (scratch.problem.premises or scratch.problem.queries):
            self.show_message(_("Nothing to attach yet: write premises and queries first"), True)
            return
        try:
            readings = readings_of(self.current.item, scratch)
            self.sitting.desk.attach(scratch.formalization, readings)
        except CountermodelError as error:
            # The notice stays until it is closed: mending the fault may take a while.
            self.app.push_screen(TableModal(_("Not attached"), (), plain(refusal_text(error))))
            return
        unread = [leaf.id for leaf in self.current.item.leaves if leaf.id not in readings]
        message = _("Attached")
        if unread:
            message = _("Attached; no query is marked for {ids}").format(ids=", ".join(unread))
        self.app.pop_screen()
        self.show_message(message)
        self.on_change()

    def action_take_off(self) -> None:
        """Remove the item's formalization again."""
        self.keep()
        try:
            self.sitting.desk.attach(None, {})
        except CountermodelError as error:
            self.show_message(refusal_text(error), True)
            return
        self.app.pop_screen()
        self.show_message(_("Removed"))
        self.on_change()

    def action_formal_lines(self) -> None:
        """List the kinds of lines."""
        self.app.push_screen(lines_window(MARKED_LINE))

    def action_formal_variant(self) -> None:
        """Show the models under the next variant."""
        if self.view.turn_variant():
            self.pad.redraw()
        else:
            self.show_message(_("There is no variant; a line such as @alpha drop 1 adds one"))

    def action_leave_desk(self) -> None:
        """Stop the work, if any; otherwise go back, after pending keys are in the text."""
        self.pad.area.call_later(self.leave)

    def leave(self) -> None:
        """Stop the work, if any; otherwise go back."""
        if not self.is_current:
            return
        if self.pad.stop_work():
            self.view.state = _("stopped; typing starts again")
            self.pad.redraw()
            return
        self.keep()
        if not self.store_error:
            self.app.pop_screen()
            return

        def answered(confirmed: bool | None) -> None:
            if confirmed:
                self.sitting.store_unsaved = None
                self.app.pop_screen()

        self.app.push_screen(LeaveModal(sentences(_("Not kept."), self.store_error)), answered)
