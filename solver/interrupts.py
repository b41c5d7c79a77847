"""Ctrl-C while an engine is at work: it ends the work, and Python's answer to it is not lost.

Owns the signal for as long as a command without a screen runs. Python answers a signal only between
two of its own steps, and a library's call is one step, which may last for minutes. So the signal's
number also goes down a pipe, and a thread that waits there interrupts every call that is under way
(`solver.cancel.interrupt_all`). The exception is then raised in the main thread, at a place where
it arrives: in what a library calls, and while an object is taken down, it would be dropped.
"""

import _thread
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from solver.cancel import interrupt_all

_AGAIN_SECONDS = 0.005
"""An interrupt that comes just before a library sets to work is lost on it, so it is sent again."""
_MOST_SECONDS = 60.0
"""So long it is sent again, at most."""
_DROPPED_IN = frozenset({"__del__", "_remove", "remove", "from_param", "z3_error_handler"})
"""Names of functions in which an exception is dropped, printed or made another one: those that take
objects down, those that a weak reference calls, and those that Z3 or ctypes calls."""
_PIECE = 64
_STANDARD = 2
"""The highest number of a standard stream."""
_END = 0
"""No signal has this number: the watch is over."""


class _Watch:
    """The signal's way to the engines."""

    def __init__(self) -> None:
        self._answered = False
        """Whether the exception of the last signal was raised."""
        self._put_off = False
        """Whether the last signal came where its exception would be dropped."""
        self._over = False
        self._read, self._write = _pipe()
        os.set_blocking(self._write, False)
        self._before = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self._answer)
        self._thread = threading.Thread(target=self._serve, name="interrupts", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Put back what was there."""
        if signal.getsignal(signal.SIGINT) == self._answer:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        after = signal.set_wakeup_fd(self._before)
        if after not in (self._write, -1):
            # Somebody else's by now.
            signal.set_wakeup_fd(after)
        self._over = True
        # A process that was forked meanwhile has the pipe too: closing it here would end nothing.
        with suppress(BlockingIOError):
            # A pipe that is full wakes the thread too, which then sees that all is over.
            os.write(self._write, bytes([_END]))
        self._thread.join()
        os.close(self._write)
        os.close(self._read)

    def renew(self) -> None:
        """Listen again, after an event loop has listened and put its own in place."""
        signal.signal(signal.SIGINT, self._answer)
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)

    def _answer(self, _number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_name in _DROPPED_IN or _half_made(frame):
                self._put_off = True
                return
            frame = frame.f_back
        self._answered = True
        raise KeyboardInterrupt

    def _serve(self) -> None:
        while numbers := os.read(self._read, _PIECE):
            if _END in numbers or self._over:
                return
            if signal.SIGINT in numbers:
                self._pass_on()

    def _pass_on(self) -> None:
        until = time.monotonic() + _MOST_SECONDS
        while not (self._answered or self._over) and time.monotonic() < until:
            interrupt_all()
            time.sleep(_AGAIN_SECONDS)
            if self._put_off:
                self._put_off = False
                _thread.interrupt_main(signal.SIGINT)
        self._answered = False


def _half_made(frame: FrameType) -> bool:
    """Whether an object of Z3's is being made there: one that is half made prints a traceback when
    it is taken down."""
    return frame.f_code.co_name == "__init__" and frame.f_globals.get("__name__") == "z3.z3"


_watches: list[_Watch] = []


def _pipe() -> tuple[int, int]:
    """A pipe with neither end at the number of a standard stream, which is free where the program
    was started without that stream and is filled later."""
    low: list[int] = []
    while True:
        ends = os.pipe()
        if min(ends) > _STANDARD:
            break
        low.extend(ends)
    for number in low:
        os.close(number)
    return ends


def watching() -> int:
    """How many threads wait for Ctrl-C; where the watch is set aside, none does."""
    return len(_watches)


def _forked() -> None:
    """Signals of a forked process are none of this one's."""
    if _watches:
        _watches.clear()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.default_int_handler)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C in the block ends what an engine is at, and raises KeyboardInterrupt. A handler of
    somebody else's stays, as does a signal that is ignored."""
    if (
        _watches
        or threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return
    _watches.append(_Watch())
    try:
        yield
    finally:
        # Where a screen left another handler in place, the watch it set aside has not come back.
        while _watches:
            _watches.pop().close()


@contextmanager
def set_aside() -> Iterator[None]:
    """The block has its own way with signals, as screens and servers do."""
    watching = bool(_watches)
    if watching:
        _watches.pop().close()
    try:
        yield
    finally:
        if watching and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            _watches.append(_Watch())


@contextmanager
def loop_has_signals() -> Iterator[None]:
    """An event loop listens for signals in the block, and takes its ear with it."""
    try:
        yield
    finally:
        for watch in _watches:
            watch.renew()
