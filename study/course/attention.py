"""Attention items: questions of a block that show whether it is read with care.

Owns their table in the study file, which items they are, their positions in a block, and how a
participant met one. They are not results of the block. In the study file:

    [blocks.attention]
    instructed = 2      # items that say which option to choose
    rotated = 2         # items of the block, asked again with their options rotated
    reworded = 2        # items of the block, asked again in other words
    reworded_source = "builtin:divlogic-reworded"

An item that is asked again is a twin: both answers must be the same, right or wrong. Before anybody
starts, `items.shape.equivalence` proves that a reworded item is equivalent.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictStr
from pydantic.dataclasses import dataclass as checked

from items.answers import Answer
from items.models import Item
from items.seeds import Draw
from study.course.entries import Frozen
from study.files.toml_errors import Place, PlacedError

Sort = Literal["instructed", "rotated", "reworded"]
Number = Annotated[int, Field(strict=True, ge=0, le=20)]
REPEATED_SHARE = 0.4
"""Share of a block: items that are repeated come in the first part of this size, their twins in the
last."""


class Attention(Frozen):
    """How many attention items a block has, and their sources."""

    instructed: Number = 0
    """Number of items that say which option to choose."""
    instructed_source: StrictStr = ""
    """Source of these; by default the program's own, in the language of the screens."""
    rotated: Number = 0
    """Number of the block's items to ask again with their options rotated."""
    reworded: Number = 0
    """Number of the block's items to ask again in other words."""
    reworded_source: StrictStr = ""
    """Source of the reworded items, which share the attribute `twin` with those of the block."""

    def instructed_from(self, language: str) -> str:
        """The source of instructed items, in a language of the screens."""
        suffix = "-zh" if language == "zh" else ""
        return self.instructed_source or f"builtin:attention{suffix}"

    def sources(self, language: str) -> tuple[str, ...]:
        """All sources of attention items."""
        sources = []
        if self.instructed:
            sources.append(self.instructed_from(language))
        if self.reworded and self.reworded_source:
            sources.append(self.reworded_source)
        return tuple(sources)


@checked(frozen=True, slots=True, config=ConfigDict(extra="forbid", defer_build=True))
class PlannedCheck:
    """One attention item in a plan."""

    step: int
    """Index of its step."""
    sort: Sort
    of: int | None = None
    """For a twin: index of the step of the original item."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item in the order of a block."""

    item: Item
    shift: int
    """Rotation of its options."""
    sort: Sort | None = None
    """None for items that are results."""
    original_hash: str = ""
    """For a twin: content hash of the original item."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parameters for drawing the attention items of one block."""

    pools: Mapping[str, tuple[Item, ...]]
    language: str
    twin: str
    """The attribute that a reworded item shares with the original."""
    name: tuple[str | int, ...]
    """Name of the random draw: seed, block and turn."""
    place: Place = ()
    """Place of the block in the study file."""
    rotates: bool = True
    moves: bool = True
    """Whether items may change positions; not where the source gives the order."""


@dataclass(frozen=True, slots=True)
class Need:
    """Items that a sample must contain so that enough of them can be asked again."""

    sort: Sort
    number: int
    fits: Callable[[Item], bool]


def needs(
    rules: Attention | None, pools: Mapping[str, tuple[Item, ...]], twin: str
) -> tuple[Need, ...]:
    """What a table requires of every sample, the widest need first: an item that fits one need also
    fits those before it. `twin` is the attribute that a reworded item shares with the original."""
    sample_needs = []
    if rules is not None and rules.rotated:
        sample_needs.append(Need("rotated", rules.rotated + rules.reworded, _can_repeat))
    if rules is not None and rules.reworded:
        other = {item.attributes.get(twin) for item in pools.get(rules.reworded_source, ())}
        other.discard(None)
        sample_needs.append(
            Need(
                "reworded",
                rules.reworded,
                lambda item: _can_repeat(item) and item.attributes.get(twin) in other,
            )
        )
    return tuple(sample_needs)


