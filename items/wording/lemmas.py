"""Content words of clauses, used to recognize unrelated clauses.

Owns a crude reduction of English words to a common form and of Chinese clauses to pairs of
characters. It errs towards treating clauses as related; it is not a morphological analysis.
"""

import re
from collections.abc import Iterable
from itertools import pairwise

from items.wording.text_limit import look_at_the_time
from items.wording.words import word_set

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")

_EMPTY = word_set("empty")
_HAN_EMPTY = frozenset(
    "的了着过没有不是在上里下中都很也还把被由与给到从对以有个只一两第次这那什么之内外会能可要去来并"
    "得毫无未全正已"
)
_HAN = re.compile(r"[\u4e00-\u9fff]+")


def stem(word: str) -> str:
    """Return a crude common form: "whistles", "whistled" and "whistling" have the same one."""
    word = word.lower()
    for ending, shortest in (("ing", 6), ("ied", 5), ("ies", 5), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= shortest and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _english(text: str) -> set[str]:
    words = (word.lower() for word in _WORD.findall(text.replace("'s ", " ").replace("'", "")))
    return {stem(part) for word in words for part in word.split("-") if part not in _EMPTY}


def _chinese(text: str) -> set[str]:
    pairs = set()
    for run in _HAN.findall(text):
        for first, second in pairwise(run):
            if first not in _HAN_EMPTY and second not in _HAN_EMPTY:
                pairs.add(first + second)
    return pairs


def content_words(texts: Iterable[str], language: str) -> frozenset[str]:
    """Return the content words of the texts: stems in English, pairs of characters in Chinese.
    Raises GaveUp when the time limit for searching texts is reached."""
    look_at_the_time()
    of = _chinese if language == "zh" else _english
    return frozenset().union(*(of(text) for text in texts))
