"""How formulas are written on the researcher's screens: in a notation, or in words.

Owns the four ways and their order. Writing is the solver's `printer` and `words`.
"""

from enum import StrEnum

from solver.language.printer import Notation, print_formula
from solver.language.syntax import Formula, Signature
from solver.language.words import Language, words
from tui.text import plain


class FormulaStyle(StrEnum):
    """A way to write formulas."""

    UNICODE = "Unicode"
    LATEX = "LaTeX"
    ASCII = "ASCII"
    WORDS = "words"

    @property
    def next(self) -> "FormulaStyle":
        """The way after this one, round and round."""
        styles = list(FormulaStyle)
        return styles[(styles.index(self) + 1) % len(styles)]


_NOTATIONS = {
    FormulaStyle.UNICODE: Notation.UNICODE,
    FormulaStyle.LATEX: Notation.LATEX,
    FormulaStyle.ASCII: Notation.ASCII,
}


def written(
    formula: Formula, signature: Signature, formula_style: FormulaStyle, language: Language
) -> str:
    """The formula in one of the ways."""
    if formula_style is FormulaStyle.WORDS:
        return plain(words(formula, signature, language))
    return plain(print_formula(formula, _NOTATIONS[formula_style]))


def spoken(
    formula: Formula, signature: Signature, formula_style: FormulaStyle, language: Language
) -> str:
    """What stands beside `written`: its words; empty where these are what is written, or where no
    gloss makes them any different."""
    if formula_style is FormulaStyle.WORDS:
        return ""
    text = plain(words(formula, signature, language))
    return "" if text == print_formula(formula) else text


def language_of(name: str) -> Language:
    """The language of an item, as the solver has phrases for it."""
    return "zh" if name.startswith("zh") else "en"
