"""The data behind a figure, and the figure with its interval.

Owns samples, which say whose answers to what every number describes, what is treated as the whole
population, and what an interval method is. `study.metrics.uncertainty` owns the methods.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import add
from typing import Any, Literal, Protocol, get_args

from solver.phrases import phrase
from study.statistics.bootstrap import Statistic
from study.statistics.crossed import codes

MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval, in the unit of the metric."""

    value: float
    low: float | None
    """None where there is no interval; likewise `high`."""
    high: float | None
    n: int
    """Number of things the value covers: answers, items, or whatever the metric counts."""
    clusters: int = 0
    """Number of people, items or clusters that the interval rests on, of the scarcer kind; 0 where
    it is that of independent answers."""
    resamples: int = 0
    undefined: int = 0
    """Number of resamples in which the figure has no value; they are omitted."""
    people: int = 0
    """Number of people it rests on, where it is for new people and new items; otherwise 0."""
    items: int = 0
    """Number of items, or clusters of them, likewise."""


@dataclass(frozen=True)
class Effects:
    """How much each answer of a person changes the first number of its item, where this number is
    not a sum over answers; columns of equal length, whose numbers sum to about zero over people."""

    values: Sequence[float]
    """An array, as are the others."""
    respondents: Sequence[Hashable]
    items: Sequence[Hashable]
    """The item or its cluster; a number, as in the sample."""


