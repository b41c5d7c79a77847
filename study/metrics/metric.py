"""What a metric is, and the data that metrics need.

Owns both types. A metric is defined in a file of this folder and named on one line of `registry`;
tables, JSON, codebook and documentation take their texts about it from there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from numbers import Real
from typing import Generic, Literal, TypeVar

from study.statistics.agreement import Verdicts
from study.statistics.bootstrap import Statistic
from study.statistics.chi_square import TwoGroups
from study.statistics.circular import Circular
from study.statistics.distractors import Change
from study.statistics.paired import Discordance, PairedScores
from study.statistics.ranks import RankedItems
from study.statistics.reliability import Unit
from study.statistics.samples import Estimate, Method, Sample, ratio
from study.statistics.spread import Spread
from study.statistics.sub_questions import SubQuestions
from study.statistics.truth import TruthAnswers

MetricUnit = Literal["count", "share", "seconds", "p"]
"""A count is any plain number; shares and p values are between 0 and 1."""
D = TypeVar("D")
T = TypeVar("T")
Compute = Callable[[D, Method | None], Estimate | None]
"""From the data and the interval method to the figure; None without data."""


@dataclass(frozen=True, slots=True)
class Need(Generic[D]):
    """Data that metrics are computed from. Metrics with the same need share a table and receive the
    same object, of type `D`."""

    key: str
    name: str
    """Name for the documentation."""


ANSWERS: Need[Sequence[tuple[int, int]] | Sample] = Need(
    "answers", "right answers and answers of each item, or of each person on each item"
)
CHOICES: Need[Circular] = Need("choices", "answers to choices, by rotation of the options")
TRUTHS: Need[TruthAnswers] = Need("truths", "answers of a truth value, by question")
CONTRASTED: Need[tuple[TruthAnswers, TruthAnswers]] = Need(
    "contrasted", "answers of a truth value to two sets of questions"
)
SUB_QUESTIONS: Need[SubQuestions] = Need("sub_questions", "answers to the sub-questions of items")
DISTRACTED: Need[Change] = Need(
    "distracted", "answers to the same tasks without and with distractors"
)
GROUPS: Need[TwoGroups] = Need("groups", "right and wrong answers of two groups")
RANKED: Need[RankedItems] = Need("ranked", "a measure and an outcome of each item")
TIMES: Need[Spread] = Need("times", "times of answers")
RUNS: Need[Sequence[float]] = Need("runs", "one score for each run of a setting")
VERDICTS: Need[Verdicts] = Need("verdicts", "verdicts of two judges")
UNITS: Need[Sequence[Unit]] = Need("units", "verdicts of any number of judges")
PAIRED: Need[PairedScores] = Need("paired", "scores of two respondents on the same items")
DISCORDANCE: Need[Discordance] = Need(
    "discordance", "items that one or both of two respondents answered right"
)


@dataclass(frozen=True, eq=False)
class Metric(Generic[D]):
    """One figure: what it is and how it is computed. The report uses its fields as text."""

    name: str
    """The name in the paper that defines it; the head of its column."""
    key: str
    """Key in JSON; a dot separates the key of a nested object."""
    needs: Need[D]
    formula: str
    """Formula in words and signs, for the documentation."""
    unit: MetricUnit
    meaning: str
    """One-line meaning, for the codebook."""
    source: str
    """Paper and section; empty where a figure is common knowledge."""
    compute: Compute[D]
    interval: Method | None = None
    """Default method of its interval; None: it has no interval."""
    own_interval: str = ""
    """Name of the method where it is part of the metric and cannot be chosen."""
    counts: str = ""
    """What its `n` counts, as a column head; empty where tables do not show it."""
    number: Callable[[D], int] | None = None
    """The number of what it counts, also while unsettled answers leave the figure open; None: the
    `n` of its estimate, or 0 without one."""
    shown: bool = True
    """Whether tables and JSON contain it wherever its data exist; otherwise only on request."""

    def estimate(self, data: D, method: Method | None = None) -> Estimate | None:
        """The figure with its interval, by `method` or the metric's own; without one where no
        interval can be computed. None without data, and where the figure is not a number."""
        method = method or self.interval
        figure = self.compute(data, method)
        if figure is None and method is not None:
            figure = self.compute(data, None)
        return None if figure is None or isnan(figure.value) else figure

    def counted(self, data: D, figure: Estimate | None) -> int:
        """The number of what it counts, for the `figure` of some data."""
        if figure is not None:
            return figure.n
        return 0 if self.number is None else self.number(data)

    @property
    def bounded(self) -> bool:
        """Whether it has an interval."""
        return self.interval is not None or bool(self.own_interval)

    @property
    def interval_name(self) -> str:
        """Name of the interval's method; empty where it has none."""
        return self.own_interval or (self.interval.name if self.interval else "")


def misfit(figure: Estimate | None) -> str:
    """What is wrong with a computed figure; empty where nothing is. A figure is a finite number, or
    NaN where it has no value; both ends of its interval are numbers, or neither is."""
    if figure is None:
        return ""
    if not isinstance(figure.value, Real) or not (isfinite(figure.value) or isnan(figure.value)):
        return f"expected a finite number, found {figure.value!r}"
    ends = [figure.low, figure.high]
    if ends != [None, None] and not all(isinstance(e, Real) and isfinite(e) for e in ends):
        return f"expected an interval of finite numbers, or none, found {ends}"
    return ""


def of_sums(sample: Callable[[D], Sample], statistic: Statistic = ratio) -> Compute[D]:
    """Compute a figure that is a function of sums over a sample."""

    def compute(data: D, method: Method | None) -> Estimate | None:
        return sample(data).estimate(statistic, method)

    return compute


def plain(value_of: Callable[[D], float | None], n: Callable[[D], int]) -> Compute[D]:
    """Compute a figure without an interval: its value, and how many things it covers."""

    def estimate(data: D) -> Estimate | None:
        figure = value_of(data)
        return None if figure is None else Estimate(figure, None, None, n(data))

    return own(estimate)


def own(estimate: Callable[[D], Estimate | None]) -> Compute[D]:
    """Compute a figure whose interval, if it has one, always uses its own method."""

    def compute(data: D, _method: Method | None) -> Estimate | None:
        return estimate(data)

    return compute
