"""Who gave which answer on one item, and what refutes a wrong answer.

Owns keys and the background work. The display is `tui.state.inspector.answers_view`;
`items.gold.refutation` finds why an answer is wrong, and `items.inspection.blocking` what would
make it right.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from items.answers import Answer
from items.formal import gloss_language
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError, InputError
from solver.language.problem import Theory
from solver.language.syntax import Signature
from solver.language.words import Language
from solver.phrases import phrase
from solver.results import World
from tui.i18n import _
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.state.draft import KeyHint, Line
from tui.state.inspector.answers_view import AnswerGroup, AnswersView, CheckedGolds, RefutedGold
from tui.state.inspector.diagnosis_view import diagnosis_lines, misread_lines
from tui.state.inspector.evidence import objection_lines, premises_named
from tui.state.inspector.notation import FormulaStyle, formula_text
from tui.state.inspector.questioned_world import Statement
from tui.state.inspector.quoted_premises import PremiseSources
from tui.state.inspector.respondent import Respondent
from tui.state.inspector.world_lines import text_lines
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.job import Job, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.question_window import QuestionModal, statements

if TYPE_CHECKING:
    from items.gold.refutation import Refutation
    from items.inspection.blocking import BlockingPremises
    from sessions.report.item_answers import ItemAnswers
    from study.diagnosis.smallest_misreading import SmallestMisreadings

TIMEOUT = 3.0
"""Time limit for one query to Z3."""


@dataclass(frozen=True)
class Reason:
    """Why one answer is wrong."""

    refutation: "Refutation"
    blocking: "BlockingPremises"
    signature: Signature
    misreading: "SmallestMisreadings | None"
    """The misreading under which it would be right."""
    theory: Theory
    """The premises under the variant of the question."""
    statements: tuple[Statement, ...]
    """The statements of the item's questions under it."""
    premise_sources: PremiseSources
    """The premises of that theory, with their sentences."""

    @property
    def world(self) -> World | None:
        """The world on show."""
        worlds = (objection.world for objection in self.refutation.objections)
        return next((world for world in worlds if world is not None), None)


def screen(inspector: Inspector, _item: Item) -> "AnswersScreen":
    """The answers to the item at the table's cursor."""
    return AnswersScreen(inspector)


