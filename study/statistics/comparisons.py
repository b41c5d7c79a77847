"""Two respondents, or two groups, compared on a score of the items that both answered.

Owns the contents of every comparison, wherever it is shown: the mean difference over items with its
interval, the test, the detectable difference, and equivalence within a margin. All four are
consistent (`study.statistics.differences`): p is below 5 % where the interval excludes 0. People on
a side are a sample of people; items always are a sample, by cluster.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, sqrt
from statistics import fmean
from typing import Any

from solver.phrases import phrase
from study.statistics.chi_square import holm
from study.statistics.crossed import codes, covariance, fewest, one_way, projected, two_way
from study.statistics.differences import Difference, Figure, with_room
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Effects, Estimate, Sampling


@dataclass(frozen=True)
class Answers:
    """The scores of several people's answers."""

    people: Sequence[Hashable]
    """Who gave each answer."""
    items: Sequence[str]
    scores: Sequence[float]
    """Scores between 0 and 1."""
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
        """The items with answers, and the index of each answer's item among them."""
        return list(dict.fromkeys(self.items)), codes(self.items)

    def to(self, items: Mapping[str, int]) -> tuple[Any, Any, Any]:
        """The answers to some items, given with their indices: people, items, scores."""
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
    """The scores of items that several people answered together."""

    by_item: Mapping[str, float]
    effects: Callable[[Sequence[str]], Effects]
    """The effect of each answer to some of the items on the score of its item, by the item's index
    among them."""
    _sides: "dict[object, _Side]" = field(
        default_factory=dict, init=False, repr=False, compare=False
    )


LARGE_CLUSTER = 1 / 3
"""Where one cluster has at least this share of all items, intervals of differences are too wide: 98
to 100 % of them cover the figure (docs/metrics.md)."""
Scores = Mapping[str, float] | Answers | JointScores
"""Scores of one respondent by item, or of several people: by answer, or of each item together."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A score of two sides on the items both have."""

    n: int
    """Number of items."""
    left: float
    right: float
    """Mean scores over these items."""
    difference: Estimate
    """Left minus right, with its interval."""
    p: float
    """Two-sided, of no difference."""
    test: str
    """What the test and the interval are for, in words."""
    detectable: float | None
    """The true difference that such data detect with a power of about 80 % at a level of 5 %; None
    where it is unknown."""
    largest: float
    """The largest cluster's share of the items; 0 where each is its own cluster."""
    details: Difference
    """The figures behind the comparison."""
    structures: bool = False
    """Whether the two share no item and are compared over the clusters of their items instead: `n`
    is then the number of clusters."""

    @property
    def lopsided(self) -> bool:
        """Whether its interval is too wide, and its p too high, because one cluster has a share of
        `LARGE_CLUSTER` or more."""
        return self.largest >= LARGE_CLUSTER

    def equivalence(self, margin: float) -> float | None:
        """p of two one-sided tests that the absolute difference is smaller than the margin; None
        where it is unknown."""
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
    `clusters` maps items to clusters; an item without one is its own. With `structures`, two groups
    of people who share no item are compared over the clusters in which both answered items: all
    clusters have the same weight, as do a side's items within a cluster."""
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
    sides_scores: Sequence[Scores],
    means: Sequence[Mapping[str, float]],
    clusters: Mapping[str, Hashable] | None,
    sampling: Sampling,
    people: bool,
) -> Comparison | None:
    """Compare two groups of `people` over the clusters in which both answered items; None where
    they are not people, share no cluster, or items are the whole population."""
    if not people or not clusters or sampling.population in ("items", "both"):
        return None
    names = [{item: clusters.get(item, item) for item in mean} for mean in means]
    common = set(names[0].values()) & set(names[1].values())
    if not common:
        return None
    numbers = {name: number for number, name in enumerate(sorted(common, key=str))}
    sides = []
    for side, mean, own in zip(sides_scores, means, names, strict=True):
        place = {item: numbers[own[item]] for item in sorted(mean) if own[item] in common}
        sizes = Counter(place.values())
        weights = [1 / (len(common) * sizes[number]) for number in place.values()]
        sides.append(_side(side, mean, place, sampling, weights))
    return replace(_compared(sides, len(common), sampling, 0.0), structures=True)


def _compared(sides: "Sequence[_Side]", n: int, sampling: Sampling, largest: float) -> Comparison:
    """The comparison of two sides over `n` items."""
    # People who answer the same items again are other people; the items are the same.
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
    """p of each comparison, corrected for the number shown together (Holm 1979)."""
    return holm([comparison.p for comparison in comparisons])


@dataclass(frozen=True, slots=True)
class _Side:
    figure: Figure
    by_group: Any
    """The sum of the errors in each cluster of items."""
    people: bool
    """Whether people are sampled."""
    answers: float = 1.0
    """Mean number of answers to an item."""
    single: bool = False
    """Whether all answers are of one respondent."""


def _with_room(shared_covariance: float, sides: Sequence[_Side]) -> float:
    """A covariance with room for a difference where the answers are equal: half an answer less.
    Answers of people on one side are hardly ever all equal, and agree less with the other side's
    single answers; there the covariance is only limited by that of full agreement."""
    single = [side.figure for side in sides if side.single]
    if len(single) == 1:
        left, right = (side.figure.variance.variance for side in sides)
        return min(shared_covariance, (1 - single[0].room) * sqrt(left * right))
    return with_room(shared_covariance, len(sides[0].by_group), min(side.answers for side in sides))


def _side_once(
    scores: Scores, means: Mapping[str, float], place: Mapping[str, int], sampling: Sampling
) -> _Side:
    """`_side` with a cache for several people, whose answers are many and who are compared with one
    side after the other on the same items."""
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
    item_weights: Sequence[float] | None = None,
) -> _Side:
    """One side on some items, given with the numbers of their clusters; `item_weights` are the
    items' weights, equal by default."""
    import numpy

    n = len(place)
    scores_of = [means[item] for item in place]
    value = fmean(scores_of, item_weights)
    groups = numpy.fromiter(place.values(), dtype=numpy.intp, count=n)
    share: Any = 1 / n if item_weights is None else numpy.array(item_weights)
    errors = (numpy.array(scores_of, dtype=float) - value) * share
    by_group = numpy.bincount(groups, errors)
    if isinstance(scores, Mapping) or sampling.population in ("people", "both"):
        variance = one_way(errors, groups, None if item_weights is None else share)
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
    if item_weights is not None:
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
            return phrase("test for new people") if people else phrase("test for new answers")
        case "both":
            return phrase("test for new answers")
        case "people":
            return phrase("test for new items")
        case None:
            return (
                phrase("test for new people and items") if people else phrase("test for new items")
            )
