"""Evidence for the standing of an option or a query: the world in which it fails, the premises it
needs.

Owns the lines of the lower pane of the item screen.
"""

from collections.abc import Callable, Iterator, Sequence

from items.gold.refutation import ObjectionKind, Refutation
from items.inspection.analysis import Analysis, TheoryAnalysis
from solver.explain import verdict_words
from solver.inspection.formula_standing import FormulaStanding, FormulaVerdict
from solver.kinds.registry import verdict_word
from solver.kinds.words import Claim
from solver.language.problem import BASELINE
from solver.language.syntax import Signature
from solver.language.words import Language
from solver.results import EngineAnswer, Supports, World
from tui import i18n
from tui.i18n import _, ngettext
from tui.solution_text import premise_numbers
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.entries import Entry
from tui.state.inspector.notation import FormulaStyle, formula_text, language_of
from tui.state.inspector.words import headed
from tui.state.inspector.world_lines import table, text_lines, world_lines
from tui.state.translation import translated
from tui.text import pad

MOST_ROWS = 64
MOST_CLAIMS = 16


class Evidence:
    """The lines for one entry."""

    def __init__(
        self, analysis: Analysis, entry: Entry, formula_style: FormulaStyle, language: Language
    ) -> None:
        self.analysis = analysis
        self.entry = entry
        self.formula_style = formula_style
        self.language = language
        self.theory: TheoryAnalysis | None = analysis.theories.get(entry.analysis.under)

    @property
    def signature(self) -> Signature:
        """The signature of the entry's variant, including edits."""
        if self.theory is not None:
            return self.theory.theory.signature
        return Signature({})

    def lines(self, cells: int, support: int) -> list[Line]:
        """All lines; `support` is the index of the marked one."""
        lines: list[Line] = []
        refutation = self.entry.analysis.refutation
        if refutation is not None:
            lines += self._refuted(refutation, cells)
        option = self.entry.option
        if option is not None:
            if option.standing is None:
                lines += text_lines(
                    _("This option has no formula, so there is nothing to decide."), cells
                )
            else:
                lines += self._standing(
                    option.standing,
                    _("Option {letter}").format(letter=option.letter),
                    cells,
                    support,
                )
            return lines
        lines += self._query(cells, support)
        return lines

    # --- formulas --------------------------------------------------------------------------------

    def _standing(
        self, standing: FormulaStanding, name: str, cells: int, support: int
    ) -> list[Line]:
        formula = formula_text(standing.formula, self.signature, self.formula_style, self.language)
        if standing.given is not None:
            option, name = name, _("The conclusion")
            fails = _("✗ {name}, “{formula}”, fails in this world, with {option} added:")
            follows = _("✓ {name}, “{formula}”, follows, with {option} added")
            added = _(option[0].lower() + option[1:])
            fails = fails.format(name=name, formula=formula, option=added)
            follows = follows.format(name=name, formula=formula, option=added)
        else:
            fails = _("✗ {name}, “{formula}”, fails in this world:")
            fails = fails.format(name=name, formula=formula)
            follows = _("✓ {name}, “{formula}”, follows").format(name=name, formula=formula)
        lines: list[Line] = []
        match standing.verdict:
            case FormulaVerdict.ENTAILED:
                lines += _heading(follows, "good", cells)
                lines += _supported(standing.supports, support, cells)
            case FormulaVerdict.CONTRADICTED:
                lines += _heading(fails, "bad", cells)
                lines += self._world(standing.countermodel, cells)
                lines += text_lines(_("It holds in no model of the premises."), cells)
                lines += _supported(standing.supports, support, cells, _("excluded by"))
            case FormulaVerdict.UNDETERMINED:
                lines += _heading(fails, "bad", cells)
                lines += self._world(standing.countermodel, cells)
                if standing.witness is not None:
                    lines += [Line(), *_heading(_("○ and holds in this one:"), "warn", cells)]
                    lines += self._world(standing.witness, cells)
            case FormulaVerdict.INCONSISTENT:
                text = _("! Both it and its negation follow: the premises contradict one another.")
                lines += _heading(text, "bad", cells)
                lines += _supported(standing.supports, support, cells, _("by"))
            case FormulaVerdict.UNKNOWN:
                lines += _heading(undecided(standing.reason), "warn", cells)
        return lines

    def _world(self, world: World | None, cells: int) -> list[Line]:
        if world is None:
            return text_lines(_("No world was found to show it."), cells, "muted", 1)
        return world_lines(world, self.signature, self.language, cells)

    # --- queries ---------------------------------------------------------------------------------

    def _query(self, cells: int, support: int) -> list[Line]:
        question_analysis = self.entry.analysis
        report = question_analysis.report
        if report is None:
            reason = question_analysis.check.reason if question_analysis.check else ""
            return text_lines(
                translated(reason) or _("There is nothing for a solver to decide."), cells
            )
        answer = report.answer
        stated = self.entry.stated
        if stated is not None and not answer.unknown:
            lines = self._standing(stated, _("The statement"), cells, support)
            return [*lines, *_disagreement(report.agree, cells)]
        lines = []
        if answer.unknown:
            lines += _heading(undecided(answer.reason), "warn", cells)
        elif answer.verdict is not None:
            lines += _heading(
                verdict_words(answer.verdict, language_of(i18n.language())), "heading", cells
            )
        lines += list(self._listed_answer(answer, cells))
        refutation = question_analysis.refutation
        for world, title, role in self._telling(answer):
            if refutation is not None and refutation.world == world:
                continue
            lines += _heading(title, role, cells) + self._world(world, cells)
        lines += _supported(self.entry.supports, support, cells)
        lines += self._claims(cells)
        if answer.note:
            lines += text_lines(translated(answer.note), cells, "muted")
        return [*lines, *_disagreement(report.agree, cells)]

    def _claims(self, cells: int) -> Iterator[Line]:
        """For an answer that depends on several claims, what each of them needs."""
        claims = self.entry.decisive_claims
        if len(claims) < 2:
            return
        yield from text_lines(_("The answer depends on all of these claims:"), cells, "muted", 2)
        for claim in claims[:MOST_CLAIMS]:
            text = formula_text(claim.formula, self.signature, self.formula_style, self.language)
            yield from text_lines(f"· {text}", cells, "plain", 2)
            yield from _supported(claim.supports, -1, cells, lead="    ")
        if len(claims) > MOST_CLAIMS:
            rest = len(claims) - MOST_CLAIMS
            message = ngettext("and {n} other claim", "and {n} other claims", rest)
            yield from text_lines(message.format(n=rest), cells, "muted", 2)

    def _telling(self, answer: EngineAnswer) -> Iterator[tuple[World, str, Role]]:
        """The worlds that show the verdict, each with what it shows."""
        query = self.entry.analysis.query
        formula = query is not None and query.formula is not None
        fails, holds = answer.countermodel, answer.witness
        word = verdict_word(answer.verdict)
        if word is None:
            return
        if word.claim is Claim.FAILS and formula:
            if fails is not None:
                yield fails, _("✗ It fails in this world:"), "bad"
        elif word.claim is Claim.HOLDS:
            if holds is not None:
                yield holds, _("✓ It holds in this world:"), "good"
        elif word.shown:
            if holds is not None:
                yield holds, _("One world is this:"), "good"
            if fails is not None:
                yield fails, _("Another is this:"), "good"
        elif word.claim is Claim.EXCLUDED and self._consistent and fails is not None:
            yield fails, _("✗ It fails in every model, such as this one:"), "bad"

    @property
    def _consistent(self) -> bool:
        return self.theory is None or self.theory.report.consistent is not False

    def _listed_answer(self, answer: EngineAnswer, cells: int) -> Iterator[Line]:
        """The contents of a list answer."""
        if answer.projection is not None:
            yield from text_lines(
                ", ".join(answer.projection) or _("none of them"), cells, "plain", 1
            )
        if answer.solution is not None:
            keys = list(answer.solution)
            yield from table(keys, [[answer.solution[key] for key in keys]], cells)
        models = answer.models
        if models is None:
            if answer.count is not None and answer.verdict is None:
                yield from text_lines(
                    _("Count: {count}").format(count=answer.count), cells, "heading"
                )
            return
        total = answer.count if answer.count is not None else len(models)
        text = ngettext("{n} assignment", "{n} assignments", total).format(n=total)
        if answer.reason:
            text = _("at least {count}").format(count=text)
        if len(models) < total:
            text = _("{count}, {n} shown").format(count=text, n=min(len(models), MOST_ROWS))
        yield from text_lines(text, cells, "heading")
        if models and list(models[0]):
            keys = list(models[0])
            rows = [[model[key] for key in keys] for model in models[:MOST_ROWS]]
            names = [str(n + 1) for n in range(len(rows))]
            yield from table(keys, rows, cells, 1, names)

    # --- a wrong gold ----------------------------------------------------------------------------

    def _refuted(self, refutation: Refutation, cells: int) -> list[Line]:
        check = self.entry.analysis.check
        gold = check.gold_text if check is not None else ""
        lines = _heading(_("✗ The gold answer {gold} is wrong").format(gold=gold), "bad", cells)
        lines += objection_lines(
            refutation, self.signature, self.formula_style, self.language, cells
        )
        return [*lines, Line()]


