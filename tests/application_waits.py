"""Waiting until an application has nothing left to do, in the place of Textual's own wait.

Textual's pilot waits, after each key and at each `pause()`, until the process uses little processor
time for 20 ms. Beside a busy program it uses little at any time, so that wait ends too early; on a
quiet machine it lasts longer than needed. This asks the event loop and the threads instead.
"""

import asyncio
import sys
import threading
from time import monotonic, process_time, thread_time

FRAME_SECONDS = 0.02
"""What is due within this time is waited for; Textual paints 60 times a second."""
TURNS = 100
"""Timers waited for at most: some go on for as long as their screen stands."""
AT_WORK_SECONDS = 1.0
"""Processor time that threads may use before they are no longer waited for: work that goes on for
longer has its own signs on the screen."""
GIVEN_UP_SECONDS = 30.0
"""Of the clock, for threads that work without using the processor."""
WAITING = frozenset({"thread.py", "threading.py", "selectors.py", "queue.py", "socket.py"})
"""Modules of the standard library in which a thread stands that has no work."""
EARLIER = frozenset(sys._current_frames())
"""Threads of what runs the tests: they are there before any application."""


async def settled(min_sleep: float = 0.0, max_sleep: float = AT_WORK_SECONDS) -> None:
    """Return when no callback is ready, no timer is due soon and no thread is at work."""
    loop = asyncio.get_running_loop()
    began, used = monotonic(), process_time() - thread_time()
    quiet = turns = 0
    while quiet < 2:
        await asyncio.sleep(0)
        now = loop.time()
        if loop._ready:  # type: ignore[attr-defined]
            quiet = 0
        elif turns < TURNS and (due := _due(loop, now + FRAME_SECONDS)) is not None:
            quiet, turns = 0, turns + 1
            await asyncio.sleep(max(0.0, due - now))
        elif (
            _thread_at_work()
            and process_time() - thread_time() - used < max_sleep
            and now - began < GIVEN_UP_SECONDS
        ):
            quiet = 0
            await asyncio.sleep(FRAME_SECONDS / 4)
        else:
            quiet += 1


def _due(loop: asyncio.AbstractEventLoop, until: float) -> float | None:
    """When the next timer of the loop ends, where that is before `until`."""
    timers: list[asyncio.TimerHandle] = loop._scheduled  # type: ignore[attr-defined]
    times = [timer.when() for timer in timers if not timer.cancelled() and timer.when() <= until]
    return min(times, default=None)


def _thread_at_work() -> bool:
    """Whether any other thread stands in code that is no waiting for work."""
    here = threading.get_ident()
    return any(
        frame.f_code.co_filename.rpartition("/")[2] not in WAITING
        for ident, frame in sys._current_frames().items()
        if ident != here and ident not in EARLIER
    )
