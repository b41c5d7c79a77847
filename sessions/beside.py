"""Work done beside one's own, in a process of its own.

Owns the fork, the way back, and when it is safe: on a system that forks, with a core to spare, and
in a program of a single thread. Whoever has work done so must be able to do it themselves.
"""

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from types import TracebackType
from typing import Any, BinaryIO, Self


def possible() -> bool:
    """Whether work can be done beside one's own here."""
    if not hasattr(os, "fork") or not hasattr(os, "sched_getaffinity"):
        return False
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


class Beside:
    """A function at work, of which each thing it yields can be taken while it goes on. It must open
    what it needs (a database above all) by itself, and what it yields must be such that `pickle`
    takes it. Leaving the context ends it, done or not."""

    def __init__(self, work: Callable[[], Iterable[object]]) -> None:
        back, there = os.pipe()
        self._process = os.fork()
        if self._process:
            os.close(there)
            self._back = os.fdopen(back, "rb")
            return
        # The other process: nothing of this one's may be flushed or closed a second time.
        try:
            os.close(back)
            with os.fdopen(there, "wb") as file:
                _tell(work(), file)
            os._exit(0)
        finally:
            os._exit(1)

    def result(self) -> Any:
        """The next thing it yields, waited for; None where it failed, for whatever reason, or
        yields no more."""
        try:
            return pickle.load(self._back)
        except (EOFError, pickle.UnpicklingError):
            return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._back.close()
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


def _tell(found: Iterable[object], file: BinaryIO) -> None:
    """Send everything on its way, and go on while it is not yet asked for."""
    waiting: SimpleQueue[bytes | None] = SimpleQueue()

    def send() -> None:
        while (told := waiting.get()) is not None:
            file.write(told)
            file.flush()

    sender = threading.Thread(target=send)
    sender.start()
    try:
        for one in found:
            waiting.put(pickle.dumps(one, protocol=pickle.HIGHEST_PROTOCOL))
    finally:
        waiting.put(None)
        sender.join()