def objection_lines(
    refutation: Refutation,
    signature: Signature,
    formula_style: FormulaStyle,
    language: Language,
    cells: int,
    quote_premises: Callable[[Sequence[int]], list[Line]] | None = None,
) -> list[Line]:
    """The objections to an answer: claims that fail, the first with its world. `quote_premises`
    returns the lines for the premises of a support below it, once for each support."""
    lines: list[Line] = []
    drawn = False
    of = _("of {name}")
    quoted_supports: set[tuple[int, ...]] = set()
    for objection in refutation.objections[:8]:
        subject = _(objection.subject)
        if objection.claimed is not None:
            formula = formula_text(objection.claimed, signature, formula_style, language)
            subject = f"{subject}: {formula}" if subject else formula
        text = f"{subject} {_(objection.kind)}".strip()
        if objection.kind is ObjectionKind.NUMBER:
            text = headed(_(objection.kind), str(objection.count))
        lines += text_lines(f"· {text}", cells)
        if objection.world is not None and not drawn:
            drawn = True
            text = _("as this world shows:")
            if objection.under:
                text = _("as this world of {name} shows:").format(name=objection.under)
            lines += text_lines(text, cells, "muted", 2)
            lines += world_lines(objection.world, signature, language, cells, 2)
        elif objection.supports is not None and objection.supports.sets:
            named = premises_named(objection.supports.sets[0])
            text = _("by {premises}").format(premises=named)
            if objection.under:
                text = f"{text} {of.format(name=objection.under)}"
            lines += text_lines(text, cells, "muted", 2)
            support = tuple(objection.supports.sets[0])
            if (
                quote_premises is not None
                and not objection.under
                and support not in quoted_supports
            ):
                quoted_supports.add(support)
                lines += quote_premises(support)
    if not refutation.objections:
        lines += text_lines(translated(refutation.reason), cells, "muted")
    return lines


