"""Values that belong to a condition in a response rather than to its answer.

Owns two of them: the condition of an earlier "if" that is stated to hold or not, as in "If p were
true, q would be false. But p is false.", and the consequence of a supposition in the sentence
before. `assertion_stances` recognizes a condition in the same sentence.
"""

import re

CONTEXT_LENGTH = 600
"""Number of characters before a value that are searched for its condition."""
MAX_SUBJECT = 60
_SUBJECT = re.compile(
    r"(?:^|[,，]\s?|\b(?:but|and|however|since|because|as|yet|while)\s|但是?|而且?|不过|然而|因为|"
    r"由于|既然)[\s,，]{0,3}"
    r"(?P<en>(?:\w[\w'’-]{0,20}\s){1,8}?)(?:is|are|was|were|be|being)\s"
    r"(?:not\s|also\s|indeed\s|in fact\s|known to be\s)?$"
    r"|(?:^|[,，]\s?|但是?|而且?|不过|然而|因为|由于|既然)[\s,，]{0,3}"
    r"(?P<zh>[^,，。;；\s]{1,20}?)(?:实际上|其实|事实上)?(?:并?不|也|确实)?(?:为|是)?$"
)
"""Subject of a value, up to the value."""
_JOINS = re.compile(r"^(?:(?:but|and|however|since|because|as|yet|while|now)\s)+", re.IGNORECASE)
_ASKED = re.compile(
    r"(?:(?:the|this|that|its|our|given)\s)?(?:conclusion|statement|claim|hypothesis|proposition|"
    r"assertion|query|sentence|it|this|that|answer|result|final|truth value|verdict|label)\s?"
    r"|(?:该|这个?|此|原)?(?:结论|命题|陈述|说法|句子?|答案)|它|其|这|该句",
    re.IGNORECASE,
)
"""Subjects that refer to the question."""
_IF = re.compile(
    r"(?:\b(?:if|when|whenever|provided(?: that)?|suppos(?:e|ing)|assum(?:e|ing)|should|were)\s|"
    r"如果|若|假如|假设|要是|倘若|当|只要|一旦)\Z"
)
_IS = re.compile(r"\s(?:is|are|was|were|be)\b|不?为|是")
_WHEN_ZH = re.compile(r"(?:不?为|是)[真假]的?(?:时|的话)")
"""Context of the subject of a condition."""
_SUPPOSITION = re.compile(
    r"(?:^|[.!?\n]\s{0,3})(?:but |now |and )?(?:suppose|assume|imagine|say|let(?:'s| us) "
    r"(?:suppose|assume|say))\b[^.!?\n]{1,160}[.:;]\s{1,3}(?:then|in that case|so)\b[^.!?\n]{0,80}$"
    r"|(?:^|[。\n])\s{0,3}(?:假设|假定|设想?|想象)[^。\n]{1,60}[。;；]\s{0,2}(?:那么|则|这时|此时)"
    r"[^。\n]{0,40}$",
    re.IGNORECASE,
)
"""A supposition, and its consequence up to a value."""


_CONSEQUENT = re.compile(
    r"\b(?:if|unless|when(?:ever)?)\s[^.;,]{1,80}?\b(?:is|are|was|were|be|being)\s(?:not\s)?"
    r"(?:true|false)\b(?!\s(?:so|therefore)\b)[^.;]{0,80}$"
    r"|(?:\bif\b|^\s{0,3}(?:should|were|had)\b)[^.;]{1,120}\b(?:would|might|could)\b[^.;]{0,40}$",
    re.IGNORECASE,
)
"""A condition on a truth value, or a counterfactual one, and its consequence up to a value."""


def named_answer(subject: str) -> bool:
    """Whether a subject refers to the question or its answer."""
    return _ASKED.fullmatch(subject.strip()) is not None


def of_condition(text: str, clause: str, position: int) -> bool:
    """Whether the value at a position of a text belongs to a condition; `clause` is the text before
    it in its own statement."""
    before = text[max(0, position - CONTEXT_LENGTH) : position]
    if _SUPPOSITION.search(before) or _CONSEQUENT.search(clause):
        return True
    match = _SUBJECT.search(clause)
    if match is None:
        return False
    subject = _JOINS.sub("", (match["en"] or match["zh"]).strip())
    if not subject or len(subject) > MAX_SUBJECT or named_answer(subject):
        return False
    earlier = before[: len(before) - len(clause)].lower()
    place = earlier.find(subject.lower())
    while place >= 0:
        end = place + len(subject)
        begun = _IF.search(earlier, max(0, place - 20), place)
        if (begun and _IS.match(earlier, end)) or _WHEN_ZH.match(earlier, end):
            return True
        place = earlier.find(subject.lower(), end)
    return False
