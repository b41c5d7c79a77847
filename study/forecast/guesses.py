"""What somebody scores in each block who only guesses.

The chance of guessing one question right is `study.design.guessing`'s.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from items.models import Item
from study.course.plan import Plan
from study.design.guessing import guess


@dataclass(frozen=True, slots=True)
class Guessing:
    """What somebody scores in a block who only guesses."""

    block: str
    rate: Fraction
    """Mean chance of a right answer."""
    questions: int

    @property
    def sentence(self) -> str:
        """A sentence."""
        return f"{self.block}: guessing is right in {float(self.rate):.1%} of its answers"


def guesses(plans: Sequence[Plan], items: Mapping[str, Item]) -> tuple[Guessing, ...]:
    """Of the main blocks, in the first plan that has them."""
    guessings: dict[str, Guessing] = {}
    for plan in plans:
        for block in plan.blocks:
            if block.role != "main" or block.id in guessings:
                continue
            chances = [
                guess(
                    items[step.item_hash],
                    items[step.item_hash].questions[step.question],
                    none_option=block.none_option,
                )
                for step in block.steps
                if step.index not in block.unscored
            ]
            if chances:
                rate = sum(chances, Fraction(0)) / len(chances)
                guessings[block.id] = Guessing(block.id, rate, len(chances))
    return tuple(guessings.values())
