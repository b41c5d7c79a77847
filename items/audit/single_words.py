"""Single words of a text and a question, and where they stand.

Owns the marks that a reader of few words chooses among: that a word or sign stands in a text, or is
its first or last word. Each mark names its text, so that the passage and the question are told
apart.
"""

from collections.abc import Iterator

from items.audit.texts import words_of


def word_marks(text: str, of: str) -> Iterator[str]:
    """Every mark of a text once, in words; `of` names the text."""
    for word in dict.fromkeys(words_of(text)):
        yield f"“{word}” in {of}"
    yield from end_marks(text, of)


def end_marks(text: str, of: str) -> Iterator[str]:
    """Its first and its last word, signs left out."""
    spoken = [word for word in words_of(text) if word[0].isalnum()]
    if spoken:
        yield f"“{spoken[0]}” first in {of}"
        yield f"“{spoken[-1]}” last in {of}"
