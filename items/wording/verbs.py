"""Verb forms of everyday English, by word list and rule.

Owns a list of common verbs and their regular forms, the irregular past forms that cannot be
mistaken for participles, and the auxiliaries. It is deliberately small: a sentence whose verb is
not listed is refused rather than guessed at.
"""

from items.wording.words import word_pairs, word_set

BASES = word_set("bases")

PASTS = word_pairs("pasts")
"""Past forms that differ from the participle, so that they are certainly finite."""

BE = frozenset(("is", "are", "was", "were"))
HAVE = frozenset(("has", "have", "had"))
DO = frozenset(("does", "do", "did"))
MODALS = frozenset(("can", "could", "will", "would"))
SHIFTY = frozenset(("may", "might", "must", "should", "shall", "ought"))
"""Modals whose negated form does not deny them: "must not" does not deny "must"."""
AUXILIARIES = BE | HAVE | DO | MODALS | SHIFTY

_DOUBLED = frozenset("bdgklmnprt")


def third(base: str) -> str:
    """Return the form after "he": walks, watches, cries."""
    if base in ("go", "do"):
        return f"{base}es"
    if base.endswith(("s", "sh", "ch", "x", "z")):
        return f"{base}es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}s"


def progressive(base: str) -> tuple[str, ...]:
    """Return possible -ing forms of a base, including one with a doubled consonant."""
    if base.endswith("ie"):
        return (f"{base[:-2]}ying",)
    if base.endswith("e") and not base.endswith("ee"):
        return (f"{base[:-1]}ing",)
    plain = f"{base}ing"
    if base[-1] in _DOUBLED and len(base) > 2 and base[-2] in "aeiou" and base[-3] not in "aeiou":
        return (plain, f"{base}{base[-1]}ing")
    return (plain,)


THIRDS = {third(base): base for base in BASES}
"""Third person singular to base."""
PROGRESSIVES = frozenset(form for base in BASES for form in progressive(base))
