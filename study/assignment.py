"""What a slot decides: the condition, the order of the main blocks, and the turn within both.

Owns the fields of the study file that are about assignment, and the arithmetic. A slot counts in
mixed radix: first the conditions, then the orders, then the turn, which drives samples, orders of
items and the rotation of options. So any run of as many slots as there are conditions has every
condition once; any run of (conditions times orders) slots every order in every condition; and
options are balanced within each cell. Who gets which slot is `sessions.slots`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import factorial
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from study.stations.entries import Frozen

T = TypeVar("T")
BlockOrder = Literal["fixed", "latin-square", "counterbalanced"]
MOST_COUNTERBALANCED = 6
"""Blocks of which all orders are used; 720 orders."""


class Slots(Frozen):
    """When the slot of a session that did not get to the end is given to somebody else."""

    reclaim: tuple[Literal["declined", "not_qualified", "timed_out", "dropped_out"], ...] = (
        "declined",
        "not_qualified",
        "timed_out",
        "dropped_out",
    )
    """Outcomes whose slots are free again."""
    dropped_out_after_hours: Annotated[
        float, Field(strict=True, gt=0, le=1e6, allow_inf_nan=False)
    ] = 24.0
    """A session is taken to be given up when nothing was recorded for so long."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """What one slot means."""

    condition: str
    """Empty where the study has no conditions."""
    order: int
    """Number of the order of the main blocks, from 0."""
    turn: int
    """Counts up within a condition and an order."""


def assigned(slot: int, conditions: Sequence[str], orders: int) -> Assigned:
    """What a slot means in a study with these conditions and so many orders of its blocks."""
    condition = conditions[slot % len(conditions)] if conditions else ""
    rest = slot // max(len(conditions), 1)
    return Assigned(condition, rest % orders, rest // orders)


def number_of_orders(blocks: int, rule: BlockOrder) -> int:
    """How many orders a rule has for so many blocks."""
    if rule == "fixed" or blocks < 2:
        return 1
    if rule == "counterbalanced":
        return factorial(blocks)
    return blocks if blocks % 2 == 0 else 2 * blocks


def in_order(blocks: Sequence[T], rule: BlockOrder, number: int) -> list[T]:
    """The blocks in one of the orders of a rule; beyond the last, they begin again.

    The Latin square is Williams's (1949): over its rows each block stands equally often in each
    place, and equally often right after each other block.
    """
    count = len(blocks)
    orders = number_of_orders(count, rule)
    if orders == 1:
        return list(blocks)
    number %= orders
    if rule == "counterbalanced":
        return list(next(islice(permutations(blocks), number, None)))
    zigzag = [(place + 1) // 2 if place % 2 else -place // 2 for place in range(count)]
    places = [(step + number) % count for step in zigzag]
    if number >= count:
        places.reverse()
    return [blocks[place] for place in places]
