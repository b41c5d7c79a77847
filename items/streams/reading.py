"""The items of sources, one at a time, for commands that process sets of any size.

Owns reading ahead, so that the number of items of a usual set is known before work begins, and
skipping items whose id was used before.
"""

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from items.executors.key_table import KeyIndex
from items.executors.registry import MANY_ITEMS
from items.files.loading import SourceEntry
from items.models import Item
from solver.errors import InputError
from solver.phrases import phrase


class ItemStream:
    """A single pass over items. The first ones are read on construction; of the others, only as
    many as requested are in memory, and about 30 bytes of every id."""

    def __init__(
        self,
        entries: Iterable[SourceEntry],
        *,
        warn: Callable[[InputError], None] = lambda _problem: None,
        read_ahead: int = MANY_ITEMS,
    ) -> None:
        """`warn` receives every problem when it occurs; an exception from it ends the reading. Up
        to `read_ahead` items are read at once."""
        self.problem_count = 0
        """Bad records and unreadable files so far."""
        self.skipped_files: list[Path] = []
        """Files of folders without items so far."""
        self.read_count = 0
        """Items so far."""
        self._warn = warn
        self._ids = KeyIndex()
        self._early: dict[str, tuple[str, Item]] | None = {}
        """Id to position and item, while the first items are read."""
        self._remaining = self._kept_items(entries)
        before = gc.isenabled()
        gc.disable()  # all of these are kept, so a collection would find nothing to free
        try:
            self._first_items: deque[Item] = deque()
            for item in self._remaining:
                self._first_items.append(item)
                if len(self._first_items) > read_ahead:
                    break
        finally:
            self._early = None
            if before:
                gc.enable()
        self.count = len(self._first_items) if len(self._first_items) <= read_ahead else None
        """Number of items; None if there are more than were read at once."""

    def __iter__(self) -> Iterator[Item]:
        while self._first_items:
            yield self._first_items.popleft()
        yield from self._remaining

    def _kept_items(self, entries: Iterable[SourceEntry]) -> Iterator[Item]:
        for entry in entries:
            if isinstance(entry.content, Path):
                self.skipped_files.append(entry.content)
            elif isinstance(entry.content, InputError):
                self._complain(entry.content)
            elif self._ids.add(entry.content.id):
                if self._early is not None:
                    self._early[entry.content.id] = entry.where, entry.content
                self.read_count += 1
                yield entry.content
            else:
                self._complain(self._twice(entry.content, entry.where))

    def _complain(self, problem: InputError) -> None:
        self.problem_count += 1
        self._warn(problem)

    def _twice(self, item: Item, where: str) -> InputError:
        first = "which came before"
        if self._early is not None:
            place, other = self._early[item.id]
            same = " with the same content" if other.content_hash == item.content_hash else ""
            first = f"which is already used at {place}{same}"
        return InputError(
            phrase("Duplicate item id"),
            f"{where}: expected an id of its own, found {item.id!r}, {first}",
            phrase("The first of the two was kept."),
        )
