"""How much a figure varies from sample to sample of people and of items, both at once.

Owns the variance of a figure of crossed answers and its degrees of freedom. A figure is given by
the errors of its observations: how much each pulls it up or down (the influence of the observation,
divided by their number), which sum to zero over each group of people.

Answers of one person to one item, or to one cluster of items, are taken together. The variance of
the mean is that of people plus that of items minus what both hold of single answers, each by the
mean squares of a two-way table (Cameron, Gelbach and Miller 2011, "Robust inference with multiway
clustering", equation 2.7; Owen 2007, section 3). A source that varies no more than single answers
do adds nothing. Degrees of freedom are Satterthwaite's (1946) over the sources that are there.
NumPy is imported when the first variance is computed.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

TINY = 1e-30
"""What floating point leaves of a variance that is none."""


@dataclass(frozen=True, slots=True)
class Variance:
    """The variance of a figure over new samples."""

    variance: float
    freedom: float
    """Degrees of freedom of the variance, for Student's t; 0 where it cannot be told."""
    groups: int
    """How many people, items or clusters there are, of the scarcer kind."""

    @property
    def error(self) -> float:
        """The standard error of a difference of shares. Where nothing varies, one group more that
        differs either way is counted (after Agresti and Min 2005), so that it is never 0."""
        return sqrt(self.variance) if self.variance else sqrt(2) / (self.groups + 2)


UNKNOWN = Variance(0.0, 0.0, 1)
"""One person says nothing of others, nor one item."""


def codes(groups: Sequence[Hashable] | Any) -> Any:
    """Each group's number, from 0, as an array."""
    import numpy

    if isinstance(groups, numpy.ndarray):
        return numpy.unique(groups, return_inverse=True)[1].ravel()
    places: dict[Hashable, int] = {}
    numbers = [places.setdefault(group, len(places)) for group in groups]
    return numpy.array(numbers, dtype=numpy.intp)


def one_way(errors: Any, groups: Any) -> Variance:
    """The variance over one kind of groups alone, the other kind being all there is."""
    n = _count(groups)
    if n < 2:
        return UNKNOWN
    return Variance(_between(errors, groups, n), n - 1, n)


def two_way(errors: Any, people: Any, items: Any, sides: Any = None) -> Variance:
    """The variance over new people and new items. `sides`, an array of 0 and 1, tells two groups
    of people apart that answered the same items; each has its own people."""
    import numpy

    n_items = _count(items)
    if n_items < 2:
        return UNKNOWN
    masks = [numpy.ones(len(errors), bool)] if sides is None else [sides == 0, sides == 1]
    person = residual = squares = slack = 0.0
    scarcer = n_items
    for mask in masks:
        own_people = codes(people[mask])
        own_items = codes(items[mask])
        a, b = _count(own_people), _count(own_items)
        if a < 2 or b < 2:
            return UNKNOWN
        scarcer = min(scarcer, a)
        cells = numpy.bincount(codes(own_people * b + own_items), errors[mask])
        of_people = _between(errors[mask], own_people, a)
        of_items = _between(errors[mask], own_items, b)
        # Below 1 where nearly everybody answered an item of their own.
        free = max(1, len(cells) - a - b + 1)
        single = float(cells @ cells)
        rest = (len(cells) * single - of_people * (a - 1) - of_items * (b - 1)) / free
        rest = min(max(rest, 0.0), single)
        person += of_people
        residual += rest
        squares += of_people**2 / (a - 1)
        slack += rest**2 / free
    item = _between(errors, items, n_items)
    variance, uncertain = residual, slack
    if person > residual:
        variance += person - residual
        uncertain += squares
    if item > residual:
        variance += item - residual
        uncertain += item**2 / (n_items - 1)
    if variance < TINY:
        return Variance(0.0, scarcer - 1, scarcer)
    most = len(errors)
    freedom = variance**2 / uncertain if uncertain > TINY**2 else most
    return Variance(variance, min(max(freedom, scarcer - 1), most), scarcer)


def _count(groups: Any) -> int:
    return int(groups.max()) + 1 if len(groups) else 0


def _between(errors: Any, groups: Any, n: int) -> float:
    """The variance of a sum of errors over new groups."""
    import numpy

    sums = numpy.bincount(groups, errors, minlength=n)
    return float(sums @ sums) * n / (n - 1)
