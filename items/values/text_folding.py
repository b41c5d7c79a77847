"""Texts made alike for comparison: width, case, white space and what is not seen do not count."""

import re
import unicodedata
from functools import lru_cache

_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_RAISED = {ord(sign): f"^{digit}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
"""2⁵ is not 25."""


def evened(text: str) -> str:
    """The text with full-width characters and capitals evened out, white space as it is."""
    visible = _INVISIBLE.sub("", text).translate(_RAISED)
    return unicodedata.normalize("NFKC", visible).casefold()


@lru_cache(maxsize=1 << 12)
def folded(text: str) -> str:
    """The text with full-width characters, capitals and runs of white space evened out."""
    return " ".join(evened(text).split())
