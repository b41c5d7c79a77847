"""Where the sentence stands that is nearest to what is asked.

Owns which sentence of a passage shares most with a question or an option, its place and how near it
is. Words alone are compared, each worth more the fewer sentences of the passage have it; nothing is
said of what the sentence means.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence

from items.audit.features import Row
from items.audit.texts import words_of

_ENDS = re.compile(r"(?<=[.!?;])\s|[。！？；\n]")


class Sentences:
    """The sentences of a passage, as sets of words with weights."""

    def __init__(self, text: str) -> None:
        parts = (part.strip() for part in _ENDS.split(text))
        self.words = [frozenset(words_of(part)) for part in parts if part]
        carriers = Counter(word for words in self.words for word in words)
        self.weights = {
            word: math.log((1 + len(self.words)) / number) for word, number in carriers.items()
        }

    def near(self, text: str, ignored: Collection[str]) -> Row:
        """The place of the sentence nearest to a text, from both ends of the passage, and how near
        it and the next one are; no row where no sentence shares a word with the text.

        Words that are `ignored` do not count: those in which all questions are put.
        """
        own = frozenset(words_of(text)).difference(ignored)
        shares = [self._share(words, own) for words in self.words]
        best = max(shares, default=0.0)
        if best <= 0:
            return {}
        first = shares.index(best)
        last = len(shares) - 1 - shares[::-1].index(best)
        others = [share for share in shares if share < best]
        return {
            "place of the nearest sentence": first,
            "place of the nearest sentence from the end": len(shares) - 1 - last,
            "place of the nearest sentence as a share of the text": first / len(shares),
            "nearest sentences": shares.count(best),
            "share of words of the nearest sentence": best,
            "lead of the nearest sentence": best - max(others, default=0.0),
        }

    def _share(self, words: frozenset[str], own: frozenset[str]) -> float:
        """Weighted words in common, of the words of either that the passage has."""
        both = sum(self.weights[word] for word in sorted(words & own))
        either = sum(self.weights[word] for word in sorted(words | own) if word in self.weights)
        return both / either if either else 0.0


def frame_of(texts: Sequence[str]) -> frozenset[str]:
    """Words that stand in more than half of the texts: those in which all questions are put."""
    carriers = Counter(word for text in texts for word in frozenset(words_of(text)))
    return frozenset(word for word, number in carriers.items() if 2 * number > len(texts))
