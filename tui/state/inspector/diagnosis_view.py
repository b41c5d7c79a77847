"""What a respondent may have understood: the smallest misreading behind an answer, in lines.

Owns the lines. `study.diagnosis.smallest_misreading` finds the misreading.
"""

from items.misreadings.misreading import BELIEF
from items.misreadings.registry import MISREADINGS
from solver.kinds.base import text_of
from solver.kinds.registry import kind_of
from solver.language.syntax import Signature, Truth
from solver.language.words import Language
from study.diagnosis.smallest_misreading import (
    CHECKED_COMBINATIONS,
    ReadPremise,
    SmallestMisreadings,
)
from tui.i18n import _, ngettext
from tui.state.draft import Line
from tui.state.inspector.notation import FormulaStyle, formula_text
from tui.state.inspector.words import spoken_in
from tui.state.inspector.world_lines import text_lines, world_lines

MOST_NAMED = CHECKED_COMBINATIONS - 1
"""Number of combinations to name besides the first."""


def misread_lines(
    misreading: SmallestMisreadings | None,
    formula_style: FormulaStyle,
    language: Language,
    cells: int,
) -> list[Line]:
    """The misreading under which an answer would be right, and what is then read."""
    if misreading is None:
        return []
    lines = text_lines(_("Right if misread"), cells, "heading")
    if not misreading.combinations:
        message = (
            _("No usual misreading makes it right: a random error.")
            if misreading.exhausted
            else _("Not decided: not every misreading was tried.")
        )
        return [*lines, *text_lines(message, cells, "muted", 1), Line()]
    lines += text_lines(_titles(misreading.combinations[0]), cells, "warn", 1)
    signature = misreading.signature or Signature({})
    for change in misreading.changed_premises:
        lines += text_lines(_read(change, signature, formula_style, language), cells, "plain", 1)
    query = misreading.query
    # A question with options has no single formula: the title names the misreading.
    if (
        query is not None
        and not misreading.changed_premises
        and not isinstance(query.formula, Truth)
    ):
        text = text_of(kind_of(query.kind), query)
        lines += text_lines(
            _("The question is read as {asked}.").format(asked=text), cells, "plain", 1
        )
    first = misreading.combinations[0]
    return [*lines, *text_lines(_checked(misreading, first), cells, "muted", 1), Line()]


def diagnosis_lines(
    smallest: SmallestMisreadings | None,
    language: Language,
    cells: int,
    count: int,
    wrong_count: int,
) -> list[Line]:
    """More about that misreading: its description, and the world that separates it from the text;
    `count` of the `wrong_count` answers to the question are this one."""
    if smallest is None or not smallest.combinations:
        return []
    first, *others = smallest.combinations
    lines = [Line()]
    for name in first:
        misreading = MISREADINGS[name]
        lines += text_lines(spoken_in(misreading.titles), cells, "heading")
        lines += text_lines(spoken_in(misreading.descriptions), cells, "muted", 1)
    if smallest.world is not None:
        message = (
            _("The text allows this world, the reading does not:")
            if smallest.text_allows_world
            else _("The reading allows this world, the text does not:")
        )
        lines += text_lines(message, cells, "muted", 1)
        signature = smallest.signature or Signature({})
        lines += world_lines(smallest.world, signature, language, cells, 2)
    for names in others[:MOST_NAMED]:
        message = _("or: {titles}").format(titles=_titles(names))
        if (names in smallest.confirmed) != (first in smallest.confirmed):
            message = f"{message} · {_checked(smallest, names)}"
        lines += text_lines(message, cells, "muted", 1)
    if len(others) > MOST_NAMED:
        n = len(others) - MOST_NAMED
        message = ngettext("or {n} other", "or {n} others", n).format(n=n)
        lines += text_lines(message, cells, "muted", 1)
    if not wrong_count:
        return lines
    message = ngettext(
        "Given in {n} of {wrong} wrong answer to this question.",
        "Given in {n} of {wrong} wrong answers to this question.",
        wrong_count,
    ).format(n=count, wrong=wrong_count)
    return [*lines, *text_lines(message, cells, "muted", 1)]


def _checked(smallest: SmallestMisreadings, names: tuple[str, ...]) -> str:
    """Whether both engines find the answer right under a combination."""
    if names in smallest.confirmed:
        return _("Checked by both engines.")
    if BELIEF in names:
        return _("Common sense, which no engine can check.")
    return _("Found by one engine; the other could not check it.")


def _titles(names: tuple[str, ...]) -> str:
    return " + ".join(spoken_in(MISREADINGS[name].titles) for name in names)


def _read(
    read_premise: ReadPremise, signature: Signature, formula_style: FormulaStyle, language: Language
) -> str:
    number = read_premise.number + 1
    if read_premise.read_formula is None:
        return _("Premise {number} is left out.").format(number=number)
    formula = formula_text(read_premise.read_formula, signature, formula_style, language)
    if read_premise.stated_formula is None:
        return _("Taken as an additional premise: {formula}").format(formula=formula)
    return _("Premise {number} is read as: {formula}").format(number=number, formula=formula)
