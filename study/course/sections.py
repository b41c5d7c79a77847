"""Sections: stations that ask questions about items.

Owns the fields of the study file that all sections share, which items a section shows to whom, in
which order, with which option first, and the entry of the plan with the result. The rule uses only
SHA-256, so a plan is the same under every version of Python. The record assigns slots; what happens
at a section is `study.stations.question`.
"""

import hashlib
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import gcd, lcm
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic.dataclasses import dataclass

from items.models import Item, Question, QuestionKind
from solver.phrases import Verbatim, phrase
from study.course.assignment import Succession
from study.course.attention import (
    Attention,
    Drawing,
    Entry,
    Need,
    PlannedCheck,
    ahead,
    marked,
    mixed,
    needs,
    spread,
)
from study.course.entries import Config, Frozen, Id, Planned, Planner, TimeUp
from study.course.filling import FillingInputs, Part, fewest, rotations
from study.files.toml_errors import Place, PlacedError

Pools = Mapping[str, tuple[Item, ...]]
"""From a source as named in the study file to its items."""
Role = Literal["qualification", "main", "practice"]
"""The purpose of a section's answers: only those of `main` are results."""
Seconds = Annotated[float, Field(strict=True, gt=0, le=604_800, allow_inf_nan=False)]
"""A limit, up to a week."""
Text = Annotated[str, Field(strict=True, min_length=1, pattern=r"\S")]
AttributeValue = StrictBool | StrictInt | float | StrictStr


class Filter(Frozen):
    """Which items of the sources a section uses; all given conditions must hold."""

    language: StrictStr | None = None
    """The item's language, such as "en" or "zh"."""
    kinds: tuple[QuestionKind, ...] = ()
    """Every question of the item must be of one of these kinds."""
    ids: tuple[StrictStr, ...] = ()
    """Only these items."""
    attributes: Mapping[StrictStr, AttributeValue | tuple[AttributeValue, ...]] = Field(
        default_factory=dict
    )
    """Attribute to the value, or the list of values, that the item must have."""

    @property
    def allowed(self) -> dict[str, tuple[bool | int | float | str, ...]]:
        """The attributes with their allowed values, always as tuples."""
        return {
            name: value if isinstance(value, tuple) else (value,)
            for name, value in self.attributes.items()
        }


class Stratum(Frozen):
    """A part of a section's sample."""

    filter: Filter
    """A filter in addition to the section's own."""
    number: Annotated[int, Field(strict=True, ge=1)]


class Section(Config):
    """What all stations that ask questions about items have in common."""

    source: Text | Annotated[tuple[Text, ...], Field(min_length=1)]
    """Sources of the items: a path (relative to the study file) or `builtin:NAME`; or a list of
    these."""
    filter: Filter = Field(default_factory=Filter)
    number: Annotated[int, Field(strict=True, ge=1)] | None = None
    """Number of items; all that pass the filter where absent."""
    strata: tuple[Stratum, ...] = ()
    """Parts of the sample, each with its own filter and number, mixed in one section."""
    sample: Literal["same", "per-slot", "balanced"] = "same"
    """Which items are shown if there are more than `number`: the same for everybody, so that an
    item gets many answers; a new draw (for every run of slots that balances the options); or in
    turn, so that all items get equally many answers."""
    same_as: Id | None = None
    """Name of another section with the same items in other words. Items here are those with the
    same value of the attribute `twin` as an item that the other section shows."""
    twin: StrictStr = "twin"
    """The attribute that twins share."""
    order: Literal["random", "fixed"] = "random"
    """`random` is seeded by study and slot; `fixed` is the order of the source."""
    rotate: StrictBool = True
    """Rotate the options of multiple choice, so that every option has every position equally often
    over participants."""
    seconds_per_question: Seconds | None = None
    """No limit where absent."""
    seconds_per_block: Seconds | None = None
    """Runs while a question is open; no limit where absent."""
    confidence: StrictBool | None = None
    """Ask for confidence, 1 to 5, with every answer; the study's default where absent."""
    breaks: StrictBool = True
    """Whether the participant may take breaks (the item is hidden, the clock stops)."""
    title: StrictStr = ""
    instructions: StrictStr = ""
    """Shown before the first question of the section."""

    @property
    def sources(self) -> tuple[str, ...]:
        """The source or sources, as named in the file."""
        return self.source if isinstance(self.source, tuple) else (self.source,)

    @property
    def role(self) -> Role:
        """The purpose of its answers."""
        return "main"

    @property
    def decides(self) -> bool:
        """Whether its answers are scored during the session."""
        return False

    @property
    def watches(self) -> Attention | None:
        """The section's attention items; None where there are none."""
        return None

    def block_ids(self, name: str) -> tuple[str, ...]:
        """Ids of the planned blocks of a section with this name."""
        return (name,)

    @property
    def fills(self) -> int | None:
        """How many answers each item of its pool should get; None where sampling is different."""
        return None


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid", defer_build=True))
class Step:
    """One question of one item, as one participant meets it.

    A dataclass, since every answer has one: a model would take ten times the memory.
    """

    index: int
    """Position in the session, from 0, over all blocks."""
    block: int
    """Index in the list of the plan's blocks."""
    item_hash: Annotated[str, AfterValidator(sys.intern)]
    """Stored once, however many steps name it."""
    item_id: str
    question: int
    """Index in the list of the item's questions."""
    questions: int
    """How many questions of this item are asked."""
    ordinal: int
    """Position of the item in this block for this participant, from 0."""
    shift: int
    """Turn of the slot plus the item's place in the block's pool; options rotate by this, modulo
    their number. With a balanced sample, the turn is how often the item was shown before; with a
    new draw, the slot's position in its run; with `answers_per_item`, the least used turn. 0 where
    the block does not rotate."""


