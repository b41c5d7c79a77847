"""Normalization of texts for comparison: width, case, white space and invisible characters are
ignored.
"""

import re
import unicodedata
from functools import lru_cache

_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_RAISED = {ord(sign): f"^{digit}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
"""Superscripts: 2⁵ is not 25."""


def evened(text: str) -> str:
    """Normalize full-width characters and capitals; white space is unchanged."""
    visible = _INVISIBLE.sub("", text).translate(_RAISED)
    return unicodedata.normalize("NFKC", visible).casefold()


@lru_cache(maxsize=1 << 12)
def folded(text: str) -> str:
    """Normalize full-width characters, capitals and runs of white space."""
    return " ".join(evened(text).split())
