"""Threads for slow work that the end of the program does not wait for.

Owns how such a thread is started and recognized. Work that can be stopped is cancelled by its
owner's token; other work (a long step inside an engine) is abandoned.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from tui.console.exitcodes import BACKGROUND_THREAD

R = TypeVar("R")


class BackgroundThreads(ThreadPoolExecutor):
    """One thread for each piece of work. The event loop accepts only this kind of executor as its
    default, and with the usual one it would wait for all threads before it closes."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Start at once."""
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

        threading.Thread(target=work, name=BACKGROUND_THREAD, daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for nothing."""
