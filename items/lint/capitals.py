"""Lint of right options that are the only ones with capital letters.

Owns words in capitals, and capitals at the beginning of every word, that only one option has.
`leaks` finds options entirely in capitals.
"""

import re
from collections.abc import Iterator

from items.answers import ChoiceAnswer
from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of
from items.lint.leaks import item_texts
from items.models import Item

_WORD = re.compile(r"[A-Za-z]+")
_IN_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")
_LEAST_OPTIONS = 3
_LEAST_WORDS = 3
"""Fewest words in an option that is checked for an initial capital in every word."""


def look(item: Item) -> Iterator[Finding]:
    """Right options that are the only ones with capitals, in words that the item elsewhere writes
    without."""
    chosen = [
        (leaf, leaf.gold.option or 0)
        for leaf in item.leaves
        if isinstance(leaf.gold, ChoiceAnswer)
        and leaf.gold.option in range(len(leaf.options))
        and len(leaf.options) >= _LEAST_OPTIONS
    ]
    if not chosen:
        return
    texts = [text for _, text in item_texts(item)]
    texts += glosses_of(item.formalization or {}).values()
    small = {word for text in texts for word in _WORD.findall(text) if word.islower()}
    for leaf, gold in chosen:
        others = [option.text for n, option in enumerate(leaf.options) if n != gold]
        right = leaf.options[gold].text
        shouted = [word for word in _IN_CAPITALS.findall(right) if word.lower() in small]
        if shouted and not any(_shouts(text) for text in others):
            message = f"the right option alone has a word in capitals: {shouted[0]}"
            yield Finding(rules.LEAK, message, leaf.id, right[:120])
        elif _headed(right, small) and not any(_headed(text, small) for text in others):
            message = "the right option alone has a capital at the beginning of each word"
            yield Finding(rules.LEAK, message, leaf.id, right[:120])


def _shouts(text: str) -> bool:
    return _IN_CAPITALS.search(text) is not None


def _headed(text: str, lowercase_words: set[str]) -> bool:
    """Whether every word begins with a capital, including one that the item elsewhere writes
    without."""
    words = _WORD.findall(re.sub(r"['’]\w+", "", text))
    return (
        len(words) >= _LEAST_WORDS
        and all(word[0].isupper() and (len(word) == 1 or not word.isupper()) for word in words)
        and any(word.lower() in lowercase_words for word in words[1:])
    )