@dataclass(frozen=True)
class Sample:
    """Observations as columns of equal length: numbers that can be summed, with their people and
    items.

    A figure is a function of the sums of the numbers, such as right answers over answers.
    """

    rows: Sequence[Sequence[float]]
    """The numbers of each observation, as rows or as an array; none where there is nothing to
    observe. Items, respondents and clusters may be arrays of whole numbers too."""
    items: Sequence[Hashable] | None = None
    """The item of each observation; None: every observation has an item of its own or, where
    respondents are given, the items are the whole population."""
    respondents: Sequence[Hashable] | None = None
    """The respondent of each; None: all are by one respondent, or by people treated as one."""
    clusters: Sequence[Hashable] | None = None
    """The cluster of each, such as the template of an item; None: the item."""
    weights: Sequence[float] | None = None
    """The weight of each observation; None: 1."""
    yes_or_no: bool = True
    """Whether the first number counts yes-or-no answers; False where it is a mean of
    probabilities."""
    n: int | None = None
    """Number of things the figure covers; None: the sum of the second number."""
    effects: Effects | None = None
    """Effects of people's answers, where a row is an item that several answered together."""
    _estimates: dict[Any, Estimate | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def counts(self) -> bool:
        """Whether the sums are numbers of answers: none is a probability, and all have the same
        weight."""
        return self.yes_or_no and self.weights is None

    @property
    def independent(self) -> bool:
        """Whether it has counted answers, each to an item of its own, or each without any person or
        item."""
        return (
            self.counts
            and self.respondents is None
            and self.effects is None
            and self.sums[1] <= len(self.rows)
            and (
                self.cluster_numbers is None
                or int(self.cluster_numbers.max()) + 1 == len(self.rows)
            )
        )

    @cached_property
    def cluster_numbers(self) -> Any:
        """The number, from 0, of each observation's cluster; None where there are none."""
        groups = self.items if self.clusters is None else self.clusters
        return None if groups is None else codes(groups)

    @cached_property
    def people(self) -> Any:
        """The number, from 0, of each respondent; None where all are by one respondent."""
        return None if self.respondents is None else codes(self.respondents)

    @cached_property
    def weighted(self) -> Sequence[Sequence[float]]:
        """The rows times their weights."""
        if self.weights is None:
            return self.rows
        both = zip(self.rows, self.weights, strict=True)
        return [[number * weight for number in row] for row, weight in both]

    @cached_property
    def by_cluster(self) -> Sequence[Sequence[float]]:
        """The sums of the rows in each cluster."""
        groups = self.items if self.clusters is None else self.clusters
        if groups is None:
            return self.weighted
        sums: dict[Hashable, list[float]] = {}
        for group, row in zip(groups, self.weighted, strict=True):
            before = sums.get(group)
            sums[group] = list(row) if before is None else list(map(add, before, row))
        return list(sums.values())

    @cached_property
    def sums(self) -> tuple[float, ...]:
        """The sum of each number over all observations."""
        rows: Any = self.weighted
        if hasattr(rows, "sum"):  # an array; a few long columns are summed faster one by one
            if rows.shape[1] <= MOST_COLUMNS:
                return tuple(column.sum().item() for column in rows.T)
            return tuple(rows.sum(axis=0).tolist())
        return tuple(map(sum, zip(*rows, strict=True)))

    @cached_property
    def size(self) -> int:
        """Number of things the figure covers."""
        return int(self.sums[1]) if self.n is None else self.n

    def estimate(self, statistic: Statistic, method: "Method | None") -> Estimate | None:
        """The figure with its interval; without one where there is no method. None without data.
        Results are cached."""
        if not len(self.rows):
            return None
        key = statistic, method
        if key not in self._estimates:
            self._estimates[key] = self._estimate(statistic, method)
        return self._estimates[key]

    def _estimate(self, statistic: Statistic, method: "Method | None") -> Estimate | None:
        if method is not None:
            return method.estimate(self, statistic)
        value = statistic(self.sums)
        return None if value is None else Estimate(value, None, None, self.size)


Population = Literal["people", "items", "both"]
POPULATIONS: tuple[Population, ...] = get_args(Population)


@dataclass(frozen=True, slots=True)
class Sampling:
    """What intervals generalize to: new people and new items, unless either is the whole
    population."""

    population: Population | None = None
    """What is treated as the whole population and not sampled; None: neither people nor items."""
    cluster: str | None = None
    """The attribute of items that gives their cluster; None: their structure does."""

    @property
    def note(self) -> str:
        """The note on a table with intervals."""
        message = {
            None: phrase("intervals are for new items, and for people also for new people"),
            "people": phrase(
                "intervals treat the people as the whole population: they are for new items"
            ),
            "items": phrase(
                "intervals treat the items as the whole population: for people they "
                "are for new people, for models for new answers"
            ),
            "both": phrase(
                "intervals treat people and items as the whole population: they are for new answers"
            ),
        }[self.population]
        if self.population in ("items", "both"):
            return message
        shared = phrase("structure") if self.cluster is None else self.cluster
        return phrase(
            "{intervals}; items of the same {shared} are drawn together",
            intervals=message,
            shared=shared,
        )

    @property
    def item_note(self) -> str:
        """The note on a table in which each row is about one item."""
        if self.population in ("people", "both"):
            return phrase(
                "each row is of one item: its interval is for new answers of these people"
            )
        return phrase("each row is of one item: its interval is for new people")

    def of(self, sample: Sample) -> Sample:
        """A sample without what is not resampled."""
        if self.population is None:
            return sample
        if self.population != "items":
            sample = replace(sample, respondents=None, effects=None)
        if self.population != "people":
            sample = replace(sample, items=None, clusters=None)
        return sample


NEW_PEOPLE_AND_ITEMS = Sampling()


def ratio(sums: tuple[float, ...]) -> float | None:
    """The first sum over the second, such as right answers over answers; None where that is 0."""
    return sums[0] / sums[1] if sums[1] else None


def share_difference(sums: tuple[float, ...]) -> float | None:
    """The first sum over the second minus the third over the fourth: the difference of two shares;
    None where a denominator is 0."""
    right, n, other_right, other_n = sums
    return right / n - other_right / other_n if n and other_n else None


class Method(Protocol):
    """A method for intervals. Methods are immutable and hashable."""

    @property
    def name(self) -> str:
        """Its name in tables and documentation."""

    def estimate(self, sample: Sample, statistic: Statistic) -> Estimate | None:
        """The figure with its interval; None where it has no value."""
