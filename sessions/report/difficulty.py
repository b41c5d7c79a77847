"""Accuracy and time against the expected difficulty of an item, for people and for models.

Owns the measures and groups of both tables, and why items are left out. `items.inspection` defines
the measures, `sessions.record.solver_figures` stores the solver's figures.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from items.inspection.difficulty import MEASURES, measures
from items.models import Item
from items.recorded.placeholders import without_text
from sessions.models.samples import majorities_among
from sessions.record.solver_figures import Solving, solved
from sessions.report.presentation import Presentation, differing
from sessions.report.respondents import (
    Respondent,
    SettingColumns,
    clusters_of,
    items_of,
    settings,
)
from sessions.storage.database import Database
from solver.phrases import phrase
from study.scores.answer_sheets import together
from study.statistics.crossed import codes
from study.statistics.mixed_model import CrossedModel, crossed_logistic
from study.statistics.samples import Sample, Sampling
from study.statistics.spread import medians_of
from study.statistics.times import together as times_together

NAMES = {
    "models": phrase("number of models"),
    "support": phrase("premises needed"),
    "premises": phrase("premises"),
    "symbols": phrase("symbols"),
    "vacuous": phrase("vacuous"),
    "characters": phrase("length of the text"),
}
CLASS_NOTE = phrase(
    "number of models: of the premises; premises needed: the minimum, "
    "for the answer that needs most; vacuous: 1 if an implication that "
    "follows according to the gold does so because its antecedent is "
    "refuted or its consequent follows by itself; length of the text: in "
    "characters"
)


@dataclass(frozen=True)
class Hardness:
    """The measures of the items that were answered."""

    measures: Mapping[str, Mapping[str, float]]
    """By measure, then by content hash of the items that have it."""
    excluded: Mapping[str, int]
    """Items for which some measure is unknown, by reason."""

    @cached_property
    def known(self) -> tuple[str, ...]:
        """The measures that some item has."""
        return tuple(name for name in MEASURES if self.measures[name])

    @cached_property
    def shown_measures(self) -> tuple[str, ...]:
        """All measures where the solver decided some item, else those that do not need it."""
        of_solver = any(name != "characters" for name in self.known)
        return MEASURES if of_solver else self.known


@dataclass(frozen=True)
class Group:
    """The runs of a setting, or people, taken together; everything by content hash of the item."""

    respondent: SettingColumns
    items: Mapping[str, Item]
    answered_items: frozenset[str]
    """The items with answers or times."""
    tallies: Mapping[str, tuple[int, int]]
    people: Mapping[str, Mapping[str, tuple[int, int]]]
    """The tallies by item and person, where people answered."""
    accuracy: Mapping[str, float]
    time: Mapping[str, float]
    """Medians in seconds."""
    clusters: Mapping[str, str]
    """The cluster of each item."""
    sampling: Sampling
    unsettled: Mapping[str, int] = field(default_factory=dict)
    """Items with unsettled free answers, over which there is no accuracy, and how many such answers
    they have."""

    def restricted_to(self, items: Collection[str]) -> "GroupAnswers":
        """The group's answers to some items, a collection that must not change later."""
        import numpy

        table = self._table
        places = table.places.of(items)
        times = table.times[places]
        places = places[table.counts[places]]
        return GroupAnswers(
            self._sample(places), int(table.right[places].sum()), times[~numpy.isnan(times)]
        )

    def _sample(self, places: Any) -> Sample:
        import numpy

        table, chosen, people = self._table, places, None
        if table.people is not None:
            selected: Any = numpy.zeros(len(table.times), dtype=bool)
            selected[places] = True
            chosen = numpy.flatnonzero(selected[table.items])
            people = table.people[chosen]
        outcome = Sample(table.rows[chosen], table.items[chosen], people, table.clusters[chosen])
        return self.sampling.of(outcome)

    @cached_property
    def _table(self) -> "_Table":
        import numpy

        # Counted items are first, so that rows can be found by their places.
        keys = list(dict.fromkeys((*self.tallies, *self.time)))
        places = _places_of(keys)
        numbers = places.numbers
        tallies: Any = numpy.array(list(self.tallies.values())).reshape(-1, 2)
        clusters = codes([self.clusters.get(key, key) for key in self.tallies])
        items: Any = numpy.arange(len(tallies))
        rows, people = tallies, None
        if self.people:
            counted_people = [
                (key, cells) for key, cells in self.people.items() if key in self.tallies
            ]
            items = numpy.repeat(
                [numbers[key] for key, _ in counted_people], [len(c) for _, c in counted_people]
            )
            rows = numpy.array([tally for _, cells in counted_people for tally in cells.values()])
            people = codes([person for _, cells in counted_people for person in cells])
            clusters = clusters[items]
        return _Table(
            places,
            numpy.arange(len(keys)) < len(tallies),
            tallies[:, 0],
            numpy.array([self.time.get(key, numpy.nan) for key in keys]),
            rows,
            items,
            people,
            clusters,
        )


@dataclass(frozen=True, slots=True)
class GroupAnswers:
    """A group's answers to some items."""

    sample: Sample
    """Right answers and answers, as data for an interval."""
    right: int
    times: Any
    """The median times of the items that have one, as an array."""


