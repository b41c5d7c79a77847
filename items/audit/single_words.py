"""Single words of a text and a question, and where they stand.

Owns the marks that a reader of few words chooses among: that a word or sign stands in a text, or is
its first or last word. Each mark names its text, so that the passage and the question are told
apart.
"""

from collections.abc import Iterator

from items.audit.texts import words_of


def word_marks(text: str, of: str) -> Iterator[str]:
    """Every mark of a text once, in words; `of` names the text."""
    words = words_of(text)
    spoken = [word for word in words if word[0].isalnum()]
    for word in dict.fromkeys(words):
        yield f"“{word}” in {of}"
    if spoken:
        yield f"“{spoken[0]}” first in {of}"
        yield f"“{spoken[-1]}” last in {of}"
