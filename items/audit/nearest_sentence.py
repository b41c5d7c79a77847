"""The position of the sentence closest to the question.

Owns which sentence of a passage shares most with a question or an option, its position and
similarity, and their description in words. Only words are compared, weighted by rarity among the
passage's sentences; the meaning of the sentence is ignored.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from items.audit.features import Row
from items.audit.texts import words_of

_PLACE, _FROM_END, _SHARE = (
    f"place of the nearest sentence{of}" for of in ("", " from the end", " as a share of the text")
)
_NEAREST, _NEARNESS, _LEAD = (
    "nearest sentences",
    "share of words of the nearest sentence",
    "lead of the nearest sentence",
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_THIRDS = ("first", "middle", "last")
_MANY, _LITTLE = 0.5, 0.05
"""Weighted shares of common words: the least for a sentence to be close, and the largest difference
for two to be equally close."""
_ENDS = re.compile(r"(?<=[.!?;])\s|[。！？；\n]")


class Sentences:
    """The sentences of a passage, as sets of weighted words."""

    def __init__(self, text: str) -> None:
        parts = (part.strip() for part in _ENDS.split(text))
        self.words = [frozenset(words_of(part)) for part in parts if part]
        carriers = Counter(word for words in self.words for word in words)
        self.weights = {
            word: math.log((1 + len(self.words)) / number) for word, number in carriers.items()
        }

    def nearest(self, text: str, ignored_words: Collection[str]) -> Row:
        """The position of the sentence closest to a text, from both ends of the passage, and its
        lead over the next one; empty if no sentence shares a word with the text.

        `ignored_words` do not count: those of the wording that all questions share.
        """
        own = frozenset(words_of(text)).difference(ignored_words)
        shares = [self._share(words, own) for words in self.words]
        best = max(shares, default=0.0)
        if best <= 0:
            return {}
        first = shares.index(best)
        last = len(shares) - 1 - shares[::-1].index(best)
        others = [share for share in shares if share < best]
        return {
            _PLACE: first,
            _FROM_END: len(shares) - 1 - last,
            _SHARE: first / len(shares),
            _NEAREST: shares.count(best),
            _NEARNESS: best,
            _LEAD: best - max(others, default=0.0),
        }

    def _share(self, words: frozenset[str], sentence_words: frozenset[str]) -> float:
        """Weight of the common words, divided by the weight of all words that occur in the
        passage."""
        both = sum(self.weights[word] for word in sorted(words & sentence_words))
        either = sum(
            self.weights[word] for word in sorted(words | sentence_words) if word in self.weights
        )
        return both / either if either else 0.0


def frame_of(texts: Sequence[str]) -> frozenset[str]:
    """Words that occur in more than half of the texts: those of the wording that all questions
    share."""
    carriers = Counter(word for text in texts for word in frozenset(words_of(text)))
    return frozenset(word for word, number in carriers.items() if 2 * number > len(texts))


def place_marks(row: Row, text_name: str) -> Iterator[str]:
    """True statements, in words, about a row of `Sentences.near`: the position of the sentence
    closest to the text named by `text_name`, and its comparison with those of the other options, if
    any."""
    if not row.get(_NEAREST):
        return
    mark_name = f"the sentence nearest to {text_name}"
    for name, ending in ((_PLACE, ""), (_FROM_END, " from the end")):
        if row[name] < len(_ORDINALS):
            yield f"{mark_name} is the {_ORDINALS[int(row[name])]}{ending}"
    third = min(int(row[_SHARE] * len(_THIRDS)), len(_THIRDS) - 1)
    yield f"{mark_name} is in the {_THIRDS[third]} third of the text"
    if row[_NEAREST] > 1:
        yield f"several sentences are equally near to {text_name}"
    if row[_NEARNESS] > _MANY:
        yield f"{mark_name} has more than half of its words in common with it"
    if row[_LEAD] < _LITTLE:
        yield f"{mark_name} is hardly nearer than the next one"
    for name, comparison in (
        (_PLACE, "is later than those nearest to the other options"),
        (_FROM_END, "is earlier than those nearest to the other options"),
        (_NEARNESS, "is nearer than those nearest to the other options"),
        (_LEAD, "is farther ahead of the next one than those of the other options"),
    ):
        if f"most {name}" in row:
            yield f"{mark_name} {comparison}"
