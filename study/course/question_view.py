"""What a screen needs from a state: the open question, its options as shown, the progress.

Owns these views of state, plan and items; reads no record and draws nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from items.models import Item, Question
from study.course.sections import PlannedBlock, Step
from study.course.state import SessionState


@dataclass(frozen=True, slots=True)
class Current:
    """The open question with all that a screen needs."""

    step: Step
    block: PlannedBlock
    item: Item
    question: Question


@dataclass(frozen=True, slots=True)
class Progress:
    """The participant's progress; numbers from 1 as shown, within the current block."""

    block: int
    """The qualification is block 0."""
    blocks: int
    """Number of main blocks."""
    item: int
    """0 where no item is open or next."""
    items: int
    share: float
    """Share of all questions of the session, 0 to 1."""


def current(state: SessionState, items: Mapping[str, Item]) -> Current | None:
    """The open question; None where none is open, or a break hides it."""
    step = state.step
    if step is None or state.phase != "question":
        return None
    item = items[step.item_hash]
    return Current(step, state.plan.blocks[step.block], item, item.questions[step.question])


def progress(state: SessionState) -> Progress:
    """The session's progress."""
    plan, block = state.plan, state.current_block
    main = [
        place for place, planned_block in enumerate(plan.blocks) if planned_block.role == "main"
    ]
    step = plan.steps[state.position] if state.phase in ("question", "break", "paused") else None
    return Progress(
        block=main.index(state.block) + 1 if state.block in main else 0,
        blocks=len(main),
        item=step.ordinal + 1 if step else 0,
        items=block.items if block else 0,
        share=state.position / len(plan.steps) if plan.steps else 0.0,
    )