class AnswersScreen(InspectorScreen):
    """The distribution over respondents, and next to it the evidence against an answer."""

    SCREEN_NAMES = ("inspect-answers",)

    def __init__(self, inspector: Inspector, respondent: Respondent | None = None) -> None:
        super().__init__(inspector, "answers")
        self.respondent = respondent
        """The respondent whose answer is marked first, on this item and on the next ones."""
        self.reader: Job[ItemAnswers] = Job(self, "answers", self.job_done, self.failed)
        self.job: Job[Reason] = Job(self, "refute", self.explained, self.unexplained)
        self.checker: Job[CheckedGolds] = Job(self, "golds", self.checked, self.unchecked)
        self.jobs = [self.reader, self.job, self.checker]
        self.view: AnswersView | None = None
        self.reasons: dict[str, Reason | str] = {}
        self.read_error = ""

    def header(self) -> HeaderBar:
        """The header with the item and its accuracy."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Three panes."""
        yield Horizontal(
            Vertical(
                LinePane(self.distribution, _("Answers"), id="distribution"),
                LinePane(self.who, _("Who"), id="who"),
                id="answers-left",
            ),
            LinePane(self.evidence_lines, _("Why it is wrong"), id="why"),
            id="columns",
        )

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        own = ["formalizations", "question", "notation", "next_item", "previous_item", "shut"]
        return [
            KeyHint("↑↓", _("answer"), help=_("Go to another answer.")),
            KeyHint("Tab", _("pane"), help=_("Go to the next pane.")),
            *self.offered(*own, "help"),
        ]

    def ready(self) -> None:
        """Focus the distribution."""
        self.query_one("#distribution").focus()
        self.load()

    @property
    def item(self) -> Item:
        """The item at the table's cursor."""
        item = self.inspector.browse.item
        assert item is not None
        return item

    # --- work ------------------------------------------------------------------------------------

    def load(self) -> None:
        """Start with another item."""
        self.view, self.reasons, self.read_error = None, {}, ""
        self.job.cancel()
        self.checker.cancel()
        item = self.item
        self.reader.start(lambda _cancel: self.read(item))
        self.redraw()

    def read(self, item: Item) -> "ItemAnswers":
        """Runs in a thread: read the record, once, and the times of model answers."""
        from sessions.report.answer_book import answer_book, timed
        from sessions.report.item_answers import NO_ANSWERS
        from sessions.storage.database import Database

        path = self.inspector.database
        if path is None or not path.exists():
            return NO_ANSWERS
        with Database.open(path) as db:
            if self.inspector.answer_book is None:
                self.inspector.answer_book = answer_book(db)
            return timed(db, self.inspector.answer_book.answers(item))

    def job_done(self, answers: "ItemAnswers") -> None:
        """Show the answers, and check the golds."""
        item = self.item
        self.view = view = AnswersView(item, answers, self.respondent)
        self.checker.start(lambda cancel: checked_golds(item, view.groups, cancel))
        self.redraw()

    def checked(self, checked_golds: CheckedGolds) -> None:
        """Accept the solver's check of the golds."""
        if self.view is not None:
            self.view.checked_golds = checked_golds
        self.explain()
        self.redraw()

    def unchecked(self, _error: CountermodelError) -> None:
        """Explain the answers without checked golds; faults of the formalization are reported with
        each answer."""
        self.checked(CheckedGolds())

    def failed(self, error: CountermodelError) -> None:
        """Show why the record cannot be read."""
        self.read_error = failure_text(error)
        self.redraw()

    def explain(self) -> None:
        """Find out why the marked answer is wrong."""
        view = self.view
        group = view.group if view is not None else None
        if view is None or group is None or group.answer is None or view.right(group) is not False:
            self.job.cancel()
            return
        if group.key in self.reasons:
            return
        item, place, answer = self.item, group.place, group.answer
        self.job.start(lambda cancel: reason_of(item, place, answer, cancel))

    def explained(self, reason: Reason) -> None:
        """Show the explanation."""
        if self.view is not None:
            self.reasons[self.view.selected] = reason
        self.redraw()

    def unexplained(self, error: CountermodelError) -> None:
        """Show why there is no explanation."""
        if self.view is not None:
            message = failure_text(error)
            self.reasons[self.view.selected] = message
        self.redraw()

    # --- drawing ---------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw all panes and bars."""
        text = self.view.summary if self.view is not None else ""
        busy = _("working …") if any(job.busy for job in self.jobs) else ""
        self.query_one(HeaderBar).show(_("Answers · {id}").format(id=self.item.id), text, busy)
        for pane in self.query(LinePane):
            pane.redraw()
        self.query_one(KeyBar).show(self.hints())

    def distribution(self, cells: int, focused: bool) -> list[Line]:
        """The answers and their frequencies."""
        if self.view is None:
            return text_lines(self.read_error or _("reading …"), cells, "muted")
        return self.view.distribution_lines(cells, focused)

    def who(self, cells: int, focused: bool) -> list[Line]:
        """The respondents who gave the marked answer."""
        return [] if self.view is None else self.view.who_lines(cells, focused)

    def evidence_lines(self, cells: int, _focused: bool) -> list[Line]:
        """The evidence against the marked answer."""
        view = self.view
        group = view.group if view is not None else None
        if view is None or group is None:
            return []
        if self.checker.busy and group.answer is not None:
            return text_lines(_("working …"), cells, "muted")
        lines = [*view.contradiction(cells), *view.refuted_lines(group.place, cells)]
        lines += [Line()] if lines else []
        if view.right(group) is not False or group.answer is None:
            for message in view.remark(group):
                lines += text_lines(message, cells, "muted")
            return lines
        reason = self.reasons.get(group.key)
        if reason is None:
            return text_lines(_("working …") if self.job.busy else _("stopped"), cells, "muted")
        if isinstance(reason, str):
            return text_lines(reason, cells, "warn")
        style, language = self.inspector.formula_style, gloss_language(self.item)
        return [
            *lines,
            *text_lines(_("✗ {label} is wrong").format(label=group.label), cells, "bad"),
            *misread_lines(reason.misreading, style, language, cells),
            *reason_lines(reason, style, language, cells),
            *diagnosis_lines(
                reason.misreading, language, cells, len(group.answers), view.wrong(group)
            ),
            *blocking_lines(reason, style, language, cells),
        ]

    # --- messages and actions --------------------------------------------------------------------

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Mark another answer."""
        message.stop()
        if self.view is not None:
            self.view.selected = message.target
            self.explain()
            self.redraw()

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Go to the evidence against the answer."""
        message.stop()
        self.query_one("#why").focus()

    def action_formalizations(self) -> None:
        """Compare answers that are formalizations with the item's own."""
        self.inspector.open("formalizations", self.item)

    @property
    def refuting(self) -> Reason | None:
        """Why the marked answer is wrong, if a world shows it."""
        group = self.view.group if self.view is not None else None
        reason = None if group is None else self.reasons.get(group.key)
        return reason if isinstance(reason, Reason) and reason.world is not None else None

    def offers(self, action: str) -> bool:
        """Offer questions about a world only if there is one."""
        return action != "question" or self.refuting is not None

    def action_question(self) -> None:
        """Open the window to type formulas about the world that refutes the answer."""
        reason = self.refuting
        if reason is None or reason.world is None:
            self.show_message(_("No world is shown here"))
            return
        self.app.push_screen(QuestionModal(reason.theory, reason.world, reason.statements))

    def action_notation(self) -> None:
        """Switch to the next notation of formulas."""
        self.inspector.formula_style = self.inspector.formula_style.next
        self.redraw()
        self.show_message(_("Formulas in {way}").format(way=_(self.inspector.formula_style)))

    def action_next_item(self) -> None:
        """Go to the next item."""
        self.step(1)

    def action_previous_item(self) -> None:
        """Go to the previous item."""
        self.step(-1)

    def step(self, step: int) -> None:
        """Go to another item of the table."""
        if self.inspector.browse.step(step):
            self.load()
        else:
            self.show_message(
                _("This is the last item") if step > 0 else _("This is the first item")
            )


