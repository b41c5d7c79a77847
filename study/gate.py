"""The qualification's decision (DivLogicEval, section 4.2).

Owns the rule of passing: strictly more than the share the study asks for, over all questions asked.
A question that was not confirmed in time, or never reached, is not right.
"""

from collections.abc import Mapping
from fractions import Fraction

from items.models import Item
from study.events import QualificationDecided
from study.scoring import score_question
from study.state import SessionState


def passes(correct: int, asked: int, pass_above: float) -> bool:
    """Whether so many right answers exceed the share. Exact: 12 of 15 is not more than 0.8."""
    return asked > 0 and correct > Fraction(str(pass_above)) * asked


def decide(
    state: SessionState, items: Mapping[str, Item], pass_above: float
) -> QualificationDecided:
    """The decision over the current (qualification) block. `items` is by content hash."""
    steps = state.plan.blocks[state.block].steps
    confirmed = {r.step: r.answers for r in state.records if r.outcome == "confirmed"}
    correct = 0
    for step in steps:
        question = items[step.item_hash].questions[step.question]
        if step.index in confirmed and score_question(confirmed[step.index], question).right:
            correct += 1
    return QualificationDecided(
        correct=correct, asked=len(steps), passed=passes(correct, len(steps), pass_above)
    )
