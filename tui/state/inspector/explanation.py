"""The reasons for a verdict: the parts of premises that it depends on, with their sentences; or the
world that refutes it, evaluated part by part. An answer with several parts, such as a list or a
comparison of variants, is explained part by part.

Owns which formulas are explained, and the lines. `solver.inspection.reasons` finds cores, and
`solver.inspection.members` the parts of answers.
"""

from dataclasses import dataclass, replace

from solver.cancel import Budget, Cancel, GaveUp
from solver.inspection.evaluate import evaluate
from solver.inspection.formula_standing import FormulaVerdict
from solver.inspection.members import Parts
from solver.inspection.reasons import CONCLUSION, Core, at, core, replace_part
from solver.kinds.base import Member
from solver.kinds.registry import kind_of, verdict_word
from solver.kinds.words import Claim
from solver.language.printer import print_formula
from solver.language.problem import Query, Theory
from solver.language.syntax import (
    And,
    Formula,
    Implies,
    Prop,
    Truth,
    definitions_through,
    negation,
)
from solver.queries import Session
from solver.results import World
from tui.i18n import _
from tui.state.draft import Line, Piece
from tui.state.inspector.evidence import objection_lines, undecided
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.questioned_world import MOST_PARTS, VALUE_SIGNS
from tui.state.inspector.quoted_premises import guessed_lines, sentence_lines
from tui.state.inspector.world_lines import text_lines, world_table
from tui.state.translation import translated
from tui.text import fit, plain, width

SECONDS = 1.0
CORE_SECONDS = 5.0
PART_SECONDS = 5.0
TITLE_CELLS = 44
"""Maximum width of a formula in the title, which is one line; the formula is below in full."""


@dataclass(frozen=True)
class Explanation:
    """One formula to explain."""

    theory: Theory
    formula: Formula
    """The formula as the item states it."""
    consequence: Formula | None
    """What follows: the formula, its negation, or ⊥ where premises contradict each other; None
    where the formula is undetermined."""
    assumption: Formula | None
    numbers: tuple[int, ...] | None
    """The marked support."""
    world: World | None
    """The world in which it fails, or which shows that it is possible."""
    is_possible: bool = False
    """Whether the world shows that it is possible."""
    claim_count: int = 1
    """Number of claims in the conjunction, all of which the answer depends on."""
    core: Core | None = None
    """What it depends on, if it follows, once computed."""
    was_tried: bool = False
    """Whether it was computed, or timed out."""

    @property
    def complete(self) -> bool:
        """Whether nothing remains to compute."""
        return self.was_tried or (
            self.consequence is None and not (self.is_possible and self.world is None)
        )


@dataclass(frozen=True)
class Step:
    """What is explained at one time."""

    title: str
    """Empty where the formula is enough."""
    explanations: tuple[Explanation, ...]
    """One for each variant in a comparison; otherwise one."""

    @property
    def complete(self) -> bool:
        """Whether everything is computed."""
        return all(explanation.complete for explanation in self.explanations)


def explanation_of(view: ItemView) -> Explanation | None:
    """The explanation for the selected entry; None where it states no formula, or nothing is known
    about it."""
    explanation = _explanation_of(view)
    entry = view.entry
    refutation = None if entry is None or entry.option is not None else entry.analysis.refutation
    if explanation is None or explanation.world is not None or refutation is None:
        return explanation
    # The screen shows the world that refutes the gold.
    refuting = next((o for o in refutation.objections if o.world is not None), None)
    return (
        explanation
        if refuting is None or refuting.under
        else replace(explanation, world=refuting.world)
    )


def _explanation_of(view: ItemView) -> Explanation | None:
    entry, theory_analysis = view.entry, view.theory
    if entry is None or theory_analysis is None:
        return None
    theory, marked = theory_analysis.theory, view.marked
    report, query = entry.analysis.report, entry.analysis.query
    word = None if report is None else verdict_word(report.answer.verdict)
    if entry.option is None and entry.stated is None and report is not None and query is not None:
        # The verdict of a query determines what to explain.
        answer, formula = report.answer, query.formula
        entailed = kind_of(query.kind).entailed(query, answer)
        if entailed is not None and formula is not None:
            world = answer.countermodel or answer.witness
            return Explanation(theory, formula, entailed, query.given, marked, world)
        if formula is not None and word is not None and query.variable is None:
            if word.claim is Claim.HOLDS:
                return Explanation(theory, formula, None, query.given, marked, answer.witness, True)
            if word.claim is Claim.FAILS:
                return Explanation(theory, formula, None, query.given, marked, answer.countermodel)
    stand = entry.option.standing if entry.option is not None else entry.stated
    if stand is None or stand.verdict is FormulaVerdict.UNKNOWN:
        if not entry.decisive_claims:
            return None
        claims = [claim.formula for claim in entry.decisive_claims]
        whole = claims[0] if len(claims) == 1 else And(tuple(claims))
        return Explanation(theory, whole, whole, None, marked, None, claim_count=len(claims))
    follows: Formula | None = None
    match stand.verdict:
        case FormulaVerdict.ENTAILED:
            follows = stand.formula
        case FormulaVerdict.CONTRADICTED:
            follows = negation(stand.formula)
        case FormulaVerdict.INCONSISTENT:
            follows = Truth(False)
    world = stand.countermodel or stand.witness
    return Explanation(theory, stand.formula, follows, stand.given, marked, world)