def checked_golds(item: Item, groups: Sequence[AnswerGroup], cancel: Cancel) -> CheckedGolds:
    """Runs in a thread: for parts whose gold the solver refutes, and for parts without gold, the
    solver's verdicts on their answers; and the variants under which the premises contradict one
    another."""
    from items.formal import formal_item
    from items.gold.check import Status, check_part
    from solver.cancel import Budget
    from solver.language.edits import theory
    from solver.language.problem import BASELINE
    from solver.queries import Session
    from tui.state.inspector.contradiction import contradictory_variants

    formal = formal_item(item, budget=Budget.of(TIMEOUT, cancel))
    refuted: dict[int, RefutedGold] = {}
    inconsistent = contradictory_variants(item, TIMEOUT, cancel)
    void: set[int] = set()
    for place, leaf in enumerate(item.leaves if formal is not None else ()):
        assert formal is not None
        if leaf.free:
            continue
        query = formal.queries.get(place)
        under = BASELINE if query is None else query.under
        if under in inconsistent:
            void.add(place)
        queries = tuple(q for q in formal.problem.queries if q.under == under)
        session = Session(theory(formal.problem, under), queries, "auto", TIMEOUT, cancel)
        gold = ""
        if leaf.gold is not None:
            check = check_part(item, formal, place, leaf.gold, session)
            if check.status is not Status.DISAGREE:
                continue
            gold = check.gold_text
        checks = {
            group.key: check_part(item, formal, place, group.answer, session)
            for group in groups
            if group.place == place and group.answer is not None
        }
        statuses = {key: check.status for key, check in checks.items()}
        if leaf.gold is None:
            if not {Status.AGREE, Status.DISAGREE} & set(statuses.values()):
                continue
            check = next(iter(checks.values()))
        texts = [check.text(engine) for engine in check.by_engine]
        proved = next((text for text in texts if text not in (None, "unknown")), None)
        refuted[place] = RefutedGold(gold, proved or "", statuses)
    return CheckedGolds(refuted, inconsistent, frozenset(void))