class _Places:
    """The numbers of a group's items, by content hash."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys = keys
        self.numbers = {key: place for place, key in enumerate(keys)}
        self._places_by_items: dict[int, tuple[Collection[str], Any]] = {}
        """By `id()` of the items; also holds them, so that their ids are not reused."""

    def of(self, items: Collection[str]) -> Any:
        """The numbers of some items, as an array, without items that are not in the group."""
        import numpy

        places_kept = self._places_by_items.get(id(items))
        if places_kept is None:
            places = [place for key in items if (place := self.numbers.get(key)) is not None]
            places_kept = self._places_by_items[id(items)] = (
                items,
                numpy.array(places, dtype=numpy.intp),
            )
        return places_kept[1]


_LATEST_TABLE: list[_Places] = []


def _places_of(keys: Sequence[str]) -> _Places:
    """The last one made, if it is for the same items, as for most models."""
    if not _LATEST_TABLE or _LATEST_TABLE[0].keys != keys:
        _LATEST_TABLE[:] = [_Places(keys)]
    return _LATEST_TABLE[0]


@dataclass(frozen=True, slots=True)
class _Table:
    """The items of a group, and its answers, as arrays."""

    places: "_Places"
    counts: Any
    """For each item, whether answers to it count."""
    right: Any
    """For each of these, the number of right answers."""
    times: Any
    """For each item, the median time; nan where there is none."""
    rows: Any
    """Right answers and answers: of an item or, for people, of each person on each item. The next
    fields are of the same rows."""
    items: Any
    people: Any
    """None for models."""
    clusters: Any


def hardness(db: Database, groups: Iterable[Group], solving: Solving) -> Hardness:
    """The measures of every item somebody answered, within the solver's time limit."""
    items: dict[str, Item] = {}
    for group in groups:
        items.update((key, group.items[key]) for key in group.answered_items - items.keys())
    outcome = solved(db, items.values(), solving)
    table: dict[str, dict[str, float]] = {name: {} for name in MEASURES}
    unread = uncounted = unsupported = unclaimed = 0
    for key, item in items.items():
        figures = outcome.figures.get(key)
        for name, value in measures(item, figures).items():
            if value is not None:
                table[name][key] = value
        if figures is None:
            continue
        if figures.premises is None:
            unread += 1
            continue
        uncounted += figures.models is None
        unsupported += figures.support_size is None
        unclaimed += figures.vacuous is None
    excluded: dict[str, int] = {
        phrase("items whose text is not available"): sum(map(without_text, items.values())),
        phrase("items without a formalization"): sum(
            entry.formalization is None for entry in items.values()
        ),
        phrase("items whose formalization cannot be read"): unread,
        phrase("items that were not solved in time"): len(outcome.unsolved),
        phrase(
            "items without a count of models, such as those with first-order premises"
        ): uncounted,
        phrase("items whose answers depend on no or on unknown premises"): unsupported,
        phrase("items whose gold claims no implication"): unclaimed,
    }
    return Hardness(table, excluded)


def grouped(respondents: Sequence[Respondent]) -> tuple[Group, ...]:
    """Every setting with its answers."""
    groups: list[Group] = []
    for names, runs in settings(respondents).items():
        counted = together([run.counted for run in runs])
        tallies = counted.by_item
        times = times_together([run.times for run in runs])
        unsettled = Counter(
            part.item.partition("#")[0]
            for run in runs
            if run.sheet.ungraded
            for part in run.sheet.parts
            if part.right is None
        )
        if tallies or times or unsettled:
            groups.append(
                Group(
                    SettingColumns(*names, len(runs)),
                    items_of(runs),
                    frozenset(tallies.keys() | times.keys() | unsettled.keys()),
                    tallies,
                    _by_person(runs),
                    {key: right / n for key, (right, n) in tallies.items() if n},
                    dict(zip(times, medians_of(times.sizes, times.seconds), strict=True)),
                    clusters_of(runs),
                    runs[0].sampling,
                    unsettled,
                )
            )
    return tuple(groups)


def fitted_together(groups: Iterable[Group]) -> list[Group]:
    """The groups in the mixed model: all except majorities whose samples are among them."""
    groups = list(groups)
    models = [group.respondent for group in groups if group.respondent.kind == "model"]
    extra = majorities_among((who.respondent, who.setting) for who in models)
    return [
        group
        for group in groups
        if group.respondent.kind != "model"
        or (group.respondent.respondent, group.respondent.setting) not in extra
    ]


def crossed_of(groups: Iterable[Group]) -> CrossedModel | None:
    """The mixed model of all answers: of people, by person; of models, by setting, all runs
    together, without majorities whose samples are included. Kinds have a mean for each form and
    language that is distinguished. None also where free answers are unsettled: the settled ones are
    those that are easy to settle."""
    groups = fitted_together(groups)
    if any(group.unsettled for group in groups):
        return None
    sorts = differing(
        {Presentation(group.respondent.form, group.respondent.language) for group in groups}
    )
    right: list[int] = []
    who: list[tuple[str, ...]] = []
    item_names: list[str] = []
    kinds: list[str] = []
    for group in groups:
        names = group.respondent.respondent, group.respondent.kind, group.respondent.setting
        cells = [((*names, ""), item, tally) for item, tally in group.tallies.items()]
        if group.people:
            cells = [
                ((*names, person), item, tally)
                for item, people in group.people.items()
                for person, tally in people.items()
            ]
        names_ = sorts[Presentation(group.respondent.form, group.respondent.language)].names
        kind = ", ".join((group.respondent.kind, *names_))
        for respondent, item, (hits, n) in cells:
            right += [1] * hits + [0] * (n - hits)
            who += [respondent] * n
            item_names += [item] * n
            kinds += [kind] * n
    return crossed_logistic(right, who, item_names, kinds)


def _by_person(runs: Sequence[Respondent]) -> Mapping[str, Mapping[str, tuple[int, int]]]:
    people: dict[str, dict[str, tuple[int, int]]] = {}
    for run in runs:
        for (item, person), tally in run.sheet.people.items():
            people.setdefault(item, {})[person] = tally
    return people


def answered(groups: Sequence[Group]) -> int:
    """Number of items that somebody answered."""
    return len(frozenset().union(*(group.answered_items for group in groups)))
