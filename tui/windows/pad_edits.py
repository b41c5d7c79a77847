"""Edits of a text as lines of a file, and the text again.

Owns their format: a JSON list a line, with the check sums of the texts before and after, the place,
how many characters went, and what came there. A line that was cut off, or that does not follow on
the text, changes nothing.
"""

import json
from zlib import crc32


def edit_line(before: str, after: str) -> bytes:
    """How one text becomes the other."""
    most = min(len(before), len(after))
    start = _equal(before, after, most)
    common_end = _equal(before[start:][::-1], after[start:][::-1], most - start)
    fields = (
        _sum(before),
        start,
        len(before) - start - common_end,
        after[start : len(after) - common_end],
        _sum(after),
    )
    # It begins a line, whatever a write that failed left in the one before.
    return b"\n" + json.dumps(fields).encode("ascii") + b"\n"


def replayed(base: str | None, edits: bytes) -> str | None:
    """The text at the end of the edits, of which the first ones may be in the base already. None
    stands for no text, and begins as an empty one."""
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
    """How many characters two texts begin alike with, up to so many."""
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
