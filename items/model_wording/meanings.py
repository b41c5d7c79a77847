"""Meanings that a model invents for symbols: each must be one plain statement.

Owns what a meaning must not be: a denial, since a symbol meaning "not …" reverses each sign in the
text; or a rule, since a symbol meaning "if …" has parts that no formula shows. Meanings that an
item already has are not checked.
"""

import re

from items.lint.double_negation import HAN_RULE, RULE, negations
from items.wording.bank import Language

_FORMULA = re.compile(r"[¬∧∨→↔⊕∀∃]|<?->|=>|\\(?:neg|to|land|lor)\b")
_DENIED = re.compile(
    r"\b(?:false|untrue|incorrect|fails?\s+to|failed\s+to|lacks?)\b", re.IGNORECASE
)
_FURTHER = re.compile(
    r"\b(?:only\s+if|impl(?:y|ies)|entails?|because|therefore|guarantees?\s+that|means?\s+that"
    r"|leads?\s+to|depends?\s+on)\b",
    re.IGNORECASE,
)
_HAN_FURTHER = re.compile(r"意味着|导致|因此|因为|所以|取决于|推出|蕴含|一旦|就(?:会|能|要|必)")
_HAN_PLAIN = re.compile(
    r"不[久断仅但错锈动过]|没收|未来|无[线论人名]|非[常洲]|除非|当[地局场年天时选]|[承担应适相正]当|[假倘]若干|若干|[规原法准总细]则"
)
"""Words with a character that otherwise denies or begins a condition."""
_HAN_DENIED = re.compile(r"并非|是假的|为假|是错误的|缺乏|否认")


def objection(text: str, language: Language) -> str | None:
    """Return why a text cannot be the meaning of a symbol, as feedback to its author; None if it
    can."""
    if language == "zh":
        plain = _HAN_PLAIN.sub("", text)
        denied = negations(plain, "zh") > 0 or _HAN_DENIED.search(plain) is not None
        rule = HAN_RULE.search(plain) is not None or _HAN_FURTHER.search(plain) is not None
    else:
        denied = negations(text, "en") > 0 or _DENIED.search(text) is not None
        rule = RULE.search(text) is not None or _FURTHER.search(text) is not None
    if rule or _FORMULA.search(text):
        return "is a rule, and not one plain statement"
    return "is a denial, and not what is denied" if denied else None
