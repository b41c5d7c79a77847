"""Whether this process stood still: it was stopped (SIGSTOP, Ctrl+Z) and went on later.

Owns telling so. Time that an item may take is counted by the clock, so an item that was under way
seems to have had its time; what was worked out of it is not to be relied on. A process is told of
neither the beginning nor the length of a stop, so a thread looks at the clock all the time: it
stood still between two looks where the clock went on and its processor time did not.
"""

import threading
import time
from collections.abc import Callable

LOOK_SECONDS = 0.5
LONG_SECONDS = 2.0
"""A shorter stop costs an item no more than a busy machine does."""


class Pauses:
    """Counts how often the process stood still, from the first look on."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.process_time,
    ) -> None:
        """Both clocks in seconds."""
        self._clock, self._processor = clock, processor
        self._lock = threading.Lock()
        self._last: tuple[float, float] | None = None
        self._count = 0

    def count(self) -> int:
        """Look; how often it stood still until now."""
        with self._lock:
            now = self._clock(), self._processor()
            if self._last is not None:
                gone, worked = (new - old for new, old in zip(now, self._last, strict=True))
                self._count += gone > LONG_SECONDS and worked < gone / 2
            self._last = now
            return self._count


_pauses = Pauses()
_looking = threading.Lock()


def count() -> int:
    """How often this process stood still since it was first asked."""
    if _looking.acquire(blocking=False):
        threading.Thread(target=_look, name="pauses", daemon=True).start()
    return _pauses.count()


def _look() -> None:
    never = threading.Event()
    while not never.wait(LOOK_SECONDS):
        _pauses.count()
