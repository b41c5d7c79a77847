"""Texts made alike for comparison: width, case and white space do not count."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=1 << 12)
def folded(text: str) -> str:
    """The text with full-width characters, capitals and runs of white space evened out."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
