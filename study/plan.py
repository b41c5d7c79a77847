"""Seeded assignment: which items a session shows, in which order, with which option first.

Owns the plan classes and the rule that makes a plan from study, items and slot. The rule uses
nothing but SHA-256, so a plan is the same under every Python. Where slots come from is the
record's business.
"""

import hashlib
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import lcm
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict
from pydantic.dataclasses import dataclass

from items.models import Item, Question
from study.protocol import Block, Filter, Qualification, Section, Study
from study.toml_errors import PlacedError

Pools = Mapping[str, tuple[Item, ...]]
"""From a source as the study file names it to the items read from it."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
class Step:
    """One question of one item, as one participant meets it.

    A dataclass, as there is one for every answer of a person: a model would take ten times the
    memory.
    """

    index: int
    """Place in the session, from 0, over all blocks."""
    block: int
    """Index in the plan's blocks."""
    item_hash: Annotated[str, AfterValidator(sys.intern)]
    """Kept once, however many steps name it."""
    item_id: str
    question: int
    """Index in the item's questions."""
    questions: int
    """How many questions of this item are asked."""
    ordinal: int
    """Place of the item in this block as shown to this participant, from 0."""
    shift: int
    """Slot plus the item's place in the block's pool; options rotate by this, modulo their
    number. 0 where the block does not rotate."""


class PlannedBlock(_Frozen):
    """A block with its rules and its steps."""

    id: str
    title: str
    role: Literal["qualification", "main"]
    seconds_per_question: float | None
    seconds_per_block: float | None
    confidence: bool
    none_option: bool
    """Whether N, "none of these, or I cannot tell", stands under the options."""
    break_after: int | None
    breaks: bool
    """Whether the participant may take a break at will."""
    instructions: str
    steps: tuple[Step, ...]

    @property
    def items(self) -> int:
        """How many items it shows."""
        return self.steps[-1].ordinal + 1 if self.steps else 0


class Plan(_Frozen):
    """Everything one session will show, in order. A qualification, if any, is block 0."""

    blocks: tuple[PlannedBlock, ...]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps of all blocks, in order."""
        return tuple(step for block in self.blocks for step in block.steps)


def option_order(step: Step, question: Question) -> tuple[int, ...]:
    """Indices of the options in the order shown: the item's own, rotated left by the shift.

    The same option stands first in every `len(options)`-th slot, and after as many slots every
    option has stood in every place once.
    """
    count = len(question.options)
    return tuple((place + step.shift) % count for place in range(count))


def select(section: Section, pools: Pools) -> tuple[Item, ...]:
    """The items of a section's sources that pass its filter, in source order, none twice."""
    chosen: dict[str, Item] = {}
    for source in section.sources:
        for item in pools.get(source, ()):
            if _passes(item, section.filter):
                chosen.setdefault(item.content_hash, item)
    return tuple(chosen.values())


def example_of(study: Study, pools: Pools) -> Item | None:
    """The worked example the study names, where it is in its source."""
    if study.example is None:
        return None
    wanted = study.example.item
    pool = pools.get(study.example.source, ())
    return next((item for item in pool if item.id == wanted), None)


def make_plan(study: Study, pools: Pools, slot: int) -> Plan:
    """The plan of one slot. Pure: the same arguments give the same plan.

    Raises PlacedError where a section finds no items, or fewer than it asks for.
    """
    blocks: list[PlannedBlock] = []
    start = 0
    for section in study.sections:
        planned = _plan_section(study, section, select(section, pools), slot, len(blocks), start)
        start += len(planned.steps)
        blocks.append(planned)
    return Plan(blocks=tuple(blocks))


def _plan_section(
    study: Study, section: Section, pool: tuple[Item, ...], slot: int, block: int, start: int
) -> PlannedBlock:
    name = study.section_id(section)
    wanted = section.number if section.number is not None else len(pool)
    if not pool or wanted > len(pool):
        filtered = section.filter != Filter()
        field = "number" if section.number else "filter" if filtered else "source"
        raise PlacedError(
            (*study.place_of(section), field),
            f"Too few items for {name}",
            f"expected {wanted or 'at least one'}, found {len(pool)} in "
            f"{', '.join(section.sources)}{' after filtering' if filtered else ''}",
            "Ask for fewer items, loosen the filter, or add a source.",
        )
    cycle = _cycle(pool)
    draw = "same" if section.sample == "same" else f"cycle {slot // cycle}"
    sample = set(_shuffled(pool, study.seed, name, "sample", draw)[:wanted])
    places = {item.content_hash: place for place, item in enumerate(pool)}
    drawn = [item.content_hash for item in pool if item.content_hash in sample]
    if section.order == "random":
        drawn = [h for h in _shuffled(pool, study.seed, name, "order", str(slot)) if h in sample]
    by_hash = {item.content_hash: item for item in pool}
    steps: list[Step] = []
    for ordinal, item_hash in enumerate(drawn):
        item = by_hash[item_hash]
        first = start + len(steps)
        steps.extend(
            Step(
                index=first + index,
                block=block,
                item_hash=item_hash,
                item_id=item.id,
                question=index,
                questions=len(item.questions),
                ordinal=ordinal,
                shift=slot + places[item_hash] if section.rotate else 0,
            )
            for index in range(len(item.questions))
        )
    return PlannedBlock(
        id=name,
        title=section.title,
        role="qualification" if isinstance(section, Qualification) else "main",
        seconds_per_question=section.seconds_per_question,
        seconds_per_block=section.seconds_per_block,
        confidence=study.asks_confidence(section),
        none_option=section.none_option if isinstance(section, Block) else False,
        break_after=section.break_after if isinstance(section, Block) else None,
        breaks=section.breaks,
        instructions=section.instructions,
        steps=tuple(steps),
    )


def _shuffled(pool: Sequence[Item], seed: int, section: str, use: str, draw: str) -> list[str]:
    """Content hashes sorted by a keyed hash: a shuffle that no library version can change."""

    def key(item_hash: str) -> bytes:
        return hashlib.sha256(
            "\n".join((str(seed), section, use, draw, item_hash)).encode()
        ).digest()

    return sorted((item.content_hash for item in pool), key=key)


def _cycle(pool: Sequence[Item]) -> int:
    """After how many slots every option of every question has stood in every place."""
    counts = {len(leaf.options) for item in pool for leaf in item.leaves if leaf.options}
    return lcm(*counts) if counts else 1


def _passes(item: Item, rule: Filter) -> bool:
    if rule.language is not None and item.language != rule.language:
        return False
    if rule.ids and item.id not in rule.ids:
        return False
    if rule.kinds and not all(leaf.kind in rule.kinds for leaf in item.leaves):
        return False
    return all(item.attributes.get(name) in wanted for name, wanted in rule.allowed.items())
