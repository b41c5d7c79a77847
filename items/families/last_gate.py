"""The last gate of a generated item: read back, proved, and independent of how a word is read.

Owns the gate and the reasons for which an item does not pass it. What a family promises beyond that
is its own.
"""

from collections.abc import Callable, Iterator
from typing import Final

from items.families.batches import PROVED, GeneratedItems
from items.findings import readings
from items.gold.check import check_item
from items.models import Item

UNREAD: Final = "not read back as meant"
UNPROVED: Final = "gold not proved"
DEPENDS: Final = "gold depends on how a word is read"
_SECONDS = 5.0


def given_out(item: Item, differences: Callable[[Item], Iterator[str]]) -> GeneratedItems:
    """The item, or why it must not be written. `differences` is the family's reader."""
    if next(differences(item), None) is not None:
        return GeneratedItems(rejected={UNREAD: 1})
    if check_item(item, engine="worlds").state != PROVED:
        return GeneratedItems(rejected={UNPROVED: 1})
    if next(readings.look(item, _SECONDS), None) is not None:
        return GeneratedItems(rejected={DEPENDS: 1})
    return GeneratedItems((item,))
