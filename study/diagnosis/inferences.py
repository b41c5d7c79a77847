"""The four inferences from a conditional: how often each is made.

Modus ponens (MP) and modus tollens (MT) are valid; affirming the consequent (AC) and denying the
antecedent (DA) are not.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from items.sources.ccobra import Response, Task
from solver.language.syntax import Formula, Implies, negation
from study.statistics.intervals import Share, wilson

INFERENCES = ("MP", "MT", "AC", "DA")


@dataclass(frozen=True)
class Inferences:
    """How often each inference was made where it was offered."""

    shares: dict[str, Share | None]
    """Inference to the share of answers that make it, with Wilson's interval; None where no task
    offers it."""
    both_fallacies: int
    """Persons who made AC at least once, and DA."""


def inference_of(task: Task) -> tuple[str, Formula] | None:
    """The inference that a task of a conditional and one other premise offers, and its conclusion;
    None for other tasks, and where several choices may be taken."""
    if len(task.premises) != 2 or task.several:
        return None
    first, second = (premise.formula for premise in task.premises)
    for conditional, fact in ((first, second), (second, first)):
        if not isinstance(conditional, Implies) or fact is None:
            continue
        left, right = conditional.left, conditional.right
        offered = {
            left: ("MP", right),
            negation(right): ("MT", negation(left)),
            right: ("AC", left),
            negation(left): ("DA", negation(right)),
        }
        if fact in offered:
            return offered[fact]
    return None


def inferences(responses: Iterable[Response]) -> Inferences:
    """The shares of the four inferences over all answers."""
    made = dict.fromkeys(INFERENCES, 0)
    asked = dict.fromkeys(INFERENCES, 0)
    who: dict[str, set[str]] = {name: set() for name in INFERENCES}
    for response in responses:
        offered = inference_of(response.task)
        if offered is None:
            continue
        name, conclusion = offered
        asked[name] += 1
        if response.task.choices[response.choice].formula == conclusion:
            made[name] += 1
            who[name].add(response.person)
    shares = {name: wilson(made[name], asked[name]) for name in INFERENCES}
    return Inferences(shares, len(who["AC"] & who["DA"]))
