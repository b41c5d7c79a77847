"""Sentences and statements of a telling: each is one sentence, told and not set out.

Owns what stands in one place of a reply that is more than what was to be told there: a second
sentence, the number of a list, a question. What is wrong with the whole text is `telling_check`'s.
"""

import re

_SHORT = (
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bProf)(?<!\bJr)(?<!\bSr)(?<!\bvs)"
    r"(?<!\b[A-Z])(?<!\be\.g)(?<!\bi\.e)(?<![ap]\.m)"
)
"""What ends with a full stop and ends no sentence."""
_SECOND = re.compile(rf"{_SHORT}[.!?][”\"’')\]]*\s+[“\"‘'(\[]*[A-Z]|[。！？](?=[^\s”」』）])|\n")
_LISTED = re.compile(
    r"\s*(?:\(?\d{1,2}[.)、:]\s|[-*•·]\s|(?:premise|sentence|statement|fact|rule)\s+\d+\s*[:.]"
    r"|前提[一二三四五六七八九十\d]+[:：])",
    re.IGNORECASE,
)
_ASKED = re.compile(r"[?？][”\"’')\]]*\s*$")


def objection(text: str) -> str | None:
    """Why a text is not one told sentence, in words for whoever gave it; None where it is."""
    if _LISTED.match(text):
        return "begins with the number or the mark of a list"
    if _ASKED.search(text):
        return "is a question"
    return "is more than one sentence" if _SECOND.search(text) else None
