"""PC of one item, and who gave its answers.

Owns DivLogicEval's formula (section 2.2, equation 2) and an item's answers with their respondents.
`circular` scores many items, and `circular_effects` owns the effect of one person's answer.
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
    """People's answers to one item, with who gave each."""

    options: int
    columns: Columns
    people: tuple[tuple[str, ...], ...]
    """Who gave each answer in `columns`."""
    effects_by_score: dict[ScoreName, Sequence[float]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The effects of each answer on a score according to `circular_effects`, mutant after
    mutant."""

    @cached_property
    def by(self) -> Sequence[str]:
        """Who gave each answer, mutant after mutant."""
        return tuple(chain.from_iterable(self.people))

    @cached_property
    def single(self) -> bool:
        """Whether all answers are of one person."""
        return len(set(self.by)) < 2


def partial_circular(classes: Iterable[int], right: int, options: int = 4) -> float:
    """PC of one item: `c/4 · (1 + Σ p(o) log₄ p(o))` (DivLogicEval, 2.2, equation 2), with N as a
    class of its own (ILogicEval, 5.1). With another number of options, that number replaces both
    fours, which keeps the score between 0 and 1.

    `classes` are the chosen options, one per mutant, mapped back to the item's own order; `right`
    is c, how many of them are gold.
    """
    return counted_circular(tuple(Counter(classes).values()), right, options)


@lru_cache(maxsize=1 << 14)
def counted_circular(counts: tuple[int, ...], right: int, options: int) -> float:
    """The same from the number of times each class was chosen."""
    n = sum(counts)
    entropy = -sum(k / n * log(k / n, options) for k in counts)
    # Four different answers have an entropy of exactly 1, despite rounding of the logarithm.
    return right / options * max(0.0, 1 - entropy)
