"""Only-if reversed: "A only if B" read as "A if B". It needs the sentence, since the formula does
not say how it was worded."""

import re

from items.misreadings.misreading import Misreading, where_said
from solver.language.syntax import Formula, Implies

_WORDS = re.compile(r"\bonly (?:if|when|on condition)\b|只有|仅当", re.IGNORECASE)
_BOTH_WAYS = re.compile(r"\bif and only if\b|当且仅当", re.IGNORECASE)


def _reversed(formula: Formula) -> Formula | None:
    return Implies(formula.right, formula.left) if isinstance(formula, Implies) else None


def _says_only_if(sentence: str) -> bool:
    return _WORDS.search(_BOTH_WAYS.sub("", sentence)) is not None


MISREADING = Misreading(
    name="only-if-reversed",
    titles={"en": "“Only if” reversed", "zh": "“只有……才”颠倒"},
    descriptions={
        "en": "“A only if B” is read as “A if B”.",
        "zh": "把“只有 B 才 A”读成“只要 B 就 A”。",
    },
    source="Evans (1977), Linguistic Factors in Reasoning, Quarterly Journal of Experimental "
    "Psychology 29",
    readings=where_said(_reversed, _says_only_if),
)