def has_parts(view: ItemView) -> bool:
    """Whether the selected entry is the answer to a query that may have several parts."""
    entry = view.entry
    if entry is None or entry.option is not None or entry.stated is not None:
        return False
    report = entry.analysis.report
    return report is not None and not report.answer.unknown


def nothing_to_explain(view: ItemView) -> str:
    """Why the selected entry has no explanation: the solver gave up, or there is no formula."""
    entry = view.entry
    if entry is None:
        return _("There is no answer to show")
    stand = entry.option.standing if entry.option is not None else entry.stated
    report = entry.analysis.report
    if entry.option is not None and stand is None:
        return _("This option has no formula, so there is nothing to decide.")
    if stand is not None:
        return undecided(stand.reason)
    if report is not None and report.answer.unknown:
        return undecided(report.answer.reason)
    return _("There is nothing for a solver to decide.")


def steps_of(view: ItemView, cancel: Cancel) -> tuple[tuple[Step, ...], bool]:
    """The parts of the selected answer, each to be explained by itself, and whether these are all.
    Run it in a thread, since the members of a list must be computed."""
    entry, analysis = view.entry, view.analysis
    report = None if entry is None else entry.analysis.report
    if report is None or analysis is None or analysis.formal is None:
        return (), True
    query = report.query
    parts = Parts(analysis.formal.problem, query, timeout=PART_SECONDS, cancel=cancel)
    members = parts.members(report.answer)
    lists = kind_of(query.kind).form(query) in ("models", "set")
    steps = []
    for member in members.members:
        explanations = []
        for statement in member.claims:
            follows = None if statement.can else negation(statement.formula)
            theory = parts.theory(statement.under)
            explanations.append(
                Explanation(
                    theory,
                    statement.formula,
                    follows,
                    query.given,
                    None,
                    None,
                    is_possible=statement.can,
                )
            )
        steps.append(Step(_title(member) if lists else "", tuple(explanations)))
    return tuple(steps), members.whole


def _title(member: Member) -> str:
    if member.key is None:
        return _("Nothing else is possible")
    text = member.key if isinstance(member.key, str) else print_formula(member.claims[0].formula)
    text = fit(plain(text), TITLE_CELLS)
    if member.held:
        return _("“{formula}” is part of the answer").format(formula=text)
    return _("“{formula}” is not part of the answer").format(formula=text)


def worked_out(explanation: Explanation, cancel: Cancel) -> Explanation:
    """The explanation with its world, or what it depends on, where the time is enough; run it in a
    thread."""
    theory, supposed = explanation.theory, explanation.assumption
    if explanation.complete:
        return explanation
    session = Session(theory, (), "auto", CORE_SECONDS, cancel)
    if explanation.consequence is None:
        query = Query("possible", "possible", explanation.formula, given=supposed)
        witness = session.ask(query, want_supports=False).answer.witness
        return replace(explanation, world=witness, was_tried=True)
    numbers = explanation.numbers
    if numbers is None:
        whole = (
            explanation.consequence
            if supposed is None
            else Implies(supposed, explanation.consequence)
        )
        supports = session.supports(whole, cap=1)
        numbers = supports.sets[0] if supports is not None and supports.sets else None
    formula_core = core(
        *(theory, explanation.consequence),
        numbers=numbers,
        given=supposed,
        timeout=CORE_SECONDS,
        cancel=cancel,
    )
    return replace(explanation, core=formula_core, numbers=numbers, was_tried=True)


