"""The screen that compares two formalizations of one text, and on which one can be preferred.

Owns the panes, the background work and the keys. The content of the panes is
`tui.state.formalization_comparison`; the deriving screen supplies the formalizations and stores the
verdict.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.events import Resize
from textual.widget import Widget

from items.formalizations.distinction import Distinction, ReadFormalization, distinction_of
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _
from tui.keys.formalizations import SCREEN
from tui.state.draft import KeyHint
from tui.state.formalization_comparison import Choice, ComparisonView
from tui.state.inspector.notation import FormulaStyle
from tui.text import plain
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.question_window import QuestionModal
from tui.windows.screen import FrameScreen, hints

STYLES = Path(__file__).parents[1] / "styles"


class ComparisonScreen(FrameScreen):
    """Two formalizations above their differences. Base class: `decide` stores a verdict."""

    SCREEN_NAMES: ClassVar[tuple[str, ...]] = (SCREEN,)
    CSS_PATH: ClassVar[list[Path]] = [  # type: ignore[assignment]
        # Full paths, since names are resolved relative to the deriving class's file.
        STYLES / "panes.tcss",
        STYLES / "inspector.tcss",
        STYLES / "apart.tcss",
    ]

    def __init__(
        self,
        item: Item,
        sides: Sequence[ReadFormalization],
        formula_style: FormulaStyle = FormulaStyle.UNICODE,
    ) -> None:
        super().__init__(name="apart")
        self.view = ComparisonView(item, sides, formula_style)
        self.job: Job[Distinction] = Job(self, "apart", self.job_done, self.failed)

    # --- for deriving screens --------------------------------------------------------------------

    def decide(self, choice: Choice) -> None:
        """Store the verdict on the present pair. Raises RuntimeError if a screen does not define
        it."""
        raise RuntimeError("a screen says where its verdicts are kept")

    def decided(self) -> tuple[Choice, str] | None:
        """The verdict on the present pair, with its reason."""
        return None

    @property
    def deciding(self) -> bool:
        """Whether a verdict can be given here."""
        return True

    # --- layout ----------------------------------------------------------------------------------

    def header(self) -> HeaderBar:
        """The header with the item and the result of the comparison."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Both formalizations and their differences."""
        yield LinePane(self.view.pair_lines, _("Two formalizations"), id="two")
        yield LinePane(self.view.difference_lines, id="apart")

    def hints(self) -> list[KeyHint]:
        """The keys in the footer, most important first."""
        names = ["prefer_left", "prefer_right", "prefer_both", "prefer_neither"]
        own = names if self.deciding else []
        if self.view.verdict is not None:
            own.append("leave_apart")  # what somebody who has decided wants next
        more = ["next_difference", "unfold_agreeing"]
        if len(self.view.sides) > 2:
            more.append("other_pair")
        return [
            *hints(*own, *more),
            *self.offered("question_apart"),
            KeyHint("Tab", _("pane"), help=_("Go to the next pane.")),
            *hints("apart_notation", *([] if "leave_apart" in own else ["leave_apart"]), "help"),
        ]

    def offers(self, action: str) -> bool:
        """Offer questions about the world that distinguishes the two, if there is one."""
        return action != "question_apart" or self.view.questioned is not None

    def ready(self) -> None:
        """Focus the lower pane, whose text is longer."""
        self.query_one("#apart").focus()
        if self.view.distinction is None and not self.job.busy:
            self.load()

    def on_resize(self, event: Resize) -> None:
        """Redraw for the new width."""
        super().on_resize(event)
        self.call_after_refresh(self.redraw)

    # --- work ------------------------------------------------------------------------------------

    def load(self) -> None:
        """Compare the pair in a thread; unreadable formalizations are shown as they are."""
        self.job.cancel()
        self.view.verdict = self.decided()
        if self.view.readable:
            self.view.state = _("working …")
            item, (left, right) = self.view.item, self.view.pair

            def work(cancel: Cancel) -> Distinction:
                return distinction_of(item, left, right, cancel=cancel)

            self.job.start(work)
        else:
            self.view.state = ""
        self.redraw(top=True)

    def job_done(self, distinction: Distinction) -> None:
        """Show the differences."""
        self.view.know(distinction)
        self.redraw(top=True)

    def failed(self, error: CountermodelError) -> None:
        """Show why the comparison failed."""
        self.view.state = failure_text(error)
        self.redraw()

    def action_question_apart(self) -> None:
        """Open the window to type formulas about the world that distinguishes the two."""
        questioned = self.view.questioned
        if questioned is None:
            self.show_message(_("No world is shown here"))
            return
        self.app.push_screen(QuestionModal(*questioned))

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the result, unless newer work was started."""
        message.stop()
        message.deliver()

    def on_unmount(self) -> None:
        """Stop all work."""
        self.job.cancel()

    # --- drawing ---------------------------------------------------------------------------------

    def redraw(self, top: bool = False) -> None:
        """Draw the header and both panes."""
        if not self.is_mounted:
            return
        self.query_one(HeaderBar).show(plain(self.view.item.id), "", plain(self.view.summary))
        self.query_one("#apart", LinePane).border_title = self.view.title
        for pane in self.query(LinePane):
            pane.redraw(top)
        self.query_one(KeyBar).show(self.hints())

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Stop the message; nothing changes."""
        message.stop()

    def show_message(self, text: str, is_error: bool = False) -> None:
        """Show a short notice in the corner, for a limited time."""
        self.app.notify(plain(text), severity="warning" if is_error else "information", timeout=4,
                        markup=False)  # fmt: skip

    # --- actions ---------------------------------------------------------------------------------

    def action_prefer_left(self) -> None:
        """Prefer the left one."""
        self.choose("left")

    def action_prefer_right(self) -> None:
        """Prefer the right one."""
        self.choose("right")

    def action_prefer_both(self) -> None:
        """Accept both."""
        self.choose("both")

    def action_prefer_neither(self) -> None:
        """Reject both."""
        self.choose("neither")

    def choose(self, choice: Choice) -> None:
        """Give a verdict, if that is possible."""
        if self.deciding:
            self.decide(choice)
        else:
            self.show_message(_("No verdict can be given here."), True)

    def redecided(self) -> None:
        """Show the stored verdict."""
        self.view.verdict = self.decided()
        self.redraw()

    def action_next_difference(self) -> None:
        """Go to the next difference."""
        self.turn(1)

    def action_previous_difference(self) -> None:
        """Go to the previous difference."""
        self.turn(-1)

    def turn(self, step: int) -> None:
        """Go to another difference."""
        if self.view.turn(step):
            self.redraw()
            self.query_one("#apart", LinePane).redraw(top=True)
        else:
            self.show_message(self.view.unreadable or _("There is no other difference."))

    def action_unfold_agreeing(self) -> None:
        """Show the parts on which both agree, or fold them."""
        self.view.common_shown = not self.view.common_shown
        self.redraw()

    def action_other_pair(self) -> None:
        """Choose another pair."""
        if self.view.turn_pair():
            self.load()
        else:
            self.show_message(_("There are only these two."))

    def action_apart_notation(self) -> None:
        """Switch to the next notation of formulas."""
        self.view.formula_style = self.view.formula_style.next
        self.redraw()
        self.show_message(_("Formulas in {way}").format(way=_(self.view.formula_style)))

    def action_leave_apart(self) -> None:
        """Stop the work, if any; otherwise go back."""
        if self.job.cancel():
            self.view.state = _("stopped; Esc goes back")
            self.redraw()
        else:
            self.app.pop_screen()
