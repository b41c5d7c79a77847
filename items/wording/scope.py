"""Sentences whose "not" can be heard in two ways: of the clause alone, or of more than it.

"She does not sing only if it rains" says that rain is needed for her silence, or that rain is not
needed for her song; "She sings if she is not ill and dances" says when she dances, or when she
sings. Owns finding such sentences, for whoever writes texts and for lint, and those that say
"unless" of what is not so, for whoever writes texts.
"""

import re
from collections.abc import Mapping

from items.wording.bank import Language
from items.wording.words import word_set

_LONGEST = 500
"""Characters of a sentence that is looked at; the time grows faster than their number."""
_STRETCH = r"[^,;:.?!]*?"
"""A comma sets the clause apart from what follows it."""
_NOT = rf"\b(?:{'|'.join(sorted(word_set('negators')))}|\w+n['’]t)\b"
_VERB = "(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|may|must|should)"
_SENTENCES: Mapping[Language, tuple[re.Pattern[str], ...]] = {
    "en": (
        re.compile(
            rf"{_NOT}{_STRETCH}\b(?:(?<!and )only (?:if|when|on condition)|exactly (?:if|when)"
            r"|whenever|as long as|on condition|because)\b",
            re.IGNORECASE,
        ),
        re.compile(
            rf"{_NOT}(?! be true that\b){_STRETCH}\bwithout its also being true\b", re.IGNORECASE
        ),
        re.compile(
            rf"(?:^|[,;:]|\bthat|\bif|\bthen)\s*\b(?:all|every|each|everyone|everybody|everything)\b"
            r"(?:(?!\b(?:who|that|which|whose|not|if|and|or|but)\b)[^,;:.?!])*?"
            rf"\b{_VERB}(?: not|n['’]t)\b",
            re.IGNORECASE,
        ),
        # What stands after "and" may be said of the main clause: "It is sold if it is not grilled
        # and contains dill." Not so where a comma or a subject of its own sets it apart.
        re.compile(
            r"(?<=\w )(?:if|when|unless|provided that|as long as) "
            r"(?:it(?! is (?:not )?(?:true|false|the case)\b)|he|she|they|that \w+|this \w+) "
            rf"{_STRETCH}{_NOT}(?:(?!\b(?:nor|but|both)\b)[^,;:.?!])*?\b(?:and|or) "
            r"(?!(?:it|he|she|they|that|this|the|an?|if|when)\b)[^,;:.?!]*(?=[.?!”\"]*$)",
            re.IGNORECASE,
        ),
    ),
    # "只有……才" stands before what is denied, so that 不 and 没 stay in their own part.
    "zh": (re.compile(r"所有的?[^，。；不没的都]{1,8}(?:不是|没有|不会|不能)"),),
}


def heard_two_ways(sentence: str, language: Language) -> str | None:
    """The part of a sentence whose negation can be heard in two ways; None where there is none."""
    if len(sentence) > _LONGEST:
        return None
    matches = (pattern.search(sentence) for pattern in _SENTENCES[language])
    return next((match[0].strip(" ,;:") for match in matches if match), None)


_UNLESS: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        rf"\bunless (?!(?:it is (?:true|the case) both|two claims)\b){_STRETCH}{_NOT}",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"除非[^，。；“]*[没不未并无非]"),
}


def unless_not(sentence: str, language: Language) -> bool:
    """Whether a sentence says "unless" of a clause with a negation, as in "unless the cake is not
    tilted, the anchor drags": right, but two negations for one thing."""
    return len(sentence) <= _LONGEST and _UNLESS[language].search(sentence) is not None
