"""Lint of given facts that are told with the other sign: "the ferry is late" for a premise ¬L.

Owns finding the sentence that tells a fact, whether it tells it as the premise has it, and how sure
that is. Sentences that tell a rule, that may be about two symbols, or that negate by their choice
of words ("lacks", "failed to") are passed over. Facts told through two negations are
`double_negation`'s.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from items.families.readers import reader_of
from items.lint import rules
from items.lint.double_negation import (
    CUT_AFTER,
    HAN_RULE,
    HAN_SENTENCE,
    LIKELY,
    PAIR,
    RULE,
    SENTENCE,
    facts_of,
    negations,
    told,
)
from items.lint.rules import Finding
from items.lint.words import glosses_of
from items.models import Item
from items.wording.lemmas import content_words

LEAST_OVERLAP = 0.75
"""Share of a gloss' content words that must stand in the sentence, and of another's from which the
sentence may be about that one as well."""
MOST_EXTRA = 3
"""Content words of the sentence that the gloss has not, at most; with more it may say more."""
_SURE_EXTRA = 1
_DENIED = re.compile(r"\b(?:false|untrue|incorrect)\b", re.IGNORECASE)
_HAN_DENIED = re.compile(r"是假的|为假|是错误的")
_RULES = re.compile(
    r"\b(?:or|either|therefore|imply|implies|means?|lead\w*|result\w*|cause[sd]?|because|since|so"
    r"|ensure\w*|require\w*|depend\w*|thus|hence)\b",
    re.IGNORECASE,
)
"""Further words of sentences that may tell a rule."""
_TURNED = re.compile(
    r"\b(?:lack\w*|fail\w*|absen\w*|without|reject\w*|den(?:y|ie)\w*|refus\w*|prevent\w*|avoid\w*"
    r"|instead|rather|negative|few|little|unlikely|doubt\w*|but|al?though|despite|opposite)\b|以外|之外|除了",
    re.IGNORECASE,
)
"""Words that may turn what is said without a negation."""
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non")


def look(item: Item) -> Iterator[Finding]:
    """Given facts of the item that its text tells with the other sign."""
    formal = item.formalization
    if formal is None or item.language not in ("en", "zh") or reader_of(item) is not None:
        return  # what a family reads back itself is known better
    glosses, facts = glosses_of(formal), facts_of(formal)
    if not facts.keys() & glosses.keys():
        return
    known = {name: _words(gloss, item.language) for name, gloss in glosses.items()}
    for text in (item.text, *(leaf.text for leaf in item.questions)):
        for sentence, what in _stating(text, item.language):
            words = content_words((what,), item.language)
            name = _about(words, known)
            if name is None or name not in facts:
                continue
            gloss, more = glosses[name], words - known[name]
            if len(more) > MOST_EXTRA or _turned(what, gloss, more, known[name]):
                continue
            own, count = (_negations(word, item.language) for word in (gloss, what))
            twice = count >= 2 and (_denied(what, item.language) or LIKELY.search(what))
            if twice or ((count - own) % 2 == 0) == facts[name]:
                continue
            sure = known[name] <= words and len(more) <= _SURE_EXTRA
            rule = rules.POLARITY if sure else rules.POLARITY_UNSURE
            fact = name if facts[name] else f"¬{name}"
            yield Finding(rule, f"{fact}, where {name} is “{gloss}”", excerpt=sentence)


def _stating(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Sentences that tell no rule and ask nothing: the sentence, and what it states."""
    if language == "zh":
        for sentence in HAN_SENTENCE.split(text):
            if sentence.strip() and not HAN_RULE.search(sentence) and "？" not in sentence:
                yield from ((sentence.strip(), clause) for clause in sentence.split("，"))
        return
    for sentence in SENTENCE.split(text):
        if "?" in sentence and not re.search(r"\bgiven\b", sentence, re.IGNORECASE):
            continue
        what = CUT_AFTER.sub("", sentence)
        if PAIR.match(what) or RULE.search(told(sentence)) or _RULES.search(what):
            continue
        if what.strip():
            yield " ".join(sentence.split()), what


@lru_cache(maxsize=8192)
def _words(gloss: str, language: str) -> frozenset[str]:
    return content_words((gloss,), language)


def _about(words: frozenset[str], known: Mapping[str, frozenset[str]]) -> str | None:
    """The one symbol whose gloss the words fit; None where there is none, or a second."""
    shares = {name: len(words & own) / len(own) for name, own in known.items() if own}
    fitting = [name for name, share in shares.items() if share >= LEAST_OVERLAP]
    return fitting[0] if len(fitting) == 1 else None


def _negations(text: str, language: str) -> int:
    """How often a text negates, from inside and from outside."""
    return negations(text, language) + _denied(text, language)


def _denied(text: str, language: str) -> int:
    return len((_HAN_DENIED if language == "zh" else _DENIED).findall(text))


def _turned(what: str, gloss: str, more: frozenset[str], own: frozenset[str]) -> bool:
    """Whether the sentence may negate by its words: "lacks", "unknown" for "known"."""
    if len(_TURNED.findall(what)) != len(_TURNED.findall(gloss)):
        return True
    for texts, others in ((more, own), (own, more)):
        for word in texts:
            for prefix in _PREFIXES:
                if word.startswith(prefix) and word.removeprefix(prefix) in others:
                    return True
    return False
