"""Unless as if-and-only-if-not: "A unless B" read as "A if and only if not B". It needs the
sentence, since the formula does not say how it was worded."""

import re

from items.misreadings.misreading import Misreading, where_said
from solver.language.syntax import Formula, Iff, Implies, Or, negation

_WORDS = re.compile(r"\bunless\b|除非", re.IGNORECASE)


def _biconditional(formula: Formula) -> Formula | None:
    match formula:
        case Implies(left, right):
            return Iff(left, right)
        case Or((left, right)):
            return Iff(left, negation(right))
    return None


def _says_unless(sentence: str) -> bool:
    return _WORDS.search(sentence) is not None


MISREADING = Misreading(
    name="unless-biconditional",
    titles={"en": "“Unless” as “if and only if not”", "zh": "“除非”作“当且仅当不”"},
    descriptions={
        "en": "“A unless B” is read as “A if and only if not B”.",
        "zh": "把“除非 B，否则 A”读成“当且仅当非 B，才 A”。",
    },
    source="Geis (1973), If and Unless",
    readings=where_said(_biconditional, _says_unless),
)
