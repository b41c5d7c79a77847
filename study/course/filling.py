"""How a pool is filled: participants get the items that have the fewest answers, until every item
has as many as are wanted.

Owns the choice of items and of the place of their options, when a pool is full, and how many
sessions that takes. Which answers count is `sessions.taking.filling`'s; the fields of the study
file are the block's (`answers_per_item`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import NamedTuple

from items.models import Item

Tally = Mapping[str, Sequence[int]]
"""Of one block and condition, by content hash of an item: how far its options were turned in each
of the answers that count, those that are still to come included."""
Tallies = Mapping[str, Tally]
"""By block."""
Sample = Mapping[str, int]
"""The items that one session shows in one block, by content hash; with each, how far its options
are turned."""


@dataclass(frozen=True, slots=True)
class FillingInputs:
    """What a sample is drawn by."""

    tally: Tally = field(default_factory=dict)
    met_before: Sample = field(default_factory=dict)
    """What the same person met before, in an attempt or a sitting that came first."""


def fewest(
    order: Sequence[Item], wanted: int, places: Mapping[str, int], filled: FillingInputs
) -> dict[str, int]:
    """So many items of a pool: what the person met before, then those with the fewest answers, the
    first of them in this `order`. With each, how far its options are turned from its place in the
    pool, by content hash: as seldom before as can be.
    """

    def few(item: Item) -> tuple[bool, int]:
        key = item.content_hash
        return key not in filled.met_before, len(filled.tally.get(key, ()))

    chosen = sorted(order, key=few)[:wanted]
    return {item.content_hash: _turn(item, places[item.content_hash], filled) for item in chosen}


def _turn(item: Item, place: int, filled: FillingInputs) -> int:
    turns = rotations(item)
    if item.content_hash in filled.met_before:
        return (filled.met_before[item.content_hash] - place) % turns
    used = Counter(shift % turns for shift in filled.tally.get(item.content_hash, ()))
    # One of the first turns is unused. Questions with 11, 13, 17, 19 and 23 options have a million.
    first = range(min(turns, len(used) + 1))
    return min(first, key=lambda turn: (used[(turn + place) % turns], turn))


def rotations(item: Item) -> int:
    """After how many turns the options of all its questions are where they were."""
    return lcm(*(len(leaf.options) for leaf in item.leaves if leaf.options))


class Part(NamedTuple):
    """A part of a block's pool, from which each session shows so many items."""

    items: tuple[Item, ...]
    number: int


def lacking(parts: Iterable[Part], tally: Tally, wanted: int) -> bool:
    """Whether an item of a pool has fewer answers than are wanted."""
    return any(
        len(tally.get(item.content_hash, ())) < wanted for part in parts for item in part.items
    )


def strangers(parts: Iterable[Part], tally: Tally) -> int:
    """How many answers of a tally are to items that a pool does not have."""
    known = {item.content_hash for part in parts for item in part.items}
    return sum(len(shifts) for key, shifts in tally.items() if key not in known)


def sessions_needed(parts: Iterable[Part], wanted: int) -> int:
    """After how many completed sessions every item of a pool has so many answers."""
    return max((-(-len(part.items) * wanted // part.number) for part in parts), default=0)
