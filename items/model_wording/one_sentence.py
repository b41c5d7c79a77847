"""Form of the sentences and statements in a reply: each must be a single declarative sentence.

Owns what must not occur in such a text: a second sentence, the number of a list, a question.
`text_check` examines the whole text.
"""

import re

_SHORT = (
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bProf)(?<!\bJr)(?<!\bSr)(?<!\bvs)"
    r"(?<!\b[A-Z])(?<!\be\.g)(?<!\bi\.e)(?<![ap]\.m)"
)
"""Abbreviations whose full stop does not end a sentence."""
_SECOND = re.compile(rf"{_SHORT}[.!?][”\"’')\]]*\s+[“\"‘'(\[]*[A-Z]|[。！？](?=[^\s”」』）])|\n")
_LISTED = re.compile(
    r"\s*(?:\(?\d{1,2}[.)、:]\s|[-*•·]\s|(?:premise|sentence|statement|fact|rule)\s+\d+\s*[:.]"
    r"|前提[一二三四五六七八九十\d]+[:：])",
    re.IGNORECASE,
)
_ASKED = re.compile(r"[?？][”\"’')\]]*\s*$")


def objection(text: str) -> str | None:
    """Return why a text is not a single declarative sentence, as feedback to its author; None if it
    is."""
    if _LISTED.match(text):
        return "begins with the number or the mark of a list"
    if _ASKED.search(text):
        return "is a question"
    return "is more than one sentence" if _SECOND.search(text) else None
