"""Time limits for asking engines about misreadings and combinations of them."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SECONDS = 60.0
"""Z3's total time for a report or an export; the next one continues where this one stopped."""
WAITED = 20.0
"""Z3's total time where somebody is waiting."""


class Allowance:
    """The total seconds that an engine may take for all questions under this allowance. A question
    that has begun still has its own time limit."""

    def __init__(self, seconds: float | None = None) -> None:
        """None: no limit."""
        self._seconds_left = seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is used up."""
        return self._seconds_left is not None and self._seconds_left <= 0

    def spend(self, ask: Callable[[], T]) -> T:
        """Call `ask` and subtract its time."""
        began = time.monotonic()
        try:
            return ask()
        finally:
            if self._seconds_left is not None:
                self._seconds_left -= time.monotonic() - began
