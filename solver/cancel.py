"""Stopping a question that is under way: a token for other threads, and the time it may take.

Owns `Cancel`, `Cancelled` and `Budget`; knows nothing of Z3, so that anybody may hold one. What is
interrupted registers itself while it runs.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from solver.errors import OutsideError


class Cancel:
    """A token another thread may pull. Once pulled it stays pulled; it starts no thread itself."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._running: dict[int, Callable[[], None]] = {}
        self._cancelled = False

    @property
    def cancelled(self) -> bool:
        """True from the first `cancel()` on."""
        return self._cancelled

    def cancel(self, wait: float = 1.0) -> bool:
        """Interrupt what runs under this token and refuse what would start.

        An interrupt that arrives just before the solver sets to work is lost on it, so it is sent
        again until everything has stopped or `wait` seconds are over. Returns True where all has
        stopped.
        """
        deadline = time.monotonic() + wait
        with self._lock:
            self._cancelled = True
            while self._running:
                for interrupt in self._running.values():
                    interrupt()
                if time.monotonic() >= deadline:
                    return False
                self._lock.wait(0.005)
        return True

    @contextmanager
    def running(self, interrupt: Callable[[], None]) -> Iterator[bool]:
        """Hold `interrupt` ready for as long as the block runs; gives False, and registers
        nothing, where the token is already pulled."""
        key = id(interrupt)
        with self._lock:
            start = not self._cancelled
            if start:
                self._running[key] = interrupt
        try:
            yield start
        finally:
            with self._lock:
                self._running.pop(key, None)
                self._lock.notify_all()


class Cancelled(OutsideError):
    """Work in several steps was given up half way; there is no answer."""

    def __init__(self) -> None:
        super().__init__("Cancelled", "The work was stopped before it was done.")


def proceed(cancel: Cancel | None) -> None:
    """Between two steps of longer work: raise `Cancelled` where the token was pulled."""
    if cancel is not None and cancel.cancelled:
        raise Cancelled


@dataclass(frozen=True, slots=True)
class Budget:
    """What is left of the time for one query, and the token that may end it sooner."""

    deadline: float
    """On the monotonic clock, in seconds."""
    cancel: Cancel

    @classmethod
    def of(cls, seconds: float, cancel: Cancel | None = None) -> "Budget":
        """A budget that ends `seconds` from now."""
        return cls(time.monotonic() + seconds, cancel or Cancel())

    @property
    def left(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def over(self) -> bool:
        """True where time is up or the token was pulled."""
        return self.cancel.cancelled or time.monotonic() >= self.deadline

    @property
    def reason(self) -> str:
        """Why work under this budget stopped, in a word or two; empty where it need not."""
        if self.cancel.cancelled:
            return "interrupted"
        return "timeout" if time.monotonic() >= self.deadline else ""

    def at_most(self, seconds: float) -> "Budget":
        """The same token with no more than `seconds` of the time left."""
        return Budget(min(self.deadline, time.monotonic() + seconds), self.cancel)
