"""A thread that waits for termination from outside: a closed terminal, SIGTERM, SIGHUP.

Owns noticing it, and that the process ends soon after, whatever it is doing. The application owns
closing in order. The terminal is watched in addition to signals, because a program started by
another one (make, a script) may get none: at a hang-up the kernel signals only the session's
leader.
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
"""How long closing in order and restoring the terminal may take."""


class TerminationWatch:
    """Waits in the background until the program ends."""

    def __init__(self, on_end: Callable[[], object], terminal: int | None) -> None:
        """`on_end` is called in the watching thread, at most once; `terminal`: a descriptor that is
        watched if it is a terminal."""
        self.on_end = on_end
        self.terminal = terminal
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_writer, False)

    def start(self) -> None:
        """Start waiting. Called in the main thread, since signals are bound to it."""
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._signalled)
        threading.Thread(target=self._wait, name="termination", daemon=True).start()

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        """Wake the thread; a signal handler must do no more, because it may interrupt anything."""
        with contextlib.suppress(OSError):
            os.write(self._wake_writer, b"!")

    def _wait(self) -> None:
        """Sleep until something happens, then make sure that the program ends."""
        poll = select.poll()
        poll.register(self._wake_reader, select.POLLIN)
        if self.terminal is not None and os.isatty(self.terminal):
            # Hang-ups are reported without asking; input is not for this thread.
            poll.register(self.terminal, 0)
        while True:
            happened = dict(poll.poll())
            if self._wake_reader in happened:
                break
            assert self.terminal is not None
            if happened.get(self.terminal, 0) & (select.POLLHUP | select.POLLERR):
                break
            poll.unregister(self.terminal)
        # The event loop may have ended, and then nothing is left to close.
        with contextlib.suppress(RuntimeError):
            self.on_end()
        time.sleep(PATIENCE_SECONDS)
        # Waiting for a closed terminal or a busy thread may never end.
        os._exit(0)
