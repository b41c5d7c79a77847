"""Two variants side by side while one of them is edited.

Owns keys, panes and the background work. The content is `tui.state.inspector.what_if`.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.containers import Horizontal
from textual.events import Resize
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from items.formal import formal_item
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from solver.inspection.preview import Preview
from solver.inspection.workbench import Workbench
from solver.language.edits import format_edit
from solver.language.problem import BASELINE, Variant
from tui.i18n import _
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.notice import NoticeScreen
from tui.screens.inspector.windows import Entry, PickModal
from tui.state.draft import KeyHint, Line
from tui.state.inspector.answers_view import AnswersView
from tui.state.inspector.sources import source_of
from tui.state.inspector.what_if import WhatIfView
from tui.state.inspector.what_if_answers import answer_lines, given_lines
from tui.state.inspector.what_if_premises import premise_lines
from tui.state.inspector.what_if_work import AnswerSupports, supports_work
from tui.text import fit
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.job import Job, failure_text
from tui.widgets.line_pane import LinePane
from tui.widgets.model_pane import ModelPane
from tui.widgets.premise_list import PremiseList
from tui.widgets.prose import Prose
from tui.windows.screen import hints

SLOW_MILLISECONDS = 35.0
"""If a difference took longer, the next ones are computed in the background."""
PAUSE_SECONDS = 0.15
"""Slow work begins this long after the last key."""
REST_SECONDS = 0.3
"""What the answers rest on is computed this long after a difference."""


class WhatIfScreen(InspectorScreen):
    """Premises, models on the left, models on the right, answers."""

    SCREEN_NAMES = ("inspect-what-if",)
    CSS_PATH: ClassVar[list[str]] = [
        "../../styles/panes.tcss",
        "../../styles/inspector.tcss",
        "../../styles/inspector_more.tcss",
    ]

    def __init__(self, inspector: Inspector, view: WhatIfView) -> None:
        super().__init__(inspector, "what-if")
        self.view = view
        self.job: Job[Preview] = Job(self, "preview", self.job_done, self.failed)
        self.supports_job: Job[AnswerSupports] = Job(self, "needs", self.needed, self.unneeded)
        self.jobs = [self.job, self.supports_job]
        self.pause_timer: Timer | None = None
        self.rest_timer: Timer | None = None
        self.refused_edits: Workbench | None = None
        """The edits for which Esc was already refused once."""
        self.was_slow = True
        """Whether the last difference took long; the first is always computed in the background."""

    def header(self) -> HeaderBar:
        """The header with the item and both sides."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Premises and models above answers and the command."""
        yield Horizontal(
            PremiseList(self.premise_lines, id="editor"),
            ModelPane(id="before"),
            ModelPane(id="after"),
            id="sides",
        )
        yield LinePane(self.answer_lines, _("Answers"), id="answers")
        yield Prose("", "key", id="command")

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        if self.view.edited_key is not None:
            return [KeyHint("Enter", _("done")), KeyHint("Esc", _("cancel")), *hints("help")]
        names = ["switch_off", "negate", "edit_premise", "add_premise", "undo", "redo",
                 "save_variant", "shut", "copy_command", "left_side", "right_side", "sensitivity",
                 "notation"]  # fmt: skip
        return [*hints(*names, "help")]

    def offers(self, action: str) -> bool:
        """Offer questions about a world that only one side allows, if there is one."""
        return action != "question_changed" or self.view.changed_world() is not None

    def ready(self) -> None:
        """Focus the premises and start the work."""
        self.query_one("#premises").focus()
        self.work()
        self.redraw()

    # --- work ------------------------------------------------------------------------------------

    def work(self, immediately: bool = False) -> None:
        """Compute the difference: directly if that takes milliseconds; otherwise in the background,
        when typing pauses or `immediately`."""
        self.supports_job.cancel()
        try:
            fast = not self.was_slow and self.view.previewer.fast(self.view.variant)
            if fast:
                self.job.cancel()
                self._ended_waiting()
                self.job_done(self.view.previewer.preview(self.view.variant))
                return
        except CountermodelError as error:
            self.failed(error)
            return
        self.view.state = _("working … Esc stops")
        self.job.cancel()
        self._ended_waiting()
        if immediately or self.view.preview is None:
            self.begin()
        else:
            self.pause_timer = self.set_timer(PAUSE_SECONDS, self.begin)

    def recompute(self) -> None:
        """Compute it in the background for other sides."""
        self.was_slow = True
        self.work(immediately=True)
        self.redraw()

    def begin(self) -> None:
        """Start the work in a thread."""
        self.pause_timer = None
        previewer, variant = self.view.previewer, self.view.variant

        def run(cancel: Cancel) -> Preview:
            return previewer.preview(variant, cancel=cancel)

        self.job.start(run)

    def _ended_waiting(self) -> None:
        if self.pause_timer is not None:
            self.pause_timer.stop()
            self.pause_timer = None

    def job_done(self, preview: Preview) -> None:
        """Show the difference."""
        self.was_slow = preview.milliseconds > SLOW_MILLISECONDS
        self.view.know(preview)
        self.redraw()
        if self.rest_timer is not None:
            self.rest_timer.stop()
        self.rest_timer = self.set_timer(REST_SECONDS, self.look_for_needs)

    def failed(self, error: CountermodelError) -> None:
        """Show why the work failed; the previous content stays."""
        self.view.state = failure_text(error)
        self.redraw()

    def look_for_needs(self) -> None:
        """Find what the answers on the left rest on, and what is contradictory on the right."""
        self.rest_timer = None
        view = self.view
        work = supports_work(view)
        if work is not None:
            self.supports_job.start(work)

    def needed(self, supports: AnswerSupports) -> None:
        """Show what was found."""
        self.view.supports, self.view.conflict = supports.supports, supports.conflict
        self.view.alignments = supports.alignments
        self.redraw()

    def unneeded(self, error: CountermodelError) -> None:
        """Ignore a failure, since nothing else depends on these findings."""

    def stop_work(self) -> bool:
        """Also stop work that is about to begin."""
        waiting = self.pause_timer is not None or self.job.busy
        self._ended_waiting()
        if self.rest_timer is not None:
            self.rest_timer.stop()
            self.rest_timer = None
        self.job.cancel()
        self.supports_job.cancel()
        return waiting

    def stopped(self) -> None:
        """Show that the work was stopped."""
        self.view.state = _("stopped; any edit starts again")
        self.redraw()

    # --- drawing ---------------------------------------------------------------------------------

    def premise_lines(self, cells: int, focused: bool) -> list[Line]:
        """The premises of both sides."""
        return premise_lines(self.view, cells, focused)

    def answer_lines(self, cells: int, focused: bool) -> list[Line]:
        """The answers on both sides."""
        return answer_lines(self.view, cells)

    def redraw(self) -> None:
        """Draw all panes."""
        view = self.view
        left, middle, right, level = view.header()
        self.query_one(HeaderBar).show(left, middle, right, level)
        for name, rows, after in (
            ("before", view.left_rows, False),
            ("after", view.right_rows, True),
        ):
            pane = self.query_one(f"#{name}", ModelPane)
            note = view.note(pane.scrollable_content_region.width - 2, after_change=after)
            pane.show(rows, view.title(after_change=after), note, view.first_column)
        answers = self.query_one("#answers", LinePane)
        answers.border_title = view.answers_title()
        answers.redraw()
        self.query_one(PremiseList).redraw(typing=view.edited_key is not None)
        command = f"$ {view.command()}"
        if self.has_class("-narrow"):
            command = fit(command, self.size.width - 4)
        self.query_one("#command", Prose).show(command)
        self.query_one(KeyBar).show(self.hints())

    def on_resize(self, event: Resize) -> None:
        """Redraw the command and the model panes for the new width."""
        super().on_resize(event)
        self.call_after_refresh(self.redraw)

    # --- typing ----------------------------------------------------------------------------------

    def type_in(self, text: str) -> None:
        """Turn the line at the cursor into an input line."""
        self.redraw()
        self.query_one(PremiseList).type_in(text)

    @property
    def awaits_field(self) -> bool:
        """Whether an input line was requested but has no focus yet."""
        return self.view.edited_key is not None and not isinstance(self.focused, Input)

    def on_input_changed(self, message: Input.Changed) -> None:
        """Read the line at every key."""
        message.stop()
        if self.view.edited_key is None:
            return
        before = self.view.variant
        self.view.type(message.value)
        self.view.typing_offset = int(message.input.scroll_offset.x)
        if self.view.variant != before:
            self.work()
        self.redraw()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Finish the line if it can be read."""
        message.stop()
        if self.view.edited_key is None:
            return
        if self.view.accept():
            self.end_typing()
        else:
            self.show_message(_("This line cannot be read yet; Esc restores it"), is_error=True)

    def end_typing(self) -> None:
        """Go back to the list."""
        self.query_one("#premises").focus()
        self.work()
        self.redraw()

    def action_shut(self) -> None:
        """Leave the line, then stop the work, then leave the screen."""
        if self.view.edited_key is not None:
            self.view.give_up()
            self.end_typing()
            return
        super().action_shut()

    def shut(self) -> None:
        """Go back; with unsaved edits, only at the second Esc."""
        if self.view.unsaved and self.refused_edits != self.view.bench:
            self.refused_edits = self.view.bench
            self.show_message(
                _("Edits are not saved: s saves them, Esc again discards them"), is_error=True
            )
            return
        super().shut()

    # --- messages --------------------------------------------------------------------------------

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Follow the cursor."""
        message.stop()
        if message.pane.id == "premises" and self.view.edited_key is None:
            self.view.move(int(message.target))
            self.query_one("#premises", LinePane).redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Space switches a premise off, Enter edits it."""
        message.stop()
        if message.pane.id != "premises":
            return
        if message.key == "space":
            self.action_switch_off()
        else:
            self.action_edit_premise()

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Stop the message; nothing changes."""
        message.stop()

    def on_model_pane_sideways(self, message: ModelPane.Sideways) -> None:
        """Show the same columns in both panes."""
        message.stop()
        if self.view.shift(message.step):
            self.redraw()

    # --- actions ---------------------------------------------------------------------------------

    def changed(self, has_changed: bool, notice: str) -> None:
        """Update the screen if the editor changed something; otherwise show a notice."""
        if has_changed:
            self.work()
            self.redraw()
        else:
            self.show_message(notice)

    def action_switch_off(self) -> None:
        """Switch the premise off, or on again."""
        self.changed(self.view.toggle(), _("Only premises can be switched off"))

    def action_negate(self) -> None:
        """Negate the premise, or restore it."""
        self.changed(self.view.negate(), _("There is nothing to negate"))

    def action_reset_premise(self) -> None:
        """Restore the baseline's premise."""
        self.changed(self.view.reset(), _("There is nothing to restore"))

    def action_undo(self) -> None:
        """Undo the last edit."""
        self.changed(self.view.undo(), _("There is nothing to undo"))

    def action_redo(self) -> None:
        """Redo the last undone edit."""
        self.changed(self.view.redo(), _("There is nothing to redo"))

    def action_edit_premise(self) -> None:
        """Edit the premise in its line."""
        text = self.view.edit()
        if text is not None:
            self.type_in(text)

    def action_add_premise(self) -> None:
        """Add a premise in a new line."""
        self.type_in(self.view.add())

    def action_notation(self) -> None:
        """Switch to the next notation of formulas."""
        self.view.formula_style = self.inspector.formula_style = self.view.formula_style.next
        self.redraw()
        self.show_message(_("Formulas in {way}").format(way=_(self.view.formula_style)))

    # --- which two variants ----------------------------------------------------------------------

    def action_left_side(self) -> None:
        """Choose the left variant."""
        self.pick(_("Which variant on the left?"), self.view.left, self.view.compare_with)

    def action_right_side(self) -> None:
        """Choose the variant that the right side starts from."""
        self.pick(_("Which variant on the right?"), self.view.right, self.view.start_from)

    def pick(self, title: str, current: str, on_choice: Callable[[str], None]) -> None:
        """Choose one of the variants."""
        entries = [
            Entry(name, _(name), _("unchanged") if name == BASELINE else self.edits_of(name))
            for name in self.view.variants
        ]

        def picked(name: str | None) -> None:
            if name is not None:
                on_choice(name)
                self.recompute()

        self.app.push_screen(PickModal(title, entries, current), picked)

    def edits_of(self, name: str) -> str:
        """A variant's edits in one line."""
        return "; ".join(format_edit(edit) for edit in self.view.problem.variants[name].edits)

    def action_swap(self) -> None:
        """Swap left and right."""
        if self.view.swap():
            self.recompute()
        else:
            self.show_message(_("Save the edits as a variant first"), is_error=True)

    # --- further actions -------------------------------------------------------------------------

    def action_copy_command(self) -> None:
        """Copy the command that shows the same."""
        self.copy(self.view.command(), _("the command"))

    def action_save_variant(self) -> None:
        """Ask for a name and a file."""
        from tui.screens.inspector.save_variant import save_modal

        if not self.view.bench.changed:
            self.show_message(_("There are no changes to save"), is_error=True)
            return
        if self.view.bench.errors:
            self.show_message(_("A premise cannot be read yet"), is_error=True)
            return

        def variant_saved(was_saved: bool | None) -> None:
            if was_saved:
                self.recompute()
                self.show_message(
                    _("Saved {name} in {path}").format(name=self.view.right, path=self.view.source)
                )

        self.app.push_screen(save_modal(self.view), variant_saved)

    def action_question_changed(self) -> None:
        """Open the window to type formulas about a world that only one side allows."""
        from tui.windows.question_window import QuestionModal, statements

        pair = self.view.changed_world()
        if pair is None:
            self.show_message(_("No world is shown here"))
            return
        formal = formal_item(self.view.item)
        stated = () if formal is None else statements(self.view.item, formal)
        self.app.push_screen(QuestionModal(*pair, stated))

    def action_sensitivity(self) -> None:
        """Open the screen on the effect of single edits."""
        self.inspector.open("sensitivity", self.view.item)


def screen(
    inspector: Inspector,
    item: Item,
    *,
    variant: str | Variant | None = None,
    against: str = BASELINE,
) -> InspectorScreen:
    """The What if screen for an item; a notice if it has no readable formalization."""
    try:
        formal = formal_item(item)
        if formal is None:
            return NoticeScreen(inspector, item, _("This item has no formalization."))
        view = WhatIfView(
            item,
            formal,
            source_of(item, inspector.paths),
            variant=variant,
            against=against,
            formula_style=inspector.formula_style,
            pads=inspector.pads,
        )
    except CountermodelError as error:
        return NoticeScreen(inspector, item, str(error))
    if inspector.answer_book is not None:
        view.answer_lines = given_lines(AnswersView(item, inspector.answer_book.answers(item)))
    return WhatIfScreen(inspector, view)