def undecided(reason: str) -> str:
    """The statement that there is no verdict, and why."""
    return (
        _("? Not decided ({reason})").format(reason=translated(reason))
        if reason
        else _("? Not decided")
    )


def _heading(text: str, role: Role, cells: int) -> list[Line]:
    return text_lines(text, cells, role)


def _supported(
    supports: Supports | None, place: int, cells: int, word: str = "", lead: str = "  "
) -> list[Line]:
    """The premises, one minimal set per line; the marked one is first among equals."""
    if supports is None:
        return []
    word = word or _("needs")
    if not supports.sets:
        return text_lines(_("{word}: the premises are not known").format(word=word), cells, "muted")
    lines: list[Line] = []
    for n, chosen in enumerate(supports.sets):
        on = n == place
        word = word if n == 0 else _("or")
        message = premises_named(chosen)
        pieces = (
            Piece("● " if on else lead, "cursor"),
            Piece(f"{pad(word, 4)} {message}", "chosen" if on else "plain"),
        )
        lines.append(Line(pieces))
    if not supports.exhausted:
        lines += text_lines(_("and perhaps others"), cells, "muted", 7)
    return lines


def premises_named(numbers: Sequence[int]) -> str:
    """`premise 1`, `premises 1 2`, counted from 1."""
    if not numbers:
        return _("no premise: the declarations and definitions are enough")
    return ngettext("premise {numbers}", "premises {numbers}", len(numbers)).format(
        numbers=premise_numbers(numbers)
    )


def under_of(entry: Entry) -> str:
    """The entry's variant, for a heading; empty for the baseline."""
    return (
        ""
        if entry.analysis.under == BASELINE
        else _("under {name}").format(name=entry.analysis.under)
    )


def _disagreement(engines_agree: bool | None, cells: int) -> list[Line]:
    """The statement that two engines disagree."""
    text = _("The engines contradict each other: an error in the program")
    return _heading(text, "bad", cells) if engines_agree is False else []
