"""Items that are read in the background: those read so far, and the expected number.

Owns the thread that reads, and handing items over. The screens own what is done with them.
"""

import threading
import time
from collections.abc import Callable

from items.files.loading import LoadedItems, Watcher
from items.models import Item
from solver.errors import InputError
from tui.console.exitcodes import BACKGROUND_THREAD

ITEMS_BETWEEN_PAUSES = 20
BREATH_SECONDS = 0.0005
"""After this number of items the reading thread pauses this long for the keyboard."""
LOOK_SECONDS = 0.05
"""Interval between checks whether reading can finish in time."""


class IncomingItems(Watcher):
    """Items that are being read. Screens take them from `items`, which only grows."""

    def __init__(self, read_items: Callable[[Watcher], LoadedItems]) -> None:
        """`read_items` reads everything in its own thread, and reports its progress to this
        object."""
        self.items: list[Item] = []
        self.expected_count = 0
        """Number of records in the files opened so far; files still to come are not included."""
        self.is_estimate = False
        """Whether the number of records of one of them is an estimate."""
        self.loaded_items: LoadedItems | None = None
        self.fault: BaseException | None = None
        """The error that ended reading early, if any."""
        self._has_first = threading.Event()
        self._has_ended = threading.Event()
        self._may_run = threading.Event()
        """Cleared while the first screen is built or a key is handled, which is faster alone."""
        self._may_run.set()
        self._read_items = read_items
        self._first_item_at = 0.0
        """When the first item came, on the monotonic clock."""

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._run, name=BACKGROUND_THREAD, daemon=True).start()

    def settle(self, seconds: float | None) -> bool:
        """Wait at most this long (None: to the end), but always for the first item. Returns whether
        everything was read. The wait ends early if far more is left than can be read in that
        time."""
        if seconds is None:
            self._has_ended.wait()
        else:
            self._await(seconds)
        if not self.over:
            self._has_first.wait()
            self._may_run.clear()
        return self.over

    def _await(self, seconds: float) -> None:
        """Wait while the end is near enough, judged by twice the present pace."""
        seconds_left = seconds
        until = time.monotonic() + seconds
        while seconds_left > 0 and not self._has_ended.wait(min(LOOK_SECONDS, seconds_left)):
            now = time.monotonic()
            seconds_left = until - now
            items_read, since = len(self.items), now - self._first_item_at
            if items_read and since > LOOK_SECONDS:
                missing = self.expected_count - items_read
                if missing * since > 2 * items_read * seconds_left:
                    return

    def go_on(self) -> None:
        """Continue reading after `settle` found that there is more, or after `hold`."""
        self._may_run.set()

    def hold(self) -> None:
        """Read at most one more item until `go_on` is called, because a key that shares the
        interpreter with reading takes longer."""
        self._may_run.clear()

    @property
    def over(self) -> bool:
        """Whether reading has ended."""
        return self._has_ended.is_set()

    @property
    def result(self) -> LoadedItems:
        """Everything that was read, available at the end. Raises what went wrong."""
        if self.fault is not None:
            raise self.fault
        assert self.loaded_items is not None
        return self.loaded_items

    @property
    def problems(self) -> tuple[InputError, ...]:
        """What could not be read; empty until the end."""
        if isinstance(self.fault, InputError):
            return (self.fault,)
        return () if self.loaded_items is None else self.loaded_items.problems

    # --- in the thread ---------------------------------------------------------------------------

    def expect(self, records: int, *, estimated: bool = False) -> None:
        """Announce a file with this number of records."""
        self.expected_count += records
        self.is_estimate = self.is_estimate or (estimated and records > 0)

    def arrived(self, item: Item) -> None:
        """Add an item. Its hash is computed here, in the background."""
        _known = item.content_hash
        if not self.items:
            self._first_item_at = time.monotonic()
        self.items.append(item)
        self._has_first.set()
        if len(self.items) % ITEMS_BETWEEN_PAUSES == 0:
            time.sleep(BREATH_SECONDS)
        self._may_run.wait()

    def _run(self) -> None:
        try:
            self.loaded_items = self._read_items(self)
        except BaseException as fault:
            self.fault = fault
        self._has_ended.set()
        self._has_first.set()
