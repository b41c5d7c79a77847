"""A table of many items: sorting, filtering while typing, and facets.

Owns the columns, the texts that the filter searches, facets and their counts, and the orders cached
between keystrokes. It computes no figures: figures and recorded answers are passed in as they
become available. Designed for tens of thousands of items.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Literal

from items.files.proofs import proof_words
from items.inspection.figures import Figures
from items.models import Item
from solver.phrases import phrase

MOST_VALUES = 60
"""An attribute with more values than this identifies items rather than grouping them."""
MAX_COUNTED_ITEMS = 1_000
"""Most items for which symbols are counted at once, to sort by them."""
PROVED_OF_NOTHING = "proved, inconsistent"
"""Gold state of an item with contradictory premises, from which everything follows."""
READING_SECONDS = 0.05
"""Time limit for parsing the formulas of one row."""
PENDING = "not yet known"
"""Gold state of an item whose figures have not been computed."""
DISAGREE = phrase("people and models")
Cell = str | int | float | None
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Tally:
    """Right answers among judged ones."""

    right: int
    n: int
    unjudged: int = 0
    """Free answers in addition to these that have not been judged."""

    @property
    def share(self) -> float | None:
        """Accuracy from 0 to 1. None without data, and while an answer is not judged, since the
        easy ones are judged first."""
        return self.right / self.n if self.n and not self.unjudged else None

    @property
    def majority(self) -> bool | None:
        """Whether more than half were right; None without data, and if answers not yet judged leave
        it open."""
        total = self.n + self.unjudged
        if not total:
            return None
        least, most = 2 * self.right > total, 2 * (self.right + self.unjudged) > total
        return least if least == most else None


@dataclass(frozen=True, slots=True)
class RecordedTallies:
    """The recorded answers to one item."""

    people: Tally
    models: Mapping[str, Tally] = field(default_factory=dict)
    """Maps a model name to its answers."""
    median_seconds: float | None = None
    """Median time of people's confirmed answers."""
    other_version: bool = False
    """Whether these are answers to another version of the item, with the same id."""

    @property
    def disagree(self) -> bool | None:
        """Whether the majorities of people and models disagree on right and wrong; None if either
        is missing, or open because of free answers not yet judged."""
        tallies = self.models.values()
        models = Tally(
            sum(tally.right for tally in tallies),
            sum(tally.n for tally in tallies),
            sum(tally.unjudged for tally in tallies),
        ).majority
        people = self.people.majority
        return None if None in (people, models) else people != models


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of the table."""

    key: str
    title: str
    unit: Literal["text", "count", "share", "seconds"]
    """A share is from 0 to 1."""


@dataclass(frozen=True, slots=True)
class View:
    """What to show: filter, facets, order."""

    text: str = ""
    """Words that must all occur in id, title or text, in any case and order."""
    facets: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Maps a facet to the accepted values; an item needs one of them."""
    sort: str = ""
    """Column key; empty for the order of the sources."""
    descending: bool = False


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value of a facet, and the number of items it would leave."""

    value: str
    count: int
    chosen: bool


_FIXED = (
    TableColumn("id", phrase("id"), "text"),
    TableColumn("title", phrase("title"), "text"),
    TableColumn("benchmark", phrase("benchmark"), "text"),
    TableColumn("kind", phrase("kind"), "text"),
    TableColumn("premises", phrase("premises"), "count"),
    TableColumn("symbols", phrase("symbols"), "count"),
    TableColumn("gold", phrase("gold"), "text"),
    TableColumn("models", phrase("models"), "count"),
    TableColumn("support", phrase("support"), "count"),
)
_PEOPLE = (
    TableColumn("people", phrase("people"), "share"),
    TableColumn("seconds", phrase("median time"), "seconds"),
)
_FACETS = ("benchmark", "question", "gold")
_FIGURES = ("premises", "symbols", "gold", "models", "support")


class Catalogue:
    """All items of the table, with what is known about each. Items are identified by their place,
    from 0."""

    def __init__(
        self,
        items: Iterable[Item],
        figures: Mapping[str, Figures] | None = None,
        tallies: Mapping[str, RecordedTallies] | None = None,
    ) -> None:
        """`figures` is indexed by content hash, `tallies` by item id."""
        self.items: tuple[Item, ...] = tuple(items)
        self._figures: list[Figures | None] = [None] * len(self.items)
        if figures:
            self._figures = [figures.get(item.content_hash) for item in self.items]
        self._tallies: list[RecordedTallies | None] = [None] * len(self.items)
        self._kinds = [_kinds(item) for item in self.items]
        self._haystacks = [_haystack(item) for item in self.items]
        self._orders: dict[str, tuple[list[int], list[int]]] = {}
        self._facets: dict[str, list[tuple[str, ...]]] = {}
        self._counts: dict[str, Counter[str]] = {}
        """For facets over all items: the number of items with each value. Updated when items and
        figures arrive, since counting tens of thousands again delays the keyboard."""
        self._symbols: dict[int, int | None] = {}
        """Maps a place to the symbols counted before the figures arrived."""
        self._last_filter: tuple[tuple[str, ...], list[int]] = ((), list(range(len(self.items))))
        self._model_names: tuple[str, ...] = ()
        self._attributes: dict[str, set[str]] = {}
        self._group(self.items)
        self.record(tallies or {})

    # --- more items ------------------------------------------------------------------------------

    def extend(self, items: Iterable[Item]) -> None:
        """Append further items. In an existing order they come last until `settle` is called;
        filter and facets apply to them immediately."""
        more = tuple(items)
        start = len(self.items)
        self.items += more
        places = range(start, len(self.items))
        self._figures += [None] * len(more)
        self._tallies += [None] * len(more)
        self._kinds += [_kinds(item) for item in more]
        self._haystacks += [_haystack(item) for item in more]
        self._group(more)
        for _having, empty_places in self._orders.values():
            empty_places.extend(places)
        for name, values in self._facets.items():
            values.extend([self._values(name, place) for place in places])
            if name in self._counts:
                self._counts[name].update(chain.from_iterable(values[start:]))
        words, counts = self._last_filter
        counts.extend(
            place for place in places if all(word in self._haystacks[place] for word in words)
        )

    def settle(self) -> None:
        """All items have arrived: recompute every order."""
        self._orders.clear()

    def _group(self, items: Iterable[Item]) -> None:
        """Record the values of attributes, to find those that group items."""
        for item in items:
            for name, value in item.attributes.items():
                values = self._attributes.setdefault(name, set())
                if len(values) <= MOST_VALUES:
                    values.add(value if type(value) is str else _cell_text(value))
        used_names = {*_FACETS, DISAGREE}
        self._grouping = tuple(
            sorted(
                name
                for name, values in self._attributes.items()
                if 1 < len(values) <= MOST_VALUES and name not in used_names
            )
        )

    # --- what is known ---------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.items)

    def figures(self, place: int) -> Figures | None:
        """The solver's figures of an item; None until they are available."""
        return self._figures[place]

    def update(self, place: int, figures: Figures) -> None:
        """Store the figures of one item."""
        self._figures[place] = figures
        for key in _FIGURES:
            self._orders.pop(key, None)
        values = self._facets.get("gold")
        if values is not None:
            counts = self._counts.get("gold", Counter())
            counts.subtract(values[place])
            values[place] = self._values("gold", place)
            counts.update(values[place])

    def record(self, tallies: Mapping[str, RecordedTallies]) -> None:
        """Store the recorded answers, by item id."""
        self._tallies = [tallies.get(item.id) for item in self.items]
        names = {name for record in self._tallies if record is not None for name in record.models}
        self._model_names = tuple(sorted(names))
        fixed = {column.key for column in _FIXED}
        self._orders = {key: order for key, order in self._orders.items() if key in fixed}
        self._facets.pop(DISAGREE, None)
        self._counts.pop(DISAGREE, None)

    def pending(self) -> list[int]:
        """Places of the items without figures, in order."""
        return [place for place, figures in enumerate(self._figures) if figures is None]

    # --- cells -----------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """The columns with content, one per model."""
        if not any(self._tallies):
            return _FIXED
        models = (TableColumn(f"model {name}", name, "share") for name in self._model_names)
        return (*_FIXED, *_PEOPLE[:1], *models, *_PEOPLE[1:])

    def cell(self, place: int, key: str) -> Cell:
        """One cell; None if it is empty. Raises KeyError for an unknown column."""
        if key == "symbols" and self._figures[place] is None:
            # Counted only for visible rows: parsing all formulas of a large set takes too long.
            return self._symbols_read(place)
        return self._reader(key)(place)

    def _symbols_read(self, place: int) -> int | None:
        """The number of symbols in the formulas, which needs no solver."""
        if place not in self._symbols:
            self._symbols[place] = _symbols(self.items[place])
        return self._symbols[place]

    def alike(self, key: str, start: int = 1) -> bool:
        """Whether a column has the first item's value in all items from that place on."""
        cell_at = self._reader(key)
        return all(cell_at(n) == cell_at(0) for n in range(start, len(self.items)))

    def _reader(self, key: str) -> Callable[[int], Cell]:
        items, figures, recorded = self.items, self._figures, self._tallies

        def figure(name: str) -> Callable[[int], Cell]:
            return lambda place: getattr(figures[place], name, None)

        readers: dict[str, Callable[[int], Cell]] = {
            "id": lambda place: items[place].id,
            "title": lambda place: items[place].title,
            "benchmark": lambda place: items[place].provenance.benchmark,
            "kind": lambda place: " + ".join(self._kinds[place]),
            "premises": lambda place: _premises(items[place], figures[place]),
            "symbols": figure("symbols"),
            "gold": lambda place: _gold(items[place], figures[place]),
            "models": figure("models"),
            "support": figure("support_size"),
            "people": lambda place: record.people.share if (record := recorded[place]) else None,
            "seconds": lambda place: record.median_seconds if (record := recorded[place]) else None,
        }
        if key.startswith("model "):
            name = key.removeprefix("model ")

            def model(place: int) -> Cell:
                record = recorded[place]
                tally = record.models.get(name) if record else None
                return tally.share if tally else None

            return model
        return readers[key]

    # --- filter and order ------------------------------------------------------------------------

    def select(self, view: View) -> list[int]:
        """Places of the items to show, in order; items without a value in the column come last."""
        chosen = self._matching(view.text)
        for name, wanted_values in view.facets.items():
            if wanted_values:
                values = self.facet_values(name)
                chosen = [place for place in chosen if not wanted_values.isdisjoint(values[place])]
        if not view.sort:
            return chosen if not view.descending else chosen[::-1]
        ordered, empty_places = self._order(view.sort)
        visible = bytearray(len(self.items))
        for place in chosen:
            visible[place] = 1
        first = reversed(ordered) if view.descending else ordered
        return [place for place in first if visible[place]] + [
            p for p in empty_places if visible[p]
        ]

    def _matching(self, text: str) -> list[int]:
        words = tuple(text.casefold().split())
        last, among = self._last_filter
        # Further typing narrows the previous matches; any other change starts over.
        narrower = len(words) >= len(last) and all(
            old in new for old, new in zip(last, words, strict=False)
        )
        if words == last:
            return list(among)
        candidates: Sequence[int] = among if narrower else range(len(self.items))
        haystacks = self._haystacks
        matching = list(candidates)
        for word in words:
            matching = [place for place in matching if word in haystacks[place]]
        self._last_filter = (words, matching)
        return list(matching)

    def _order(self, key: str) -> tuple[list[int], list[int]]:
        """All places sorted by that column, ascending, and those without a value."""
        cached_order = self._orders.get(key)
        if cached_order is None:
            cell_at = self._reader(key)
            if key == "symbols" and len(self.items) <= MAX_COUNTED_ITEMS:
                cell_at = partial(self.cell, key=key)
            cells = [cell_at(place) for place in range(len(self.items))]
            keys = [_natural(c) if isinstance(c, str) else c for c in cells]
            having = [place for place, cell in enumerate(cells) if cell not in (None, "")]
            empty_places = [place for place, cell in enumerate(cells) if cell in (None, "")]
            having.sort(key=keys.__getitem__)  # type: ignore[arg-type]
            cached_order = self._orders[key] = (having, empty_places)
        return cached_order

    # --- facets ----------------------------------------------------------------------------------

    @property
    def facets(self) -> tuple[str, ...]:
        """Names of the facets: benchmark, question kind, gold, whether people and models disagree
        (if both have answers), and the attributes that group items."""
        both = any(record is not None and record.disagree is not None for record in self._tallies)
        return (*_FACETS, *((DISAGREE,) if both else ()), *self._grouping)

    def facet(self, name: str, view: View) -> tuple[FacetValue, ...]:
        """The values of a facet with the number of items each would leave under the rest of the
        view, the most frequent first."""
        others = {key: accepted for key, accepted in view.facets.items() if key != name}
        values = self.facet_values(name)
        if view.text or any(others.values()):
            places = self.select(View(view.text, others))
            counts = Counter(chain.from_iterable(map(values.__getitem__, places)))
        else:
            counts = +self._counted(name)
        chosen = view.facets.get(name, frozenset())
        for value in chosen:
            counts.setdefault(value, 0)
        ordered = sorted(counts.items(), key=lambda pair: (-pair[1], _natural(pair[0])))
        return tuple(FacetValue(value, count, value in chosen) for value, count in ordered)

    def _counted(self, name: str) -> "Counter[str]":
        """The number of items with each value of a facet; some counts may be 0."""
        if name not in self._counts:
            self._counts[name] = Counter(chain.from_iterable(self.facet_values(name)))
        return self._counts[name]

    def facet_values(self, name: str) -> list[tuple[str, ...]]:
        """The values of each item in a facet."""
        cached_values = self._facets.get(name)
        if cached_values is None:
            cached_values = self._facets[name] = [
                self._values(name, n) for n in range(len(self.items))
            ]
        return cached_values

    def _values(self, name: str, place: int) -> tuple[str, ...]:
        item = self.items[place]
        match name:
            case "benchmark":
                return (item.provenance.benchmark or "–",)
            case "question":
                return self._kinds[place]
            case "gold":
                return (_gold(item, self._figures[place]),)
            case _ if name == DISAGREE:
                record = self._tallies[place]
                disagree = None if record is None else record.disagree
                return () if disagree is None else ("disagree" if disagree else "agree",)
        value = item.attributes.get(name)
        return () if value is None else (_cell_text(value),)


