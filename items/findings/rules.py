"""The rules of lint: their names, severities and meanings.

Owns the list; violations are found here and in `items.lint`.
"""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["wrong", "note"]
"""`wrong`: the item cannot be used as it is; `note`: it can, but somebody should look at it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One fault or property that lint looks for."""

    name: str
    """As printed, and as given to `--rule`."""
    severity: Severity
    title: str
    """The finding in one line."""


INCONSISTENT = Rule("inconsistent", "wrong", "premises contradict one another")
DISPROVED = Rule("gold-disproved", "wrong", "the solver's answer is not the gold answer")
SEVERAL = Rule("several-right", "wrong", "more than one option is right")
NO_RIGHT = Rule("none-right", "wrong", "no option is right")
EQUIVALENT = Rule("equivalent-options", "wrong", "two options say the same")
SAME_HERE = Rule(
    "equivalent-here", "note", "two undetermined options are equivalent, given the premises"
)
FOREIGN = Rule("foreign-symbol", "note", "an option with a symbol that is nowhere in the premises")
VACUOUS = Rule("vacuous", "note", "a conclusion whose antecedent is refuted or consequent certain")
SINGLE = Rule("single-premise", "note", "a conclusion that follows from one premise, or from none")
GIVEN = Rule("given-answer", "note", "a premise, of several, that is the answer itself")
REPEATED = Rule("repeated-premise", "note", "two premises that say the same")
UNUSED_PREMISE = Rule(
    "unused-premise", "note", "a premise that no answer depends on, and no declared noise"
)
UNDECLARED = Rule("undeclared-symbol", "note", "a symbol in a formula that is not declared")
EXCHANGED = Rule("exchanged-glosses", "note", "two symbols whose glosses are exchanged in the text")
ODD = Rule("odd-words", "note", "words that go beyond the premises and the question")
LABEL_READ = Rule(
    "label-read", "note", "a number as label, although the file does not show where counting starts"
)
CUT_OFF = Rule("cut-off", "note", "a text that ends in the middle of a sentence")
UNUSED_SYMBOL = Rule("unused-symbol", "note", "a declared symbol that is not used")
UNGLOSSED = Rule("unglossed-symbol", "note", "a symbol without a gloss")
UNREADABLE = Rule("unreadable", "wrong", "a formalization that cannot be read")
UNDECIDED = Rule(
    "undecided", "note", "the solver ran out of time, so other findings may be missing"
)
LEFT_IN = Rule("symbol-in-text", "wrong", "a symbol's name left in the text")
LETTER = Rule("letter-in-text", "note", "a letter in the text that is also a symbol's name")
TAG = Rule("tag-in-text", "wrong", "a tag left in the text")
SAME_SENTENCE = Rule("same-sentence", "wrong", "two symbols with the same sentence")
DOUBLE_WRONG = Rule(
    "double-negative-wrong",
    "wrong",
    "a fact expressed through two negations that says the opposite",
)
DOUBLE_RIGHT = Rule(
    "double-negative", "note", "a fact expressed through two negations: correct, but hard to read"
)
POLARITY = Rule(
    "polarity-slip", "wrong", "a given fact that the text states with the opposite sign"
)
POLARITY_UNSURE = Rule(
    "polarity-unsure", "note", "a given fact that the text seems to state with the opposite sign"
)
INVISIBLE = Rule(
    "invisible-text", "wrong", "characters that are invisible or that a terminal would interpret"
)
DAMAGED = Rule(
    "damaged-text", "wrong", "wrong encoding, left-over markup, or an unfilled placeholder"
)
ENGINES = Rule("engines-disagree", "wrong", "the two engines contradict each other")
STRAY = Rule("stray-key", "wrong", "a field that belongs to no symbol, such as a leftover answer")
REVERSED = Rule(
    "reversed-question", "wrong", "a question that asks for the opposite of what its gold answers"
)
NOT_READ_BACK = Rule("not-read-back", "wrong", "a text that does not say what its formulas say")
EMPTY = Rule("empty-text", "wrong", "a text, question or option without words")
NO_GOLD = Rule("no-gold", "note", "a question without a gold answer")
SAME_TEXT = Rule("identical-options", "wrong", "two options with the same text")
LEAK = Rule("leaked-answer", "wrong", "the item gives away the answer")
LANGUAGE = Rule("wrong-language", "wrong", "a text in another language than the item's")
UNTOLD = Rule("untold-symbol", "note", "a symbol in the premises that the text does not express")
UNTOLD_PREMISE = Rule("untold-premise", "note", "a premise that no sentence of the text states")
APPROXIMATE = Rule(
    "approximate-words",
    "note",
    "words that only approximate the formulas: a proof holds only for the formulas",
)
CLAIM_FALSE = Rule("claim-refuted", "wrong", "a claim of the item that is false")
CLAIM_OPEN = Rule("claim-undecided", "note", "a claim of the item that could not be decided")
DUPLICATE = Rule("duplicate", "wrong", "an item that occurs twice")
SAME_PROBLEM = Rule("same-problem", "note", "a problem that occurs twice, up to renaming")
LENGTH = Rule("gold-length", "note", "right options of the set that stand out by their length")
PHRASE = Rule("gold-phrase", "note", "right options of the set that share a phrase others lack")
SCOPE = Rule("scope-of-not", "note", "a sentence whose “not” is ambiguous")
READING = Rule("depends-on-reading", "note", "an answer that depends on how a common word is read")
UNREACHED = Rule(
    "unreached-option", "note", "a wrong option that no single misreading of the premises leads to"
)
SPARED = Rule(
    "gold-despite-misreading",
    "note",
    "a gold that is right even under a common misreading of the premises",
)
POSITIONS = Rule("gold-positions", "note", "gold positions are not balanced")
LABELS = Rule("labels", "note", "labels are not balanced")