def spread(order: Sequence[Item], needs_of_sample: Sequence[Need]) -> list[Item]:
    """The items, with those that fit a need at equal distances and otherwise in the same order. Any
    run, wrapping around at the end, contains at least its proportional number of them, rounded
    down."""
    if not needs_of_sample:
        return list(order)
    inside = spread([item for item in order if needs_of_sample[0].fits(item)], needs_of_sample[1:])
    outside = (item for item in order if not needs_of_sample[0].fits(item))
    fitting, count = iter(inside), len(inside)
    spread_items: list[Item] = []
    for place in range(len(order)):
        turn = -(-place * count // len(order)) < -(-(place + 1) * count // len(order))
        spread_items.append(next(fitting if turn else outside))
    return spread_items


def ahead(order: Sequence[Item], needs_of_sample: Sequence[Need]) -> list[Item]:
    """The items with the required number first; the others keep their order."""
    front: dict[str, Item] = {}
    for need in reversed(needs_of_sample):
        for item in order:
            if sum(map(need.fits, front.values())) >= need.number:
                break
            if need.fits(item):
                front.setdefault(item.content_hash, item)
    return [*front.values(), *(item for item in order if item.content_hash not in front)]


def mixed(rules: Attention, entries: Sequence[Entry], drawing: Drawing) -> list[Entry]:
    """A block's items with its attention items: instructed ones spread over the block, twins far
    behind the items they repeat.

    Raises PlacedError where the block, or a source, has too few items.
    """
    draw = Draw("attention", *drawing.name)
    used_items: set[str] = set()
    other = _other(rules, drawing)
    if drawing.moves:
        entries = _forward(entries, needs(rules, drawing.pools, drawing.twin))
    # Reworded ones first, as fewer items can be reworded than rotated.
    twins = [
        *_twins(rules.reworded, "reworded", entries, drawing, draw, used_items, other),
        *_twins(rules.rotated, "rotated", entries, drawing, draw, used_items, {}),
    ]
    last = len(entries) - int(len(entries) * REPEATED_SHARE)
    slots: list[tuple[float, Entry]] = [
        (float(place), member) for place, member in enumerate(entries)
    ]
    slots += [(last + draw.random() * (len(entries) - last), twin) for twin in twins]
    for number, item in enumerate(_instructed(rules, drawing, draw), 1):
        # One in each of equal parts of the block, and never as the first question.
        part = len(entries) / rules.instructed
        place = max(0.5, part * (number - 1 + 0.25 + 0.5 * draw.random()))
        slots.append((place, Entry(item, draw.below(4) if drawing.rotates else 0, "instructed")))
    slots.sort(key=lambda slot: slot[0])
    return [entry for _, entry in slots]


def _first(count: int) -> int:
    """How many of a block's items may be repeated at its end."""
    return max(1, int(count * REPEATED_SHARE)) if count > 1 else 0


def _forward(entries: Sequence[Entry], needs_of_sample: Sequence[Need]) -> list[Entry]:
    """The items with the required number in the first part, each exchanged for one that does not
    fit."""
    reordered = list(entries)
    first = _first(len(reordered))
    for need in reversed(needs_of_sample):
        fits = [need.fits(entry.item) for entry in reordered]
        missing = need.number - sum(fits[:first])
        later = [place for place in range(first, len(reordered)) if fits[place]]
        strange = [place for place in range(first) if not fits[place]]
        for place, other in list(zip(later, reversed(strange), strict=False))[: max(missing, 0)]:
            reordered[place], reordered[other] = reordered[other], reordered[place]
    return reordered


def _other(rules: Attention, drawing: Drawing) -> dict[object, Item]:
    """The reworded items, by the attribute that they share with those of the block. Raises
    PlacedError where the source has no items."""
    if not rules.reworded:
        return {}
    pool = drawing.pools.get(rules.reworded_source, ())
    if not pool:
        raise PlacedError(
            (*drawing.place, "attention", "reworded_source"),
            "There are no reworded items",
            f"expected a source of items, found {rules.reworded_source or 'none'}",
            "Reworded items are in another file, with the same `twin` as those of the block.",
        )
    return {item.attributes.get(drawing.twin): item for item in pool}


def _twins(
    number: int,
    sort: Sort,
    entries: Sequence[Entry],
    drawing: Drawing,
    draw: Draw,
    used_items: set[str],
    partners: Mapping[object, Item],
) -> list[Entry]:
    """The given number of twins of items in the first part of a block. Raises PlacedError where too
    few items can be asked again."""
    if not number:
        return []
    first = entries[: _first(len(entries))]
    fitting: list[tuple[Entry, Item]] = []
    for entry in first:
        item = entry.item
        value = item.attributes.get(drawing.twin)
        second = item if sort == "rotated" else None if value is None else partners.get(value)
        if item.content_hash not in used_items and second is not None and _can_repeat(item):
            fitting.append((entry, second))
    if len(fitting) < number:
        raise PlacedError(
            (*drawing.place, "attention", sort),
            "Too few items to ask again",
            f"expected {number} of the first {len(first)} items of the block to be choices with "
            f"one question{' and a twin in other words' if sort == 'reworded' else ''}, found "
            f"{len(fitting)}",
            "Ask for fewer, or make the block longer.",
        )
    chosen = draw.shuffled(fitting)[:number]
    used_items.update(entry.item.content_hash for entry, _ in chosen)
    return [
        Entry(second, entry.shift + _half(entry.item), sort, entry.item.content_hash)
        for entry, second in chosen
    ]


def _can_repeat(item: Item) -> bool:
    return len(item.leaves) == 1 and item.leaves[0].multiple_choice


def _half(item: Item) -> int:
    """Rotated by half of its options, no option keeps its position."""
    return len(item.leaves[0].options) // 2


def _instructed(rules: Attention, drawing: Drawing, draw: Draw) -> list[Item]:
    """The instructed items of a block. Raises PlacedError where the source has too few."""
    if not rules.instructed:
        return []
    source = rules.instructed_from(drawing.language)
    pool = [item for item in drawing.pools.get(source, ()) if can_instruct(item)]
    if len(pool) < rules.instructed:
        raise PlacedError(
            (*drawing.place, "attention", "instructed"),
            "Too few instructed items",
            f"expected {rules.instructed} choices with one question and a gold answer in {source}, "
            f"found {len(pool)}",
        )
    return draw.shuffled(pool)[: rules.instructed]


def can_instruct(item: Item) -> bool:
    """Whether an item can tell which option to choose: it has one choice, with a gold answer."""
    return _can_repeat(item) and item.leaves[0].gold is not None


def checks_of(
    rules: Attention | None, language: str, pools: Mapping[str, tuple[Item, ...]]
) -> tuple[Item, ...]:
    """Every item that may be used only for attention, from the sources that a table names."""
    if rules is None:
        return ()
    candidates = (item for source in rules.sources(language) for item in pools.get(source, ()))
    return tuple({item.content_hash: item for item in candidates}.values())


@dataclass(frozen=True, slots=True)
class AttentionResult:
    """How a participant met an attention item."""

    sort: Sort
    passed: bool | None
    """None where it was not reached, or where a missing answer prevents comparing a twin."""


def met(
    check: PlannedCheck,
    answers: Mapping[int, Mapping[str, Answer]],
    items_asked: Mapping[int, Item],
) -> AttentionResult:
    """How an attention item was met. `answers` are those that count, and `items_asked` the items
    asked, by step."""
    if check.step not in items_asked:
        return AttentionResult(check.sort, None)
    own_answers = list(answers.get(check.step, {}).values())
    if check.sort == "instructed":
        gold = items_asked[check.step].leaves[0].gold
        return AttentionResult(check.sort, bool(own_answers) and own_answers[0] == gold)
    first = [] if check.of is None else list(answers.get(check.of, {}).values())
    if not own_answers or not first:
        return AttentionResult(check.sort, None)
    return AttentionResult(check.sort, own_answers[0] == first[0])


def marked(entries: Sequence[Entry], steps: Sequence[int]) -> tuple[PlannedCheck, ...]:
    """The checks of a block, where `steps` are the first steps of the entries."""
    places = {
        entry.item.content_hash: step
        for entry, step in zip(entries, steps, strict=True)
        if entry.sort is None
    }
    return tuple(
        PlannedCheck(step, entry.sort, places.get(entry.original_hash))
        for entry, step in zip(entries, steps, strict=True)
        if entry.sort is not None
    )
