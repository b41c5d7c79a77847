"""Lint of glosses that were exchanged: what the text says of one symbol is said of another.

Owns finding such pairs where sentences and premises go in step. Texts that their family reads back
itself are passed over.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from items.families.readers import reader_of
from items.lint import rules
from items.lint.rules import Finding
from items.lint.words import glosses_of
from items.models import Item
from items.wording.bank import LANGUAGES, language_of
from items.wording.conventions import without_conventions
from items.wording.lemmas import content_words
from items.wording.tokens import sentences_of

TOLD = 0.5
"""Share of a gloss' content words in the sentences about a symbol from which they tell it."""
_UNTOLD = 0.25
_LEAST_PREMISES = 3
"""Premises with one of the two symbols. Two given facts may stand in another order in the text."""
_NAME = re.compile(r"[A-Za-z_]\w*")
_GIVEN = re.compile(r"\s*(?:given that\b|已知)[^,，。]+", re.IGNORECASE)
"""What a question says first that tells the last premise."""


def look(item: Item) -> Iterator[Finding]:
    """The one pair of symbols whose glosses fit each other's sentences and not their own."""
    formal = item.formalization
    if formal is None or item.language not in LANGUAGES or reader_of(item) is not None:
        return
    language = language_of(item.language)
    premises = [frozenset(_NAME.findall(str(text))) for text in formal.get("premise", ())]
    plain = without_conventions(item.text, language)
    sentences = [part for line in plain.split("\n") for part in sentences_of(line, language)]
    given = [match[0] for leaf in item.leaves if (match := _GIVEN.match(leaf.text))]
    if len(premises) == len(sentences) + 1 and len(given) == 1:
        sentences += given
    if len(premises) != len(sentences):
        return
    words = [content_words((sentence,), item.language) for sentence in sentences]
    own: dict[str, frozenset[str]] = {}
    around: dict[str, frozenset[str]] = {}
    for name, gloss in glosses_of(formal).items():
        said = content_words((gloss,), item.language)
        spoken = [told for used, told in zip(premises, words, strict=True) if name in used]
        if said and spoken:
            own[name], around[name] = said, frozenset().union(*spoken)

    def share(name: str, other: str) -> float:
        return len(own[name] & around[other]) / len(own[name])

    untold = [name for name in own if share(name, name) <= _UNTOLD]
    if len(untold) != 2:
        return
    for one, two in combinations(untold, 2):
        about = sum(bool({one, two} & used) for used in premises)
        if about >= _LEAST_PREMISES and min(share(one, two), share(two, one)) >= TOLD:
            what = f"{one} and {two}: “{formal['translation'].get(one, one)}”"
            yield Finding(rules.EXCHANGED, what)
