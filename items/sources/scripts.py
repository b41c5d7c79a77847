"""The language of a text without a language tag, determined from its script.

Owns the choice between the program's languages; other languages are not detected.
"""

import re
from collections.abc import Iterable

_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
"""Scripts of languages that use Han characters in addition to their own."""
_LATIN = re.compile(r"[A-Za-z]{2,}")
_MIN_HAN = 4
"""Fewest Han characters in a Chinese text; fewer may be names in another language."""


def language_of_texts(texts: Iterable[str]) -> str:
    """`zh` if the texts have more Han characters than words in Latin script, otherwise `en`."""
    text = " ".join(texts)
    han = len(_HAN.findall(text))
    if han < _MIN_HAN or han <= len(_LATIN.findall(text)) or _KANA.search(text):
        return "en"
    return "zh"