class ExplanationView:
    """One explanation on the screen."""

    def __init__(self, view: ItemView, explanation: Explanation | None = None) -> None:
        self.view = view
        self.steps: tuple[Step, ...] = () if explanation is None else (Step("", (explanation,)),)
        self.place = 0
        """Index of the selected step."""
        self.is_complete = True
        """Whether the steps are complete."""
        self.state = ""
        """Why nothing is shown yet, or cannot be."""

    @property
    def step(self) -> Step | None:
        """The selected step."""
        return self.steps[self.place] if self.steps else None

    @property
    def explanation(self) -> Explanation | None:
        """The explained formula: of several, the one with a world, which can be questioned."""
        explanations = () if self.step is None else self.step.explanations
        return next(
            (explanation for explanation in explanations if explanation.world is not None),
            next(iter(explanations), None),
        )

    def add(self, steps: tuple[Step, ...], is_complete: bool) -> None:
        """Set the parts of the answer."""
        self.steps = (*self.steps, *steps)
        self.is_complete = is_complete
        self.state = "" if self.steps else _("It could not be determined in time.")

    def know(self, explanations: tuple[Explanation, ...]) -> None:
        """Set the explanations of the selected step."""
        if self.step is not None:
            step = replace(self.step, explanations=explanations)
            self.steps = (*self.steps[: self.place], step, *self.steps[self.place + 1 :])

    def turn(self, step: int) -> bool:
        """Move to another part of the answer; returns whether there is one."""
        place = self.place + step
        if not 0 <= place < len(self.steps):
            return False
        self.place = place
        return True

    @property
    def title(self) -> str:
        """The title of the explanation."""
        if self.step is None:
            return _("Why this is the answer")
        return self.step.title or self._why(self.step.explanations[0])

    def _why(self, explanation: Explanation) -> str:
        if explanation.claim_count > 1:
            message = _("Why the {n} claims that the answer depends on follow")
            return message.format(n=explanation.claim_count)
        text = fit(plain(print_formula(explanation.formula)), TITLE_CELLS)
        if explanation.is_possible:
            return _("Why “{formula}” is possible").format(formula=text)
        if explanation.consequence is None:
            return _("Why “{formula}” does not follow").format(formula=text)
        if explanation.consequence == explanation.formula:
            return _("Why “{formula}” follows").format(formula=text)
        if isinstance(explanation.consequence, Truth):
            return _("Why the premises contradict one another")
        return _("Why “{formula}” is excluded").format(formula=text)

    def lines(self, cells: int, _focused: bool) -> list[Line]:
        """All lines; if the gold is refuted, that comes first."""
        lines = self._gold(cells) if self.place == 0 else []
        several = self.step.explanations if self.step is not None else ()
        for explanation in several:
            if len(several) > 1:
                lines += text_lines(self._under(explanation), cells, "heading")
            if explanation.consequence is None and explanation.complete:
                lines += self._refuted(explanation, cells)
            elif explanation.core is not None:
                lines += self._resting(explanation, explanation.core, cells)
            elif explanation.complete:
                message = _("It could not be determined in time.")
                lines += text_lines(message, cells, "warn")
            lines.append(Line())
        lines += text_lines(self.state, cells, "muted") if self.state else []
        if not self.is_complete and self.place == len(self.steps) - 1:
            message = _("There are more parts than are listed, or time ran out.")
            lines += text_lines(message, cells, "warn")
        return lines

    def _under(self, explanation: Explanation) -> str:
        """The variant and its verdict on the part, as a heading."""
        name = plain(explanation.theory.name)
        if explanation.is_possible:
            return _("Possible under {name}").format(name=name)
        return _("Impossible under {name}").format(name=name)

    def _gold(self, cells: int) -> list[Line]:
        """That the gold is refuted, and by what."""
        entry, analysis = self.view.entry, self.view.analysis
        if entry is None or analysis is None or entry.analysis.refutation is None:
            return []
        check = entry.analysis.check
        gold = plain(check.gold_text) if check is not None else ""
        message = _("✗ The published gold is refuted: {gold}").format(gold=gold)
        view = self.view
        return [
            *text_lines(message, cells, "bad"),
            *objection_lines(
                entry.analysis.refutation,
                view.signature,
                view.formula_style,
                view.language,
                cells,
            ),
            Line(),
        ]

    # --- what follows ----------------------------------------------------------------------------

    def _resting(self, explanation: Explanation, core: Core, cells: int) -> list[Line]:
        lines: list[Line] = []
        conclusion = core.reduced_formulas.get(CONCLUSION)
        if isinstance(conclusion, Truth) and not conclusion.value:
            message = _("These parts of the premises contradict one another:")
            lines += text_lines(message, cells, "bad")
        else:
            lines += text_lines(_("It follows:"), cells, "heading")
            lines += self._formula(core, CONCLUSION, "  ", cells)
            lines += text_lines(_("because of these parts of the premises:"), cells, "heading")
        guessed = False
        for number in core.premises:
            lines += self._formula(core, number, f"{number + 1:>3} ", cells)
            sentences, guess = self._sentences(explanation.theory, core, number, cells)
            lines += sentences
            guessed = guessed or guess
        defined = definitions_through(core.formulas.values(), explanation.theory.definitions)
        if not core.premises:
            message = _("no premise at all: it is true in every world")
            if defined:
                message = _("no premise: the declarations and definitions are enough")
            lines += text_lines(message, cells, "plain", 2)
        if defined:
            lines += text_lines(_("It uses these definitions:"), cells, "heading")
            for name, formula in defined.items():
                text = f"{plain(name)} := {plain(print_formula(formula))}"
                lines += text_lines(text, cells, "plain", 4)
        if explanation.assumption is not None:
            text = plain(print_formula(explanation.assumption))
            message = _("and with {formula} assumed").format(formula=text)
            lines += text_lines(message, cells, "plain", 2)
        lines.append(Line())
        if core.minimal:
            message = _("No part of this can be left out. Unneeded parts are shown as “…”.")
            lines += text_lines(message, cells, "muted")
        else:
            message = _("Time ran out before every part was tried: fewer parts might be enough.")
            lines += text_lines(message, cells, "warn")
        if guessed:
            lines += guessed_lines(cells, 0)
        if any(
            self.view.sentences(number, explanation.theory) and self.view.guessed_sentences(number)
            for number in core.premises
        ):
            message = _("The sentence of a premise is a guess, based on glosses.")
            lines += text_lines(message, cells, "muted")
        return lines

    def _formula(self, core: Core, number: int, lead: str, cells: int) -> list[Line]:
        pieces = core.text(number)
        if sum(width(text) for text, _lit in pieces) <= cells - width(lead):
            parts = [Piece(plain(text), "chosen" if lit else "muted") for text, lit in pieces]
            lines = [Line((Piece(lead, "key"), *parts))]
        else:
            whole = "".join(text for text, _lit in pieces)
            lines = text_lines(lead + whole, cells)
        dropped_paths = core.unneeded_paths.get(number, frozenset()) - {()}
        if dropped_paths:
            short = core.formulas[number]
            for path in sorted(dropped_paths, key=len):
                short = replace_part(short, path, Prop("…"))
            message = _("needed: {formula}").format(formula=print_formula(short))
            lines += text_lines(message, cells, "plain", len(lead) + 2)
        for path, way in core.directions.get(number, {}).items():
            part = plain(print_formula(at(core.formulas[number], path)))
            if way in ("→", "←"):
                message = _("of “{formula}”, only the direction {way} is needed").format(
                    formula=part, way=way
                )
            elif way == "at_least":
                message = _("of “{formula}”, only “at least” is needed").format(formula=part)
            else:
                message = _("of “{formula}”, only “at most” is needed").format(formula=part)
            lines += text_lines(message, cells, "plain", len(lead) + 2)
        return lines

    def _sentences(
        self, theory: Theory, core: Core, number: int, cells: int
    ) -> tuple[list[Line], bool]:
        """The sentences of a premise, with the needed words highlighted; and whether these words
        are a guess."""
        lines, guessed = sentence_lines(
            self.view.item.text,
            self.view.sentences(number, theory),
            core.formulas[number],
            theory.signature,
            cells,
            core.unneeded_paths.get(number, frozenset()),
        )
        if not lines:
            premise = next((entry for entry in theory.premises if entry.number == number), None)
            message = "" if premise is None else self.view.formula_words(premise.formula)
            lines += text_lines(message, cells, "muted", 6)
        return lines, guessed

    # --- what does not follow --------------------------------------------------------------------

    def _refuted(self, explanation: Explanation, cells: int) -> list[Line]:
        world = explanation.world
        if world is None:
            return text_lines(_("No world was found to show it."), cells, "muted")
        if explanation.is_possible:
            message = _("In this world every premise is true, and so is it:")
            lines = text_lines(message, cells, "good")
        else:
            message = _("In this world every premise is true and it is false:")
            lines = text_lines(message, cells, "bad")
        lines += world_table(world, explanation.theory.signature, cells)
        lines += [Line(), *text_lines(_("Part by part:"), cells, "heading")]
        try:
            valued = evaluate(
                explanation.formula, world, explanation.theory.definitions, Budget.of(SECONDS)
            )
        except GaveUp as stop:
            message = _("? Not decided ({reason})").format(reason=translated(stop.reason))
            return [*lines, *text_lines(message, cells, "warn")]
        for depth, part in valued.lines()[:MOST_PARTS]:
            mark, role = VALUE_SIGNS[part.value]
            where = ", ".join(f"{name} = {element}" for name, element in (part.env or {}).items())
            lead = "  " * min(depth, 12)
            text = plain(print_formula(part.formula)) + (f"   ({plain(where)})" if where else "")
            room = cells - len(lead) - 2
            lines.append(Line((Piece(lead), Piece(f"{mark} ", role), Piece(fit(text, room)))))
        return lines