class PlannedBlock(Planned):
    """A section with its rules and its steps."""

    title: str
    role: Role
    seconds_per_question: float | None
    seconds_per_block: float | None
    confidence: bool
    none_option: bool
    """Whether the options include N, "none of these, or I cannot tell"."""
    break_after: int | None
    breaks: bool
    """Whether the participant may take breaks."""
    instructions: str
    time_up: TimeUp = Field(default_factory=TimeUp)
    """The default is the behaviour before study files had this field, for older records."""
    steps: tuple[Step, ...]
    checks: tuple[PlannedCheck, ...] = ()
    """The steps used only for attention."""

    @property
    def whole(self) -> bool:
        """Whether a part without an answer was deliberately left empty; otherwise nothing is known
        of it."""
        return True

    @cached_property
    def unscored(self) -> frozenset[int]:
        """Indices of steps whose answers are not results."""
        return frozenset(check.step for check in self.checks)

    @property
    def items(self) -> int:
        """Number of items it shows."""
        return self.steps[-1].ordinal + 1 if self.steps else 0


def option_order(step: Step, question: Question) -> tuple[int, ...]:
    """Indices of the options in the order shown: the item's own, rotated left by the shift.

    The same option comes first in every `len(options)`-th slot, and in that many slots every option
    has every position once.
    """
    count = len(question.options)
    return tuple((place + step.shift) % count for place in range(count))


def select(section: Section, pools: Pools) -> tuple[Item, ...]:
    """The items of a section's sources that pass its filter, in source order, without
    duplicates."""
    chosen: dict[str, Item] = {}
    for source in section.sources:
        for item in pools.get(source, ()):
            if _passes(item, section.filter):
                chosen.setdefault(item.content_hash, item)
    return tuple(chosen.values())


class DrawnItems(NamedTuple):
    """The steps of a section, and which of them are only for attention."""

    steps: tuple[Step, ...]
    checks: tuple[PlannedCheck, ...] = ()


def draw(section: Section, planner: Planner) -> DrawnItems:
    """The steps of the section to plan next.

    Raises PlacedError where it finds no items, or fewer than it needs.
    """
    pool = select(section, planner.pools)
    sample = sampled(section, planner.name, planner, planner.place)
    places = {item.content_hash: place for place, item in enumerate(pool)}
    drawn = [item.content_hash for item in pool if item.content_hash in sample]
    if section.order == "random":
        order = _shuffled(pool, planner.seed, planner.name, "order", str(planner.turn))
        drawn = [item_hash for item_hash in order if item_hash in sample]
    by_hash = {item.content_hash: item for item in pool}
    entries = [
        Entry(by_hash[key], sample[key] + places[key] if section.rotate else 0) for key in drawn
    ]
    if section.watches is not None:
        name = (planner.seed, planner.name, planner.turn)
        drawing = Drawing(
            planner.pools,
            planner.language,
            section.twin,
            name,
            planner.place,
            section.rotate,
            section.order == "random",
        )
        entries = mixed(section.watches, entries, drawing)
    steps: list[Step] = []
    firsts: list[int] = []
    for ordinal, entry in enumerate(entries):
        first = planner.steps + len(steps)
        firsts.append(first)
        steps.extend(
            Step(
                index=first + index,
                block=planner.blocks,
                item_hash=entry.item.content_hash,
                item_id=entry.item.id,
                question=index,
                questions=len(entry.item.questions),
                ordinal=ordinal,
                shift=entry.shift,
            )
            for index in range(len(entry.item.questions))
        )
    planner.blocks += 1
    planner.steps += len(steps)
    return DrawnItems(tuple(steps), marked(entries, firsts))


