"""Lint of a whole set: the positions of right options, and the frequency of each right label.

Owns the counts and the test against a uniform distribution (Pearson's chi-square).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from items.answers import ChoiceAnswer, TruthAnswer
from items.models import Item
from items.values.letters import letter

_CRITICAL = (6.635, 9.210, 11.345, 13.277, 15.086, 16.812, 18.475, 20.090, 21.666, 23.209)
"""Values of chi-square exceeded with probability 0.01, for 1 to 10 degrees of freedom."""
MIN_EXPECTED = 5
"""Fewest expected answers per position; with fewer, there is no test."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How often each position or label is right."""

    what: str
    """`positions of 4` or `labels`, with the scale."""
    counts: dict[str, int]
    chi_square: float | None
    """Against a uniform distribution; None if there are too few answers."""
    unbalanced: bool
    """Whether a uniform distribution would give this in fewer than one of a hundred sets."""


class Golds:
    """Positions of gold options and frequencies of gold labels, counted item by item."""

    def __init__(self) -> None:
        self._positions: dict[int, Counter[int]] = {}
        self._three: Counter[str] = Counter()
        self._two: Counter[str] = Counter()

    def see(self, item: Item) -> None:
        """Count an item's gold answers."""
        scale = self._two if item.two_valued else self._three
        for leaf in item.leaves:
            if isinstance(leaf.gold, ChoiceAnswer) and leaf.gold.option is not None:
                self._positions.setdefault(len(leaf.options), Counter())[leaf.gold.option] += 1
            elif isinstance(leaf.gold, TruthAnswer):
                scale[leaf.gold.value] += 1

    def positions(self) -> list[Spread]:
        """Gold positions of choice questions, by number of options."""
        return [
            _spread(f"positions of {size}", [letter(n) for n in range(size)], counts, range(size))
            for size, counts in sorted(self._positions.items())
        ]

    def labels(self) -> list[Spread]:
        """Labels of truth questions, by scale."""
        spreads = []
        for subject, counts, names in (
            ("labels", self._three, ("true", "false", "unknown")),
            ("labels (follows or not)", self._two, ("true", "false")),
        ):
            if counts:
                spreads.append(
                    _spread(subject, [name.capitalize() for name in names], counts, names)
                )
        return spreads


def _spread(
    subject: str, names: Sequence[str], counts: Counter[int] | Counter[str], keys: Sequence[object]
) -> Spread:
    numbers = [counts[key] for key in keys]  # type: ignore[index]
    named = dict(zip(names, numbers, strict=True))
    expected = sum(numbers) / len(numbers)
    if expected < MIN_EXPECTED or not 2 <= len(numbers) <= len(_CRITICAL) + 1:
        return Spread(subject, named, None, False)
    square = sum((number - expected) ** 2 for number in numbers) / expected
    return Spread(subject, named, square, square > _CRITICAL[len(numbers) - 2])
