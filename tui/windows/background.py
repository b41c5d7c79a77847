"""Threads for slow work that the end of the program does not wait for.

Owns how such a thread is started and told apart. Work that can be stopped has its token pulled by
whoever started it; what cannot be (a long step inside an engine) is left behind.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from tui.console.exitcodes import LEFT_BEHIND

R = TypeVar("R")


class BackgroundThreads(ThreadPoolExecutor):
    """A thread for each piece of work. The event loop takes no other kind of executor for its own,
    and would wait for all threads of the usual one before it closes."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Begin at once."""
        future: Future[R] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        threading.Thread(target=work, name=LEFT_BEHIND, daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing is waited for."""
