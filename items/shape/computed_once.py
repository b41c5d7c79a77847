"""What is worked out of an item, worked out once.

Owns remembering it by the item itself: items are never changed, and comparing them takes longer
than most of what is worked out of them. The last few thousand items are remembered, no more, so
that sets of any size can go by.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from items.models import Item

T = TypeVar("T")
MOST = 1 << 13
"""So many items are remembered; then all are forgotten."""


def once(work_out: Callable[[Item], T]) -> Callable[[Item], T]:
    """The same function; for the same object it is not called again."""
    known: dict[int, tuple[Item, T]] = {}
    # With each result goes its item, so that no other one gets its identity.

    @wraps(work_out)
    def of(item: Item) -> T:
        entry = known.get(id(item))
        if entry is None:
            if len(known) >= MOST:
                known.clear()
            entry = known[id(item)] = item, work_out(item)
        return entry[1]

    return of
