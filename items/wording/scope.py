"""Sentences in which the scope of "not" is ambiguous: only its clause, or more.

"She does not sing only if it rains" may mean that rain is necessary for her silence, or that rain
is not necessary for her song; "She sings if she is not ill and dances" may state when she dances,
or when she sings. Owns finding such sentences, for writers and for lint, and sentences with
"unless" and a negation, for writers.
"""

import re
from collections.abc import Mapping

from items.wording.bank import Language
from items.wording.words import word_set

_MAX_SENTENCE = 500
"""Largest number of characters in a sentence to be searched; the time grows superlinearly."""
_STRETCH = r"[^,;:.?!]*?"
"""A comma separates the clause from what follows it."""
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
        # The part after "and" may belong to the main clause: "It is sold if it is not grilled
        # and contains dill." A comma or a subject of its own rules this out.
        re.compile(
            r"(?<=\w )(?:if|when|unless|provided that|as long as) "
            r"(?:it(?! is (?:not )?(?:true|false|the case)\b)|he|she|they|that \w+|this \w+) "
            rf"{_STRETCH}{_NOT}(?:(?!\b(?:nor|but|both)\b)[^,;:.?!])*?\b(?:and|or) "
            r"(?!(?:it|he|she|they|that|this|the|an?|if|when)\b)[^,;:.?!]*(?=[.?!”\"]*$)",
            re.IGNORECASE,
        ),
    ),
    # "只有……才" comes before the denied part, so that 不 and 没 remain in their own part.
    "zh": (re.compile(r"所有的?[^，。；不没的都]{1,8}(?:不是|没有|不会|不能)"),),
}


def heard_two_ways(sentence: str, language: Language) -> str | None:
    """Return the part of a sentence with an ambiguous negation; None if there is none."""
    if len(sentence) > _MAX_SENTENCE:
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
    """Whether a sentence has "unless" with a negated clause, as in "unless the cake is not tilted,
    the anchor drags": correct, but a needless double negation."""
    return len(sentence) <= _MAX_SENTENCE and _UNLESS[language].search(sentence) is not None
