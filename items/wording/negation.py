"""Rule-based negation of an English sentence from elsewhere, or refusal.

Owns finding the finite verb and placing "not", "no", or "does not". Uncertain cases are refused
with a reason: a corpus has enough sentences, and a wrong negation makes a wrong gold answer. The
bank's own clauses have hand-written negations and do not use this module.
"""

from dataclasses import dataclass

from items.wording.verbs import (
    AUXILIARIES,
    BASES,
    BE,
    DO,
    HAVE,
    MODALS,
    PASTS,
    PROGRESSIVES,
    SHIFTY,
    THIRDS,
    third,
)
from items.wording.words import word_set

_BEFORE_NOUN = word_set("before_noun")
"""A form such as "watches" after one of these is a noun."""
_DEFINITE = word_set("definite")
_SCOPE = word_set("scope")
"""Words whose meaning would change, or become wrong, under an added "not"."""
_CROWDS = word_set("crowds")
_PARTICIPLES = word_set("participles")
_CONTRACTED = {
    "isn't": "is",
    "aren't": "are",
    "wasn't": "was",
    "weren't": "were",
    "can't": "can",
    "cannot": "can",
    "couldn't": "could",
    "won't": "will",
    "wouldn't": "would",
    "doesn't": "does",
    "don't": "do",
    "didn't": "did",
}


@dataclass(frozen=True, slots=True)
class NegatedClause:
    """A clause and its negation."""

    text: str
    negation: str
    restored: bool = False
    """Whether the missing auxiliary of a present continuous was inserted."""


@dataclass(frozen=True, slots=True)
class NegationRefusal:
    """Why a clause cannot be negated safely."""

    reason: str


def finite_verbs(words: list[str]) -> list[int]:
    """Return the places of words that are, or may be, the finite verb."""
    counts = []
    for place, word in enumerate(words):
        if word in AUXILIARIES or word in _CONTRACTED:
            counts.append(place)
        elif place and (word in THIRDS or word in PASTS):
            before = words[place - 1]
            if before not in _BEFORE_NOUN and not before.endswith("'s"):
                counts.append(place)
    return counts


def has_verb(words: list[str]) -> bool:
    """Whether any verb form occurs: finite, or in -ing."""
    return bool(finite_verbs(words)) or any(word in PROGRESSIVES for word in words)


def begins_with_verb(words: list[str]) -> bool:
    """Whether the first word is a verb form, so that the subject is missing."""
    first = words[0]
    return (
        first in AUXILIARIES
        or first in PROGRESSIVES
        or first in BASES
        or first in THIRDS
        or first in PASTS
    )


def negate(clause: str) -> NegatedClause | NegationRefusal:
    """Return the clause and its negation. The clause has no full stop and begins in lower case,
    except for names; if its auxiliary was missing ("a man playing the flute"), the returned text
    includes it."""
    words = clause.split()
    lower = [word.lower() for word in words]
    places = finite_verbs(lower)
    restored = False
    if not places:
        place = _missing_auxiliary(lower)
        if place is None:
            return NegationRefusal("no certain finite verb")
        words.insert(place, "is")
        lower.insert(place, "is")
        places, restored = [place], True
    if len(places) > 1:
        return NegationRefusal("more than one finite verb")
    at = places[0]
    if at == 0:
        return NegationRefusal("begins with a verb")
    undone = _without_not(words, lower, at)
    if undone is not None:
        return NegatedClause(" ".join(words), " ".join(undone))
    if lower[at] in SHIFTY:
        return NegationRefusal("modal verb that negation does not deny")
    if any(word in _SCOPE for word in lower[1:]):
        return NegationRefusal("a word whose scope a negation would change")
    negation = _negation(words, lower, at)
    if isinstance(negation, NegationRefusal):
        return negation
    return NegatedClause(" ".join(words), " ".join(negation), restored)


def _missing_auxiliary(lowercase_words: list[str]) -> int | None:
    """Where "is" belongs in "a man playing the flute"; None if uncertain."""
    forms = [place for place, word in enumerate(lowercase_words) if word in PROGRESSIVES]
    if not forms or lowercase_words[0] not in ("a", "an") or forms[0] < 2:
        return None
    before = lowercase_words[forms[0] - 1]
    return None if before in _BEFORE_NOUN or before.endswith("s") else forms[0]


def _without_not(words: list[str], lowercase_words: list[str], index: int) -> list[str] | None:
    """The words without an existing negation; None if there is none, or it is uncertain."""
    verb, rest = lowercase_words[index], words[index + 1 :]
    if verb in _CONTRACTED:
        verb = _CONTRACTED[verb]
    elif rest and rest[0] == "not":
        rest = rest[1:]
    else:
        return None
    if lowercase_words[0] not in _DEFINITE or any(word.lower() in _SCOPE for word in rest):
        return None
    if verb in DO:
        if verb != "does" or not rest or rest[0] not in BASES:
            return None
        return [*words[:index], third(rest[0]), *rest[1:]]
    return [*words[:index], verb, *rest]


def _negation(
    words: list[str], lowercase_words: list[str], index: int
) -> list[str] | NegationRefusal:
    first = lowercase_words[0]
    if first == "there":
        if (
            index == 1
            and lowercase_words[1] in BE
            and len(words) > 3
            and lowercase_words[2] in ("a", "an")
        ):
            return [*words[:2], "no", *words[3:]]
        return NegationRefusal("a subject whose negation is uncertain")
    if first in ("a", "an", "some"):
        return ["no", *words[1:]]
    if first in ("someone", "somebody"):
        return ["nobody", *words[1:]]
    if first in _CROWDS:
        progressive = (
            lowercase_words[index] in ("are", "were") and lowercase_words[index + 1 : index + 2]
        )
        if index == 1 and progressive and progressive[0] in PROGRESSIVES:
            return ["no", *words]
        return NegationRefusal("a subject whose negation is uncertain")
    named = words[0][0].isupper() and index == 1
    if first not in _DEFINITE and not named:
        return NegationRefusal("a subject whose negation is uncertain")
    return _not_after(words, lowercase_words, index)


def _not_after(
    words: list[str], lowercase_words: list[str], index: int
) -> list[str] | NegationRefusal:
    verb, before, rest = lowercase_words[index], words[:index], words[index + 1 :]
    if verb == "can":
        return [*before, "cannot", *rest]
    if verb in BE or verb in MODALS:
        return [*before, verb, "not", *rest]
    if verb in HAVE:
        following = lowercase_words[index + 1] if rest else ""
        if following in _PARTICIPLES or following.endswith("ed"):
            return [*before, verb, "not", *rest]
        helper = {"has": "does", "have": "do", "had": "did"}[verb]
        return [*before, helper, "not", "have", *rest]
    if verb in THIRDS:
        return [*before, "does", "not", THIRDS[verb], *rest]
    if verb in PASTS:
        return [*before, "did", "not", PASTS[verb], *rest]
    return NegationRefusal("no certain finite verb")
