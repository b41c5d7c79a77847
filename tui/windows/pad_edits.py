"""Edits of a text as lines of a file, and restoring the text from them.

Owns their format: one JSON list per line, with the checksums of the texts before and after, the
position, the number of removed characters, and the inserted text. A line that is truncated, or that
does not follow from the present text, changes nothing.
"""

import json
from zlib import crc32


def edit_line(old_text: str, new_text: str) -> bytes:
    """The edit that turns one text into the other."""
    most = min(len(old_text), len(new_text))
    start = _equal(old_text, new_text, most)
    common_end = _equal(old_text[start:][::-1], new_text[start:][::-1], most - start)
    fields = (
        _sum(old_text),
        start,
        len(old_text) - start - common_end,
        new_text[start : len(new_text) - common_end],
        _sum(new_text),
    )
    # Starts a new line, whatever a failed write left behind.
    return b"\n" + json.dumps(fields).encode("ascii") + b"\n"


def replayed(base: str | None, edits: bytes) -> str | None:
    """The text after all edits, of which the first ones may already be in the base. None means no
    text; edits start from an empty one then."""
    text = base or ""
    now = _sum(text)
    changed = False
    for line in edits.split(b"\n"):
        fields = _fields(line)
        if fields is None or fields[0] != now:
            continue
        _before, start, removed, new, after = fields
        edited = text[:start] + new + text[start + removed :]
        if _sum(edited) == after:
            text, now, changed = edited, after, True
    return text if changed else base


def _fields(line: bytes) -> tuple[int, int, int, str, int] | None:
    try:
        before, start, removed, new, after = json.loads(line)
    except (ValueError, TypeError):
        return None
    numbers = (before, start, removed, after)
    if not all(type(n) is int and n >= 0 for n in numbers) or not isinstance(new, str):
        return None
    return before, start, removed, new, after


def _equal(first: str, second: str, most: int) -> int:
    """Length of the common beginning of two texts, up to `most`."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            most = middle - 1
    return low


def _sum(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))
