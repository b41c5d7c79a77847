"""The scratchpad: a text on one side, its answers and models on the other, updated while typing.

Owns keys and leaving. The panes and their background work are `tui.widgets.pad`; files are in
`scratch_files`.
"""

from collections.abc import Iterable
from typing import ClassVar

from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import TextArea

from items.models import Item
from solver.errors import CountermodelError
from solver.language.printer import Notation
from tui.i18n import _
from tui.screens.inspector import what_if
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.scratch_files import PadFile, open_modal, save_modal, shown_item
from tui.state.draft import KeyHint
from tui.state.inspector.notation import FormulaStyle
from tui.state.inspector.scratchpad import ScratchView
from tui.state.translation import translated
from tui.text import plain, sentences
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.job import Job, failure_text
from tui.widgets.pad import Pad, PadText
from tui.windows.pad_drafts import PadDraft
from tui.windows.pad_lines import GOLD_LINE, lines_window

NOTATIONS = {FormulaStyle.LATEX: Notation.LATEX, FormulaStyle.ASCII: Notation.ASCII}

KEEP_SECONDS = 1.0
"""Maximum time after a key until the text is written to its file. Each edit is noted at once."""


class ScratchScreen(InspectorScreen):
    """The text above errors, answers above models."""

    SCREEN_NAMES = ("inspect-scratchpad",)
    CSS_PATH: ClassVar[list[str]] = [
        "../../styles/panes.tcss",
        "../../styles/inspector.tcss",
        "../../styles/inspector_more.tcss",
    ]

    def __init__(self, inspector: Inspector, item: Item | None) -> None:
        super().__init__(inspector, "scratchpad")
        self.view = ScratchView(
            item, NOTATIONS.get(inspector.formula_style, Notation.UNICODE), golds=True
        )
        self.leave_refused = False
        """Whether Esc was pressed over an unsaved text."""
        self.draft = PadDraft(inspector.database, item)
        self.draft_timer: Timer | None = None
        self.saver: Job[str] = Job(self, "draft", self.was_kept, self.not_kept)
        draft_text = self.draft.read()
        self.draft_restored = draft_text is not None and plain(draft_text) != self.view.text
        """Whether an unsaved text was found and restored."""
        if draft_text is not None and self.draft_restored:
            self.view.write(plain(draft_text))

    def header(self) -> HeaderBar:
        """The header with the item and the state of the text."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Text, errors, answers, models."""
        yield Pad(self.view, self.note)

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        names = ["pad_lines", "save_pad", "open_pad", "pad_variant", "pad_what_if", "pad_question"]
        if self.view.next_wording():
            names.append("pad_wording")
        names += ["shut", "help"]
        return [KeyHint("Tab", _("pane"), help=_("Go to the next pane.")), *self.offered(*names)]

    def offers(self, action: str) -> bool:
        """Offer questions about a model only if there is one."""
        return action != "pad_question" or self.view.shown_world() is not None

    def ready(self) -> None:
        """Focus the text and answer it."""
        if self.view.item is not None and self.view.item.formalization is None:
            # New lines are written below the item's text.
            self.area.move_cursor(self.area.document.end)
        self.pad.ready()
        if self.draft_restored:
            self.draft_restored = False
            self.show_message(_("Your unsaved text was restored; Esc twice discards it"))

    @property
    def pad(self) -> Pad:
        """The panes."""
        return self.query_one(Pad)

    @property
    def area(self) -> TextArea:
        """The text on the screen."""
        return self.pad.area

    def action_pad_question(self) -> None:
        """Open the window to type formulas about the first model, and change its facts."""
        from tui.windows.question_window import QuestionModal

        pair = self.view.shown_world()
        if pair is None:
            self.show_message(_("No world is shown here"))
        else:
            self.app.push_screen(QuestionModal(*pair, ()))

    def stop_work(self) -> bool:
        """Also stop work that is about to begin."""
        return any(pad.stop_work() for pad in self.query(Pad))

    def stopped(self) -> None:
        """Show that the work was stopped."""
        self.view.state = _("stopped; typing starts again")
        self.pad.redraw()

    def redraw(self) -> None:
        """Draw all panes except the text."""
        self.pad.redraw()

    def on_pad_changed(self, message: Pad.Changed) -> None:
        """Update the header and the keys: a model to question may have appeared or gone."""
        message.stop()
        left, middle, right, level = self.view.header()
        self.query_one(HeaderBar).show(left, middle, right, level)
        self.query_one(KeyBar).show(self.hints())

    def on_pad_typed(self, message: Pad.Typed) -> None:
        """Answer a text again that was changed after Esc."""
        message.stop()
        self.leave_refused = False
        if self.draft_timer is None:
            self.draft_timer = self.set_timer(KEEP_SECONDS, self.keep)

    def on_pad_text_refused(self, message: PadText.Refused) -> None:
        """Say why nothing was inserted."""
        message.stop()
        notice = sentences(_("Nothing was inserted."), failure_text(message.error))
        self.show_message(notice, is_error=True)

    # --- the draft -------------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """Note an unsaved text on disk before it is painted."""
        if text != self.view.saved_text and text.strip():
            self.draft.note(text)

    def keep(self) -> None:
        """Write an unsaved text to disk; in a thread, because disks are slow."""
        self.end_keeping()
        if self.view.unsaved:
            draft = self.draft
            draft.note(self.view.text)
            self.saver.start(lambda _cancel: draft.keep())

    def keep_now(self) -> None:
        """Write the text to disk before anything else."""
        self.end_keeping()
        if self.view.unsaved:
            self.draft.note(self.view.text)
            self.was_kept(self.draft.keep())

    def not_kept(self, error: CountermodelError) -> None:
        """Say that the text could not be written."""
        self.was_kept(failure_text(error))

    def was_kept(self, error: str) -> None:
        """If the text could not be written to disk, say why."""
        if error:
            self.show_message(
                _("The text is not kept on disk: {trouble}").format(trouble=error), is_error=True
            )

    def end_keeping(self) -> bool:
        """Cancel pending writing. Returns whether there was any."""
        if self.draft_timer is None:
            return False
        self.draft_timer.stop()
        self.draft_timer = None
        return True

    def forget(self) -> None:
        """Drop the draft: the text is saved elsewhere, or not needed."""
        self.end_keeping()
        self.draft.drop()

    def on_unmount(self) -> None:
        """Keep what is not saved."""
        if self.end_keeping() or self.saver.busy:
            self.keep_now()
        super().on_unmount()

    # --- actions ---------------------------------------------------------------------------------

    def shut(self) -> None:
        """Go back; with unsaved text, only at the second Esc."""
        if self.view.unsaved and not self.leave_refused:
            self.leave_refused = True
            self.show_message(_("Not saved: Ctrl+S saves, Esc again discards it"), is_error=True)
            return
        self.forget()
        super().shut()

    def action_save_pad(self) -> None:
        """Ask for a file to save to."""

        def pad_saved(was_saved: bool | None) -> None:
            if was_saved:
                self.forget()
                self.show_message(_("Saved {path}").format(path=self.view.path))
                self.redraw()

        self.app.push_screen(save_modal(self.view), pad_saved)

    def action_open_pad(self) -> None:
        """Ask for a file to open."""
        opened: list[tuple[str, PadFile]] = []

        def pad_opened(was_read: bool | None) -> None:
            if was_read and opened:
                path, outcome = opened[-1]
                self.put(outcome.text, outcome.item, path)
                if outcome.further_items:
                    self.show_message(
                        _("The first of {n} items").format(n=outcome.further_items + 1)
                    )

        self.app.push_screen(open_modal(self.view, opened), pad_opened)

    def put(self, text: str, item: Item | None, path: str) -> None:
        """Show another text."""
        self.forget()
        self.view.put(text, item, path)
        self.draft = PadDraft(self.inspector.database, item)
        self.area.load_text(text)
        self.pad.read()
        self.redraw()

    def action_pad_empty(self) -> None:
        """Start an empty text without an item."""
        # The previous text stays as the draft of its item; the new text belongs to none.
        self.keep_now()
        draft_text = None
        if self.view.item is not None:
            self.draft = PadDraft(self.inspector.database, None)
            draft_text = self.draft.read()
        self.view.item, self.view.path = None, ""
        self.area.clear()
        if draft_text:
            self.area.insert(plain(draft_text))
            self.show_message(_("Your unsaved text was restored; Esc twice discards it"))
        else:
            self.show_message(_("Emptied; Ctrl+Z restores the text"))

    def action_pad_lines(self) -> None:
        """List the kinds of lines."""
        self.app.push_screen(lines_window(GOLD_LINE))

    def action_pad_wording(self) -> None:
        """Insert the wording of the next open sub-question at the cursor."""
        self.pad.when_read(self.put_wording)

    def put_wording(self) -> None:
        """Insert it once the open sub-questions are known."""
        message = self.view.next_wording()
        if not message:
            self.show_message(_("Every sub-question has its queries, or is in the text"))
            return
        row = self.area.cursor_location[0]
        self.area.insert(message, (row, 0), maintain_selection_offset=False)
        self.area.focus()

    def action_pad_variant(self) -> None:
        """Show the models under the next variant."""
        if self.view.turn_variant():
            self.redraw()
        else:
            self.show_message(_("There is no variant; a line such as @alpha drop 1 adds one"))

    def action_pad_what_if(self) -> None:
        """Open the screen for changing premises, which shows the effect."""
        self.pad.when_read(self.open_what_if)

    def open_what_if(self) -> None:
        """Open it after the text was read."""
        try:
            item = shown_item(self.view)
        except CountermodelError as error:
            self.show_message(translated(str(error)), is_error=True)
            return
        opened = what_if.screen(self.inspector, item)
        if isinstance(opened, what_if.WhatIfScreen):
            opened.view.source = self.view.path or "FILE"
        self.app.push_screen(opened)


def screen(inspector: Inspector, item: Item | None) -> InspectorScreen:
    """A scratchpad with an item's formalization, or an empty one."""
    return ScratchScreen(inspector, item)
