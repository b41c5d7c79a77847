"""A thread that waits for the end from outside: a terminal that is gone, SIGTERM, SIGHUP.

Owns noticing it, and that the process is gone soon after whatever else it is in the middle of. What
is put in order before is the application's. The terminal is watched beside the signals because a
program that another one runs (make, a script) need not get any: at a hang-up the kernel tells the
session's leader alone.
"""

import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

PATIENCE_SECONDS = 1.0
"""How long putting things in order and restoring the terminal may take."""


class TerminationWatch:
    """Waits beside the program until it ends; nothing but the end stops it."""

    def __init__(self, ended: Callable[[], object], terminal: int | None) -> None:
        """`ended` is called in the watching thread, at most once; `terminal`: a descriptor that
        is watched where it is a terminal's."""
        self.ended = ended
        self.terminal = terminal
        self._bell, self._rope = os.pipe()
        os.set_blocking(self._rope, False)

    def start(self) -> None:
        """Begin to wait. In the main thread, since signals are bound to it."""
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._signalled)
        threading.Thread(target=self._wait, name="termination", daemon=True).start()

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        """Pull the bell; the rest is not for a handler, which may stand inside anything."""
        with contextlib.suppress(OSError):
            os.write(self._rope, b"!")

    def _wait(self) -> None:
        """Sleep until something happens, then see to it that this is the end."""
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        if self.terminal is not None and os.isatty(self.terminal):
            # Hang-ups are reported unasked; what is typed is not for this thread.
            poll.register(self.terminal, 0)
        while True:
            happened = dict(poll.poll())
            if self._bell in happened:
                break
            assert self.terminal is not None
            if happened.get(self.terminal, 0) & (select.POLLHUP | select.POLLERR):
                break
            poll.unregister(self.terminal)
        # The loop may be over, and then there is nothing left to be put in order.
        with contextlib.suppress(RuntimeError):
            self.ended()
        time.sleep(PATIENCE_SECONDS)
        # A terminal that is gone can be waited for without end, and so can a thread at work.
        os._exit(0)
