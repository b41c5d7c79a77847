"""Names of files out of ids and titles, which are strangers' text.

Owns which characters a name has, and how long it may be. Names never lead out of a folder.
"""

import re

LONGEST = 120
"""Bytes of a name: file systems take 255, and numbers and endings come behind it."""


def file_name(text: str) -> str:
    """A name without an ending: letters, digits, `_`, `.` and `-`, in any script; `item` where
    nothing is left."""
    plain = re.sub(r"[^\w.-]+", "-", text).strip("-.")
    return plain.encode()[:LONGEST].decode(errors="ignore") or "item"
