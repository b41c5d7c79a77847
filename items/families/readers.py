"""The reader of the family that made an item."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

from items.families.registry import FAMILIES
from items.models import Item

Reader = Callable[[Item], Iterator[str]]
"""From an item to what its text says otherwise than its formulas."""


def reader_of(item: Item) -> Reader | None:
    """The reader of the family that made an item; None where there is none."""
    name = item.provenance.generator
    if name is None or name not in FAMILIES:
        return None
    module, _, attribute = str(getattr(FAMILIES[name], "reader", "")).partition(":")
    return cast(Reader, getattr(import_module(module), attribute)) if attribute else None
