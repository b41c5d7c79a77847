"""What can be selected of an item: its options and queries.

Owns the list of entries and the words for their standing. `evidence` shows one entry, `item_view`
the whole screen.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from items.inspection.analysis import Analysis, OptionAnalysis, QuestionAnalysis
from solver.inspection.formula_standing import FormulaStanding as Stands
from solver.inspection.formula_standing import FormulaVerdict
from solver.kinds.registry import verdict_word
from solver.language.syntax import Formula
from solver.results import EngineName, Supports, World
from tui.i18n import _
from tui.solution_text import answer_brief
from tui.state.draft import Role
from tui.state.translation import translated

VERDICT_SIGNS: dict[FormulaVerdict, tuple[str, Role]] = {
    FormulaVerdict.ENTAILED: ("✓", "good"),
    FormulaVerdict.CONTRADICTED: ("✗", "bad"),
    FormulaVerdict.UNDETERMINED: ("○", "warn"),
    FormulaVerdict.INCONSISTENT: ("!", "bad"),
    FormulaVerdict.UNKNOWN: ("?", "warn"),
}
"""A sign in addition to the word, never instead of it."""
ENGINES: tuple[EngineName, ...] = ("worlds", "z3")


@dataclass(frozen=True)
class Claim:
    """A formula that must follow for an answer to be right."""

    formula: Formula
    supports: Supports | None
    """None where unknown."""


@dataclass(frozen=True)
class Entry:
    """One option, or one query."""

    key: str
    analysis: QuestionAnalysis
    option: OptionAnalysis | None = None
    decisive_claims: tuple[Claim, ...] = ()
    """The claims that the answer to the query depends on, each with its supports."""

    @property
    def supports(self) -> Supports | None:
        """Minimal sets of premises from which the shown result follows; where it depends on several
        claims, all of them. None where the verdict depends on a world: possibility needs no
        premise, though the formula may follow from some."""
        if self.option is not None:
            return self.option.standing.supports if self.option.standing else None
        if self.stated is not None and self.stated.supports is not None:
            return self.stated.supports
        if self.analysis.report is not None and self.analysis.report.supports is not None:
            return self.analysis.report.supports
        return self.analysis.claim_supports

    @property
    def world(self) -> World | None:
        """The world in which it fails, if it does not follow."""
        if self.option is not None:
            stand = self.option.standing
            return stand.countermodel if stand is not None and stand.refuted else None
        report = self.analysis.report
        word = None if report is None else verdict_word(report.answer.verdict)
        if report is None or word is None or not word.shown:
            return None
        return report.answer.countermodel

    @property
    def stated(self) -> Stands | None:
        """The standing of the statement that a truth question asks about: the answer has three
        values, and the query by itself distinguishes only two."""
        question = self.analysis.question
        truth = self.option is None and question is not None and question.truth
        return self.analysis.standing if truth else None

    @property
    def name(self) -> str:
        """Its name in a heading."""
        if self.stated is not None:
            return _("Statement")
        if self.option is not None:
            return self.option.letter
        return self.analysis.query.kind if self.analysis.query else _("answer")


@dataclass(frozen=True)
class Standing:
    """The standing of an entry, in a word with its sign."""

    sign: str
    word: str
    role: Role
    engines: str
    """What each engine found: `worlds ✓ z3 ✓`."""
    engines_agree: bool | None


def entries(
    analysis: Analysis, decisive_claims: Mapping[int, tuple[Claim, ...]] | None = None
) -> tuple[Entry, ...]:
    """All entries, in the item's order; `decisive_claims` by index of the question."""
    decisive_claims = decisive_claims or {}
    all_entries: list[Entry] = []
    for n, question_analysis in enumerate(analysis.questions):
        all_entries += [
            Entry(f"{n}.{option.place}", question_analysis, option)
            for option in question_analysis.options
        ]
        if question_analysis.query is not None or not question_analysis.options:
            all_entries.append(Entry(f"{n}", question_analysis, None, decisive_claims.get(n, ())))
    return tuple(all_entries)


def standing_of(entry: Entry) -> Standing:
    """The standing of an entry."""
    if entry.option is not None:
        stand = entry.option.standing
        if stand is None:
            return Standing(" ", _("no formula"), "muted", "", None)
        mark, role = VERDICT_SIGNS[stand.verdict]
        signs = engine_signs(
            {name: engine is FormulaVerdict.UNKNOWN for name, engine in stand.engines.items()}
        )
        return Standing(mark, _(str(stand.verdict)), role, signs, stand.agree)
    report = entry.analysis.report
    if report is None:
        reason = entry.analysis.check.reason if entry.analysis.check else ""
        return Standing("–", translated(reason) or _("not asked"), "muted", "", None)
    signs = engine_signs({name: engine.unknown for name, engine in report.engines.items()})
    unknown = report.answer.unknown
    if entry.stated is not None and not unknown:
        mark, role = VERDICT_SIGNS[entry.stated.verdict]
        return Standing(mark, _(str(entry.stated.verdict)), role, signs, report.agree)
    return Standing(
        "?" if unknown else "=",
        answer_brief(report.answer),
        "warn" if unknown else "plain",
        signs,
        report.agree,
    )


def engine_signs(unknown: dict[EngineName, bool]) -> str:
    """`worlds ✓ z3 ?`: which engines answered, and which gave up."""
    return " ".join(
        f"{_(name)} {'?' if unknown[name] else '✓'}" for name in ENGINES if name in unknown
    )


def first_failing(shown_entries: tuple[Entry, ...]) -> str:
    """The entry to select first: one with a world in which it fails, if there is any."""
    for entry in shown_entries:
        if entry.analysis.refutation is not None and entry.analysis.refutation.objections:
            return entry.key
    for entry in shown_entries:
        if entry.world is not None:
            return entry.key
    return shown_entries[0].key if shown_entries else ""


def engine_line(analysis: Analysis, abbreviated: bool = False) -> str:
    """`engines: worlds ✓  z3 ✓  agree`, over all queries. If `abbreviated`, only the signs, and
    whether they disagree."""
    gave_up: dict[EngineName, bool] = {}
    agreements: list[bool] = []
    for question_analysis in analysis.questions:
        if question_analysis.report is not None:
            for name, answer in question_analysis.report.engines.items():
                gave_up[name] = gave_up.get(name, False) or answer.unknown
            agreements += (
                [question_analysis.report.agree]
                if question_analysis.report.agree is not None
                else []
            )
        for option in question_analysis.options:
            if option.standing is not None:
                for name, stand in option.standing.engines.items():
                    gave_up[name] = gave_up.get(name, False) or stand is FormulaVerdict.UNKNOWN
                if option.standing.agree is not None:
                    agreements.append(option.standing.agree)
    if not gave_up:
        return ""
    text = engine_signs(gave_up).replace(" z3", "  z3")
    if agreements and not (abbreviated and all(agreements)):
        text += "  " + (_("agree") if all(agreements) else _("DISAGREE"))
    return text if abbreviated else _("engines: {text}").format(text=text)
