"""The window that questions a world: type a formula, change facts, find the nearest world.

Owns its keys and the work behind Enter. The display is `tui.state.inspector.questioned_world`.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from items.formal import FormalItem
from items.models import Item
from items.values.letters import letter
from solver.cancel import Budget, Cancel, GaveUp
from solver.errors import CountermodelError
from solver.inspection.nearest_world import NearestWorld, Step, chain, nearest
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Theory
from solver.language.syntax import Formula
from solver.results import World
from tui.i18n import _
from tui.state.inspector.game_view import GameView
from tui.state.inspector.questioned_world import QuestionedWorld, Statement
from tui.text import plain
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.widgets.prose import Prose
from tui.windows.window import Window

NEAREST_SECONDS = 5.0
WAY_SECONDS = 2.0


class QuestionModal(Window[None]):
    """One world to be questioned."""

    OPENS_FIELD = KEYS_IN_ORDER = True

    CSS_PATH = "../styles/inspector_more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "", show=False, priority=True),
        Binding("f5", "reset", "", show=False, priority=True),
        Binding("f6", "play", "", show=False, priority=True),
        Binding("f7", "walk(-1)", "", show=False, priority=True),
        Binding("f9", "walk(1)", "", show=False, priority=True),
    ]

    def __init__(
        self, theory: Theory, world: World, statements_asked: Sequence[Statement], text: str = ""
    ) -> None:
        super().__init__()
        self.view = QuestionedWorld(theory, world, statements_asked)
        self.text = text
        self.job: Job[tuple[NearestWorld, tuple[Step, ...]]] = Job(
            self, "nearest", self.job_done, self.failed
        )

    def compose(self) -> ComposeResult:
        """The formula above the facts and its truth."""
        with Vertical(classes="window"):
            yield Prose(_("Question this world"), "heading", classes="title")
            yield Input(
                self.text, placeholder=_("formula"), id="question", classes="ask", compact=True
            )
            with Horizontal(id="questioned"):
                yield LinePane(self.view.fact_lines, _("Facts"), id="facts")
                yield LinePane(self.view.truth_lines, _("Truth here"), id="truth")
            text = _("Enter nearest  Tab facts  Space flip  F5 reset  F6 argue  Esc back")
            yield Prose(text, "muted")

    def on_mount(self) -> None:
        """Focus the formula."""
        self.view.type(self.text)
        self.query_one(Input).focus()
        self.redraw()

    def redraw(self) -> None:
        """Draw both panes."""
        for pane in self.query(LinePane):
            pane.redraw()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Read the formula at every key."""
        message.stop()
        self.job.cancel()
        self.view.type(message.value)
        self.query_one("#truth", LinePane).redraw(top=True)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Search for the nearest model in which it holds."""
        message.stop()
        self.seek()

    def seek(self) -> None:
        """Search for the nearest model in which the formula holds."""
        theory, world, formula = self.view.theory, self.view.world, self.view.formula
        if formula is None:
            self._no_formula()
            return
        self.view.note = _("looking for the nearest world …")
        self.redraw()
        self.job.start(lambda cancel: nearest_with_way(theory, world, formula, cancel))

    def on_job_ended(self, message: JobEnded) -> None:
        """Accept the result, unless newer work was started."""
        message.stop()
        message.deliver()

    def job_done(self, pair: tuple[NearestWorld, tuple[Step, ...]]) -> None:
        """Show the world that was found."""
        self.view.take(*pair)
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """Say that there is no such world."""
        self.view.note = failure_text(error)
        self.redraw()

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Follow the cursor of the facts."""
        message.stop()
        self.view.cursor_key = message.target
        message.pane.redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Change a fact; Enter searches for the nearest model, as it does in the formula."""
        message.stop()
        if message.key == "enter":
            self.seek()
            return
        self.job.cancel()
        self.view.cursor_key = message.target
        self.view.toggle(message.target)
        self.redraw()

    def action_reset(self) -> None:
        """Restore all facts."""
        self.job.cancel()
        self.view.reset()
        self.redraw()

    def action_walk(self, step: int) -> None:
        """Apply the next change on the way to the nearest world, or undo one."""
        if self.view.walk(step):
            self.redraw()

    def action_play(self) -> None:
        """Explain the formula's truth in this world step by step."""
        from tui.windows.game_window import GameModal

        formula = self.view.formula
        if formula is None:
            self._no_formula()
            return
        title = _("Reasons: {formula}").format(formula=print_formula(formula))
        view = GameView(self.view.theory, self.view.world, formula)
        self.app.push_screen(GameModal(view, plain(title)))

    def _no_formula(self) -> None:
        unread = _("The formula cannot be read.")
        self.notify(unread if self.view.text.strip() else _("Type a formula first."))

    def action_leave(self) -> None:
        """Go back to the screen below."""
        self.job.cancel()
        self.dismiss(None)


def nearest_with_way(
    theory: Theory, world: World, formula: Formula, cancel: Cancel
) -> tuple[NearestWorld, tuple[Step, ...]]:
    """Runs in a thread: the nearest world, and the way there."""
    outcome = nearest(theory, world, formula, timeout=NEAREST_SECONDS, cancel=cancel)
    steps: tuple[Step, ...] = ()
    if outcome.changes:
        with suppress(GaveUp):
            budget = Budget.of(WAY_SECONDS, cancel)
            steps = chain(theory, world, outcome.changes, formula, budget)
    return outcome, steps


def statements(
    item: Item, formal: FormalItem, variant_name: str = BASELINE
) -> tuple[Statement, ...]:
    """The options and statements that an item asks about, under a variant."""
    outcome: list[Statement] = []
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        if (BASELINE if query is None else query.under) != variant_name:
            continue
        options = formal.options.get(place, ())
        outcome += [
            Statement(f"{leaf.id} {letter(n)}", option)
            for n, option in enumerate(options)
            if option is not None
        ]
        if query is not None and query.formula is not None and query.variable is None:
            outcome.append(Statement(leaf.id, query.formula))
    return tuple(outcome)
