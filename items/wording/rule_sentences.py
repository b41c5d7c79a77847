"""Rules added by hardening as sentences, which are read back.

Owns the clauses of a hardened item: those of its theme, and the base item's own symbols with their
glosses. An Enum's value is worded as a statement of its own. Templates and the reader are those of
`items.wording`; only the first template of each form, the plainest, is used.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from items.wording.bank import Clause, ClauseGroup, Language, is_negated
from items.wording.forms import equivalent, shape_of
from items.wording.negation import NegatedClause, negate
from items.wording.reader import Reader, Unreadable
from items.wording.render import capitalised
from items.wording.templates import load_templates
from items.wording.themes import Theme
from solver.errors import InputError
from solver.language.syntax import EnumIs, Formula, Not, Prop, children, rebuild

_SEPARATOR = "__"


@dataclass(frozen=True)
class Wording:
    """The wording of one item's added rules."""

    language: Language
    clauses: Mapping[str, ClauseGroup]
    """Symbol, or symbol and value, to its clauses."""

    def sentence(self, formula: Formula) -> str:
        """Render a rule as a sentence, without its full stop.

        Raises:
            InputError: the formula has no sentence.
        """
        shaped = shape_of(_plain(formula))
        template = load_templates(self.language).forms[shaped.form].templates[0]
        clauses = []
        for slot in template.slots:
            symbol, positive = shaped.literals[slot.literal]
            group = self.clauses[symbol]
            # A second mention in one sentence uses the same wording.
            clauses.append((group.affirmative if positive != slot.flipped else group.negative)[0])
        return capitalised(template.fill(clauses))

    def clause(self, formula: Formula) -> str:
        """Render a literal as a clause. Raises InputError if the formula has no sentence."""
        (literal,) = shape_of(_plain(formula)).literals
        group = self.clauses[literal.symbol]
        return (group.affirmative if literal.positive else group.negative)[0]

    def denies(self, symbol: str) -> bool:
        """Whether the text of a symbol, quoted or not, is itself a denial."""
        return is_negated(self.clauses[symbol].affirmative[0].strip("“"), self.language)

    def whether(self, formula: Formula, phrase: str) -> str:
        """Render a literal as part of a question; text in quotes is not quoted again."""
        clause = self.clause(formula)
        if self.language == "zh" and clause.endswith("”成立"):
            return f"{clause.removesuffix('成立')}是否成立"
        return phrase.format(clause=clause)

    def reads_back(self, sentence: str, formula: Formula) -> bool:
        """Whether the reader parses the sentence as the formula, without ambiguity."""
        try:
            read_back = Reader(self.clauses, self.language).sentence(sentence)
        except (InputError, Unreadable):
            return False
        return equivalent(read_back, _plain(formula))


def wording_of(theme: Theme, glosses: Mapping[str, str], language: Language) -> Wording:
    """Return the clauses of a theme and of a base item's own symbols, from their glosses."""
    clauses = {
        f"{axis.name}{_SEPARATOR}{value.name}": value.group(value.name, language)
        for axis in theme.axes
        for value in axis.values
    }
    for fact in (theme.open, theme.alias, theme.noise):
        clauses[fact.name] = fact.group(fact.name, language)
    for symbol, gloss in glosses.items():
        clauses[symbol] = glossed(symbol, gloss, language)
    return Wording(language, clauses)


def glossed(symbol: str, gloss: str, language: Language) -> ClauseGroup:
    """Return a base symbol's clauses. A text that cannot be negated by rule is quoted as a
    whole."""
    text = gloss.strip().rstrip("。.；;")
    if language == "zh":
        inside = text.replace("“", "‘").replace("”", "’")
        return _group(symbol, f"“{inside}”成立", f"“{inside}”不成立", language)
    negated = None if is_negated(text, language) else negate(text)
    if isinstance(negated, NegatedClause):
        return _group(symbol, negated.text, negated.negation, language)
    return _group(symbol, f"“{text}” holds", f"“{text}” does not hold", language)


def _group(symbol: str, affirmation: str, denial: str, language: Language) -> ClauseGroup:
    return ClauseGroup(symbol, symbol, (Clause(affirmation, denial),), (), language)


def _plain(formula: Formula) -> Formula:
    """The formula with a separate symbol for each value of an Enum."""
    if isinstance(formula, EnumIs):
        return Prop(f"{formula.symbol}{_SEPARATOR}{formula.value}")
    below = children(formula)
    if not below:
        return formula
    plain = rebuild(formula, tuple(_plain(child) for child in below))
    if isinstance(plain, Not) and isinstance(plain.body, Not):
        return plain.body.body
    return plain
