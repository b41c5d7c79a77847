"""How likely somebody who only guesses passes a test.

Owns the chance of guessing a question right, by its answer form, and the exact distribution of
right answers over a test. Guesses are uniform over the possible choices; numbers, tables and texts
count as impossible to guess.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from items.kinds.registry import form_of
from items.models import Item, Question
from solver.kinds.registry import kind_of
from study.course.plan import Plan
from study.stations.check import PlannedCheck
from study.stations.qualification import PlannedTest, fewest

TOO_LIKELY = Fraction(1, 20)
"""The researcher is warned from this probability upwards."""


@dataclass(frozen=True, slots=True)
class Gate:
    """A test that decides who continues."""

    section: str
    questions: int
    needed: int
    """The smallest passing number of right answers."""
    chance: Fraction
    """Probability of passing by guessing, in at least one of the attempts."""
    attempts: int = 1

    @property
    def sentence(self) -> str:
        """A sentence for the researcher."""
        chance = self.chance
        exact = f"{chance.numerator}/{chance.denominator}, " if chance.denominator < 1000 else ""
        attempts = "" if self.attempts == 1 else f", in one of {self.attempts} attempts"
        return (
            f"{self.section}: {self.needed} of {self.questions} right answers pass{attempts}; "
            f"guessing passes with a chance of {exact}{100 * float(chance):.1f} %"
        )


def gates(plan: Plan, items: Mapping[str, Item]) -> tuple[Gate, ...]:
    """The tests and comprehension checks of a plan; `items` is by content hash. Passing any attempt
    passes a check."""
    tests: dict[str, Gate] = {}
    for block in plan.blocks:
        if isinstance(block, PlannedCheck):
            name, attempts = block.check, block.attempts
        elif isinstance(block, PlannedTest):
            name, attempts = block.id, 1
        else:
            continue
        if block.pass_above is None:
            continue
        chances = [
            guess(items[step.item_hash], items[step.item_hash].questions[step.question])
            for step in block.steps
        ]
        questions = len(chances)
        needed = fewest(questions, block.pass_above)
        chance = sum(distribution(chances)[needed:], Fraction(0))
        if name in tests:
            chance = 1 - (1 - tests[name].chance) * (1 - chance)
        tests[name] = Gate(name, questions, needed, chance, attempts)
    return tuple(tests.values())


def guess(item: Item, question: Question, *, none_option: bool = False) -> Fraction:
    """The probability of guessing a question right; for one with parts, all of its parts. With
    `none_option`, N, "none of these", is a choice too."""
    leaves = (_leaf(item, leaf, none_option) for leaf in question.leaves)
    return prod(leaves, start=Fraction(1))


def distribution(chances: Iterable[Fraction]) -> list[Fraction]:
    """The probability of each number of right answers, from none to all."""
    right = [Fraction(1)]
    for chance in chances:
        missed = [share * (1 - chance) for share in right] + [Fraction(0)]
        hit = [Fraction(0)] + [share * chance for share in right]
        right = [entry + other for entry, other in zip(missed, hit, strict=True)]
    return right


def _leaf(item: Item, leaf: Question, none_option: bool) -> Fraction:
    if leaf.multiple_choice and leaf.options:
        return Fraction(1, len(leaf.options) + none_option)
    if leaf.truth:
        return Fraction(1, 2 if item.two_valued else 3)
    if form_of(leaf, item.formalization).name == "verdict" and leaf.kind is not None:
        return Fraction(1, len(kind_of(leaf.kind).verdicts))
    return Fraction(0)
