"""Single words of a text and a question, and their positions.

Owns the marks from which a few-words reader chooses: a word or sign occurs in a text, or is its
first or last word. Each mark names its text, so that passage and question are distinguished.
"""

from collections.abc import Iterator

from items.audit.texts import words_of


def word_marks(text: str, text_name: str) -> Iterator[str]:
    """Every mark of a text once, in words; `text_name` names the text."""
    for word in dict.fromkeys(words_of(text)):
        yield f"“{word}” in {text_name}"
    yield from end_marks(text, text_name)


def end_marks(text: str, text_name: str) -> Iterator[str]:
    """Its first and its last word, ignoring signs."""
    spoken = [word for word in words_of(text) if word[0].isalnum()]
    if spoken:
        yield f"“{spoken[0]}” first in {text_name}"
        yield f"“{spoken[-1]}” last in {text_name}"
