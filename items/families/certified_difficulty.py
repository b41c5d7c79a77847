"""Requested difficulty in the solver's measures, certified for each item.

Owns the measures of a generated item and the selection of items within the requested ranges. Tasks
that share `twins` are kept or dropped together, so that the balance of labels is preserved. The
report shows how measures relate to the accuracy of people and models.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from operator import and_
from typing import Final

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.batches import Batch, GeneratedItems
from items.families.divlogic.task import Span
from items.formal import FormalItem, formal_item
from items.gold.check import QUESTION_TYPE
from items.inspection.compute_figures import compute_figures
from items.models import Item, Question
from items.shape.structure import TWINS
from solver.engines.atoms import NotFinite, axis_for, keys_of
from solver.engines.regions import Space, TooLarge, evaluate, space_of
from solver.errors import InputError
from solver.kinds.registry import asks_whether_follows
from solver.language.syntax import Formula, Not, expand

MEASURES: Final[Mapping[str, str]] = {
    "support": "premises that the answer needs at least",
    "models": "models of the premises",
    "near-misses": "worlds in which all premises but one hold",
    "search": "nested case distinctions that the answer needs in addition to propagation, up to 3",
}
"""Name to what is counted."""
_MAX_WORLDS = 1 << 16
_BOUNDS = dict.fromkeys(("near-misses", "search"), f" with at most {_MAX_WORLDS:,} worlds")
MAX_SEARCH = 3
"""Upper limit of the search count; it also stands for more."""
_LOOKED_AT = 12
"""Number of first items checked for whether they have the measures at all."""
TOO_DIFFICULT = "No item is that difficult"
_GROWN = 16
"""Upper limit of problems made, as a multiple of the number requested."""


@dataclass(frozen=True, slots=True)
class ItemMeasures:
    """Measures of an item; None where a measure is not defined for it."""

    values: Mapping[str, int | None]
    follows: bool
    """Whether, according to the gold answer, something follows."""

    def fits(self, ranges: Mapping[str, Span]) -> str:
        """Return the first measure that is unknown or outside its requested range; empty if all
        fit. Support and search are ignored if nothing follows."""
        for name, span in ranges.items():
            value = self.values[name]
            if not self.follows and name in ("support", "search"):
                continue
            if value is None or value not in span:
                return name
        return ""


def measured(item: Item) -> ItemMeasures:
    """Compute all measures of an item with one question. If its family states the support size,
    that figure is used: with several conclusions, the smallest support. Raises InputError if its
    formalization cannot be read."""
    figures = compute_figures(item)
    values: dict[str, int | None] = dict.fromkeys(MEASURES)
    own = item.attributes.get("support_size")
    values["support"] = own if isinstance(own, int) else figures.support_size
    values["models"] = figures.models
    formal = formal_item(item)
    if formal is None:
        return ItemMeasures(values, follows=True)
    definitions = formal.problem.definitions
    premises = [expand(premise, definitions) for premise in formal.problem.premises]
    cases = _cases(item.questions[0], formal, str(item.attributes.get(QUESTION_TYPE, "")))
    try:
        denied = [formula for case in cases for formula in case]
        keys = keys_of([*premises, *(expand(formula, definitions) for formula in denied)])
        axes = [axis_for(key, formal.problem.signature) for key in keys]
        space = space_of(axes, max_worlds=_MAX_WORLDS)
    except (NotFinite, TooLarge):
        return ItemMeasures(values, bool(cases))
    regions = [evaluate(premise, space) for premise in premises]
    values["near-misses"] = near_misses(regions, space.full)
    depths = [
        search(space, [*regions, *(evaluate(expand(f, definitions), space) for f in case)])
        for case in cases
    ]
    if depths:
        values["search"] = max(depths)
    return ItemMeasures(values, bool(cases))


def near_misses(regions: Sequence[int], full: int) -> int:
    """Count the worlds in which exactly one premise fails."""
    none_yet, one_fails = full, 0
    for region in regions:
        fails = full ^ region
        one_fails = (one_fails & region) | (none_yet & fails)
        none_yet &= region
    return one_fails.bit_count()


def search(space: Space, regions: Sequence[int], limit: int = MAX_SEARCH) -> int:
    """Count the nested case distinctions needed to refute the statements: 0 if propagation, one
    statement at a time, is enough; `limit` also stands for more.

    Raises:
        ValueError: the statements are consistent.
    """
    if reduce(and_, regions, space.full):
        raise ValueError("the statements hold together")
    for depth in range(limit):
        if _refuted(space, regions, space.full, depth):
            return depth
    return limit


def _refuted(space: Space, regions: Sequence[int], remaining: int, depth: int) -> bool:
    """Whether the knowledge of each atom is refuted within `depth` nested case distinctions."""
    cases = [
        [space.shape.atom(place, digit) for digit in range(len(axis.values))]
        for place, axis in enumerate(space.axes)
    ]
    grown = True
    while grown:
        grown = False
        for region in regions:
            inside = remaining & region
            if not inside:
                return True
            for values in cases:
                for atom in values:
                    if remaining & atom and not inside & atom:
                        remaining &= space.full ^ atom
                        grown = True
    if not depth:
        return False
    return any(
        all(
            _refuted(space, regions, remaining & atom, depth - 1)
            for atom in values
            if remaining & atom
        )
        for values in cases
        if sum(bool(remaining & atom) for atom in values) > 1
    )


def _cases(question: Question, formal: FormalItem, type_: str) -> list[list[Formula]]:
    """Return what must be refuted for the gold to be right: for each consequence, its denial and
    the formulas added to the premises. Empty if, according to the gold, nothing follows."""
    gold = question.gold
    query = formal.queries.get(0)
    goal = query.formula if query is not None and asks_whether_follows(query.kind) else None
    if isinstance(gold, TruthAnswer) and goal is not None:
        if gold.value == "unknown":
            return []
        return [[Not(goal)]] if gold.value == "true" else [[goal]]
    options = formal.options.get(0, ())
    if not isinstance(gold, ChoiceAnswer) or gold.option is None or None in options:
        return []
    stated = [option for option in options if option is not None]
    if goal is not None:
        return [[stated[gold.option], Not(goal)]]
    if type_ == "3e1c":
        return [[Not(option)] for n, option in enumerate(stated) if n != gold.option]
    return [[Not(stated[gold.option])]]


# --- selecting items within the requested ranges -------------------------------------------------


def certified(
    make_batch: Callable[[int, Callable[[GeneratedItems], None]], Batch],
    count: int,
    ranges: Mapping[str, Span],
    *,
    grow: bool = True,
    at_most: Mapping[str, int] | None = None,
) -> Batch:
    """Return the first problems whose measures fit, up to the requested number. `make_batch` makes
    a batch of the given number of problems, where a larger batch begins with the smaller one, and
    passes results on while it runs; these are measured at once, so that nothing is left to measure
    after an interruption. Without `grow` it is called once for the whole number.

    Raises:
        InputError: no item fits and the run was not interrupted; or such items do not have the
            measure or cannot reach the range, which is reported before many are made.
    """
    _refuse_depth(ranges)
    _refuse_impossible(ranges, at_most or {})
    measures: dict[str, ItemMeasures] = {}

    def measure(result: GeneratedItems) -> None:
        _measure(result.items, measures)

    looked_at = make_batch(_LOOKED_AT, measure) if count > _LOOKED_AT else None
    ended = looked_at if looked_at is not None and looked_at.stopped else None
    if looked_at is not None and ended is None:
        _refuse_unmeasured(looked_at.items, ranges, measures)
    number = count
    while True:
        batch = ended or make_batch(number, measure)
        items = _whole(batch.items, measures) if batch.stopped else batch.items
        groups, rejected = _kept_items(items, ranges, measures)
        if number == count and not groups and not batch.stopped:
            _refuse_unmeasured(batch.items, ranges, measures)
        enough = sum(map(_problems, groups)) >= count
        if enough or not grow or number >= _GROWN * count or batch.stopped:
            break
        number *= 2
    if not groups and batch.items and not batch.stopped:
        raise _too_difficult(len(batch.items), rejected)
    chosen: list[Item] = []
    wanted_still = count
    for group in groups:
        if wanted_still <= 0:
            break
        chosen += [_with(item, measures[item.id]) for item in group]
        wanted_still -= _problems(group)
    return replace(batch, items=tuple(chosen), records=(), rejected={**batch.rejected, **rejected})


def _refuse_depth(ranges: Mapping[str, Span]) -> None:
    if "search" in ranges and ranges["search"].minimum > MAX_SEARCH:
        raise InputError(
            TOO_DIFFICULT,
            f"search is counted up to {MAX_SEARCH}, which means {MAX_SEARCH} or more; found a "
            f"minimum of {ranges['search'].minimum}",
            f"Ask for search={MAX_SEARCH}.",
        )


def _refuse_impossible(ranges: Mapping[str, Span], at_most: Mapping[str, int]) -> None:
    for name, most in at_most.items():
        if name in ranges and ranges[name].minimum > most:
            raise InputError(
                TOO_DIFFICULT,
                f"{name}={ranges[name]} was requested; the largest possible value is {most:,}",
                f"Ask for less, such as {name}=1-; few items come near the largest value.",
            )


def _too_difficult(number: int, rejected: Mapping[str, int]) -> InputError:
    reasons = ", ".join(f"{reason} ({n})" for reason, n in rejected.items())
    message = f"{number} items were made, and none is in the requested range: {reasons}"
    return InputError(TOO_DIFFICULT, message, "Ask for a wider range.")


class DifficultyFilter:
    """Filter for items that arrive one after another. Twins arrive together. Only the first few are
    held, to check whether such items have the measures at all."""

    def __init__(
        self, ranges: Mapping[str, Span], on_result: Callable[[GeneratedItems], None]
    ) -> None:
        """Raises InputError as `certified` does."""
        _refuse_depth(ranges)
        self.rejected: Counter[str] = Counter()
        self.seen = self.written = 0
        """Items."""
        self._ranges, self._on_result = ranges, on_result
        self._first_results: list[GeneratedItems] | None = []
        self._measures: dict[str, ItemMeasures] = {}
        """Of the first."""

    def add(self, result: GeneratedItems) -> None:
        """Take what was made from the next items."""
        self.seen += len(result.items)
        if self._first_results is None:
            self._pass(result)
            return
        self._first_results.append(result)
        _measure(result.items, self._measures)
        if len(self._first_results) == _LOOKED_AT:
            self._begin()

    def close(self, *, stopped: bool = False) -> None:
        """End the input. Raises InputError if items were made and none fits; not after an
        interruption, because later items might have fitted. Then nothing more is measured."""
        self._begin(stopped=stopped)
        if self.seen and not self.written and not stopped:
            raise _too_difficult(self.seen, self.rejected)

    def _begin(self, *, stopped: bool = False) -> None:
        first, self._first_results = self._first_results or [], None
        items = [item for result in first for item in result.items]
        if not stopped:
            _refuse_unmeasured(items, self._ranges, self._measures)
        for result in first:
            if not stopped or self._measures.keys() >= {item.id for item in result.items}:
                self._pass(result, self._measures)
        self._measures = {}

    def _pass(
        self, result: GeneratedItems, measures: dict[str, ItemMeasures] | None = None
    ) -> None:
        measures = {} if measures is None else measures
        groups, rejected = _kept_items(result.items, self._ranges, measures)
        self.rejected.update(rejected)
        chosen = tuple([_with(item, measures[item.id]) for group in groups for item in group])
        self.written += len(chosen)
        self._on_result(GeneratedItems(chosen))


def _refuse_unmeasured(
    items: Sequence[Item], ranges: Mapping[str, Span], item_measures: dict[str, ItemMeasures]
) -> None:
    """Stop if none of the items has one of the measures.

    Raises:
        InputError: none of the items has one of the measures.
    """
    _measure(items, item_measures)
    measures = [item_measures[item.id] for item in items]
    for name in ranges:
        about = [m for m in measures if m.follows or name not in ("support", "search")]
        if about and all(measure.values[name] is None for measure in about):
            has = [m for m in MEASURES if any(entry.values[m] is not None for entry in about)]
            raise InputError(
                "These items do not have this measure",
                f"{name} is counted for propositional premises{_BOUNDS.get(name, '')}, and none "
                f"of the first {len(items)} items has these; available: "
                f"{', '.join(has) or 'no measure'}",
            )


def _problems(group: Sequence[Item]) -> int:
    """Number of problems among twins; one problem may be rendered in several ways."""
    return len({item.provenance.index for item in group})


def _measure(items: Iterable[Item], measures: dict[str, ItemMeasures]) -> None:
    """Measure the items that are not yet in `measures`."""
    for item in items:
        if item.id not in measures:
            measures[item.id] = measured(item)


def _groups(items: Iterable[Item]) -> list[list[Item]]:
    """Group items into problems. Twins are adjacent."""
    grouped = groupby(items, key=lambda item: item.attributes.get(TWINS, item.id))
    return [list(group) for _, group in grouped]


def _whole(items: Iterable[Item], measures: Mapping[str, ItemMeasures]) -> list[Item]:
    """Items of the problems whose items have all been measured."""
    whole = [group for group in _groups(items) if all(item.id in measures for item in group)]
    return [item for group in whole for item in group]


def _kept_items(
    items: Sequence[Item], ranges: Mapping[str, Span], measures: dict[str, ItemMeasures]
) -> tuple[list[list[Item]], dict[str, int]]:
    """Return the problems that fit, each with its items, and rejection counts for the others."""
    groups: list[list[Item]] = []
    rejected: dict[str, int] = {}
    for group in _groups(items):
        _measure(group, measures)
        reason = next(filter(None, (measures[item.id].fits(ranges) for item in group)), "")
        if reason:
            message = f"{reason} is not {ranges[reason]}"
            if all(measures[item.id].values[reason] is None for item in group):
                message = f"{reason} is not defined for such items"
            rejected[message] = rejected.get(message, 0) + len(group)
        else:
            groups.append(group)
    return groups, rejected


def _with(item: Item, measure: ItemMeasures) -> Item:
    values = {
        {"support": "support_size"}.get(name, name.replace("-", "_")): value
        for name, value in measure.values.items()
        if value is not None
    }
    return item.model_copy(update={"attributes": {**item.attributes, **values}})
