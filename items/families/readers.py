"""Look-up of the reader for the family that generated an item."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

from items.families.registry import FAMILIES
from items.models import Item

Reader = Callable[[Item], Iterator[str]]
"""Maps an item to the differences between its text and its formulas."""


def reader_of(item: Item) -> Reader | None:
    """Return the reader of the family that generated an item, or None if there is none."""
    name = item.provenance.generator
    if name is None or name not in FAMILIES:
        return None
    module, _, attribute = str(getattr(FAMILIES[name], "reader", "")).partition(":")
    return cast(Reader, getattr(import_module(module), attribute)) if attribute else None
