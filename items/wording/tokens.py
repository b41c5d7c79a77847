"""Splitting text into tokens and sentences, shared by templates and reader.

Owns the split into words (in Chinese: characters) and at full stops. Case and spacing are dropped,
as they carry no meaning in the controlled language.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
_STOPS = {"en": ".", "zh": "。"}


@lru_cache(maxsize=1 << 16)
def tokens_of(text: str, language: str) -> tuple[str, ...]:
    """Return lower-case words and single punctuation marks; in Chinese every character by
    itself."""
    if language == "zh":
        return tuple(char for char in text.lower() if not char.isspace())
    return tuple(_WORDS.findall(text.lower()))


def sentences_of(text: str, language: str) -> Iterator[str]:
    """Yield the sentences of a passage, without their full stops."""
    for sentence in text.split(_STOPS[language]):
        if stripped := sentence.strip():
            yield stripped
