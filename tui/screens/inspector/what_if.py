"""Two variants side by side while one of them is edited.

Owns keys, panes and the work behind them. What stands in them is `tui.state.inspector.what_if`'s.
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
from tui.screens.inspector.notice import NoticeScreen
from tui.screens.inspector.shell import Inspector
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
"""A difference that took longer is worked out beside the keyboard from then on."""
PAUSE_SECONDS = 0.15
"""So long after the last key slow work begins."""
REST_SECONDS = 0.3
"""So long after a difference is there, what the answers need is looked for."""


class WhatIfScreen(InspectorScreen):
    """Premises, models on the left, models on the right, answers."""

    WHERE = ("inspect-what-if",)
    CSS_PATH: ClassVar[list[str]] = [  # type: ignore[assignment]
        "../../styles/inspector.tcss",
        "../../styles/inspector_more.tcss",
    ]

    def __init__(self, inspector: Inspector, view: WhatIfView) -> None:
        super().__init__(inspector, "what-if")
        self.view = view
        self.job: Job[Preview] = Job(self, "preview", self.job_done, self.failed)
        self.needs: Job[AnswerSupports] = Job(self, "needs", self.needed, self.unneeded)
        self.jobs = [self.job, self.needs]
        self.waiting: Timer | None = None
        self.resting: Timer | None = None
        self.leaving: Workbench | None = None
        """The edits about which Esc was asked once."""
        self.slow = True
        """Whether the last difference took long; the first is always worked out beside."""

    def header(self) -> HeaderBar:
        """The item and the two sides."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Premises and models over answers and the command."""
        yield Horizontal(
            PremiseList(self.premise_lines, id="editor"),
            ModelPane(id="before"),
            ModelPane(id="after"),
            id="sides",
        )
        yield LinePane(self.answer_lines, _("Answers"), id="answers")
        yield Prose("", "key", id="command")

    def hints(self) -> list[KeyHint]:
        """What there is to do."""
        if self.view.editing is not None:
            return [KeyHint("Enter", _("done")), KeyHint("Esc", _("cancel")), *hints("help")]
        names = ["switch_off", "negate", "edit_premise", "add_premise", "undo", "redo",
                 "save_variant", "shut", "copy_command", "left_side", "right_side", "sensitivity",
                 "notation"]  # fmt: skip
        return [*hints(*names, "help")]

    def offers(self, action: str) -> bool:
        """Questions to a world that one side allows, where there is one."""
        return action != "question_changed" or self.view.changed_world() is not None

    def ready(self) -> None:
        """Premises have the focus, and the work begins."""
        self.query_one("#premises").focus()
        self.work()
        self.redraw()

    # --- work ------------------------------------------------------------------------------------

    def work(self, at_once: bool = False) -> None:
        """Work the difference out: here where that is a matter of milliseconds; else beside, once
        the keys rest or `at_once`."""
        self.needs.cancel()
        try:
            fast = not self.slow and self.view.previewer.fast(self.view.variant)
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
        if at_once or self.view.preview is None:
            self.begin()
        else:
            self.waiting = self.set_timer(PAUSE_SECONDS, self.begin)

    def anew(self) -> None:
        """The same, where the sides are others: beside the keyboard."""
        self.slow = True
        self.work(at_once=True)
        self.redraw()

    def begin(self) -> None:
        """In a thread."""
        self.waiting = None
        previewer, variant = self.view.previewer, self.view.variant

        def run(cancel: Cancel) -> Preview:
            return previewer.preview(variant, cancel=cancel)

        self.job.start(run)

    def _ended_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting.stop()
            self.waiting = None

    def job_done(self, preview: Preview) -> None:
        """The difference is there."""
        self.slow = preview.milliseconds > SLOW_MILLISECONDS
        self.view.know(preview)
        self.redraw()
        if self.resting is not None:
            self.resting.stop()
        self.resting = self.set_timer(REST_SECONDS, self.look_for_needs)

    def failed(self, error: CountermodelError) -> None:
        """It could not be worked out; what stood there stays."""
        self.view.state = failure_text(error)
        self.redraw()

    def look_for_needs(self) -> None:
        """What the answers on the left rest on; what contradicts itself on the right."""
        self.resting = None
        view = self.view
        work = supports_work(view)
        if work is not None:
            self.needs.start(work)

    def needed(self, needs: AnswerSupports) -> None:
        """They are found."""
        self.view.needs, self.view.conflict = needs.supports, needs.conflict
        self.view.aligned = needs.aligned
        self.redraw()

    def unneeded(self, error: CountermodelError) -> None:
        """They could not be found; nothing else depends on them."""

    def stop_work(self) -> bool:
        """Also work that is about to begin."""
        waiting = self.waiting is not None or self.job.busy
        self._ended_waiting()
        if self.resting is not None:
            self.resting.stop()
            self.resting = None
        self.job.cancel()
        self.needs.cancel()
        return waiting

    def stopped(self) -> None:
        """Esc stopped the work."""
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
        """All panes."""
        view = self.view
        left, middle, right, level = view.header()
        self.query_one(HeaderBar).show(left, middle, right, level)
        for name, rows, after in (
            ("before", view.left_rows, False),
            ("after", view.right_rows, True),
        ):
            pane = self.query_one(f"#{name}", ModelPane)
            note = view.note(pane.scrollable_content_region.width - 2, after=after)
            pane.show(rows, view.title(after=after), note, view.first)
        answers = self.query_one("#answers", LinePane)
        answers.border_title = view.answers_title()
        answers.redraw()
        self.query_one(PremiseList).redraw(typing=view.editing is not None)
        command = f"$ {view.command()}"
        if self.has_class("-narrow"):
            command = fit(command, self.size.width - 4)
        self.query_one("#command", Prose).show(command)
        self.query_one(KeyBar).show(self.hints())

    def on_resize(self, event: Resize) -> None:
        """The command and the model panes have another width."""
        super().on_resize(event)
        self.call_after_refresh(self.redraw)

    # --- typing ----------------------------------------------------------------------------------

    def type_in(self, text: str) -> None:
        """The line of the cursor becomes a line to type in."""
        self.redraw()
        self.query_one(PremiseList).type_in(text)

    @property
    def awaits_field(self) -> bool:
        """Between the key that begins a line and the line's focus."""
        return self.view.editing is not None and not isinstance(self.focused, Input)

    def on_input_changed(self, message: Input.Changed) -> None:
        """Read at every key."""
        message.stop()
        if self.view.editing is None:
            return
        before = self.view.variant
        self.view.type(message.value)
        self.view.typing_offset = int(message.input.scroll_offset.x)
        if self.view.variant != before:
            self.work()
        self.redraw()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """The line is done, where it can be read."""
        message.stop()
        if self.view.editing is None:
            return
        if self.view.accept():
            self.end_typing()
        else:
            self.show_message(_("This line cannot be read yet; Esc restores it"), wrong=True)

    def end_typing(self) -> None:
        """Back to the list."""
        self.query_one("#premises").focus()
        self.work()
        self.redraw()

    def action_shut(self) -> None:
        """Out of the line, out of the work, out of the screen."""
        if self.view.editing is not None:
            self.view.give_up()
            self.end_typing()
            return
        super().action_shut()

    def shut(self) -> None:
        """Back; where edits are not saved, only at the second Esc."""
        if self.view.unsaved and self.leaving != self.view.bench:
            self.leaving = self.view.bench
            self.show_message(
                _("Edits are not saved: s saves them, Esc again discards them"), wrong=True
            )
            return
        super().shut()

    # --- messages --------------------------------------------------------------------------------

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """The cursor."""
        message.stop()
        if message.pane.id == "premises" and self.view.editing is None:
            self.view.move(int(message.target))
            self.query_one("#premises", LinePane).redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Space switches off, Enter edits."""
        message.stop()
        if message.pane.id != "premises":
            return
        if message.key == "space":
            self.action_switch_off()
        else:
            self.action_edit_premise()

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Nothing changes."""
        message.stop()

    def on_model_pane_sideways(self, message: ModelPane.Sideways) -> None:
        """Both panes show the same columns."""
        message.stop()
        if self.view.shift(message.step):
            self.redraw()

    # --- actions ---------------------------------------------------------------------------------

    def changed(self, moved: bool, otherwise: str) -> None:
        """After a move of the editor."""
        if moved:
            self.work()
            self.redraw()
        else:
            self.show_message(otherwise)

    def action_switch_off(self) -> None:
        """Off, or on again."""
        self.changed(self.view.toggle(), _("Only premises can be switched off"))

    def action_negate(self) -> None:
        """Its negation, or back."""
        self.changed(self.view.negate(), _("There is nothing to negate"))

    def action_reset_premise(self) -> None:
        """As in the baseline."""
        self.changed(self.view.reset(), _("There is nothing to restore"))

    def action_undo(self) -> None:
        """Take back."""
        self.changed(self.view.undo(), _("There is nothing to undo"))

    def action_redo(self) -> None:
        """Make again."""
        self.changed(self.view.redo(), _("There is nothing to redo"))

    def action_edit_premise(self) -> None:
        """Type in the line."""
        text = self.view.edit()
        if text is not None:
            self.type_in(text)

    def action_add_premise(self) -> None:
        """A new line."""
        self.type_in(self.view.add())

    def action_notation(self) -> None:
        """Another way to write formulas."""
        self.view.formula_style = self.inspector.formula_style = self.view.formula_style.next
        self.redraw()
        self.show_message(_("Formulas in {way}").format(way=_(self.view.formula_style)))

    # --- which two variants ----------------------------------------------------------------------

    def action_left_side(self) -> None:
        """Choose what stands on the left."""
        self.pick(_("Which variant on the left?"), self.view.left, self.view.compare_with)

    def action_right_side(self) -> None:
        """Choose what the right begins with."""
        self.pick(_("Which variant on the right?"), self.view.right, self.view.start_from)

    def pick(self, title: str, current: str, chosen: Callable[[str], None]) -> None:
        """One of the variants."""
        entries = [
            Entry(name, _(name), _("unchanged") if name == BASELINE else self.edits_of(name))
            for name in self.view.variants
        ]

        def picked(name: str | None) -> None:
            if name is not None:
                chosen(name)
                self.anew()

        self.app.push_screen(PickModal(title, entries, current), picked)

    def edits_of(self, name: str) -> str:
        """A variant in a line."""
        return "; ".join(format_edit(edit) for edit in self.view.problem.variants[name].edits)

    def action_swap(self) -> None:
        """Swap left and right."""
        if self.view.swap():
            self.anew()
        else:
            self.show_message(_("Save the edits as a variant first"), wrong=True)

    # --- leading on ------------------------------------------------------------------------------

    def action_copy_command(self) -> None:
        """The command that shows the same."""
        self.copy(self.view.command(), _("the command"))

    def action_save_variant(self) -> None:
        """Ask for a name and a file."""
        from tui.screens.inspector.save_variant import save_modal

        if not self.view.bench.changed:
            self.show_message(_("There are no changes to save"), wrong=True)
            return
        if self.view.bench.errors:
            self.show_message(_("A premise cannot be read yet"), wrong=True)
            return

        def done(saved: bool | None) -> None:
            if saved:
                self.anew()
                self.show_message(
                    _("Saved {name} in {path}").format(name=self.view.right, path=self.view.source)
                )

        self.app.push_screen(save_modal(self.view), done)

    def action_question_changed(self) -> None:
        """Type formulas about a world that is allowed on one side alone."""
        from tui.windows.question_window import QuestionModal, statements

        pair = self.view.changed_world()
        if pair is None:
            self.show_message(_("No world is shown here"))
            return
        formal = formal_item(self.view.item)
        stated = () if formal is None else statements(self.view.item, formal)
        self.app.push_screen(QuestionModal(*pair, stated))

    def action_sensitivity(self) -> None:
        """What single edits change."""
        self.inspector.open("sensitivity", self.view.item)


def screen(
    inspector: Inspector,
    item: Item,
    *,
    variant: str | Variant | None = None,
    against: str = BASELINE,
) -> InspectorScreen:
    """What if, for an item; a notice where it has no formalization that can be read."""
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
    if inspector.book is not None:
        view.answer_lines = given_lines(AnswersView(item, inspector.book.answers(item)))
    return WhatIfScreen(inspector, view)
