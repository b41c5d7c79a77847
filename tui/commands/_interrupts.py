"""Ctrl+C for runs that ask models: the first ends them in order, the second at once.

Owns the signals during a run, and the number of interrupts.
"""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from solver.interrupts import loop_has_signals


class Stoppable(Protocol):
    """A run that can be stopped from outside."""

    def stop(self) -> None:
        """Send nothing more."""

    def abort(self) -> None:
        """Stop waiting for pending requests."""


class Interrupts:
    """How often a run was interrupted."""

    def __init__(self, notify: Callable[[str], None]) -> None:
        self.number = 0
        self._notify = notify

    @contextmanager
    def during(self, run: Stoppable) -> Iterator[None]:
        """Let the first Ctrl+C or termination signal end the run in order, and the second at
        once."""

        def interrupt() -> None:
            self.number += 1
            if self.number > 1:
                run.abort()
                return
            self._notify("Stopping: waiting for pending requests. Ctrl+C again abandons them.")
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
