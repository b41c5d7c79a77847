"""What stands in the memory of a running process, read through Linux's /proc."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

readable = pytest.mark.skipif(
    not Path("/proc/self/mem").exists(), reason="this system has no /proc/PID/mem"
)
"""For tests that read a process's memory."""


def occurrences(pid: int, words: Iterable[str]) -> dict[str, int]:
    """How often each word stands, in UTF-8, in what the process can read of its own; every word
    given is a key."""
    counts = dict.fromkeys(words, 0)
    for part in _mappings(pid):
        for word in counts:
            counts[word] += part.count(word.encode())
    return counts


def _mappings(pid: int) -> Iterator[bytes]:
    """The content of each readable mapping; one that ends meanwhile is left out."""
    with Path(f"/proc/{pid}/mem").open("rb", 0) as file:
        for line in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8").splitlines():
            where, rights, *_ = line.split()
            if "r" not in rights or line.endswith(("[vvar]", "[vsyscall]", "[vvar_vclock]")):
                continue
            low, high = (int(end, 16) for end in where.split("-"))
            try:
                file.seek(low)
                yield file.read(high - low)
            except (OSError, ValueError, OverflowError):
                continue
