"""Work in a second process, forked from this one so that both share what was read.

Owns when it is safe (on a system that forks, with a spare core, in a single-threaded program; the
thread that waits for Ctrl-C is paused meanwhile), what the second process receives, and its end.
The caller must be able to do the same work in this process instead.
"""

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from struct import Struct
from tempfile import TemporaryFile
from typing import Any, BinaryIO, Generic, Self, TypeVar

from solver.interrupts import set_aside, watching

T = TypeVar("T")
R = TypeVar("R")
_PLACE = Struct("=qq")
"""Start of a result among the results, and its length in bytes; `_NO_PLACE` if there is none."""
_NO_PLACE = -1
_callers: set[int] = set()
"""Pipes through which this process requests work. Other forked processes must not hold them open: a
second process ends when its pipe closes."""


def possible() -> bool:
    """Whether a second process is safe and worthwhile."""
    if not hasattr(os, "fork") or not hasattr(os, "sched_getaffinity"):
        return False
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() - watching() == 1


class Background(Generic[T]):
    """A second process that holds this process's subject, without a copy being sent. Functions are
    called on it one after the other, in the order of `submit`; a function that reads the database
    must open it itself. Leaving the context ends the process, finished or not."""

    def __init__(self, subject: T) -> None:
        self._places: list[tuple[int, int]] = []
        self._number = 0
        self._results = _shared()
        wanted_end, ask = os.pipe()
        told_here, answered_end = os.pipe()
        self._ask, self._replies = os.fdopen(ask, "wb"), os.fdopen(told_here, "rb")
        _callers.add(ask)
        arguments = (subject, wanted_end, answered_end, self._results)
        process = multiprocessing.get_context("fork").Process(
            target=_serve, args=arguments, daemon=True
        )
        try:
            with set_aside():
                process.start()
        finally:
            os.close(wanted_end)
            os.close(answered_end)
        self._processes = [process]

    def submit(self, work: Callable[[T], R]) -> Callable[[], R | None]:
        """Start calling a module-level function on the subject. The returned function waits for its
        result: None where it failed, for whatever reason."""
        number, self._number = self._number, self._number + 1
        named = b""
        with suppress(Exception):
            named = pickle.dumps(work)
        with suppress(BrokenPipeError):
            self._ask.write(pickle.dumps(named))
            self._ask.flush()
        return lambda: self._result(number)

    def _result(self, number: int) -> Any:
        while len(self._places) <= number:
            place = self._replies.read(_PLACE.size)
            if len(place) < _PLACE.size:
                return None
            self._places.append(_PLACE.unpack(place))
        begin, size = self._places[number]
        if size == _NO_PLACE:
            return None
        with suppress(Exception), mmap(self._results.fileno(), 0, access=ACCESS_READ) as results:
            return pickle.loads(results[begin : begin + size])
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        for process in self._processes:
            process.kill()
            process.join()
        _callers.discard(self._ask.fileno())
        for end in (self._ask, self._replies, self._results):
            with suppress(BrokenPipeError):
                end.close()


def _shared() -> BinaryIO:
    """An unnamed file shared by both processes, so that the writer need not wait for the reader; in
    memory only, where the system supports it."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("results"), "w+b")
    return TemporaryFile()


def _serve(subject: object, wanted_end: int, answered_end: int, results: BinaryIO) -> None:
    """Handle requests until the pipe closes."""
    for caller in _callers:
        os.close(caller)
    # Signals that stop the program end this process silently.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    with os.fdopen(wanted_end, "rb") as requests:
        while True:
            try:
                named = pickle.load(requests)
            except EOFError:
                return
            begin, size = results.tell(), _NO_PLACE
            try:
                size = results.write(pickle.dumps(pickle.loads(named)(subject), protocol=-1))
                results.flush()
            except (Exception, SystemExit):
                results.seek(begin)
            os.write(answered_end, _PLACE.pack(begin, size))
