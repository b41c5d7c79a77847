"""The inferences from a conditional or a disjunction with names in the literature, and their
frequencies.

Modus ponens (MP) and modus tollens (MT) are valid; affirming the consequent (AC) and denying the
antecedent (DA) are not. From an inclusive "A or B" and one of the two, it follows that the other is
false only if the "or" is read as exclusive.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from items.misreadings.exclusive_or import alternatives
from items.sources.ccobra import Response, Task
from solver.language.syntax import Formula, Implies, negation
from study.statistics.intervals import Share, wilson

INFERENCES = ("MP", "MT", "AC", "DA")
EXCLUSIVE = ("first", "second")
"""Which of the two is given in addition to the disjunction."""


@dataclass(frozen=True)
class Inferences:
    """How often each inference was drawn where it was possible."""

    shares: dict[str, Share | None]
    """Inference to the share of answers that draw it, with Wilson's interval; None where no task
    allows it."""
    both_fallacies: int
    """Number of persons who drew AC at least once, and DA."""
    asked_either: int
    """Number of persons for whom at least one of the two was possible; 0 where both were possible
    for nobody."""
    exclusive: dict[str, Share | None]
    """`EXCLUSIVE` to the share of answers that deny the other disjunct."""


def inference_of(task: Task) -> tuple[str, Formula] | None:
    """The inference that a task with two premises allows, one of `INFERENCES` or `EXCLUSIVE`, and
    its conclusion; None for other tasks, where the conclusion is not a choice, where several
    choices may be selected, and where the question is what is possible."""
    if len(task.premises) != 2 or task.several or task.possible:
        return None
    first, second = (premise.formula for premise in task.premises)
    for statement, fact in ((first, second), (second, first)):
        if statement is not None and fact is not None:
            offered = _offered(statement).get(fact)
            if offered is not None and any(c.formula == offered[1] for c in task.choices):
                return offered
    return None


def _offered(statement: Formula) -> dict[Formula, tuple[str, Formula]]:
    """The inferences from a conditional or a binary disjunction: fact to inference and
    conclusion."""
    if isinstance(statement, Implies):
        left, right = statement.left, statement.right
        return {
            left: ("MP", right),
            negation(right): ("MT", negation(left)),
            right: ("AC", left),
            negation(left): ("DA", negation(right)),
        }
    parts = alternatives(statement)
    if parts is None or len(parts) != 2:
        return {}
    left, right = parts
    return {left: ("first", negation(right)), right: ("second", negation(left))}


def inferences(responses: Iterable[Response]) -> Inferences:
    """The shares of the inferences over all answers."""
    names = (*INFERENCES, *EXCLUSIVE)
    drawn = dict.fromkeys(names, 0)
    offers = dict.fromkeys(names, 0)
    who: dict[str, set[str]] = {name: set() for name in names}
    able: dict[str, set[str]] = {name: set() for name in names}
    for response in responses:
        offered = inference_of(response.task)
        if offered is None:
            continue
        name, conclusion = offered
        offers[name] += 1
        able[name].add(response.person)
        if response.task.choices[response.choice].formula == conclusion:
            drawn[name] += 1
            who[name].add(response.person)
    shares = {name: wilson(drawn[name], offers[name]) for name in names}
    return Inferences(
        {name: shares[name] for name in INFERENCES},
        len(who["AC"] & who["DA"]),
        len(able["AC"] | able["DA"]) if able["AC"] & able["DA"] else 0,
        {name: shares[name] for name in EXCLUSIVE},
    )