def reason_of(item: Item, place: int, answer: Answer, cancel: Cancel) -> Reason:
    """Runs in a thread: what refutes an answer, without which premises it would be right, and under
    which misreading. Raises InputError if the item has no formalization, or an unreadable one."""
    from items.formal import formal_item
    from items.formalizations.sentence_alignment import Alignment, align
    from items.gold.refutation import refute
    from items.inspection.blocking import blocking_premises
    from solver.cancel import Budget
    from solver.language.edits import theory
    from solver.language.problem import BASELINE
    from solver.queries import Session
    from study.diagnosis.smallest_misreading import smallest

    formal = formal_item(item, budget=Budget.of(TIMEOUT, cancel))
    if formal is None:
        raise InputError(phrase("No formalization"), phrase("no answer can be refuted without one"))
    query = formal.queries.get(place)
    under = BASELINE if query is None else query.under
    queries = tuple(q for q in formal.problem.queries if q.under == under)
    session = Session(theory(formal.problem, under), queries, "auto", TIMEOUT, cancel)
    refutation = refute(item, formal, place, answer, session)
    premises = blocking_premises(
        item, formal, place, answer, session, refutation=refutation, cancel=cancel
    )
    misread = smallest(item, place, answer, timeout=TIMEOUT, cancel=cancel)
    aligned: tuple[Alignment, ...] = ()
    with suppress(InputError):  # a wrong list of sources is reported with the item
        aligned = align(item, formal.problem)
    return Reason(
        refutation,
        premises,
        session.theory.signature,
        misread,
        session.theory,
        statements(item, formal, under),
        PremiseSources(item.text, aligned, formal.problem, session.theory),
    )


def reason_lines(
    reason: Reason, formula_style: FormulaStyle, language: Language, cells: int
) -> list[Line]:
    """The evidence against an answer."""

    def quoted(numbers: Sequence[int]) -> list[Line]:
        return quoted_lines(reason, numbers, formula_style, language, cells)

    return objection_lines(
        reason.refutation, reason.signature, formula_style, language, cells, quoted
    )


def quoted_lines(
    reason: Reason,
    numbers: Sequence[int],
    formula_style: FormulaStyle,
    language: Language,
    cells: int,
) -> list[Line]:
    """Premises with their sentences, highlighted."""
    signature = reason.signature
    return reason.premise_sources.lines(
        numbers, lambda formula: formula_text(formula, signature, formula_style, language), cells
    )


def blocking_lines(
    reason: Reason, formula_style: FormulaStyle, language: Language, cells: int
) -> list[Line]:
    """The premises without which an answer would be right."""
    lines = [Line()]
    blocking = reason.blocking
    if blocking.premises is not None:
        named = premises_named(blocking.premises)
        lines += text_lines(
            _("Without {premises} it would be right.").format(premises=named), cells, "heading"
        )
        lines += quoted_lines(reason, blocking.premises, formula_style, language, cells)
        for other in blocking.further_sets[:6]:
            lines += text_lines(
                _("It would also be right without {premises}.").format(
                    premises=premises_named(other)
                ),
                cells,
                "plain",
                1,
            )
        if not blocking.exhausted:
            lines += text_lines(_("There may be other such sets."), cells, "muted", 1)
    else:
        text = _("Leaving out premises does not make it right")
        lines += text_lines(
            _("{text}: {reason}.").format(text=text, reason=_(blocking.reason))
            if blocking.reason
            else text,
            cells,
            "muted",
        )
    return lines
