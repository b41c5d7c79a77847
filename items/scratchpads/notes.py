"""The comments of a scratchpad: the item it belongs to, and its author's notes.

Owns distinguishing these from the text of the item, which a scratchpad may also contain as
comments.
"""

import re

from items.models import Item
from items.scratchpads.sub_questions import published

PUBLISHED = "Published answers:"
"""The comment before an explanation in a scratchpad."""
_MARK = re.compile(r"#\s*(item|made of|language):[ \t]*(\S+)[ \t]*\Z")
_HEAD = re.compile(r"^(?:\S+?\.|\S+ published:)?\s*")


def marks_of(text: str) -> dict[str, str]:
    """Return the values of comments such as `# item: 308`: `item`, `made of`, `language`."""
    texts: dict[str, str] = {}
    for line in text.splitlines():
        match = _MARK.match(line.strip())
        if match is not None:
            texts.setdefault(match[1], match[2])
    return texts


def notes_of(text: str) -> str:
    """Return the other comments that fill whole lines, without their signs."""
    lines = [line.strip() for line in text.splitlines()]
    own = [line for line in lines if line.startswith("#") and _MARK.match(line) is None]
    return "\n".join(filter(None, (line.lstrip("#").strip() for line in own)))


def own_notes(item: Item, notes: str) -> str:
    """Return the notes of a formalization that are not part of its item's text."""
    texts = [item.text, item.explanation]
    for question in item.questions:
        texts += [question.condition or "", question.text, published(question)]
        texts += [leaf.text for leaf in question.leaves]
    words = "".join("".join(texts).split())

    def theirs(line: str) -> bool:
        bare = ("".join(line.split()), "".join(_HEAD.sub("", line, count=1).split()))
        return line == PUBLISHED or any(part and part in words for part in bare)

    return "\n".join(line for line in notes.splitlines() if not theirs(line))
