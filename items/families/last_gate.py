"""The last gate for a generated item: its text is read back, its gold answer is proved, and the
gold does not depend on how a word is read.

Owns the gate and its rejection reasons. Each family checks any further guarantees itself.
"""

from collections.abc import Callable, Iterator
from typing import Final

from items.families.batches import PROVED, GeneratedItems
from items.findings import readings
from items.gold.check import check_item
from items.models import Item

NOT_READ_BACK: Final = "not read back as intended"
UNPROVED: Final = "gold not proved"
DEPENDS: Final = "gold depends on how a word is read"
_SECONDS = 5.0


def given_out(item: Item, differences: Callable[[Item], Iterator[str]]) -> GeneratedItems:
    """Return the item, or the reason for rejecting it. `differences` is the family's reader."""
    if next(differences(item), None) is not None:
        return GeneratedItems(rejected={NOT_READ_BACK: 1})
    if check_item(item, engine="worlds").state != PROVED:
        return GeneratedItems(rejected={UNPROVED: 1})
    if next(readings.look(item, _SECONDS), None) is not None:
        return GeneratedItems(rejected={DEPENDS: 1})
    return GeneratedItems((item,))
