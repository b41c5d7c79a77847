"""How formulas are written on the researcher's screens: in a notation, or in words.

Owns the four styles and their order. The solver's `printer` and `words` write the formulas.
"""

from enum import StrEnum

from solver.language.printer import Notation, print_formula
from solver.language.syntax import Formula, Signature
from solver.language.words import Language, words
from tui.text import plain


class FormulaStyle(StrEnum):
    """A style for formulas."""

    UNICODE = "Unicode"
    LATEX = "LaTeX"
    ASCII = "ASCII"
    WORDS = "words"

    @property
    def next(self) -> "FormulaStyle":
        """The next style, wrapping around."""
        styles = list(FormulaStyle)
        return styles[(styles.index(self) + 1) % len(styles)]


_NOTATIONS = {
    FormulaStyle.UNICODE: Notation.UNICODE,
    FormulaStyle.LATEX: Notation.LATEX,
    FormulaStyle.ASCII: Notation.ASCII,
}


def formula_text(
    formula: Formula, signature: Signature, formula_style: FormulaStyle, language: Language
) -> str:
    """The formula in this style."""
    if formula_style is FormulaStyle.WORDS:
        return plain(words(formula, signature, language))
    return plain(print_formula(formula, _NOTATIONS[formula_style]))


def formula_words(
    formula: Formula, signature: Signature, formula_style: FormulaStyle, language: Language
) -> str:
    """The addition to `formula_text`: the formula in words; empty where the style is words, or no
    gloss makes them different."""
    if formula_style is FormulaStyle.WORDS:
        return ""
    text = plain(words(formula, signature, language))
    return "" if text == print_formula(formula) else text


def language_of(name: str) -> Language:
    """The language of an item, if the solver has phrases for it."""
    return "zh" if name.startswith("zh") else "en"
