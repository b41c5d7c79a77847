"""Work done beside one's own, in a process of its own.

Owns the fork, the way back, and when it is safe: on a system that forks, with a core to spare, and
in a program of a single thread. Whoever has work done so must be able to do it themselves.
"""

import os
import pickle
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def possible() -> bool:
    """Whether work can be done beside one's own here."""
    if not hasattr(os, "fork") or not hasattr(os, "sched_getaffinity"):
        return False
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


class Beside(Generic[T]):
    """A function at work. It must open what it needs (a database above all) by itself, and what it
    returns must be such that `pickle` takes it."""

    def __init__(self, work: Callable[[], T]) -> None:
        back, there = os.pipe()
        self._process = os.fork()
        if self._process:
            os.close(there)
            self._back = back
            return
        # The other process: nothing of this one's may be flushed or closed a second time.
        try:
            os.close(back)
            with os.fdopen(there, "wb") as file:
                pickle.dump(work(), file, protocol=pickle.HIGHEST_PROTOCOL)
            os._exit(0)
        finally:
            os._exit(1)

    def result(self) -> T | None:
        """What it returned, waited for; None where it failed, for whatever reason."""
        with os.fdopen(self._back, "rb") as file:
            told = file.read()
        _, status = os.waitpid(self._process, 0)
        if status:
            return None
        found: Any = pickle.loads(told)
        return found  # type: ignore[no-any-return]
