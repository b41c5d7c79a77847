"""Lint of glosses that were exchanged: what the text says of one symbol is said of another.

Owns finding such pairs where sentences and premises go in step; options and questions go in step
with their formulas. Texts that their family reads back itself are passed over.
"""

import re
from collections.abc import Iterable, Iterator
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

TOLD = 0.4
"""Share of a gloss' content words in the sentences about a symbol from which they tell it."""
_UNTOLD = 0.25
_MOST_UNTOLD = 1 / 3
"""Share of symbols that the text may tell in words of its own."""
_LEAST_PREMISES = 3
"""Premises with just one of the two symbols. Two given facts may stand in any order in the text."""
_MOST_OTHERS = 3
"""Sentences besides those of the premises: an introduction, a conclusion."""
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
    if not 0 <= len(sentences) - len(premises) <= _MOST_OTHERS:
        return
    words = [content_words((sentence,), item.language) for sentence in sentences]
    own = {
        name: said
        for name, gloss in glosses_of(formal).items()
        if (said := content_words((gloss,), item.language))
    }
    words = max(
        (words[first : first + len(premises)] for first in range(len(words) - len(premises) + 1)),
        key=lambda told: sum(
            len(own[name] & said)
            for used, said in zip(premises, told, strict=True)
            for name in used & own.keys()
        ),
    )
    for leaf in item.leaves:
        pairs = [(option.formula, option.text) for option in leaf.options]
        for asked, text in pairs or [(leaf.query, leaf.text)]:
            if asked:
                premises.append(frozenset(_NAME.findall(asked)))
                words.append(content_words((text,), item.language))

    own = {name: said for name, said in own.items() if any(name in used for used in premises)}

    def share(name: str, told: Iterable[frozenset[str]]) -> float:
        return len(own[name] & frozenset().union(*told)) / len(own[name])

    def alone(one: str, two: str) -> list[frozenset[str]]:
        """The words of each sentence about one of two symbols only, or else about both."""
        about = [(used, said) for used, said in zip(premises, words, strict=True) if one in used]
        return [said for used, said in about if two not in used] or [said for _, said in about]

    untold = sum(share(name, alone(name, name)) <= _UNTOLD for name in own)
    if untold > max(2, len(own) * _MOST_UNTOLD):
        return  # the glosses are in other words than the text
    for one, two in combinations(own, 2):
        ones, twos = alone(one, two), alone(two, one)
        own_words = share(one, ones), share(two, twos)
        other_words = share(one, twos), share(two, ones)
        if sum(len({one, two} & used) == 1 for used in premises) < _LEAST_PREMISES:
            continue
        if max(own_words) <= _UNTOLD and min(other_words) >= TOLD:
            what = f"{one} and {two}: “{formal['translation'].get(one, one)}”"
            yield Finding(rules.EXCHANGED, what)
            return
