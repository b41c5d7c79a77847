"""Random draws that are the same on every machine and Python version.

Owns the stream of a seed and the draws made from it. Only `random()` of a Mersenne Twister seeded
with text is used, because that is the one sequence that Python promises to keep. Everything else is
arithmetic on it, so a file generated today can be generated again. Makers draw again and again, so
this is also where they notice that the time of an item is over: a draw then raises `GaveUp`.
"""

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

from solver.cancel import check_whole

T = TypeVar("T")


class Draw:
    """One stream of draws, named after its purpose: equal names give equal streams."""

    __slots__ = ("random",)

    def __init__(self, *name: str | int) -> None:
        check_whole()
        self.random = Random("|".join(map(str, name))).random
        """A number from 0 (included) to 1 (excluded)."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all equally likely; n is far below 2^53."""
        return int(self.random() * n)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.random() < probability

    def choice(self, values: Sequence[T]) -> T:
        """One of the values, all equally likely."""
        check_whole()
        return values[int(self.random() * len(values))]

    def weighted(self, weights: Sequence[float]) -> int:
        """A place, drawn in proportion to its weight; the weights need not sum to 1."""
        point = self.random() * sum(weights)
        for place, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return place
        return max(place for place, weight in enumerate(weights) if weight > 0)

    def shuffle(self, values: MutableSequence[T]) -> None:
        """Put the values into a random order, in place (Fisher and Yates)."""
        check_whole()
        for last in range(len(values) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            values[last], values[other] = values[other], values[last]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """The values in a random order."""
        outcome = list(values)
        self.shuffle(outcome)
        return outcome

    def sample(self, values: Sequence[T], count: int) -> list[T]:
        """The first `count` values of a random order of all of them, so that a longer sample from
        an equally named stream begins with a shorter one.

        Raises ValueError where there are fewer values than that.
        """
        if count > len(values):
            raise ValueError(f"{count} values asked for, {len(values)} there")
        pool = list(values)
        for place in range(count):
            other = place + int(self.random() * (len(pool) - place))
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]
