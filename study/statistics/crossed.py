"""How much a figure varies between samples of people and of items, both at once.

Owns the variance of a figure of crossed answers and its degrees of freedom. A figure is given by
the errors of its observations: how much each raises or lowers it (the influence of the observation,
divided by their number). They sum to zero over all observations.

Answers of one person to one item, or to one cluster of items, form one cell. The variance of the
mean is that of people plus that of items minus the part of single answers that both contain, each
from the mean squares of a two-way table (Cameron, Gelbach and Miller 2011, "Robust inference with
multiway clustering", equation 2.7; Owen 2007, section 3). A source that varies no more than single
answers do adds nothing. Degrees of freedom are Satterthwaite's (1946) over the existing sources.

With fewer than `FEW_GROUPS` people, or items, Student's t of the two kinds is combined as in
Banerjee (1960, "Expressions for the lower bound to confidence coefficients"): half an interval
squared is the sum of each kind's part of the variance times the square of its own t. The scarcer
kind includes its single answers: two people who happen to be equally accurate say little about how
people differ. Satterthwaite's degrees of freedom, which ignore such people, covered 86 to 89 % of
figures of two people where these cover 95 % and more; with four people and more, Satterthwaite's
cover as they should, and Banerjee's up to 99 % (docs/metrics.md).

Groups may differ in size. How much the sum of squares over groups is too small, and its degrees of
freedom, follow from how much their sums should vary given their sizes and how similar the
observations of a group are (after Bell and McCaffrey 2002, "Bias reduction in standard errors for
linear regression with multi-stage samples"). With groups of one size both are as usual: a factor of
n / (n - 1), and n - 1. NumPy is imported when the first variance is computed.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

FEW_GROUPS = 4
"""With fewer people, or items or clusters of them, each kind has its own t."""
TINY = 1e-30
"""Rounding error of a variance of zero."""
SORT_FROM = 1 << 13
"""Below this many numbers, scanning all is faster than sorting a few."""


@dataclass(frozen=True, slots=True)
class Variance:
    """The variance of a figure over new samples."""

    variance: float
    freedom: float
    """Degrees of freedom for Student's t: of the variance or, with `other`, of the scarcer kind's
    part; 0 where they are unknown."""
    groups: int
    """Number of people, items or clusters, of the scarcer kind."""
    people: int = 0
    """Number of people, where people and items are sampled; otherwise 0."""
    items: int = 0
    """Number of items, or clusters of them, likewise."""
    other: "OtherVariance | None" = None
    """The more frequent kind, where the scarcer one has fewer than `FEW_GROUPS` groups."""

    def quantile(self, confidence: float) -> float:
        """Half the width of an interval, in standard deviations."""
        from scipy.special import stdtrit

        above = (1 + confidence) / 2
        own = float(stdtrit(self.freedom, above))
        if self.other is None or not self.variance:
            return own
        more = float(stdtrit(self.other.freedom, above))
        parts = own**2 * self.other.scarcer + more**2 * self.other.beyond
        return sqrt(max(parts / self.variance, more**2))


@dataclass(frozen=True, slots=True)
class OtherVariance:
    """The other part of a variance, besides that of the scarcer kind of groups."""

    scarcer: float
    """The scarcer kind's part, including single answers."""
    beyond: float
    """The other kind's part, beyond single answers."""
    freedom: float
    """Degrees of freedom of the other kind."""


UNKNOWN = Variance(0.0, 0.0, 1)
"""One person says nothing about others, and neither does one item."""


def codes(groups: Sequence[Hashable] | Any) -> Any:
    """Each group's number, from 0, as an array."""
    import numpy

    if isinstance(groups, numpy.ndarray):
        return _dense(groups)
    places = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    return numpy.fromiter(map(places.__getitem__, groups), numpy.intp, len(groups))


