"""Two respondents, or two groups, compared on a score of the items both have.

Owns what every comparison holds, wherever it is shown: the mean difference over items with its
interval, the test, the difference that could have been detected, and equivalence within a margin.
All four are of one piece (`study.statistics.differences`): p is below 5 % where the interval leaves
out 0. Where people are on a side they are a sample of people; items always are, by cluster.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, sqrt
from statistics import fmean
from typing import Any

from study.statistics.chi_square import holm
from study.statistics.crossed import codes, covariance, fewest, one_way, projected, two_way
from study.statistics.differences import Difference, Figure, with_room
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Effects, Estimate, Sampling


@dataclass(frozen=True)
class Answers:
    """The scores of the answers of several people."""

    people: Sequence[Hashable]
    """Who gave each."""
    items: Sequence[str]
    scores: Sequence[float]
    """Between 0 and 1."""
    _sides: "dict[object, _Side]" = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def by_item(self) -> Mapping[str, float]:
        """The mean score of each item."""
        import numpy

        names, who = self._items
        means = numpy.bincount(who, self.scores) / numpy.bincount(who)
        return dict(zip(names, means.tolist(), strict=True))

    @cached_property
    def _items(self) -> tuple[Sequence[str], Any]:
        """The items that were answered, and the place of each answer's among them."""
        return list(dict.fromkeys(self.items)), codes(self.items)

    def to(self, items: Mapping[str, int]) -> tuple[Any, Any, Any]:
        """The answers to some items, given with their places: who, which, scores."""
        import numpy

        names, which = self._items
        places = numpy.array([items.get(name, -1) for name in names], dtype=numpy.intp)[which]
        answered = places >= 0
        scores = numpy.asarray(self.scores, dtype=float)[answered]
        return codes(self._people[answered]), places[answered], scores

    @cached_property
    def _people(self) -> Any:
        return codes(self.people)


@dataclass(frozen=True)
class JointScores:
    """The scores of items each of which several people answered together."""

    by_item: Mapping[str, float]
    effects: Callable[[Sequence[str]], Effects]
    """What each answer to some of the items does to the score of its item, by the place of the item
    among them."""
    _sides: "dict[object, _Side]" = field(
        default_factory=dict, init=False, repr=False, compare=False
    )


LARGE = 1 / 3
"""Where items that are drawn together are this share of all or more, intervals of differences are
too wide: 98 to 100 % of them hold (docs/metrics.md)."""
Scores = Mapping[str, float] | Answers | JointScores
"""By item, of one respondent, or of several people: answer by answer, or of each item together."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A score of two on the items both have."""

    n: int
    """Items."""
    left: float
    right: float
    """Mean scores over these items."""
    difference: Estimate
    """Left minus right, with its interval."""
    p: float
    """Two-sided, of no difference."""
    test: str
    """For what the test and the interval are, in words."""
    detectable: float | None
    """The true difference that such data show with a chance of 80 %, at a level of 5 %; None where
    it cannot be told."""
    largest: float
    """The share of the items that most of them drawn together are; 0 where each stands alone."""
    details: Difference
    """What all of it is worked out from."""
    structures: bool = False
    """Whether the two share no item, and are compared over what their items share instead: `n` is
    then of clusters."""

    @property
    def lopsided(self) -> bool:
        """Whether its interval is too wide, and its p too high, as one cluster is `LARGE`."""
        return self.largest >= LARGE

    def equivalence(self, margin: float) -> float | None:
        """p of two one-sided tests that the difference is smaller than the margin either way; None
        where it cannot be told."""
        return self.details.equivalence(margin)


def compare(
    left: Scores,
    right: Scores,
    *,
    clusters: Mapping[str, Hashable] | None = None,
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS,
    structures: bool = False,
) -> Comparison | None:
    """Compare scores by item (PC, right or wrong, a share of people); None without shared items.
    `clusters` names what items share, by item; those without a name stand for themselves. With
    `structures`, two groups of people who share no item are compared over the clusters of which
    both answered items: each cluster weighs the same, and its items on a side likewise."""
    means = [side if isinstance(side, Mapping) else side.by_item for side in (left, right)]
    shared = sorted(means[0].keys() & means[1].keys())
    if not shared:
        people = isinstance(left, Answers) and isinstance(right, Answers)
        return _over_structures((left, right), means, clusters, sampling, structures and people)
    together = clusters is not None and sampling.population not in ("items", "both")
    groups = [clusters.get(item, item) if together and clusters else item for item in shared]
    place = dict(zip(shared, codes(groups).tolist(), strict=True))
    most = max(Counter(place.values()).values())
    sides = [
        _side_once(side, mean, place, sampling)
        for side, mean in zip((left, right), means, strict=True)
    ]
    largest = most / len(shared) if most > 1 else 0.0
    return _compared(sides, len(shared), sampling, largest)


