"""Difficulty that is asked for, in measures of the solver, and certified for each item.

Owns the measures of a generated item, and keeping the items that have what is asked for. Tasks that
share `twins` are kept or dropped together, so that labels stay as they were dealt. How measures go
with what people and models get right is the report's.
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
    "search": "nested case distinctions that the answer needs besides propagation, up to 3",
}
"""Name to what is counted."""
_MAX_WORLDS = 1 << 16
_BOUNDS = dict.fromkeys(("near-misses", "search"), f" with at most {_MAX_WORLDS:,} worlds")
DEEPEST = 3
"""Search is counted up to this, which stands for more, too."""
_LOOKED_AT = 12
"""Of so many items it is seen first whether they have such measures at all."""
TOO_DIFFICULT = "No item is as difficult as that"
_GROWN = 16
"""So many times as many problems as are asked for are made at most."""


@dataclass(frozen=True, slots=True)
class ItemMeasures:
    """What was counted; None where an item has no such number."""

    values: Mapping[str, int | None]
    follows: bool
    """Whether the gold says that something follows."""

    def fits(self, wanted: Mapping[str, Span]) -> str:
        """The first measure that is not what is wanted, or not known; empty where all are. Where
        the answer is that nothing follows, support and search say nothing."""
        for name, span in wanted.items():
            value = self.values[name]
            if not self.follows and name in ("support", "search"):
                continue
            if value is None or value not in span:
                return name
        return ""


def measured(item: Item) -> ItemMeasures:
    """The measures of an item with one question, those asked for or not. Where its family says how
    large the support is, that is taken: of several things that follow, the one that needs least."""
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
    """In how many worlds exactly one of the premises fails."""
    none_yet, one_fails = full, 0
    for region in regions:
        fails = full ^ region
        one_fails = (one_fails & region) | (none_yet & fails)
        none_yet &= region
    return one_fails.bit_count()


def search(space: Space, regions: Sequence[int], limit: int = DEEPEST) -> int:
    """How many nested case distinctions it takes to see that nothing fits: 0 where propagation
    does, statement by statement; `limit` also where it takes more.

    Raises:
        ValueError: something fits.
    """
    if reduce(and_, regions, space.full):
        raise ValueError("the statements hold together")
    for depth in range(limit):
        if _refuted(space, regions, space.full, depth):
            return depth
    return limit


def _refuted(space: Space, regions: Sequence[int], known: int, depth: int) -> bool:
    """Whether what is known of each atom is refuted with so many case distinctions."""
    cases = [
        [space.shape.atom(place, digit) for digit in range(len(axis.values))]
        for place, axis in enumerate(space.axes)
    ]
    grown = True
    while grown:
        grown = False
        for region in regions:
            inside = known & region
            if not inside:
                return True
            for values in cases:
                for atom in values:
                    if known & atom and not inside & atom:
                        known &= space.full ^ atom
                        grown = True
    if not depth:
        return False
    return any(
        all(_refuted(space, regions, known & atom, depth - 1) for atom in values if known & atom)
        for values in cases
        if sum(bool(known & atom) for atom in values) > 1
    )


def _cases(question: Question, formal: FormalItem, type_: str) -> list[list[Formula]]:
    """What is refuted for the gold to be right: the denial of each thing that follows, with what is
    added to the premises; none where the gold says that nothing follows."""
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


# --- keeping what is asked for -------------------------------------------------------------------


def certified(
    make: Callable[[int, Callable[[GeneratedItems], None]], Batch],
    count: int,
    wanted: Mapping[str, Span],
    *,
    grow: bool = True,
    at_most: Mapping[str, int] | None = None,
) -> Batch:
    """The first problems that have the measures, as many as are asked for where there are so many.
    `make` makes a batch of a number of problems, larger ones beginning with the smaller, and hands
    on what it has made as it goes on: that is measured at once, so that nothing is left to measure
    where somebody stops it. Without `grow` it is called once for all of them.

    Raises:
        InputError: none has them, where nobody stopped it; or such items have no such measure, or
            never so much of it, which is said before many are made.
    """
    _refuse_depth(wanted)
    _refuse_impossible(wanted, at_most or {})
    known: dict[str, ItemMeasures] = {}

    def measure(result: GeneratedItems) -> None:
        _measure(result.items, known)

    looked_at = make(_LOOKED_AT, measure) if count > _LOOKED_AT else None
    ended = looked_at if looked_at is not None and looked_at.stopped else None
    if looked_at is not None and ended is None:
        _refuse_unmeasured(looked_at.items, wanted, known)
    number = count
    while True:
        batch = ended or make(number, measure)
        items = _whole(batch.items, known) if batch.stopped else batch.items
        groups, rejected = _kept_items(items, wanted, known)
        if number == count and not groups and not batch.stopped:
            _refuse_unmeasured(batch.items, wanted, known)
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
        chosen += [_with(item, known[item.id]) for item in group]
        wanted_still -= _problems(group)
    return replace(batch, items=tuple(chosen), records=(), rejected={**batch.rejected, **rejected})


def _refuse_depth(wanted: Mapping[str, Span]) -> None:
    if "search" in wanted and wanted["search"].least > DEEPEST:
        raise InputError(
            TOO_DIFFICULT,
            f"search is counted up to {DEEPEST}, which stands for {DEEPEST} and more; found a "
            f"least value of {wanted['search'].least}",
            f"Ask for search={DEEPEST}.",
        )


def _refuse_impossible(wanted: Mapping[str, Span], at_most: Mapping[str, int]) -> None:
    for name, most in at_most.items():
        if name in wanted and wanted[name].least > most:
            raise InputError(
                TOO_DIFFICULT,
                f"{name}={wanted[name]} was asked for; there cannot be more than {most:,}",
                f"Ask for less than that, such as {name}=1-; few items come near it.",
            )


def _too_difficult(number: int, rejected: Mapping[str, int]) -> InputError:
    reasons = ", ".join(f"{reason} ({n})" for reason, n in rejected.items())
    message = f"{number} were made, and none has what is wanted: {reasons}"
    return InputError(TOO_DIFFICULT, message, "Ask for a wider range.")


class DifficultyFilter:
    """The items that have the measures, of those that are handed over one after the other. Twins
    come together. Only the first few are held: they show whether such items have them at all."""

    def __init__(self, wanted: Mapping[str, Span], take: Callable[[GeneratedItems], None]) -> None:
        """Raises InputError as `certified` does."""
        _refuse_depth(wanted)
        self.rejected: Counter[str] = Counter()
        self.seen = self.written = 0
        """Items."""
        self._wanted, self._take = wanted, take
        self._first: list[GeneratedItems] | None = []
        self._known: dict[str, ItemMeasures] = {}
        """Of the first."""

    def add(self, result: GeneratedItems) -> None:
        """What was made of the next items."""
        self.seen += len(result.items)
        if self._first is None:
            self._pass(result)
            return
        self._first.append(result)
        _measure(result.items, self._known)
        if len(self._first) == _LOOKED_AT:
            self._begin()

    def close(self, *, stopped: bool = False) -> None:
        """There are no more. Raises InputError where items were made, and none has the measures;
        not where somebody stopped it, since later ones might have had them: then nothing is
        measured any more."""
        self._begin(stopped=stopped)
        if self.seen and not self.written and not stopped:
            raise _too_difficult(self.seen, self.rejected)

    def _begin(self, *, stopped: bool = False) -> None:
        first, self._first = self._first or [], None
        items = [item for result in first for item in result.items]
        if not stopped:
            _refuse_unmeasured(items, self._wanted, self._known)
        for result in first:
            if not stopped or self._known.keys() >= {item.id for item in result.items}:
                self._pass(result, self._known)
        self._known = {}

    def _pass(self, result: GeneratedItems, known: dict[str, ItemMeasures] | None = None) -> None:
        known = {} if known is None else known
        groups, rejected = _kept_items(result.items, self._wanted, known)
        self.rejected.update(rejected)
        chosen = tuple([_with(item, known[item.id]) for group in groups for item in group])
        self.written += len(chosen)
        self._take(GeneratedItems(chosen))


def _refuse_unmeasured(
    items: Sequence[Item], wanted: Mapping[str, Span], known: dict[str, ItemMeasures]
) -> None:
    """Stop where none of the items has one of the measures.

    Raises:
        InputError: so it is.
    """
    _measure(items, known)
    measures = [known[item.id] for item in items]
    for name in wanted:
        about = [m for m in measures if m.follows or name not in ("support", "search")]
        if about and all(measure.values[name] is None for measure in about):
            has = [m for m in MEASURES if any(entry.values[m] is not None for entry in about)]
            raise InputError(
                "Such items have no such measure",
                f"{name} is counted of propositional premises{_BOUNDS.get(name, '')}, and none "
                f"of the first {len(items)} items has such; they have "
                f"{', '.join(has) or 'no measure'}",
            )


def _problems(group: Sequence[Item]) -> int:
    """How many problems twins are; one may be told in several ways."""
    return len({item.provenance.index for item in group})


def _measure(items: Iterable[Item], known: dict[str, ItemMeasures]) -> None:
    """Measure those that are not known yet."""
    for item in items:
        if item.id not in known:
            known[item.id] = measured(item)


def _groups(items: Iterable[Item]) -> list[list[Item]]:
    """Problems, each with its items: twins, which come together."""
    grouped = groupby(items, key=lambda item: item.attributes.get(TWINS, item.id))
    return [list(group) for _, group in grouped]


def _whole(items: Iterable[Item], known: Mapping[str, ItemMeasures]) -> list[Item]:
    """The items of those problems of which every item was measured."""
    whole = [group for group in _groups(items) if all(item.id in known for item in group)]
    return [item for group in whole for item in group]


def _kept_items(
    items: Sequence[Item], wanted: Mapping[str, Span], known: dict[str, ItemMeasures]
) -> tuple[list[list[Item]], dict[str, int]]:
    """Problems, each with its items, that have what is wanted; a reason for the others."""
    groups: list[list[Item]] = []
    rejected: dict[str, int] = {}
    for group in _groups(items):
        _measure(group, known)
        reason = next(filter(None, (known[item.id].fits(wanted) for item in group)), "")
        if reason:
            message = f"{reason} is not {wanted[reason]}"
            if all(known[item.id].values[reason] is None for item in group):
                message = f"{reason} cannot be told of such items"
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
