"""Letters that a response assigns to sets, statements or people: "Let A be the set of goats".

Owns the words that assign them. Such letters have their assigned meaning unless an option or the
answer is mentioned explicitly.
"""

import re

_ONE = r"[$\\(\"'“*]{0,4}[A-H][$\\)\"'”*]{0,4}(?![A-Za-z0-9'’])"
_GIVES = re.compile(
    rf"\b(?i:let|define|denote|assign|write|call|using|use)\s(?i:by )?{_ONE}(?!\s?[?？])"
    rf"(?!\s(?i:is|was|as the (?:final )?(?:answer|choice)|because|since)\b)"
    r"(?=\s{0,2}(?:[:=,，]|(?i:and|be|denote|denotes|stand|stands|represent|represents|mean|means|"
    r"for|as|the|to)\b))"
    rf"|(?<![A-Za-z0-9]){_ONE}\s(?i:denotes?|stands? for|represents?|symboli[sz]es)\b"
    rf"|\b(?i:sets?|events?|predicates?|propositions?|variables?|class(?:es)?|atoms?|"
    rf"symbols?)\s{_ONE}\s?[:=]"
    rf"|(?<![A-Za-z0-9])(?:A|B)\s?(?::=|≔|=\s?\{{)"
    rf"|(?i:people|persons?|suspects?|players?|speakers?|characters?)\s?[:：]\s?{_ONE}"
    rf"|(?:设|令|记|用|以|把)\s?{_ONE}\s?(?:为|是|表示|代表|[:：=])|{_ONE}\s?(?:表示|代表|记作)"
)
_OWN = re.compile(
    r"\b(?:options?|choices?|answers?|letter)\b|选项|答案|[选選]|[A-H]\s?项|boxed|∴?\bfinal\b",
    re.IGNORECASE,
)


def names_others(text: str) -> bool:
    """Whether letters such as A are assigned to things other than options."""
    return _GIVES.search(text) is not None


def of_option(words: str) -> bool:
    """Whether the words of a statement refer to an option or the answer."""
    return _OWN.search(words) is not None