def _over_structures(
    both: Sequence[Scores],
    means: Sequence[Mapping[str, float]],
    clusters: Mapping[str, Hashable] | None,
    sampling: Sampling,
    people: bool,
) -> Comparison | None:
    """Two groups of `people` over the clusters of which both answered items; None where they are
    none, have none, or items are all there are."""
    if not people or not clusters or sampling.population in ("items", "both"):
        return None
    names = [{item: clusters.get(item, item) for item in mean} for mean in means]
    common = set(names[0].values()) & set(names[1].values())
    if not common:
        return None
    numbers = {name: number for number, name in enumerate(sorted(common, key=str))}
    sides = []
    for side, mean, own in zip(both, means, names, strict=True):
        place = {item: numbers[own[item]] for item in sorted(mean) if own[item] in common}
        sizes = Counter(place.values())
        weights = [1 / (len(common) * sizes[number]) for number in place.values()]
        sides.append(_side(side, mean, place, sampling, weights))
    return replace(_compared(sides, len(common), sampling, 0.0), structures=True)


def _compared(sides: "Sequence[_Side]", n: int, sampling: Sampling, largest: float) -> Comparison:
    """What two sides come to over `n` items."""
    # People that answer the same items once more are other people; the items are the same.
    drawn = sampling.population not in ("items", "both") or not any(entry.people for entry in sides)
    common = covariance(sides[0].by_group, sides[1].by_group) if drawn else 0.0
    if common > 0:
        common = _with_room(common, sides)
    difference = Difference(sides[0].figure, sides[1].figure, common)
    low, high = difference.interval()
    people = any(entry.people for entry in sides)
    scarcer = min(entry.figure.variance.groups for entry in sides)
    number, of_items = fewest(*(entry.figure.variance for entry in sides))
    return Comparison(
        n,
        sides[0].figure.value,
        sides[1].figure.value,
        Estimate(difference.value, low, high, n, scarcer, people=number, items=of_items),
        difference.p(),
        _test(sampling, people=people),
        difference.detectable(),
        largest,
        difference,
    )


def corrected(comparisons: Sequence[Comparison]) -> list[float]:
    """p of each, corrected for all that are shown together (Holm 1979)."""
    return holm([comparison.p for comparison in comparisons])


@dataclass(frozen=True, slots=True)
class _Side:
    figure: Figure
    by_group: Any
    """The sum of the errors of each cluster of items."""
    people: bool
    """Whether people are drawn anew."""
    answers: float = 1.0
    """To an item, on average."""
    single: bool = False
    """Whether all answers are of one respondent."""


def _with_room(common: float, sides: Sequence[_Side]) -> float:
    """A covariance that leaves room for a difference where the answers are equal: half an answer
    less. People on the one side are hardly ever of one mind, and agree less with the other side's
    single answers: there it is only kept below what full agreement gives."""
    single = [side.figure for side in sides if side.single]
    if len(single) == 1:
        left, right = (side.figure.variance.variance for side in sides)
        return min(common, (1 - single[0].room) * sqrt(left * right))
    return with_room(common, len(sides[0].by_group), min(side.answers for side in sides))


def _side_once(
    scores: Scores, means: Mapping[str, float], place: Mapping[str, int], sampling: Sampling
) -> _Side:
    """The same as `_side`. Of several people, whose answers are many, it is kept: they are compared
    with one after the other on the same items."""
    if isinstance(scores, Mapping):
        return _side(scores, means, place, sampling)
    key = sampling, tuple(place.items())
    if key not in scores._sides:
        scores._sides[key] = _side(scores, means, place, sampling)
    return scores._sides[key]


def _side(
    scores: Scores,
    means: Mapping[str, float],
    place: Mapping[str, int],
    sampling: Sampling,
    weighed: Sequence[float] | None = None,
) -> _Side:
    """One side on some items, given with their clusters' numbers; they weigh as much as `weighed`
    says, by default the same."""
    import numpy

    n = len(place)
    scores_of = [means[item] for item in place]
    value = fmean(scores_of, weighed)
    groups = numpy.fromiter(place.values(), dtype=numpy.intp, count=n)
    share: Any = 1 / n if weighed is None else numpy.array(weighed)
    errors = (numpy.array(scores_of, dtype=float) - value) * share
    by_group = numpy.bincount(groups, errors)
    if isinstance(scores, Mapping) or sampling.population in ("people", "both"):
        variance = one_way(errors, groups, None if weighed is None else share)
        single = isinstance(scores, Mapping)
        counted = single and {0, 1}.issuperset(scores_of)
        figure = Figure(value, variance, n if counted else inf, counted)
        return _Side(figure, by_group, people=False, single=single)
    if isinstance(scores, JointScores):
        moved = scores.effects(list(place))
        values, who = numpy.asarray(moved.values) / n, codes(moved.respondents)
        if sampling.population == "items":
            variance = one_way(values, who)
        else:
            variance = projected(errors, groups, values, who, groups[moved.items])
        return _Side(Figure(value, variance), by_group, people=True)
    order = {item: number for number, item in enumerate(place)}
    who, which, scores_given = scores.to(order)
    weights = 1 / numpy.bincount(which, minlength=n)[which]
    if weighed is not None:
        weights = weights * (share * n)[which]
    answers = (scores_given - value) * weights / n
    if sampling.population == "items":
        variance = one_way(answers, who, weights)
    else:
        variance = two_way(answers, who, groups[which], weights)
    figure = Figure(value, variance, len(scores_given))
    return _Side(figure, by_group, people=True, answers=len(scores_given) / n)


def _test(sampling: Sampling, *, people: bool) -> str:
    match sampling.population:
        case "items":
            return "test for new people" if people else "test for new answers"
        case "both":
            return "test for new answers"
        case "people":
            return "test for new items"
        case None:
            return "test for new people and items" if people else "test for new items"
