"""The score of somebody who only guesses, in each block.

`study.design.guessing` computes the probability of guessing one question right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from items.models import Item
from study.course.plan import Plan
from study.design.guessing import guess


@dataclass(frozen=True, slots=True)
class Guessing:
    """The score in a block of somebody who only guesses."""

    block: str
    rate: Fraction
    """Mean probability of a right answer."""
    questions: int

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        return f"{self.block}: guessing gives {100 * float(self.rate):.1f} % right answers"


def guesses(plans: Sequence[Plan], items: Mapping[str, Item]) -> tuple[Guessing, ...]:
    """The figures of the main blocks, in the first plan that has them."""
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
