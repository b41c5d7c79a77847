"""File names made from ids and titles, which are untrusted text.

Owns the permitted characters and the length of a name. Names never lead out of a folder.
"""

import re

MAX_NAME_BYTES = 120
"""Most bytes of a name: file systems allow 255, and numbers and suffixes are appended."""


def file_name(text: str) -> str:
    """A name without a suffix: letters, digits, `_`, `.` and `-`, in any script; `item` if nothing
    is left."""
    plain = re.sub(r"[^\w.-]+", "-", text).strip("-.")
    return plain.encode()[:MAX_NAME_BYTES].decode(errors="ignore") or "item"
