"""After how many completed sessions the design is balanced.

Owns conditions, orders of blocks, rotations of options, and the items of a balanced sample.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, lcm

from study.course.plan import Plan
from study.course.sections import Pools, parts, select
from study.design.protocol import Study


@dataclass(frozen=True, slots=True)
class Balance:
    """After how many completed sessions the design is balanced."""

    conditions: int
    orders: int
    rotations: int
    """Number of rotations of the options; 1 where nothing is rotated."""
    by_answers: bool = False
    """Whether all rotated options are in blocks with `answers_per_item`, where they rotate with the
    answers to their item, not with the slot."""

    @property
    def slots(self) -> int:
        """Number of completed sessions after which each cell has each rotation once."""
        return self.conditions * self.orders * self.rotations

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        parts = [
            f"{n} {word if n == 1 else words}"
            for n, word, words in (
                (self.conditions, "condition", "conditions"),
                (self.orders, "order of blocks", "orders of blocks"),
                (self.rotations, "rotation of options", "rotations of options"),
            )
        ]
        if self.by_answers:
            parts[-1] = "options rotated by the answers to each item"
        whole = "each session" if self.slots == 1 else f"every {self.slots} completed sessions"
        return f"balance: {', '.join(parts)}; complete after {whole}"


@dataclass(frozen=True, slots=True)
class Round:
    """After how many completed sessions a balanced sample has used all items equally often."""

    block: str
    sessions: int
    """Number of sessions with the block, in the order of their slots."""
    answers: int
    """Number of answers that each item then has."""

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        sessions = "each completed session" if self.sessions == 1 else f"every {self.sessions}"
        completed = "" if self.sessions == 1 else " completed sessions"
        answers = f"{self.answers} answer{'' if self.answers == 1 else 's'}"
        return f"{self.block}: {sessions}{completed} that show it give each item {answers}"


def balance(study: Study, pools: Pools, plans: Sequence[Plan]) -> Balance:
    """Balance over the main blocks: over the items of a sample that is the same for everybody, and
    over all items that another sample may draw."""
    items_asked = {
        (block.id, step.item_hash)
        for plan in plans
        for block in plan.blocks
        for step in block.steps
    }
    counts = [
        len(leaf.options)
        for block in study.blocks
        # Where a pool is filled, options rotate by the answers so far, not by the slot; so do those
        # of a block that takes its items.
        if block.rotate and block.fills is None and block.same_as not in study.filled
        for item in select(block, pools)
        if block.sample != "same" or (study.section_id(block), item.content_hash) in items_asked
        for leaf in item.leaves
        if leaf.options
    ]
    by_answers = not counts and any(block.rotate for block in study.filled.values())
    conditions = max(len(study.conditions), 1)
    return Balance(conditions, study.orders, lcm(*counts) if counts else 1, by_answers)


def rounds(study: Study, pools: Pools) -> tuple[Round, ...]:
    """The figures of blocks with a balanced sample, except those whose parts share items and so
    depend on each other."""
    figures = []
    for block in study.blocks:
        if block.sample != "balanced" or not (block.number or block.strata):
            continue
        split = parts(block, pools)
        hashes = [item.content_hash for part in split for item in part.items]
        if len(set(hashes)) < len(hashes):
            continue
        for number, part in enumerate(split, 1):
            name = study.section_id(block)
            if block.strata:
                name = f"{name}, part {number} of its sample"
            common = gcd(len(part.items), part.number)
            figures.append(Round(name, len(part.items) // common, part.number // common))
    return tuple(figures)