def _haystack(item: Item) -> str:
    questions = (question.text for question in item.leaves)
    return "\n".join((item.id, item.title, item.text, *questions)).casefold()


def _kinds(item: Item) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(leaf.kind) for leaf in item.leaves))


def _premises(item: Item, figures: Figures | None) -> int | None:
    """The number of premises; before the solver has run, the number of written ones."""
    if figures is not None:
        return figures.premises
    written = (item.formalization or {}).get("premise")
    return len(written) if isinstance(written, list) else None


def _symbols(item: Item) -> int | None:
    from items.formal import formal_item
    from solver.cancel import Budget, GaveUp
    from solver.errors import CountermodelError
    from solver.language.loader import used_symbols

    try:
        formal = formal_item(item, budget=Budget.of(READING_SECONDS))
    except (CountermodelError, GaveUp):
        return None
    return None if formal is None else len(used_symbols(formal.problem))


def _gold(item: Item, figures: Figures | None) -> str:
    if figures is None:
        return PENDING
    if figures.inconsistent and figures.gold == "proved":
        return PROVED_OF_NOTHING
    return proof_words(item, figures.gold)


def _cell_text(value: str | int | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _natural(text: str) -> tuple[str | int, ...]:
    """Sort key that puts `item 9` before `item 10`: alternating texts and numbers."""
    parts = _DIGITS.split(text.casefold())
    return tuple(int(part) if place % 2 else part for place, part in enumerate(parts))
