"""Items that are read beside the screen: what has come so far, how many there will be.

Owns the thread that reads and the hand-over of items from it. What becomes of them is the screen's.
"""

import threading
import time
from collections.abc import Callable

from items.files.loading import LoadedItems, Watcher
from items.models import Item
from solver.errors import InputError
from tui.console.exitcodes import LEFT_BEHIND

BREATH_EVERY = 20
BREATH_SECONDS = 0.0005
"""After so many items the keyboard comes first for so long."""
LOOK_SECONDS = 0.05
"""How often it is looked whether the end can come in time."""


class IncomingItems(Watcher):
    """Items while they are read. Whoever shows them takes them from `items`, which only grows."""

    def __init__(self, read: Callable[[Watcher], LoadedItems]) -> None:
        """`read` reads everything, in a thread of its own, and tells this as it goes."""
        self.items: list[Item] = []
        self.expected = 0
        """Records of the files opened so far; nothing is known of those to come."""
        self.estimated = False
        """Whether the number of records of one of them is an estimate."""
        self.loaded: LoadedItems | None = None
        self.fault: BaseException | None = None
        """Why there is nothing more to come, where that is not the end of the sources."""
        self._first = threading.Event()
        self._over = threading.Event()
        self._go = threading.Event()
        """Cleared while the first screen is made or a key is dealt with, which is quicker alone."""
        self._go.set()
        self._read = read
        self._began = 0.0
        """When the first item came, on the monotonic clock."""

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._run, name=LEFT_BEHIND, daemon=True).start()

    def settle(self, seconds: float | None) -> bool:
        """Wait so long at most (None: to the end), in any case for the first item; whether
        everything is read. No longer is waited once there is far more than can come in that
        time."""
        if seconds is None:
            self._over.wait()
        else:
            self._await(seconds)
        if not self.over:
            self._first.wait()
            self._go.clear()
        return self.over

    def _await(self, seconds: float) -> None:
        """Wait for the end, which must be near: even at twice the pace."""
        seconds_left = seconds
        until = time.monotonic() + seconds
        while seconds_left > 0 and not self._over.wait(min(LOOK_SECONDS, seconds_left)):
            now = time.monotonic()
            seconds_left = until - now
            read, since = len(self.items), now - self._began
            if read and since > LOOK_SECONDS:
                missing = self.expected - read
                if missing * since > 2 * read * seconds_left:
                    return

    def go_on(self) -> None:
        """Read on, after `settle` said that there is more, or after `hold`."""
        self._go.set()

    def hold(self) -> None:
        """Read one more item at most until `go_on` is called: a key that shares the interpreter
        with reading takes longer."""
        self._go.clear()

    @property
    def over(self) -> bool:
        """Whether nothing more comes."""
        return self._over.is_set()

    @property
    def result(self) -> LoadedItems:
        """All that was read, once it is over. Raises what went wrong."""
        if self.fault is not None:
            raise self.fault
        assert self.loaded is not None
        return self.loaded

    @property
    def problems(self) -> tuple[InputError, ...]:
        """What could not be read, once it is over; earlier nothing."""
        if isinstance(self.fault, InputError):
            return (self.fault,)
        return () if self.loaded is None else self.loaded.problems

    # --- in the thread ---------------------------------------------------------------------------

    def expect(self, records: int, *, estimated: bool = False) -> None:
        """A file with so many records."""
        self.expected += records
        self.estimated = self.estimated or (estimated and records > 0)

    def arrived(self, item: Item) -> None:
        """One more. Its hash is worked out here, where nobody waits for it."""
        _known = item.content_hash
        if not self.items:
            self._began = time.monotonic()
        self.items.append(item)
        self._first.set()
        if len(self.items) % BREATH_EVERY == 0:
            time.sleep(BREATH_SECONDS)
        self._go.wait()

    def _run(self) -> None:
        try:
            self.loaded = self._read(self)
        except BaseException as fault:
            self.fault = fault
        self._over.set()
        self._first.set()
