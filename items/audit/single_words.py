"""Single words of a text and a question, and their positions.

Owns the marks from which a few-words reader chooses: a word or sign occurs in a text, or is its
first or last word. Each mark names its text, so that passage and question are distinguished.
"""

from collections.abc import Iterator

from items.audit.texts import words_of


def word_marks(text: str, of: str) -> Iterator[str]:
    """Every mark of a text once, in words; `of` names the text."""
    for word in dict.fromkeys(words_of(text)):
        yield f"“{word}” in {of}"
    yield from end_marks(text, of)


def end_marks(text: str, of: str) -> Iterator[str]:
    """Its first and its last word, ignoring signs."""
    spoken = [word for word in words_of(text) if word[0].isalnum()]
    if spoken:
        yield f"“{spoken[0]}” first in {of}"
        yield f"“{spoken[-1]}” last in {of}"
