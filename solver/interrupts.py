"""Ctrl-C while an engine is running: it ends the work, and KeyboardInterrupt is not lost.

Owns the signal while a command without a screen runs. Python handles a signal only between two of
its own instructions, and a call into a library is one instruction, which may last for minutes. So
the signal's number is also written to a pipe, and a thread that reads it interrupts every running
call (`solver.cancel.interrupt_all`). The exception is then raised in the main thread at a point
where it is not lost: callbacks of a library and finalizers would drop it.
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
"""Interval at which an interrupt is sent again, since one that arrives just before a library starts
has no effect."""
_MOST_SECONDS = 60.0
"""How long it is sent again, at most."""
_DROPPED_IN = frozenset({"__del__", "_remove", "remove", "from_param", "z3_error_handler"})
"""Names of functions in which an exception is dropped, printed or replaced by another: finalizers,
callbacks of weak references, and callbacks of Z3 or ctypes."""
_PIECE = 64
_STANDARD = 2
"""The highest number of a standard stream."""
_END = 0
"""Not the number of any signal: tells the thread to end."""


class _Watch:
    """Passes the signal on to the engines."""

    def __init__(self) -> None:
        self._answered = False
        """Whether the exception of the last signal was raised."""
        self._put_off = False
        """Whether the last signal arrived where its exception would be dropped."""
        self._over = False
        self._read, self._write = _pipe()
        os.set_blocking(self._write, False)
        self._previous_fd = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self._answer)
        self._thread = threading.Thread(target=self._serve, name="interrupts", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Restore the previous handler and end the thread."""
        if signal.getsignal(signal.SIGINT) == self._answer:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        after = signal.set_wakeup_fd(self._previous_fd)
        if after not in (self._write, -1):
            # Another component has set its own since.
            signal.set_wakeup_fd(after)
        self._over = True
        # A process forked in the meantime also holds the pipe, so closing it here would not wake
        # the thread.
        with suppress(BlockingIOError):
            # A full pipe wakes the thread too, which then sees `_over`.
            os.write(self._write, bytes([_END]))
        self._thread.join()
        os.close(self._write)
        os.close(self._read)

    def renew(self) -> None:
        """Install the handlers again after an event loop has installed its own."""
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
    """Whether a Z3 object is being constructed in the frame: a half-constructed one prints a
    traceback when it is finalized."""
    return frame.f_code.co_name == "__init__" and frame.f_globals.get("__name__") == "z3.z3"


_watches: list[_Watch] = []


def _pipe() -> tuple[int, int]:
    """A pipe whose ends do not use the number of a standard stream. Such a number is free if the
    program was started without that stream, and may be taken later."""
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
    """How many threads wait for Ctrl-C; none while the watch is set aside."""
    return len(_watches)


def _forked() -> None:
    """Reset signal handling in a forked process."""
    if _watches:
        _watches.clear()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.default_int_handler)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C in the block ends the engine's current work and raises KeyboardInterrupt. If another
    handler is installed, or the signal is ignored, nothing changes."""
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
        # If a screen left another handler in place, the watch that it set aside was not restored.
        while _watches:
            _watches.pop().close()


@contextmanager
def set_aside() -> Iterator[None]:
    """Suspend the watch in a block that handles signals itself, as screens and servers do."""
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
    """An event loop listens for signals in the block and removes the handlers when it ends; restore
    the watch's."""
    try:
        yield
    finally:
        for watch in _watches:
            watch.renew()