def _dense(groups: Any) -> Any:
    """The same for an array of numbers; small whole numbers need no sorting."""
    import numpy

    n = len(groups)
    if n and groups.dtype.kind in "iu" and groups.min() >= 0:
        most = int(groups.max())
        if most < 4 * n + SORT_FROM:
            occurring: Any = numpy.zeros(most + 1, dtype=numpy.intp)
            occurring[groups] = 1
            return (occurring.cumsum() - 1)[groups]
    return numpy.unique(groups, return_inverse=True)[1].ravel()


def firsts_and_codes(groups: Any) -> tuple[Any, Any]:
    """For an array of numbers from 0 upwards: the first index of each number, in ascending order,
    and each element's position among the numbers."""
    import numpy

    n = len(groups)
    most = int(groups.max(initial=0))
    if most >= 4 * n + SORT_FROM:
        _, first, places = numpy.unique(groups, return_index=True, return_inverse=True)
        return first, places.ravel()
    first = numpy.full(most + 1, n)
    # Of several numbers assigned to one index, the last remains.
    first[groups[::-1]] = numpy.arange(n)[::-1]
    occurring = first < n
    return first[occurring], (occurring.cumsum() - 1)[groups]


def one_way(errors: Any, groups: Any, weights: Any = None) -> Variance:
    """The variance over one kind of groups, the other kind being the whole population. `groups`
    come from `codes`; `weights` are those of the observations in the figure, by default 1."""
    n = _count(groups)
    if n < 2:
        return UNKNOWN
    source = _between(errors, groups, n, weights)
    if source.variance < TINY:
        return Variance(0.0, n - 1, n)
    return Variance(source.variance, source.freedom, n)


def two_way(errors: Any, people: Any, items: Any, weights: Any = None) -> Variance:
    """The variance over new people and new items; arguments as in `one_way`. Answers of weight 0 do
    not affect the figure: groups with no others do not count."""
    import numpy

    pairs = people * _count(items) + items
    cells = numpy.bincount(codes(pairs), errors)
    table = Table(_count(people), _count(items), len(cells), float(cells @ cells))
    if weights is not None and not weights.all():
        part = weights > 0
        errors, weights = errors[part], weights[part]
        people, items = codes(people[part]), codes(items[part])
    a, b = _count(people), _count(items)
    if a < 2 or b < 2:
        return UNKNOWN
    sources = _between(errors, people, a, weights), _between(errors, items, b, weights)
    return combined(*sources, table, (a, b), len(errors))


def projected(
    errors: Any, items: Any, effects: Any, people: Any, items_of_effects: Any
) -> Variance:
    """The variance over new people and new items of a figure that is not a sum over answers:
    `errors` are those of items (their groups in `items`), `effects` how much each answer of a
    person moves the figure (by person, and group of the item)."""
    import numpy

    a, b = _count(people), _count(items)
    if a < 2 or b < 2:
        return UNKNOWN
    of_people, of_items = _between(effects, people, a), _between(errors, items, b)
    cells = numpy.bincount(codes(people * b + items_of_effects), effects)
    single = float(cells @ cells)
    # The items' own variance already includes single answers.
    people_alone = max(of_people.variance - single, 0.0)
    variance = of_items.variance + people_alone
    uncertain = of_items.variance**2 / of_items.freedom
    if people_alone:
        uncertain += of_people.variance**2 / of_people.freedom
    # The variance of people alone is as uncertain as that of people: it has no fewer degrees of
    # freedom than the scarcer kind.
    least = min(of_people.freedom, of_items.freedom)
    freedom = _satterthwaite(variance, uncertain, least, len(effects))
    return _together((of_people, of_items), variance, single, freedom, (a, b))


@dataclass(frozen=True, slots=True)
class Source:
    """The part of the variance due to one kind of groups, including single answers."""

    variance: float
    freedom: float
    total: float
    """The sum of squares of the groups' errors."""