RULES: tuple[Rule, ...] = (
    UNREADABLE,
    INCONSISTENT,
    DISPROVED,
    SEVERAL,
    NO_RIGHT,
    EQUIVALENT,
    SAME_HERE,
    FOREIGN,
    VACUOUS,
    SINGLE,
    GIVEN,
    REPEATED,
    UNUSED_PREMISE,
    UNUSED_SYMBOL,
    UNDECLARED,
    UNGLOSSED,
    EXCHANGED,
    UNDECIDED,
    ENGINES,
    LEFT_IN,
    LETTER,
    TAG,
    SAME_SENTENCE,
    DOUBLE_WRONG,
    DOUBLE_RIGHT,
    POLARITY,
    POLARITY_UNSURE,
    INVISIBLE,
    DAMAGED,
    CUT_OFF,
    STRAY,
    REVERSED,
    NOT_READ_BACK,
    UNTOLD,
    UNTOLD_PREMISE,
    EMPTY,
    NO_GOLD,
    SAME_TEXT,
    LEAK,
    LANGUAGE,
    SCOPE,
    READING,
    UNREACHED,
    SPARED,
    APPROXIMATE,
    ODD,
    LABEL_READ,
    CLAIM_FALSE,
    CLAIM_OPEN,
    DUPLICATE,
    SAME_PROBLEM,
    LENGTH,
    PHRASE,
    POSITIONS,
    LABELS,
)
"""In the order of the report."""
ON_REQUEST = frozenset({UNREACHED, SPARED})
"""Rules that are checked only if named, since most items violate them."""
BY_NAME = {rule.name: rule for rule in RULES}


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation of a rule at one place of an item."""

    rule: Rule
    what: str
    """The problem in words; formulas in printed form, premises numbered from 1."""
    question: str = ""
    """Id of the question concerned, if any."""
    excerpt: str = ""
    """The sentence concerned, if it is about the text."""
    kind: str = ""
    """The kind of finding within the rule, such as "a fact"; empty if there is only one kind."""
