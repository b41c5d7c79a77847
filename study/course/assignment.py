"""What a slot decides: the condition, the order of the main blocks, and the turn within both.

Owns the fields of the study file that are about assignment, and the arithmetic. A slot counts in
mixed radix: first the conditions, then the orders, then the turn, which drives samples, orders of
items and the rotation of options. So any run of as many slots as there are conditions has every
condition once; any run of (conditions times orders) slots every order in every condition; and
options are balanced within each cell. Samples that are not the same for everybody move on with the
slots that show them, whatever their cells (`Succession`). Who gets which slot is
`sessions.taking.slots`.
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

    @property
    def frees_dropped_out(self) -> bool:
        """Whether the slot of somebody who stopped on the way is free again after a time."""
        return "dropped_out" in self.reclaim

    def holds(self, outcome: str | None, last: str | None, now: str) -> bool:
        """Whether a session keeps its slot: by its outcome, None while it is under way, and the UTC
        of its last event, None where it was withdrawn."""
        if outcome is None and last is not None:
            hours = timedelta(hours=self.dropped_out_after_hours)
            if datetime.fromisoformat(last) < datetime.fromisoformat(now) - hours:
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
    """Counts up within a condition and an order."""


def assigned(slot: int, conditions: Sequence[str], orders: int) -> Assigned:
    """What a slot means in a study with these conditions and so many orders of its blocks."""
    condition = conditions[slot % len(conditions)] if conditions else ""
    rest = slot // max(len(conditions), 1)
    return Assigned(condition, rest % orders, rest // orders)


@dataclass(frozen=True, slots=True)
class Succession:
    """Where a slot stands among those that show a section."""

    count: int
    """How many such slots came before."""
    cells: int
    """Conditions that show the section, times orders: successive slots take turns among them."""

    def sample(self, samples: int) -> int:
        """The turn of a balanced sample that comes round after so many `samples`.

        It moves on by one with each slot, and by one more where it would meet the same cells
        again. So any `samples` successive slots, counted from a multiple of them, have every sample
        once; and (cells times samples) slots every sample once in every cell. In each cell the
        rounds of a sample go up by one, so that options that turn with them are balanced in it.
        """
        cycle, within = divmod(self.count, self.cells * samples)
        return (cycle + within // samples) * samples + self._place(samples)

    def draw(self, turns: int) -> tuple[int, int]:
        """Which draw of a sample it is that so many successive slots show, and the turn of its
        options: in these slots each turn once; in (cells times turns) slots each once in every
        cell."""
        draw = self.count // turns
        return draw, draw * turns + self._place(turns)

    def _place(self, length: int) -> int:
        """Its place in a run of so many slots. The runs begin one later each time that they would
        meet the same cells again."""
        within = self.count % (self.cells * length)
        return (within + within // lcm(self.cells, length)) % length


def succession(
    slot: int, conditions: Sequence[str], orders: int, shown_in: Sequence[str]
) -> Succession:
    """Where a slot stands among those that show a section of these conditions; of all, if empty."""
    if not conditions:
        return Succession(slot, orders)
    showing = [name in shown_in or not shown_in for name in conditions]
    rest, place = divmod(slot, len(conditions))
    many = max(sum(showing), 1)
    return Succession(rest * many + min(sum(showing[:place]), many - 1), many * orders)


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
