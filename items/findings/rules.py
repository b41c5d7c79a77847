"""The rules of lint: their names, severities, meanings, and to what they apply.

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
    formal: bool = False
    """Whether it applies only to items with a formalization."""
    per_answer: bool = False
    """Whether it is about answers, so that violations are counted among these."""
    on_request: bool = False
    """Whether it is checked only if named, since most items violate it."""


UNREADABLE = Rule("unreadable", "wrong", "a formalization that cannot be read", formal=True)
INCONSISTENT = Rule("inconsistent", "wrong", "premises contradict one another", formal=True)
DISPROVED = Rule(
    "gold-disproved", "wrong", "the solver's answer is not the gold answer", formal=True
)
SEVERAL = Rule("several-right", "wrong", "more than one option is right", formal=True)
NO_RIGHT = Rule("none-right", "wrong", "no option is right", formal=True)
EQUIVALENT = Rule("equivalent-options", "wrong", "two options say the same", formal=True)
SAME_HERE = Rule(
    "equivalent-here",
    "note",
    "two undetermined options are equivalent, given the premises",
    formal=True,
)
FOREIGN = Rule(
    "foreign-symbol", "note", "an option with a symbol that is nowhere in the premises", formal=True
)
VACUOUS = Rule(
    "vacuous",
    "note",
    "a conclusion whose antecedent is refuted or consequent certain",
    formal=True,
    per_answer=True,
)
SINGLE = Rule(
    "single-premise",
    "note",
    "a conclusion that follows from one premise, or from none",
    formal=True,
    per_answer=True,
)
GIVEN = Rule(
    "given-answer", "note", "a premise, of several, that is the answer itself", formal=True
)
REPEATED = Rule("repeated-premise", "note", "two premises that say the same", formal=True)
UNUSED_PREMISE = Rule(
    "unused-premise",
    "note",
    "a premise that no answer depends on, and no declared noise",
    formal=True,
)
UNUSED_SYMBOL = Rule("unused-symbol", "note", "a declared symbol that is not used", formal=True)
UNDECLARED = Rule(
    "undeclared-symbol", "note", "a symbol in a formula that is not declared", formal=True
)
UNGLOSSED = Rule("unglossed-symbol", "note", "a symbol without a gloss", formal=True)
EXCHANGED = Rule(
    "exchanged-glosses", "note", "two symbols whose glosses are exchanged in the text", formal=True
)
UNDECIDED = Rule(
    "undecided", "note", "the solver ran out of time, so other findings may be missing", formal=True
)
ENGINES = Rule("engines-disagree", "wrong", "the two engines contradict each other", formal=True)
LEFT_IN = Rule("symbol-in-text", "wrong", "a symbol's name left in the text", formal=True)
LETTER = Rule(
    "letter-in-text", "note", "a letter in the text that is also a symbol's name", formal=True
)
TAG = Rule("tag-in-text", "wrong", "a tag left in the text")
SAME_SENTENCE = Rule("same-sentence", "wrong", "two symbols with the same sentence", formal=True)
DOUBLE_WRONG = Rule(
    "double-negative-wrong",
    "wrong",
    "a fact expressed through two negations that says the opposite",
    formal=True,
)
DOUBLE_RIGHT = Rule(
    "double-negative",
    "note",
    "a fact expressed through two negations: correct, but hard to read",
    formal=True,
)
POLARITY = Rule(
    "polarity-slip",
    "wrong",
    "a given fact that the text states with the opposite sign",
    formal=True,
)
POLARITY_UNSURE = Rule(
    "polarity-unsure",
    "note",
    "a given fact that the text seems to state with the opposite sign",
    formal=True,
)
INVISIBLE = Rule(
    "invisible-text", "wrong", "characters that are invisible or that a terminal would interpret"
)
DAMAGED = Rule(
    "damaged-text", "wrong", "wrong encoding, left-over markup, or an unfilled placeholder"
)
CUT_OFF = Rule("cut-off", "note", "a text that ends in the middle of a sentence")
STRAY = Rule("stray-key", "wrong", "a field that belongs to no symbol, such as a leftover answer")
REVERSED = Rule(
    "reversed-question",
    "wrong",
    "a question that asks for the opposite of what its gold answers",
    formal=True,
)
NOT_READ_BACK = Rule("not-read-back", "wrong", "a text that does not say what its formulas say")
UNTOLD = Rule(
    "untold-symbol", "note", "a symbol in the premises that the text does not express", formal=True
)
UNTOLD_PREMISE = Rule(
    "untold-premise", "note", "a premise that no sentence of the text states", formal=True
)
EMPTY = Rule("empty-text", "wrong", "a text, question or option without words")
NO_GOLD = Rule("no-gold", "note", "a question without a gold answer")
SAME_TEXT = Rule("identical-options", "wrong", "two options with the same text")
LEAK = Rule("leaked-answer", "wrong", "the item gives away the answer")
LANGUAGE = Rule("wrong-language", "wrong", "a text in another language than the item's")
SCOPE = Rule("scope-of-not", "note", "a sentence whose “not” is ambiguous")
READING = Rule(
    "depends-on-reading", "note", "an answer that depends on how a common word is read", formal=True
)
UNREACHED = Rule(
    "unreached-option",
    "note",
    "a wrong option that no single misreading of the premises leads to",
    formal=True,
    on_request=True,
)
SPARED = Rule(
    "gold-despite-misreading",
    "note",
    "a gold that is right even under a common misreading of the premises",
    formal=True,
    on_request=True,
)
APPROXIMATE = Rule(
    "approximate-words",
    "note",
    "words that only approximate the formulas: a proof holds only for the formulas",
)
ODD = Rule("odd-words", "note", "words that go beyond the premises and the question")
LABEL_READ = Rule(
    "label-read", "note", "a number as label, although the file does not show where counting starts"
)
CLAIM_FALSE = Rule("claim-refuted", "wrong", "a claim of the item that is false", formal=True)
CLAIM_OPEN = Rule(
    "claim-undecided", "note", "a claim of the item that could not be decided", formal=True
)
DUPLICATE = Rule("duplicate", "wrong", "an item that occurs twice")
SAME_PROBLEM = Rule("same-problem", "note", "a problem that occurs twice, up to renaming")
LENGTH = Rule("gold-length", "note", "right options of the set that stand out by their length")
PHRASE = Rule("gold-phrase", "note", "right options of the set that share a phrase others lack")
POSITIONS = Rule("gold-positions", "note", "gold positions are not balanced")
LABELS = Rule("labels", "note", "labels are not balanced")

RULES: tuple[Rule, ...] = tuple(each for each in [*globals().values()] if isinstance(each, Rule))
"""In the order of the report, which is that of this file."""
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
