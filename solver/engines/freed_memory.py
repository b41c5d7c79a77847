"""Keeping freed memory for the next region, instead of returning it to the system.

Owns the settings of the C library's allocator. A region of 2^20 worlds takes 128 KiB, which is the
size from which glibc returns freed memory. Every region then began with fresh pages from the
system: of an item with 20 symbols and as many questions, that was most of the processor time.
"""

import sys
from functools import cache

_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
KEPT_BYTES = 256 << 20
"""Bytes of freed memory that are kept."""
MAX_REUSED_BYTES = 4 << 20
"""Bytes of the largest block that is reused; larger ones are returned when freed."""


@cache
def keep_freed_memory() -> bool:
    """Keep freed memory in this process from now on. Returns whether the C library has these
    settings; without them, or where loading it is forbidden, nothing changes."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        import ctypes

        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, RuntimeError):
        return False
    return bool(mallopt(_M_TRIM_THRESHOLD, KEPT_BYTES)) and bool(
        mallopt(_M_MMAP_THRESHOLD, MAX_REUSED_BYTES)
    )
