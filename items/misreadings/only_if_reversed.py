"""Only-if reversed: "A only if B" read as "A if B". It needs the sentence, since the formula does
not show the wording.

Owns the wordings of "only if". Those for both directions ("if and only if", "if, but only if") are
excluded, and so is "not only if".
"""

import re

from items.misreadings.misreading import Misreading, where_said
from solver.language.syntax import Formula, Implies

_WORDS = re.compile(
    r"\b(?:only|solely|exclusively) (?:if|when|whenever|where|provided|assuming|supposing|once|"
    r"after|(?:as|so) long as|(?:on|under) (?:the )?condition|in case|in cases|"
    r"in the (?:case|event))\b"
    r"|\bonly then\b|唯有|仅当|仅在|只在",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"\b(?:if|when|whenever|in case),? (?:and|but) (?:only|solely|exclusively) "
    r"(?:if|when|whenever|in case|then)\b"
    r"|\bnot (?:only|solely|exclusively)\b|当且仅当|不仅仅?[当在]|不只[是在]",
    re.IGNORECASE,
)


def _reversed(formula: Formula) -> Formula | None:
    return Implies(formula.right, formula.left) if isinstance(formula, Implies) else None


def _says_only_if(sentence: str) -> bool:
    """Chinese "only" (只有) and "unless" (除非) have this meaning if "then" (才) follows."""
    rest = _OTHERWISE.sub("", sentence)
    if _WORDS.search(rest) is not None:
        return True
    then = rest.rfind("才")
    return any(-1 < rest.find(word) < then for word in ("只有", "除非"))


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