@dataclass(frozen=True, slots=True)
class Table:
    """The errors of each person on each group of items."""

    people: int
    items: int
    cells: int
    """Number of cells with an answer, even of weight 0: what did not happen is an observation
    too."""
    squares: float
    """The sum of squares of the cells."""


def combined(
    of_people: Source, of_items: Source, table: Table, numbers: tuple[int, int], answers: int
) -> Variance:
    """The variance from both sources, minus the single answers that both contain; `numbers` of
    people and of groups of items that affect the figure, `answers` the number of observations."""
    # Below 1 where nearly everybody answered an item of their own.
    free = max(1, table.cells - table.people - table.items + 1)
    explained = of_people.total * table.people + of_items.total * table.items
    rest = min(max((table.cells * table.squares - explained) / free, 0.0), table.squares)
    variance, uncertain = rest, rest**2 / free
    for source in (of_people, of_items):
        if source.variance > rest:
            variance += source.variance - rest
            uncertain += source.variance**2 / source.freedom
    freedom = _satterthwaite(variance, uncertain, 1.0, answers)
    return _together((of_people, of_items), variance, rest, freedom, numbers)


def _satterthwaite(
    variance: float, uncertain: float, lower_bound: float, upper_bound: float
) -> float:
    """The degrees of freedom of a sum of variances, given the sum over their squares divided by
    their degrees of freedom."""
    freedom = variance**2 / uncertain if uncertain > TINY**2 else upper_bound
    return min(max(freedom, lower_bound), upper_bound)


def _together(
    sources: tuple[Source, Source],
    variance: float,
    residual: float,
    freedom: float,
    numbers: tuple[int, int],
) -> Variance:
    """The variance from the sources, people and items, with these degrees of freedom; each source
    contains the `residual`. `numbers` are of people and items."""
    scarcer, other = sorted(sources, key=lambda source: source.freedom)
    fewest = min(numbers)
    if variance < TINY:
        return Variance(0.0, fewest - 1, fewest, *numbers)
    if fewest >= FEW_GROUPS:
        return Variance(variance, freedom, fewest, *numbers)
    own = min(scarcer.variance, variance)
    parts = OtherVariance(own, max(other.variance - residual, 0.0), other.freedom)
    return Variance(variance, scarcer.freedom, fewest, *numbers, parts)


def fewest(*variances: Variance) -> tuple[int, int]:
    """The smallest numbers of people and of items; 0 for a kind that is sampled nowhere."""
    people = min((each.people for each in variances if each.people), default=0)
    return people, min((each.items for each in variances if each.items), default=0)


def covariance(left: Any, right: Any) -> float:
    """The covariance of two figures over new groups, given the sum of the errors in each group."""
    n = len(left)
    return float(left @ right) * n / (n - 1) if n > 1 else 0.0


def _count(groups: Any) -> int:
    return int(groups.max()) + 1 if len(groups) else 0


def _between(errors: Any, groups: Any, n: int, weights: Any = None) -> Source:
    """The variance of a sum of errors over new groups."""
    import numpy

    sums = numpy.bincount(groups, errors, minlength=n)
    sizes = numpy.bincount(groups, weights, minlength=n).astype(float, copy=False)
    total = float(sums @ sums)
    most = float(sizes.max())
    if most - float(sizes.min()) <= 1e-9 * most:
        return Source(total * n / (n - 1), n - 1.0, total)
    single = float(errors @ errors)
    alike = max(0.0, total - single) / float(sizes @ sizes)
    expected = sizes * (single / float(sizes.sum())) + alike * sizes**2
    whole = float(expected.sum())
    if whole < TINY:
        return Source(total * n / (n - 1), n - 1.0, total)
    shares = sizes / sizes.sum()
    visible = float(expected @ (1 - 2 * shares)) + float(shares @ shares) * whole
    freedom = whole**2 / float(expected @ expected) - 1
    return Source(total * whole / max(visible, whole / n), max(1.0, freedom), total)
