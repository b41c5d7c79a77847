"""What a slot decides: the condition, the order of the main blocks, and the turn within both.

Owns the fields of the study file that are about assignment, and the arithmetic. A slot counts in
mixed radix: first the conditions, then the orders, then the turn, which drives samples, orders of
items and the rotation of options. So each run of as many slots as there are conditions has every
condition once; each run of (conditions times orders) slots has every order in every condition; and
options are balanced within each cell. Samples that differ between participants advance with the
slots that show them, in all cells (`Succession`). `sessions.taking.slots` decides who gets which
slot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice, permutations
from math import factorial, lcm
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from study.course.entries import Frozen

T = TypeVar("T")
BlockOrder = Literal["fixed", "latin-square", "counterbalanced"]
MOST_COUNTERBALANCED = 6
"""The largest number of blocks for which all orders are used: 720 orders."""


class Slots(Frozen):
    """When the slot of an unfinished session is given to somebody else."""

    reclaim: tuple[Literal["declined", "not_qualified", "timed_out", "dropped_out"], ...] = (
        "declined",
        "not_qualified",
        "timed_out",
        "dropped_out",
    )
    """Outcomes that free the slot."""
    dropped_out_after_hours: Annotated[
        float, Field(strict=True, gt=0, le=1e6, allow_inf_nan=False)
    ] = 24.0
    """A session counts as abandoned when nothing was recorded for this long."""

    @property
    def frees_dropped_out(self) -> bool:
        """Whether the slot of somebody who dropped out becomes free after a time."""
        return "dropped_out" in self.reclaim

    def holds(self, outcome: str | None, last_utc: str | None, now: str) -> bool:
        """Whether a session keeps its slot, given its outcome (None while under way) and the UTC
        time of its last event (None where it was withdrawn)."""
        if outcome is None and last_utc is not None:
            hours = timedelta(hours=self.dropped_out_after_hours)
            if datetime.fromisoformat(last_utc) < datetime.fromisoformat(now) - hours:
                outcome = "dropped_out"
        return outcome not in self.reclaim


@dataclass(frozen=True, slots=True)
class Assigned:
    """What one slot means."""

    condition: str
    """Empty where the study has no conditions."""
    order: int
    """Number of the order of the main blocks, from 0."""
    turn: int
    """Counter within a condition and an order."""


def assigned(slot: int, conditions: Sequence[str], orders: int) -> Assigned:
    """What a slot means in a study with these conditions and this number of block orders."""
    condition = conditions[slot % len(conditions)] if conditions else ""
    rest = slot // max(len(conditions), 1)
    return Assigned(condition, rest % orders, rest // orders)


@dataclass(frozen=True, slots=True)
class Succession:
    """The position of a slot among those that show a section."""

    count: int
    """Number of such slots before this one."""
    cells: int
    """Number of conditions that show the section, times number of orders: successive slots
    alternate between them."""

    def sample(self, samples: int) -> int:
        """The turn of a balanced sample, for a cycle of `samples` samples.

        It advances by one with each slot, and by one more where it would otherwise meet the same
        cells again. So any `samples` successive slots, starting at a multiple of `samples`, have
        every sample once; and (cells times samples) slots have every sample once in every cell. In
        each cell the rounds of a sample increase by one, so options that rotate with them are
        balanced in it.
        """
        cycle, within = divmod(self.count, self.cells * samples)
        return (cycle + within // samples) * samples + self._place(samples)

    def draw(self, turns: int) -> tuple[int, int]:
        """The draw of a sample that `turns` successive slots share, and the rotation of its
        options: these slots have each rotation once; (cells times turns) slots have each once in
        every cell."""
        draw = self.count // turns
        return draw, draw * turns + self._place(turns)

    def _place(self, length: int) -> int:
        """The position in a run of `length` slots. A run starts one later each time that it would
        otherwise meet the same cells again."""
        within = self.count % (self.cells * length)
        return (within + within // lcm(self.cells, length)) % length


def succession(
    slot: int, conditions: Sequence[str], orders: int, shown_in: Sequence[str]
) -> Succession:
    """The position of a slot among those that show a section of these conditions; of all, if
    empty."""
    if not conditions:
        return Succession(slot, orders)
    showing = [name in shown_in or not shown_in for name in conditions]
    rest, place = divmod(slot, len(conditions))
    many = max(sum(showing), 1)
    return Succession(rest * many + min(sum(showing[:place]), many - 1), many * orders)


def number_of_orders(blocks: int, rule: BlockOrder) -> int:
    """How many orders a rule has for this number of blocks."""
    if rule == "fixed" or blocks < 2:
        return 1
    if rule == "counterbalanced":
        return factorial(blocks)
    return blocks if blocks % 2 == 0 else 2 * blocks


def in_order(blocks: Sequence[T], rule: BlockOrder, number: int) -> list[T]:
    """The blocks in one of the orders of a rule; numbers beyond the last start over.

    The Latin square is Williams's (1949): over its rows each block is equally often in each
    position, and equally often directly after each other block.
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
