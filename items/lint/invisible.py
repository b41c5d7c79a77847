"""Lint of text that nobody sees: zero-width characters, changes of direction, tags, controls.

Owns where in an item they stand. Which characters these are is `items.hidden_text`'s.
"""

from collections import Counter
from collections.abc import Iterator

from items.findings import rules
from items.findings.rules import Finding
from items.hidden_text import hidden
from items.models import Item
from solver.phrases import phrase

SHOWN = 5
"""Different characters that a finding names."""


def look(item: Item) -> Iterator[Finding]:
    """Each text of the item, as people and models get it, with characters that cannot be seen."""
    for place, text in _texts(item):
        characters = Counter(name for _, name in hidden(text))
        if characters:
            listed = [
                f"{name} ({count} times)" if count > 1 else name
                for name, count in characters.most_common(SHOWN)
            ]
            more = ", …" if len(characters) > SHOWN else ""
            yield Finding(rules.INVISIBLE, f"{place}: {', '.join(listed)}{more}")


def _texts(item: Item) -> Iterator[tuple[str, str]]:
    yield "id", item.id
    yield "title", item.title
    yield "text", item.text
    yield "explanation", item.explanation
    for question in item.questions:
        leaves = {id(leaf): leaf for leaf in (question, *question.parts)}
        for leaf in leaves.values():
            place = phrase("question {a}", a=leaf.id)
            yield place, leaf.id + leaf.text
            for number, option in enumerate(leaf.options, start=1):
                yield f"{place}, option {number}", option.text
            for choice in leaf.vocabulary:
                yield f"{place}, vocabulary", f"{choice.key}{choice.label}"
