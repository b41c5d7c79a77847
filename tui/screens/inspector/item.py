"""One item: its text next to its premises, verdicts, and the world that shows the verdict.

Owns panes, keys and the background work. The content of the panes is
`tui.state.inspector.item_view`.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize, ScreenResume
from textual.widget import Widget

from items.files.file_names import file_name
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from solver.language.printer import print_formula
from tui.i18n import _, mark
from tui.pages.share import share
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.explanation import ExplanationModal
from tui.screens.inspector.full_answer import FullAnswerModal
from tui.screens.inspector.hardening_trail import HardeningTrailScreen
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.record import RecordScreen, formalization_text
from tui.screens.inspector.windows import AskModal, Field
from tui.state.draft import KeyHint, Line
from tui.state.inspector.explanation import (
    Explanation,
    ExplanationView,
    explanation_of,
    has_parts,
    nothing_to_explain,
)
from tui.state.inspector.full_answer import FullAnswer
from tui.state.inspector.item_findings import ROUNDS, ItemFindings, work_out
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.premise_pane import premise_lines
from tui.state.inspector.text_pane import text_lines
from tui.state.inspector.verdict_pane import evidence_lines, verdict_lines
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.job import Job, JobEnded, failure_text
from tui.widgets.line_pane import LinePane
from tui.widgets.panes import Panes
from tui.widgets.tabs import Tabs
from tui.windows.question_window import QuestionModal, statements

PANES = ("text", "premises", "verdicts", "world")
TITLES = (mark("Text"), mark("Premises"), mark("Verdicts"), mark("World"))
WORLD_PANES = ("verdicts", "world")
LEAST_ID_CELLS = 24
"""Cells of the header reserved for the item's position and id."""
WIDE, HIGH = 100, 28
"""Minimum cells and lines for showing all panes at once."""
_PANE_LINES = {
    "text": text_lines,
    "premises": premise_lines,
    "verdicts": verdict_lines,
    "world": evidence_lines,
}


