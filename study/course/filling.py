"""How a pool is filled: participants get the items with the fewest answers, until every item has
the required number.

Owns the choice of items and of the rotation of their options, when a pool is full, and how many
sessions that takes. `sessions.taking.answer_counts` decides which answers count; the fields of the
study file are the block's (`answers_per_item`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import NamedTuple

from items.models import Item

Tally = Mapping[str, Sequence[int]]
"""For one block and condition, by content hash of an item: the rotations of its options in the
answers that count, including expected ones."""
Tallies = Mapping[str, Tally]
"""Tallies by block."""
Sample = Mapping[str, int]
"""The items that one session shows in one block, by content hash, with the rotation of their
options."""


@dataclass(frozen=True, slots=True)
class FillingInputs:
    """The inputs for drawing a sample."""

    tally: Tally = field(default_factory=dict)
    met_before: Sample = field(default_factory=dict)
    """Items that the same person met before, in an earlier attempt or sitting."""


def fewest(
    order: Sequence[Item], number: int, places: Mapping[str, int], filled: FillingInputs
) -> dict[str, int]:
    """Choose the wanted number of items of a pool: those the person met before, then those with the
    fewest answers, ties in `order`. Maps each content hash to the rotation of the item's options
    from its place in the pool: the least used one."""

    def preference(item: Item) -> tuple[bool, int]:
        key = item.content_hash
        return key not in filled.met_before, len(filled.tally.get(key, ()))

    chosen = sorted(order, key=preference)[:number]
    return {item.content_hash: _turn(item, places[item.content_hash], filled) for item in chosen}


def _turn(item: Item, place: int, filled: FillingInputs) -> int:
    turns = rotations(item)
    if item.content_hash in filled.met_before:
        return (filled.met_before[item.content_hash] - place) % turns
    used = Counter(shift % turns for shift in filled.tally.get(item.content_hash, ()))
    # One of the first turns is unused. Questions with 11, 13, 17, 19 and 23 options have a million
    # turns.
    first = range(min(turns, len(used) + 1))
    return min(first, key=lambda turn: (used[(turn + place) % turns], turn))


def rotations(item: Item) -> int:
    """The number of rotations after which the options of all its questions are back in their
    original positions."""
    return lcm(*(len(leaf.options) for leaf in item.leaves if leaf.options))


class Part(NamedTuple):
    """A part of a block's pool, from which each session shows a fixed number of items."""

    items: tuple[Item, ...]
    number: int


def lacking(parts: Iterable[Part], tally: Tally, answers_per_item: int) -> bool:
    """Whether an item of a pool has fewer answers than required."""
    return any(
        len(tally.get(item.content_hash, ())) < answers_per_item
        for part in parts
        for item in part.items
    )


def strangers(parts: Iterable[Part], tally: Tally) -> int:
    """Number of answers in a tally to items outside the pool."""
    pool_hashes = {item.content_hash for part in parts for item in part.items}
    return sum(len(shifts) for key, shifts in tally.items() if key not in pool_hashes)


def sessions_needed(parts: Iterable[Part], answers_per_item: int) -> int:
    """Number of completed sessions after which every item of a pool has the required number of
    answers."""
    return max((-(-len(part.items) * answers_per_item // part.number) for part in parts), default=0)
