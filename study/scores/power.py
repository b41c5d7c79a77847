"""How many people and items a study needs, by simulation with crossed effects.

Simulated people answer simulated items; the logit of a right answer is a centre plus a random
number for the person and one for the item, both normal (a Rasch model with random items; see
Westfall, Kenny and Judd 2014 for why both must be random). Each repetition draws everything
independently, and uses the same interval and test as reports. The figures are the width of the 95 %
interval of the people's accuracy, and how often a difference from a model of given accuracy is
found.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from study.metrics.uncertainty import SHARE
from study.statistics.comparisons import Answers, compare
from study.statistics.samples import Sample, ratio

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The assumptions of the simulation."""

    accuracy: float = 0.7
    """Mean over all people and all items."""
    against: float | None = None
    """Accuracy of the model to compare people with; None: no comparison."""
    person_sd: float = 1.0
    """Standard deviation of people, in logits; 1 is common for reasoning tests."""
    item_sd: float = 1.0
    """Standard deviation of items, in logits."""


@dataclass(frozen=True, slots=True)
class PlannedDesign:
    """Precision with a number of people and items."""

    people: int
    items: int
    """Number of items that each person answers."""
    width: float
    """Mean width of the 95 % interval of accuracy, between 0 and 1."""
    power: float | None
    """Share of repetitions in which the difference from the model has p below 5 %."""
    repetitions: int


def curve(
    people: Sequence[int],
    items: Sequence[int],
    assumed: Assumptions,
    *,
    repetitions: int = 400,
    seed: int = 1,
) -> list[PlannedDesign]:
    """Every combination of a number of people with a number of items; the same seed gives the same
    figures."""
    import numpy

    rows = []
    for n_items in items:
        for n_people in people:
            random = numpy.random.default_rng((seed, n_people, n_items))
            rows.append(_planned(random, n_people, n_items, assumed, repetitions))
    return rows


def _planned(
    random: Any, people: int, items: int, assumed: Assumptions, repetitions: int
) -> PlannedDesign:
    from scipy.special import expit

    centre = _centre(assumed.accuracy, (assumed.person_sd**2 + assumed.item_sd**2) ** 0.5)
    model = None if assumed.against is None else _centre(assumed.against, assumed.item_sd)
    widths, count = [], 0
    for _ in range(repetitions):
        ease = assumed.item_sd * random.standard_normal(items)
        skill = assumed.person_sd * random.standard_normal((people, 1))
        right = random.random((people, items)) < expit(centre + skill + ease)
        widths.append(_width(right))
        if model is not None:
            by_model = random.random(items) < expit(model + ease)
            count += _told_apart(right, by_model)
    power = None if model is None else count / repetitions
    return PlannedDesign(people, items, fmean(widths), power, repetitions)


def _width(right: Any) -> float:
    """The width of the interval that a report would print for these answers."""
    import numpy

    who, which = numpy.divmod(numpy.arange(right.size), right.shape[1])
    flat = right.ravel().astype(float)
    rows = numpy.stack([flat, numpy.ones_like(flat)], axis=1)
    estimate = Sample(rows, items=which, respondents=who).estimate(ratio, SHARE)
    if estimate is None or estimate.low is None or estimate.high is None:
        return 1.0
    return estimate.high - estimate.low


def _told_apart(right: Any, by_model: Any) -> bool:
    """Whether a report would print p below 5 % for people against the model."""
    import numpy

    who, which = numpy.divmod(numpy.arange(right.size), right.shape[1])
    names = list(map(str, range(right.shape[1])))
    people = Answers(
        who.tolist(), [names[item] for item in which], right.ravel().astype(float).tolist()
    )
    model = dict(zip(names, by_model.astype(float).tolist(), strict=True))
    comparison = compare(people, model)
    return comparison is not None and comparison.p < LEVEL


def _centre(share: float, spread: float) -> float:
    """The mean of normal logits with this spread that gives this mean probability, by bisection
    over Gauss-Hermite quadrature."""
    import numpy
    from scipy.special import expit

    places, weights = numpy.polynomial.hermite_e.hermegauss(80)
    low, high = -12.0, 12.0
    for _ in range(60):
        middle = (low + high) / 2
        mean = float(weights @ expit(middle + spread * places) / weights.sum())
        low, high = (middle, high) if mean < share else (low, middle)
    return low
