"""PC of one item, and who gave the answers it is of.

Owns DivLogicEval's formula (section 2.2, equation 2) and what is known of an item's answers. How
items are scored together is `circular`'s, what one person's answer does `circular_effects`'.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from math import log
from typing import Literal

ScoreName = Literal["cir", "pc", "share"]
Columns = tuple[tuple[int, ...], ...]
"""For each mutant of an item, from mutant 0 on, the `code` of each answer to it."""


@dataclass(frozen=True)
class GivenBy:
    """The answers to one item with who gave each; all that people gave."""

    options: int
    columns: Columns
    people: tuple[tuple[str, ...], ...]
    """Of each answer in `columns`."""
    moved: dict[ScoreName, Sequence[float]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What `circular_effects` found each answer to do to a score, mutant after mutant."""

    @cached_property
    def by(self) -> Sequence[str]:
        """Who gave each answer, mutant after mutant."""
        return tuple(chain.from_iterable(self.people))

    @cached_property
    def single(self) -> bool:
        """Whether all are of one person."""
        return len(set(self.by)) < 2


def partial_circular(classes: Iterable[int], right: int, options: int = 4) -> float:
    """PC of one item: `c/4 · (1 + Σ p(o) log₄ p(o))` (DivLogicEval, 2.2, equation 2), with N as a
    class of its own (ILogicEval, 5.1). With another number of options than four, that number takes
    the place of both fours, which keeps the score between 0 and 1.

    `classes` are the options chosen, one a mutant, mapped back to the item's own order; `right` is
    c, how many of them are gold.
    """
    return counted_circular(tuple(Counter(classes).values()), right, options)


@lru_cache(maxsize=1 << 14)
def counted_circular(counts: tuple[int, ...], right: int, options: int) -> float:
    """The same from how often each class was chosen."""
    n = sum(counts)
    entropy = -sum(k / n * log(k / n, options) for k in counts)
    # Four different answers have an entropy of exactly 1, whatever the logarithm rounds to.
    return right / options * max(0.0, 1 - entropy)
