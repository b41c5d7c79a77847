"""Lint of invisible text: zero-width characters, changes of direction, tags, controls.

Owns where in an item they occur. `items.hidden_text` owns the set of these characters.
"""

import re
from collections import Counter
from collections.abc import Iterator

from items.findings import rules
from items.findings.rules import Finding
from items.hidden_text import hidden
from items.models import Item
from solver.phrases import phrase

RULES = (rules.INVISIBLE,)
_DISGUISED = re.compile(
    # Line and paragraph separators, blank Braille, object replacement, private-use characters.
    "[\u2028\u2029\u2800\ufffc\ue000-\uf8ff]"
    # A variation selector after a character that has no variants.
    r"|(?<=[A-Za-z.,;:!?。，；：！？\s])[\ufe00-\ufe0f]"
    # Letters of other scripts within a Latin word.
    r"|(?<=[A-Za-z])[\u0400-\u052f\uff21-\uff5a\U0001d400-\U0001d6a5]"
    r"|[\u0400-\u052f\uff21-\uff5a\U0001d400-\U0001d6a5](?=[A-Za-z])"
    r"|(?<=[A-Za-z])[\u0391-\u03a9\u03bf\u03c1\u03c5\u03bd](?=[A-Za-z])"
)
"""Characters that look like nothing, or like another character."""
MAX_NAMED = 5
"""Most different characters named in a finding."""


def look(item: Item) -> Iterator[Finding]:
    """Yield each text of the item, as people and models get it, that has invisible characters."""
    for place, text in _texts(item):
        characters = Counter(name for _, name in hidden(text))
        characters.update(f"U+{ord(char):04X}" for char in _DISGUISED.findall(text))
        if characters:
            listed = [
                f"{name} ({count} times)" if count > 1 else name
                for name, count in characters.most_common(MAX_NAMED)
            ]
            more = ", …" if len(characters) > MAX_NAMED else ""
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
