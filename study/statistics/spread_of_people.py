"""How far people differ in their share of right answers, with its uncertainty.

Owns the coefficient of variation over people with its interval for new people and new items. Its
variance is that of leaving out a person at a time plus that of leaving out an item, or a cluster of
items, at a time (jackknife; Efron and Tibshirani 1993, chapter 11), which is conservative, as both
include single answers. The interval is symmetric on the logarithmic scale, with Student's t.
People's shares include the chance in single answers, as those of runs do; so does the coefficient.
Shares are sorted before they are summed, so that no figure depends on the numbering of people and
items, which differs between a database and its segments.
"""

from dataclasses import dataclass
from math import exp, sqrt
from typing import Any

from study.statistics.intervals import CONFIDENCE
from study.statistics.samples import Sample

MIN_PEOPLE = 3
"""Minimum number of people for which leaving one out is informative."""


@dataclass(frozen=True, slots=True)
class SpreadOfPeople:
    """Shares of right answers of people, between 0 and 1."""

    n: int
    """Number of people."""
    mean: float
    """Unweighted mean of people."""
    sd: float | None
    """Sample standard deviation; None for one person."""
    cv: float | None
    """Population standard deviation over mean, in per cent; None for one person, or where the mean
    is 0."""
    low: float | None
    high: float | None
    lowest: float
    median: float
    highest: float


def spread_of_people(sample: Sample) -> SpreadOfPeople | None:
    """The spread from rows of right answers and answers with respondents; None without them."""
    if sample.people is None or not len(sample.rows):
        return None
    import numpy

    rows = numpy.asarray(sample.weighted, dtype=float)
    groups = numpy.arange(len(rows)) if sample.cluster_numbers is None else sample.cluster_numbers
    right = _table(sample.people, groups, rows[:, 0])
    n = _table(sample.people, groups, rows[:, 1])
    shares = numpy.sort(right.sum(axis=1) / n.sum(axis=1))
    number = len(shares)
    cv = float(_cv(shares))
    defined = number > 1 and cv == cv  # not a number where nobody is right
    low = high = None
    # One cluster says nothing about other items.
    tells = sample.cluster_numbers is None or right.shape[1] > 1
    if defined and tells and number >= MIN_PEOPLE and cv > 0:
        low, high = _ends(right, n, cv)
    return SpreadOfPeople(
        number,
        float(shares.mean()),
        float(shares.std(ddof=1)) if number > 1 else None,
        cv if defined else None,
        low,
        high,
        float(shares.min()),
        float(numpy.median(shares)),
        float(shares.max()),
    )


def _table(people: Any, groups: Any, values: Any) -> Any:
    import numpy

    table = numpy.zeros((int(people.max()) + 1, int(groups.max()) + 1))
    numpy.add.at(table, (people, groups), values)
    return table


def _cv(shares: Any) -> Any:
    """The coefficient in per cent over people, the first axis."""
    import numpy

    shares = numpy.sort(shares, axis=0)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        return 100 * shares.std(axis=0) / shares.mean(axis=0)


def _ends(right: Any, n: Any, cv: float) -> tuple[float | None, float | None]:
    import numpy
    from scipy.special import stdtrit

    people, items = right.shape
    shares = right.sum(axis=1) / n.sum(axis=1)
    without_person = numpy.array([_cv(numpy.delete(shares, place)) for place in range(people)])
    variance = _jackknife(without_person)
    freedom = people - 1
    if items > 1:
        rest = n.sum(axis=1)[:, None] - n
        if (rest <= 0).any():
            return None, None
        variance += _jackknife(_cv((right.sum(axis=1)[:, None] - right) / rest))
        freedom = min(freedom, items - 1)
    if not numpy.isfinite(variance):
        return None, None
    reach = float(stdtrit(freedom, (1 + CONFIDENCE) / 2)) * sqrt(variance) / cv
    return cv * exp(-reach), cv * exp(min(reach, 50.0))


def _jackknife(values: Any) -> float:
    import numpy

    n = len(values)
    values = numpy.sort(values)
    return float(((values - values.mean()) ** 2).sum() * (n - 1) / n)
