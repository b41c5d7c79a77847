"""For how long engines are asked about misreadings and combinations of them."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SECONDS = 60.0
"""That Z3 is asked for a report or an export; the next one goes on where this one stopped."""
WAITED = 20.0
"""The same, where somebody waits for it."""


class Allowance:
    """Seconds that an engine may take, for all that it is asked under it together. A
    question that is begun is answered within its own time."""

    def __init__(self, seconds: float | None = None) -> None:
        """None: as long as it takes."""
        self._left = seconds

    @property
    def over(self) -> bool:
        """Whether nothing more is asked."""
        return self._left is not None and self._left <= 0

    def spend(self, ask: Callable[[], T]) -> T:
        """What is answered, its time taken off."""
        began = time.monotonic()
        try:
            return ask()
        finally:
            if self._left is not None:
                self._left -= time.monotonic() - began
