"""Work in a second process, forked from this one so that both share what was read.

Owns when it is safe (on a system that forks, with a core to spare, in a program of a single
thread), what the second process is given, and its end. Whoever has work done there must be able to
do it here instead.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, Generic, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")
_subject: Any = None
"""In the second process: what it was given."""


def possible() -> bool:
    """Whether a second process is safe and pays here."""
    if not hasattr(os, "fork") or not hasattr(os, "sched_getaffinity"):
        return False
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


class Background(Generic[T]):
    """A second process that holds a subject of this one's without a copy being sent. Functions are
    called on it one after the other, in the order of `submit`; a function that reads the database
    must open it by itself. Leaving the context ends the process, done or not."""

    def __init__(self, subject: T) -> None:
        children = multiprocessing.active_children()
        forking = multiprocessing.get_context("fork")
        self._pool = ProcessPoolExecutor(1, forking, _given, (subject,))
        self._pool.submit(int)
        self._processes = [
            child for child in multiprocessing.active_children() if child not in children
        ]

    def submit(self, work: Callable[[T], R]) -> Callable[[], R | None]:
        """Begin to call a function of some module on the subject. What is returned waits for its
        result: None where it failed, for whatever reason."""
        future: Future[R] = self._pool.submit(_call, work)
        return lambda: future.result() if future.exception() is None else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        for process in self._processes:
            process.kill()
        self._pool.shutdown(cancel_futures=True)


def _given(subject: object) -> None:
    global _subject
    _subject = subject
    # What stops the program ends this process without a word.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def _call(work: Callable[[Any], R]) -> R:
    return work(_subject)
