"""Ctrl+C for runs that ask models: the first stops in order, the second at once.

Owns the signals while a run is under way, and how often it was interrupted.
"""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from solver.interrupts import loop_has_signals


class Stoppable(Protocol):
    """A run that can be ended from outside."""

    def stop(self) -> None:
        """Send nothing more."""

    def abort(self) -> None:
        """Wait for nothing."""


class Interrupts:
    """How often a run was told to end."""

    def __init__(self, notify: Callable[[str], None]) -> None:
        self.number = 0
        self._notify = notify

    @contextmanager
    def during(self, run: Stoppable) -> Iterator[None]:
        """Ctrl+C stops in order, a second one at once; so does being asked to end."""

        def interrupt() -> None:
            self.number += 1
            if self.number > 1:
                run.abort()
                return
            self._notify("Stopping: waiting for what is in flight. Ctrl+C again leaves that too.")
            run.stop()

        def end() -> None:
            self.number += 1
            run.abort()

        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, interrupt)
        loop.add_signal_handler(signal.SIGTERM, end)
        with loop_has_signals():
            try:
                yield
            finally:
                loop.remove_signal_handler(signal.SIGINT)
                loop.remove_signal_handler(signal.SIGTERM)
