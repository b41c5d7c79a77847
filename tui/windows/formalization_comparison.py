"""The screen on which two formalizations of one text are told apart, and one is preferred.

Owns the panes, the work behind them and the keys. What stands in the panes is
`tui.state.formalization_comparison`'s; who opens it says which formalizations there are, and keeps
the verdict.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.events import Resize
from textual.widget import Widget

from items.formalizations.telling_apart import Apart, ReadFormalization, tell_apart
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _
from tui.keys.formalizations import APART
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
    """Two formalizations over what tells them apart. Derive from it: `decide` keeps a verdict."""

    WHERE: ClassVar[tuple[str, ...]] = (APART,)
    CSS_PATH: ClassVar[list[Path]] = [  # type: ignore[assignment]
        # Whole paths: a name would be looked for beside the class that derives from this one.
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
        self.job: Job[Apart] = Job(self, "apart", self.job_done, self.failed)

    # --- what a deriving screen says -------------------------------------------------------------

    def decide(self, choice: Choice) -> None:
        """A verdict was chosen for the pair that is looked at. Raises RuntimeError where a screen
        does not define it."""
        raise RuntimeError("a screen says where its verdicts are kept")

    def decided(self) -> tuple[Choice, str] | None:
        """What was said of the pair that is looked at, and why."""
        return None

    @property
    def deciding(self) -> bool:
        """Whether a verdict can be given here."""
        return True

    # --- layout ----------------------------------------------------------------------------------

    def header(self) -> HeaderBar:
        """The item, and what the two come to."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Both, and what tells them apart."""
        yield LinePane(self.view.pair_lines, _("Two formalizations"), id="two")
        yield LinePane(self.view.difference_lines, id="apart")

    def hints(self) -> list[KeyHint]:
        """What there is to do, most needed first."""
        names = ["prefer_left", "prefer_right", "prefer_both", "prefer_neither"]
        own = names if self.deciding else []
        more = ["next_difference", "unfold_agreeing"]
        if len(self.view.sides) > 2:
            more.append("other_pair")
        return [
            *hints(*own, *more),
            *self.offered("question_apart"),
            KeyHint("Tab", _("pane")),
            *hints("apart_notation", "leave_apart", "help"),
        ]

    def offers(self, action: str) -> bool:
        """Questions to the world that tells the two apart, where there is one."""
        return action != "question_apart" or self.view.questioned is not None

    def ready(self) -> None:
        """The lower pane has the focus: its text is the longer one."""
        self.query_one("#apart").focus()
        if self.view.result is None and not self.job.busy:
            self.load()

    def on_resize(self, event: Resize) -> None:
        """Columns of another width."""
        super().on_resize(event)
        self.call_after_refresh(self.redraw)

    # --- work ------------------------------------------------------------------------------------

    def load(self) -> None:
        """Tell the pair apart, in a thread; what cannot be read is shown as it is."""
        self.job.cancel()
        self.view.decided = self.decided()
        if self.view.readable:
            self.view.state = _("working …")
            item, (left, right) = self.view.item, self.view.pair

            def work(cancel: Cancel) -> Apart:
                return tell_apart(item, left, right, cancel=cancel)

            self.job.start(work)
        else:
            self.view.state = ""
        self.redraw(top=True)

    def job_done(self, apart: Apart) -> None:
        """They are told apart."""
        self.view.know(apart)
        self.redraw(top=True)

    def failed(self, error: CountermodelError) -> None:
        """They could not be."""
        self.view.state = failure_text(error)
        self.redraw()

    def action_question_apart(self) -> None:
        """Type formulas about the world that tells the two apart."""
        questioned = self.view.questioned
        if questioned is None:
            self.show_message(_("No world is shown here"))
            return
        self.app.push_screen(QuestionModal(*questioned))

    def on_job_ended(self, message: JobEnded) -> None:
        """Take what was worked out, unless something newer was started."""
        message.stop()
        message.deliver()

    def on_unmount(self) -> None:
        """Nothing goes on unseen."""
        self.job.cancel()

    # --- drawing ---------------------------------------------------------------------------------

    def redraw(self, top: bool = False) -> None:
        """Header and both panes."""
        if not self.is_mounted:
            return
        self.query_one(HeaderBar).show(plain(self.view.item.id), "", plain(self.view.summary))
        self.query_one("#apart", LinePane).border_title = self.view.title
        for pane in self.query(LinePane):
            pane.redraw(top)
        self.query_one(KeyBar).show(self.hints())

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Nothing changes."""
        message.stop()

    def show_message(self, text: str, wrong: bool = False) -> None:
        """A word in the corner that goes away by itself."""
        self.app.notify(plain(text), severity="warning" if wrong else "information", timeout=4,
                        markup=False)  # fmt: skip

    # --- actions ---------------------------------------------------------------------------------

    def action_prefer_left(self) -> None:
        """The left one."""
        self.choose("left")

    def action_prefer_right(self) -> None:
        """The right one."""
        self.choose("right")

    def action_prefer_both(self) -> None:
        """Both."""
        self.choose("both")

    def action_prefer_neither(self) -> None:
        """Neither."""
        self.choose("neither")

    def choose(self, choice: Choice) -> None:
        """A verdict, where one can be given."""
        if self.deciding:
            self.decide(choice)
        else:
            self.show_message(_("No verdict can be given here."), True)

    def redecided(self) -> None:
        """A verdict was kept: show it."""
        self.view.decided = self.decided()
        self.redraw()

    def action_next_difference(self) -> None:
        """Another difference."""
        self.turn(1)

    def action_previous_difference(self) -> None:
        """The one before."""
        self.turn(-1)

    def turn(self, step: int) -> None:
        """Another difference."""
        if self.view.turn(step):
            self.redraw()
            self.query_one("#apart", LinePane).redraw(top=True)
        else:
            self.show_message(self.view.unreadable or _("There is no other difference."))

    def action_unfold_agreeing(self) -> None:
        """Show what both agree on, or fold it."""
        self.view.unfolded = not self.view.unfolded
        self.redraw()

    def action_other_pair(self) -> None:
        """Another two of them."""
        if self.view.turn_pair():
            self.load()
        else:
            self.show_message(_("There are only these two."))

    def action_apart_notation(self) -> None:
        """Another way to write formulas."""
        self.view.formula_style = self.view.formula_style.next
        self.redraw()
        self.show_message(_("Formulas in {way}").format(way=_(self.view.formula_style)))

    def action_leave_apart(self) -> None:
        """Stop the work, if any, else go back."""
        if self.job.cancel():
            self.view.state = _("stopped; Esc goes back")
            self.redraw()
        else:
            self.app.pop_screen()
