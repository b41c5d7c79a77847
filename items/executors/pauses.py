"""Detects whether this process was suspended (SIGSTOP, Ctrl+Z) and resumed.

Owns the detection. Time limits of items use the clock, so an item in progress seems to have used up
its time, and its result is unreliable. A process is not notified of the start or the length of a
suspension, so a thread checks the clock regularly: the process was suspended between two checks if
the clock advanced but its processor time did not.
"""

import threading
import time
from collections.abc import Callable

LOOK_SECONDS = 0.5
LONG_SECONDS = 2.0
"""A shorter suspension affects an item no more than a busy machine does."""


class Pauses:
    """Counts the suspensions of the process, from the first check on."""

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
        """Check, and return the number of suspensions so far."""
        with self._lock:
            now = self._clock(), self._processor()
            if self._last is not None:
                elapsed, worked = (new - old for new, old in zip(now, self._last, strict=True))
                self._count += elapsed > LONG_SECONDS and worked < elapsed / 2
            self._last = now
            return self._count


_pauses = Pauses()
_watching = threading.Lock()


def count() -> int:
    """The number of suspensions of this process since the first call."""
    if _watching.acquire(blocking=False):
        threading.Thread(target=_watch, name="pauses", daemon=True).start()
    return _pauses.count()


def _watch() -> None:
    never = threading.Event()
    while not never.wait(LOOK_SECONDS):
        _pauses.count()