class ItemScreen(InspectorScreen):
    """Four panes, or one at a time if there is little room."""

    SCREEN_NAMES = ("inspect-item",)
    AUTO_FOCUS = "#verdicts"
    EXTRA_KEYS = (
        KeyHint("1 2 3 4", mark("Go to a pane.")),
        KeyHint("Enter", mark("Go from a verdict to its world, or from a premise to the text.")),
        *InspectorScreen.EXTRA_KEYS,
    )

    def __init__(self, inspector: Inspector) -> None:
        super().__init__(inspector, "item")
        self.job: Job[ItemFindings] = Job(self, "analysis", self.job_done, self.failed)
        self.share_job: Job[Path] = Job(self, "share", self.shared, self.not_shared)
        self.jobs = [self.job, self.share_job]
        self.view = self.fresh()
        self.pane = "verdicts"

    def fresh(self) -> ItemView:
        """A view of the item at the table's cursor."""
        return ItemView(self.inspector.item_at_cursor, self.inspector.formula_style)

    def header(self) -> HeaderBar:
        """The header with the item, the engines and the golds."""
        return HeaderBar(least_cells=LEAST_ID_CELLS)

    def middle(self) -> Iterable[Widget]:
        """Tabs for a small terminal, panes for a large one."""
        text, premises, verdicts, world = (
            LinePane(self.drawer(name), f"{n} {_(title)}", id=name)
            for n, (name, title) in enumerate(zip(PANES, TITLES, strict=True), start=1)
        )
        yield Tabs([_(title) for title in TITLES], id="tabs")
        yield Horizontal(
            Vertical(text, id="left"), Panes(premises, verdicts, world, id="right"), id="panes"
        )

    def drawer(self, name: str) -> Callable[[int, bool], list[Line]]:
        """The drawer of a pane, for whatever item is shown."""

        def draw(cells: int, focused: bool) -> list[Line]:
            return _PANE_LINES[name](self.view, cells, focused)

        return draw

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        # For a wrong gold: why it is wrong, the world that shows it, and a page for its author.
        own = ["why", "question", "share_page"] if self.view.refuted else []
        own += ["next_item", "previous_item", "models", "answers", "what_if", "question", "why",
               "sensitivity", "pair", "formalizations", "notation", "full_answer"]  # fmt: skip
        if self.view.item.claims:
            own.append("claims")
        if self.view.item.attributes.get("settled_by") is not None:
            own.append("trail")
        if self.view.marked is not None:
            own.append("support")
        own = list(dict.fromkeys(own))
        return [
            KeyHint("Tab", _("pane"), help=_("Go to the next pane.")),
            *self.offered(*own, "record", "scratchpad", "shut", "help"),
        ]

    def offers(self, action: str) -> bool:
        """Offer questions about a world only if there is one to show."""
        return action != "question" or self.view.questioned is not None

    def ready(self) -> None:
        """Focus the verdicts and start the work."""
        self.fit(self.app.size.width, self.app.size.height)
        self.focus_pane(self.pane)
        self.load()

    # --- the item --------------------------------------------------------------------------------

    def load(self) -> None:
        """Show the item; computed parts follow when they are ready."""
        item = self.view.item
        findings = self.inspector.remembered(item)
        if findings is not None:
            self.job.cancel()
            self.view.know(
                findings.analysis, findings.alignments, findings.decisive_claims, findings.worlds
            )
        else:
            self.view.state = _("working …")
            self.job.start(lambda cancel: self.work(cancel))
        self.redraw(top=True)

    def work(self, cancel: Cancel) -> ItemFindings:
        """Runs in a thread: analyse in rounds, each with more time per question, while one is
        undecided."""
        item = self.view.item
        for number, seconds in enumerate(ROUNDS[:-1], 1):
            findings = work_out(item, cancel, seconds)
            if not findings.undecided:
                return findings
            self.show_round(findings, number, cancel)
        return work_out(item, cancel, ROUNDS[-1])

    def show_round(self, findings: ItemFindings, number: int, cancel: Cancel) -> None:
        """Show the findings of a round, unless the work was cancelled meanwhile."""
        bar = "█" * number + "░" * (len(ROUNDS) - number)
        text = _("working {bar} {n} open, {seconds} s each").format(
            bar=bar, n=findings.undecided, seconds=f"{ROUNDS[number]:g}"
        )

        def deliver() -> None:
            if not cancel.cancelled:
                self.view.know(
                    findings.analysis,
                    findings.alignments,
                    findings.decisive_claims,
                    findings.worlds,
                )
                self.view.state = text
                self.redraw()

        if self.is_attached:
            self.post_message(JobEnded(deliver))

    def job_done(self, findings: ItemFindings) -> None:
        """Show the result."""
        self.inspector.remember(self.view.item, findings)
        self.view.know(
            findings.analysis, findings.alignments, findings.decisive_claims, findings.worlds
        )
        self.redraw(top=True)

    def failed(self, error: CountermodelError) -> None:
        """Show why the work failed."""
        self.view.state = failure_text(error)
        self.redraw()

    def action_shut(self) -> None:
        """Cancel the writing of a page first, if there is one; otherwise as usual."""
        if self.share_job.cancel():
            self.show_message(_("Stopped: no page was written"))
            self.redraw()
        else:
            super().action_shut()

    def stopped(self) -> None:
        """Show that the work was stopped."""
        self.view.state = _("stopped; r starts again")
        self.redraw()

    def step(self, step: int) -> None:
        """Go to another item of the table."""
        if not self.inspector.browse.step(step):
            self.show_message(
                _("This is the last item") if step > 0 else _("This is the first item")
            )
            return
        self.view = self.fresh()
        self.load()

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Return from another screen, which may have moved to another item."""
        item = self.inspector.browse.item
        if self.is_mounted and item is not None and item is not self.view.item:
            self.view = self.fresh()
            self.load()

    # --- drawing ---------------------------------------------------------------------------------

    def redraw(self, top: bool = False) -> None:
        """Draw all panes; `top` is set for a new item."""
        left, middle, right, level = self.view.header(abbreviated=self.narrow)
        if self.share_job.busy:
            middle = _("writing the page … Esc stops")
        place = f"{self.inspector.browse.row + 1}/{len(self.inspector.browse.places)}"
        self.query_one(HeaderBar).show(f"{place}  {left}", middle, right, level)
        self.query_one("#world", LinePane).border_title = f"4 {self.view.evidence_title}"
        for pane in self.query(LinePane):
            pane.redraw(top)
        self.query_one(KeyBar).show(self.hints())

    @property
    def narrow(self) -> bool:
        """Whether one pane is shown at a time."""
        return self.has_class("-narrow")

    def on_resize(self, event: Resize) -> None:
        """Put panes next to each other if there is room."""
        super().on_resize(event)
        self.fit(event.size.width, event.size.height)

    def fit(self, width: int, height: int) -> None:
        """Show one pane or four."""
        self.set_class(width < WIDE or height < HIGH, "-narrow")
        self.show_pane()

    @property
    def visible_panes(self) -> tuple[str, ...]:
        """The visible panes: on a small terminal the one with the focus; a verdict always together
        with the world that shows it."""
        if not self.narrow:
            return PANES
        return WORLD_PANES if self.pane in WORLD_PANES else (self.pane,)

    def show_pane(self) -> None:
        """Hide panes for which there is no room."""
        for pane in self.query(LinePane):
            pane.display = pane.id in self.visible_panes
        self.query_one("#left").display = "text" in self.visible_panes
        self.query_one("#right").display = self.visible_panes != ("text",)
        self.query_one(Tabs).show(PANES.index(self.pane))

    def focus_pane(self, name: str) -> None:
        """Go to a pane."""
        self.pane = name
        self.show_pane()
        self.query_one(f"#{name}", LinePane).focus()

    # --- messages --------------------------------------------------------------------------------

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Show the focused pane on a small terminal."""
        message.stop()
        # The message may be late: only the pane that still has the focus counts.
        if not message.pane.has_focus:
            return
        self.pane = message.pane.id or self.pane
        self.show_pane()
        if self.pane == "premises" and self.view.premise is None and self.view.theory is not None:
            premises = self.view.theory.theory.premises
            if premises:
                self.point(premises[0].number)

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Follow the cursor of a pane."""
        message.stop()
        if message.pane.id == "premises":
            self.point(int(message.target))
        elif message.pane.id == "verdicts":
            self.view.select(message.target)
            self.redraw()
            self.query_one("#world", LinePane).scroll_home(animate=False)

    def point(self, number: int) -> None:
        """Highlight a premise and its sentence."""
        self.view.point(number)
        for name in ("premises", "text"):
            self.query_one(f"#{name}", LinePane).redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Go from a verdict to the world that shows it."""
        message.stop()
        if message.pane.id == "verdicts":
            self.focus_pane("world")
        elif message.pane.id == "premises":
            self.focus_pane("text")

    def on_tabs_chosen(self, message: Tabs.Chosen) -> None:
        """Show the pane of the clicked tab."""
        message.stop()
        self.focus_pane(PANES[message.place])

    def on_key(self, event: Key) -> None:
        """Let Tab cycle through the panes, including hidden ones."""
        if event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()
            step = 1 if event.key == "tab" else -1
            self.focus_pane(PANES[(PANES.index(self.pane) + step) % len(PANES)])
        elif event.key in ("1", "2", "3", "4"):
            event.stop()
            self.focus_pane(PANES[int(event.key) - 1])

    # --- actions ---------------------------------------------------------------------------------

    def action_next_item(self) -> None:
        """Go to the next item."""
        self.step(1)

    def action_previous_item(self) -> None:
        """Go to the previous item."""
        self.step(-1)

    def action_again(self) -> None:
        """Start the work again after it was stopped."""
        if self.view.analysis is None and not self.job.busy:
            self.load()

    def action_notation(self) -> None:
        """Switch to the next notation of formulas."""
        self.inspector.formula_style = self.view.turn_notation()
        self.redraw()
        self.show_message(_("Formulas in {way}").format(way=_(self.view.formula_style)))

    def action_support(self) -> None:
        """Show the next support."""
        if self.view.next_support():
            self.redraw()
        else:
            self.show_message(_("There is no other set of premises"))

    def action_record(self) -> None:
        """Show the source record."""
        self.app.push_screen(RecordScreen.of(self.inspector, self.view.item))

    def action_share_page(self) -> None:
        """Ask for a file, and write the item's page to it."""
        view = self.view

        def write_page(values: dict[str, str], confirmed: bool) -> str:
            if not values["path"]:
                raise AskModal.Refused(_("A file name is needed."))
            path = Path(values["path"]).expanduser()
            if path.is_dir():
                raise AskModal.Refused(_("{path} is a folder.").format(path=path))
            chosen.append(path)
            return (
                _("{path} exists; it will be replaced.").format(path=path)
                if path.exists() and not confirmed
                else ""
            )

        def page_named(confirmed: bool | None) -> None:
            if confirmed:
                path, sources, pads = chosen[-1], self.inspector.paths, self.inspector.pads

                def work(cancel: Cancel) -> Path:
                    share(
                        view.item, path, sources, pads=pads, analysis=view.analysis, cancel=cancel
                    )
                    return path

                self.share_job.start(work)
                self.redraw()

        chosen: list[Path] = []
        message = _(
            "A self-contained page. It contains the item's text, so check the licence first."
        )
        name = f"{file_name(view.item.id)}.html"
        fields = (Field("path", _("File"), name),)
        self.app.push_screen(
            AskModal(_("Write the item as a page"), message, fields, write_page), page_named
        )

    def shared(self, path: Path) -> None:
        """Say that the page is written."""
        self.redraw()
        self.show_message(_("Written: {path}").format(path=path))

    def not_shared(self, error: CountermodelError) -> None:
        """Say why the page was not written."""
        self.redraw()
        self.show_message(failure_text(error), is_error=True)

    def action_copy_id(self) -> None:
        """Copy the id."""
        self.copy(self.view.item.id, self.view.item.id)

    def action_copy_formal(self) -> None:
        """Copy the formalization."""
        if self.view.item.formalization is None:
            self.show_message(_("This item has no formalization"), is_error=True)
        else:
            self.copy(formalization_text(self.view.item), _("the formalization"))

    def action_models(self) -> None:
        """Open the models or structures."""
        self.inspector.open("models", self.view.item)

    def not_there(self) -> bool:
        """Whether there is nothing to ask about, yet or at all; a notice says why."""
        analysis = self.view.analysis
        if self.view.item.formalization is None:
            self.show_message(_("This item has no formalization"), is_error=True)
        elif analysis is None and self.job.busy:
            self.show_message(_("The solver is still at work on this item; try again in a moment"))
        elif analysis is None:
            self.show_message(self.view.state)
        elif analysis.formal is None:
            self.show_message(_("The formalization cannot be read"), is_error=True)
        return analysis is None or analysis.formal is None

    def action_question(self) -> None:
        """Open the window to type formulas about the world that shows the verdict."""
        analysis, pair = self.view.analysis, self.view.questioned
        if self.not_there():
            return
        if analysis is None or analysis.formal is None or pair is None:
            self.show_message(_("No world of the premises could be shown"))
            return
        if pair[1] is self.view.models.get(pair[0].name):
            self.show_message(
                _("No single world proves this verdict: here is a model of the premises")
            )
        stated = statements(self.view.item, analysis.formal, pair[0].name)
        self.app.push_screen(QuestionModal(*pair, stated, self.view.stated_text))

    def action_full_answer(self) -> None:
        """Show the present answer in full."""
        entry, theory = self.view.entry, self.view.theory
        if self.view.analysis is None and self.not_there():
            return
        if entry is None:
            self.show_message(_("There is no answer to show"))
            return
        side = None if theory is None else theory.theory
        self.app.push_screen(FullAnswerModal(FullAnswer(entry.analysis), side))

    def action_why(self) -> None:
        """Give the reasons for the verdict."""
        analysis, explanation = self.view.analysis, explanation_of(self.view)
        if self.not_there():
            return
        if (
            analysis is None
            or analysis.formal is None
            or (explanation is None and not has_parts(self.view))
        ):
            self.show_message(nothing_to_explain(self.view))
            return
        formal = analysis.formal

        def open_denied(explanation: Explanation | None) -> None:
            if explanation is not None and explanation.world is not None:
                text = print_formula(explanation.formula)
                listed = statements(self.view.item, formal, explanation.theory.name)
                self.app.push_screen(
                    QuestionModal(explanation.theory, explanation.world, listed, text)
                )

        self.app.push_screen(ExplanationModal(ExplanationView(self.view, explanation)), open_denied)

    def action_answers(self) -> None:
        """Open the respondents' answers."""
        self.inspector.open("answers", self.view.item)

    def action_formalizations(self) -> None:
        """Compare two formalizations of the item."""
        self.inspector.open("formalizations", self.view.item)

    def action_what_if(self) -> None:
        """Open the screen for changing premises."""
        self.inspector.open("what_if", self.view.item)

    def action_sensitivity(self) -> None:
        """Open the screen on the effect of single edits."""
        self.inspector.open("sensitivity", self.view.item)

    def action_claims(self) -> None:
        """Open the item's claims about itself."""
        self.inspector.open("claims", self.view.item)

    def action_trail(self) -> None:
        """Show how models hardened the item."""
        self.inspector.push(HardeningTrailScreen(self.inspector, "trail", self.view.item))

    def action_pair(self) -> None:
        """Open the comparison with another item."""
        self.inspector.open("pair", self.view.item)

    def action_scratchpad(self) -> None:
        """Open a scratchpad with the item's formalization."""
        self.inspector.open("scratchpad", self.view.item)


def screen(inspector: Inspector, _item: Item) -> ItemScreen:
    """The screen of the item at the table's cursor, which is this one."""
    return ItemScreen(inspector)
