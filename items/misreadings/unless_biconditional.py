"""Unless as if-and-only-if-not: "A unless B" read as "A if and only if not B". It needs the
sentence, since the formula does not show the wording.

Owns the wordings of "unless", and which part of a formula is the condition: of several
alternatives, as many as the sentence has after the word, and of a conditional with an "unless" in
it, the exception in its consequent.
"""

import re

from items.misreadings.misreading import Misreading, as_said
from solver.language.syntax import And, Formula, Iff, Implies, Not, Or, negation

_WORDS = re.compile(
    r"\bunless\b|除非"
    r"|\b(?:except|excepting|save|barring)(?: only)? (?:if|when|where|in case|that)\b",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"\b(?:if|when|whenever|provided|assuming)\b|如果|若|只要|要是|假如", re.IGNORECASE
)
_OR = re.compile(r"\bor\b|或", re.IGNORECASE)
_STOP = re.compile(r"[.?!。？！]")
_PAUSE = re.compile(r"[,;:，；：]|否则")


def _biconditional(formula: Formula, sentence: str) -> Formula | None:
    word = _WORDS.search(sentence)
    if word is None:
        return None
    before = _STOP.split(sentence[: word.start()])[-1]
    behind = _STOP.split(sentence[word.end() :], maxsplit=1)[0]
    match formula:
        case Implies(left, Or() as right) if _ALSO.search(before + behind):
            return Implies(left, _apart(right, before, behind))
        case Implies(And(parts), right) if _ALSO.search(before + behind) and (
            isinstance(parts[-1], Not)
        ):
            first, rest = parts[:-1], parts[-1]
            return Implies(first[0] if len(first) == 1 else And(first), Iff(right, rest))
        case Implies(left, right):
            return Iff(left, right)
        case Or():
            return _apart(formula, before, behind)
    return None


def _apart(formula: Or, before: str, behind: str) -> Formula:
    """The alternatives as "if and only if not" the condition, whose position depends on the
    text."""
    parts = formula.parts
    if before.strip() or len(parts) == 2:
        place = len(parts) - _alternatives(behind, len(parts))
        alternatives, condition = parts[:place], parts[place:]
    else:
        place = _alternatives(_PAUSE.split(behind, maxsplit=1)[0], len(parts))
        condition, alternatives = parts[:place], parts[place:]
    return Iff(_any(alternatives), negation(_any(condition)))


def _alternatives(text: str, parts: int) -> int:
    """Number of parts that belong to the condition, by its words for "or"; at least one does
    not."""
    return min(1 + len(_OR.findall(text)), parts - 1)


def _any(parts: tuple[Formula, ...]) -> Formula:
    return parts[0] if len(parts) == 1 else Or(parts)


MISREADING = Misreading(
    name="unless-biconditional",
    titles={"en": "“Unless” as “if and only if not”", "zh": "“除非”作“当且仅当不”"},
    descriptions={
        "en": "“A unless B” is read as “A if and only if not B”.",
        "zh": "把“除非 B，否则 A”读成“当且仅当非 B，才 A”。",
    },
    source="Geis (1973), If and Unless",
    readings=as_said(_biconditional),
)
