"""A table of the keys seen so far, with a number for each, at some 30 bytes per key.

Owns the table, which suits sets of any size. A key is identified by 16 bytes of its SHA-256: among
10^7 keys, two different ones coincide with a probability of 10^-25.
"""

import hashlib
from array import array

_SMALLEST = 1 << 10
_FREE_SLOT = 0
_FULLEST = 0.6
"""Share of used slots at which the table is doubled."""


class KeyIndex:
    """Keys in the order of arrival, as a table with open addressing."""

    def __init__(self) -> None:
        self._high = array("Q")
        self._low = array("Q")
        """The digests, in order."""
        self._numbers = array("Q")
        """The number given with each key at its first occurrence."""
        self._slots = array("I", bytes(4 * _SMALLEST))
        """Index of the digest, plus one; 0 for a free slot."""

    def __len__(self) -> int:
        return len(self._high)

    def first(self, key: str, number: int) -> int:
        """The number given with this key at its first occurrence; `number` if this is the first."""
        high, low = _digest(key)
        slot = self._slot(high, low)
        place = self._slots[slot]
        if place != _FREE_SLOT:
            return self._numbers[place - 1]
        self._high.append(high)
        self._low.append(low)
        self._numbers.append(number)
        self._slots[slot] = len(self._high)
        if len(self._high) > _FULLEST * len(self._slots):
            self._double()
        return number

    def get(self, key: str) -> int | None:
        """The number given with this key at its first occurrence; None if it never occurred."""
        place = self._slots[self._slot(*_digest(key))]
        return None if place == _FREE_SLOT else self._numbers[place - 1]

    def __contains__(self, key: str) -> bool:
        return self._slots[self._slot(*_digest(key))] != _FREE_SLOT

    def add(self, key: str) -> bool:
        """Add a key. Returns whether it is new."""
        before = len(self)
        self.first(key, 0)
        return len(self) > before

    def _slot(self, high: int, low: int) -> int:
        """The slot of a key, or the one where it would be."""
        slots, last = self._slots, len(self._slots) - 1
        slot = low & last
        while (place := slots[slot]) != _FREE_SLOT:
            if self._low[place - 1] == low and self._high[place - 1] == high:
                break
            slot = (slot + 1) & last
        return slot

    def _double(self) -> None:
        last = 2 * len(self._slots) - 1
        slots = array("I", bytes(4 * (last + 1)))
        for place, low in enumerate(self._low, 1):
            slot = low & last
            while slots[slot] != _FREE_SLOT:
                slot = (slot + 1) & last
            slots[slot] = place
        self._slots = slots


def _digest(key: str) -> tuple[int, int]:
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big")
