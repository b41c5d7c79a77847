"""Two respondents, or two groups, compared on a score of the items both have.

Owns what every comparison holds, wherever it is shown: the mean difference over items with its
interval, the test, the difference that could have been detected, and equivalence within a margin.
Where people are on a side, interval and test are for new people and new items, both with Student's
t; else for new items alone, with a permutation test.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from study.metrics.difference import METRIC as DIFFERENCE
from study.statistics.crossed import Variance, codes, one_way, two_way
from study.statistics.intervals import CONFIDENCE, t_bounds
from study.statistics.paired import PairedScores, sign_flip
from study.statistics.samples import Estimate, Method

POWER = 0.8
"""Of the detectable difference: the chance of detecting it."""
CROSSED, PERMUTATION = "t test for new people and items", "permutation test over items"


@dataclass(frozen=True)
class Answers:
    """The scores of the answers of several people."""

    people: Sequence[Hashable]
    """Who gave each."""
    items: Sequence[str]
    scores: Sequence[float]
    """Between 0 and 1."""

    @property
    def by_item(self) -> dict[str, float]:
        """The mean score of each item."""
        sums: dict[str, list[float]] = {}
        for item, score in zip(self.items, self.scores, strict=True):
            sums.setdefault(item, []).append(score)
        return {item: fmean(scores) for item, scores in sums.items()}


Scores = Mapping[str, float] | Answers
"""By item, of one respondent, or answer by answer, of several people."""


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
    """Two-sided, of the test."""
    exact: bool
    """Whether p was computed rather than drawn."""
    test: str
    """Its name."""
    detectable: float | None
    """The true difference that such data show with a chance of 80 %, at a level of 5 %; None where
    it cannot be told."""
    variance: Variance

    def equivalence(self, margin: float) -> float | None:
        """p of two one-sided t tests that the difference is no larger than the margin either way
        (Schuirmann 1987); None where it cannot be told."""
        if not self.variance.freedom:
            return None
        from scipy.special import stdtr

        nearer = margin - abs(self.difference.value)
        return float(stdtr(self.variance.freedom, -nearer / self.variance.error))


def compare(
    left: Scores,
    right: Scores,
    *,
    seed: int = 0,
    method: Method | None = None,
    clusters: Mapping[str, Hashable] | None = None,
) -> Comparison | None:
    """Compare scores by item (PC, right or wrong, a share of people); None without shared items.
    `method` makes the interval of two single respondents; by default it is that of the metric.
    `clusters` names what items share, by item; those without a name stand for themselves."""
    means = [side.by_item if isinstance(side, Answers) else side for side in (left, right)]
    scores = PairedScores(means[0], means[1])
    shared = scores.differences
    if not shared:
        return None
    groups = [item if clusters is None else clusters.get(item, item) for item in shared]
    place = dict(zip(shared, codes(groups).tolist(), strict=True))
    averages = [fmean(mean[item] for item in shared) for mean in means]
    value = averages[0] - averages[1]
    if isinstance(left, Answers) or isinstance(right, Answers):
        variance = _crossed(left, right, shared, averages, place)
        low, high = t_bounds(value, variance.error, variance.freedom)
        difference = Estimate(value, low, high, len(shared))
        p, exact, test = _t_test(value, variance), True, CROSSED
    else:
        estimate = DIFFERENCE.estimate(scores.with_clusters(groups), method)
        assert estimate is not None
        difference, test = estimate, PERMUTATION
        p, exact = sign_flip(scores.with_clusters(groups).by_cluster, seed=seed)
        import numpy

        errors = (numpy.array(list(shared.values())) - value) / len(shared)
        variance = one_way(errors, codes(groups))
    return Comparison(
        len(shared),
        averages[0],
        averages[1],
        difference,
        p,
        exact,
        test,
        _detectable(variance),
        variance,
    )


def _crossed(
    left: Scores,
    right: Scores,
    shared: Mapping[str, float],
    averages: Sequence[float],
    place: Mapping[str, int],
) -> Variance:
    """The variance of the difference over new people and items. Of a respondent that is no group,
    the score of an item is taken off each person's: what is left varies by person and by item."""
    import numpy

    if isinstance(left, Answers) and isinstance(right, Answers):
        parts = [
            _errors(left, shared, {}, averages[0], place),
            _errors(right, shared, {}, averages[1], place),
        ]
        errors = numpy.concatenate([parts[0][0], -parts[1][0]])
        people = numpy.concatenate([parts[0][1], parts[1][1]])
        items = numpy.concatenate([parts[0][2], parts[1][2]])
        sides: Any = numpy.repeat([0, 1], [len(part[0]) for part in parts])
        return two_way(errors, people, codes(items), sides)
    people_side, other = (left, right) if isinstance(left, Answers) else (right, left)
    assert isinstance(people_side, Answers)
    assert not isinstance(other, Answers)
    gap = averages[0] - averages[1] if people_side is left else averages[1] - averages[0]
    errors, people, items = _errors(people_side, shared, other, gap, place)
    return two_way(errors, people, codes(items))


def _errors(
    answers: Answers,
    shared: Mapping[str, float],
    offset: Mapping[str, float],
    mean: float,
    place: Mapping[str, int],
) -> tuple[Any, Any, Any]:
    """How much each answer to a shared item pulls the mean over items, with its person and item."""
    import numpy

    rows = zip(answers.people, answers.items, answers.scores, strict=True)
    listed = [(person, item, score) for person, item, score in rows if item in shared]
    counts: dict[str, int] = {}
    for _, item, _ in listed:
        counts[item] = counts.get(item, 0) + 1
    errors = [
        (score - offset.get(item, 0.0) - mean) / counts[item] / len(shared)
        for _, item, score in listed
    ]
    people = codes([person for person, _, _ in listed])
    return numpy.array(errors), people, numpy.array([place[item] for _, item, _ in listed])


def _t_test(value: float, variance: Variance) -> float:
    """Two-sided p of Student's t; 1 where nothing can be told."""
    if not variance.freedom:
        return 1.0
    from scipy.special import stdtr

    return min(1.0, 2 * float(stdtr(variance.freedom, -abs(value) / variance.error)))


def _detectable(variance: Variance) -> float | None:
    if not variance.freedom:
        return None
    from scipy.special import stdtrit

    level, power = stdtrit(variance.freedom, [(1 + CONFIDENCE) / 2, POWER])
    return min(1.0, float((level + power) * variance.error))
