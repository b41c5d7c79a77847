"""Memoization of values computed from an item.

Owns the cache, whose key is the identity of the item: items are never changed, and comparing them
takes longer than most of these computations. Only the last few thousand items are kept, so that
sets of any size can be processed.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from items.models import Item

T = TypeVar("T")
CACHE_SIZE = 1 << 13
"""Size of the cache; when it is full, it is cleared."""


def memoized(compute: Callable[[Item], T]) -> Callable[[Item], T]:
    """Memoize the function by object identity."""
    cache: dict[int, tuple[Item, T]] = {}
    # Each entry holds its item, so that no other item can get the same identity.

    @wraps(compute)
    def of(item: Item) -> T:
        entry = cache.get(id(item))
        if entry is None:
            if len(cache) >= CACHE_SIZE:
                cache.clear()
            entry = cache[id(item)] = item, compute(item)
        return entry[1]

    return of
