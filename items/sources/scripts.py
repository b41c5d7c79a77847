"""The language of a text that does not name it, by its script.

Owns the choice between the languages that the program speaks; a text in another one is not told.
"""

import re
from collections.abc import Iterable

_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
"""Scripts of languages that use Han characters beside their own."""
_LATIN = re.compile(r"[A-Za-z]{2,}")
_LEAST = 4
"""Han characters of a text that is Chinese; fewer may be names in another one."""


def language_of_texts(texts: Iterable[str]) -> str:
    """`zh` where the texts have more Han characters than words in Latin script, and `en` else."""
    text = " ".join(texts)
    han = len(_HAN.findall(text))
    if han < _LEAST or han <= len(_LATIN.findall(text)) or _KANA.search(text):
        return "en"
    return "zh"