def sampled(section: Section, name: str, planner: Planner, place: Place = ()) -> dict[str, int]:
    """Content hashes of the items that a section shows, in arbitrary order, with the rotation of
    their options.

    Raises PlacedError where it finds no items, or fewer than it needs.
    """
    pool = select(section, planner.pools)
    where = _SectionNames(name, place, section)
    if section.same_as is not None:
        return _twins(section, pool, planner, where)
    if not section.strata:
        size = section.number if section.number is not None else len(pool)
        return _drawn(pool, size, section, planner, where, ())
    chosen: dict[str, int] = {}
    for number, stratum in enumerate(section.strata):
        part = [
            item
            for item in pool
            if _passes(item, stratum.filter) and item.content_hash not in chosen
        ]
        chosen |= _drawn(part, stratum.number, section, planner, where, ("strata", number))
    return chosen


@dataclass(frozen=True, slots=True)
class _SectionNames:
    """What errors about a section name."""

    name: str
    place: Place
    section: Section


def _drawn(
    pool: Sequence[Item],
    number: int,
    section: Section,
    planner: Planner,
    names: _SectionNames,
    part: Place,
) -> dict[str, int]:
    """The wanted number of items of a pool, by the section's rule. Raises PlacedError where the
    pool has too few."""
    if not pool or number > len(pool):
        filtered = bool(part) or section.filter != Filter()
        field = "number" if part or section.number else "filter" if filtered else "source"
        blanks = {
            "a": number or phrase("at least one"),
            "b": len(pool),
            "c": Verbatim(", ".join(section.sources)),
        }
        raise PlacedError(
            (*names.place, *part, field),
            phrase("Too few items for {a}", a=Verbatim(names.name)),
            (
                phrase("expected {a}, found {b} in {c} after filtering", **blanks)
                if filtered
                else phrase("expected {a}, found {b} in {c}", **blanks)
            ),
            phrase("Ask for fewer items, loosen the filter, or add a source."),
        )
    if section.fills is not None:
        return _filling(pool, number, section, planner, names)
    standing = planner.successions.get(names.name, Succession(planner.turn, 1))
    use: str = section.sample
    turn = planner.turn
    if section.sample == "per-slot":
        cycle, turn = standing.draw(_cycle(pool))
        use = f"cycle {cycle}"
    by_hash = {item.content_hash: item for item in pool}
    shuffled = _shuffled(pool, planner.seed, names.name, "sample", use)
    order = [by_hash[item_hash] for item_hash in shuffled]
    again = needs(section.watches, planner.pools, section.twin)
    if section.sample == "balanced":
        order = spread(order, again)
        first = standing.sample(len(order) // gcd(len(order), number)) * number
        rounds = (divmod(first + n, len(order)) for n in range(number))
        return {order[place].content_hash: times for times, place in rounds}
    drawn = ahead(order, again)[:number]
    return dict.fromkeys((item.content_hash for item in drawn), turn)


def _filling(
    pool: Sequence[Item], number: int, section: Section, planner: Planner, names: _SectionNames
) -> dict[str, int]:
    """The items with the fewest answers; ties alternate with the turn."""
    by_hash = {item.content_hash: item for item in pool}
    shuffled = _shuffled(pool, planner.seed, names.name, "fewest", str(planner.turn))
    order = [by_hash[item_hash] for item_hash in shuffled]
    whole = select(section, planner.pools)
    places = {item.content_hash: place for place, item in enumerate(whole)}
    return fewest(order, number, places, planner.filled.get(names.name, FillingInputs()))


def parts(section: Section, pools: Pools) -> tuple[Part, ...]:
    """The pool of a section, divided by how many items of each part a session shows: its strata, or
    the whole."""
    return split(section, select(section, pools))


def split(section: Section, pool: tuple[Item, ...]) -> tuple[Part, ...]:
    """The same for the items that pass the section's filter."""
    if not section.strata:
        return (Part(pool, section.number or len(pool)),)
    return tuple(
        Part(tuple(item for item in pool if _passes(item, stratum.filter)), stratum.number)
        for stratum in section.strata
    )


class RepeatableItems(NamedTuple):
    """How many items of a section can be asked again in any sample."""

    need: Need
    fitting: int
    """Number in the section's pool."""
    pool: int
    minimum: int
    """Number in every sample."""


def repeatable_items(section: Section, pools: Pools) -> tuple[RepeatableItems, ...]:
    """For each need of a section's attention items, the minimum number over all samples. Sample
    parts with overlapping filters are considered separately."""
    again = needs(section.watches, pools, section.twin)
    whole = select(section, pools)
    outcome = []
    for place, need in enumerate(again):
        count = 0
        for each in parts(section, pools):
            part, size = list(each.items), each.number
            fitting = sum(map(need.fits, part))
            if section.same_as is not None or section.fills is not None:
                # Another section or earlier answers decide: in the worst case all items that do not
                # fit.
                size = min(size, len(part))
                count += max(0, size - (len(part) - fitting))
            elif section.sample == "balanced":
                drawn = size
                for outer in again[:place]:
                    outside = sum(map(outer.fits, part))
                    drawn, part = (
                        drawn * outside // max(len(part), 1),
                        list(filter(outer.fits, part)),
                    )
                count += drawn * fitting // max(len(part), 1)
            else:
                count += min(need.number, fitting, size)
        outcome.append(RepeatableItems(need, sum(map(need.fits, whole)), len(whole), count))
    return tuple(outcome)


def _twins(
    section: Section, pool: Sequence[Item], planner: Planner, names: _SectionNames
) -> dict[str, int]:
    """The twins of the items that another section shows, with the same rotation of options. Raises
    PlacedError where there is no such section, or an item has no twin."""
    place = (*names.place, "same_as")
    named = section.same_as or ""
    other = planner.sections.get(named)
    if other is None or other is section or other.same_as is not None:
        block_ids = [
            n for n, s in planner.sections.items() if s is not section and s.same_as is None
        ]
        raise PlacedError(
            place,
            f"{names.name} has no section to take its items from",
            f"expected the id of another block with questions ({', '.join(block_ids) or 'none'}), "
            f"found {named}",
        )
    theirs = {item.content_hash: item for item in select(other, planner.pools)}
    sample = sampled(other, named, planner)
    turns_by_twin = {theirs[key].attributes.get(section.twin): turn for key, turn in sample.items()}
    twins = {item.attributes.get(section.twin): item.content_hash for item in pool}
    twins.pop(None, None)
    missing = [value for value in turns_by_twin if value not in twins]
    if missing:
        raise PlacedError(
            place,
            f"Items of {named} have no twin in {names.name}",
            f"expected an item with the same value of the attribute {section.twin}, found none for "
            f"{len(missing)} of {len(turns_by_twin)}, such as {missing[0]!r}",
        )
    return {twins[value]: turn for value, turn in turns_by_twin.items()}


def _shuffled(pool: Sequence[Item], seed: int, section: str, use: str, draw: str) -> list[str]:
    """Content hashes sorted by a keyed hash: a shuffle that no library version can change."""

    def key(item_hash: str) -> bytes:
        return hashlib.sha256(
            "\n".join((str(seed), section, use, draw, item_hash)).encode()
        ).digest()

    return sorted((item.content_hash for item in pool), key=key)


def _cycle(pool: Sequence[Item]) -> int:
    """The number of slots after which every option of every question has had every position."""
    return lcm(*map(rotations, pool))


def _passes(item: Item, rule: Filter) -> bool:
    if rule.language is not None and item.language != rule.language:
        return False
    if rule.ids and item.id not in rule.ids:
        return False
    if rule.kinds and not all(leaf.kind in rule.kinds for leaf in item.leaves):
        return False
    return all(
        item.attributes.get(name) in allowed_values for name, allowed_values in rule.allowed.items()
    )
