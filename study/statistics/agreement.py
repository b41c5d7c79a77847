"""Agreement of judges, annotators or respondents who judged the same things.

Owns Cohen's kappa, which LLMEval-Logic reports for the pairs of its judges (section 2.3, appendix
D, table 5), the share on which all agree, and the interval of every agreement beyond chance whose
resamples are all equal.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from study.statistics.bootstrap import Interval, bootstrap
from study.statistics.intervals import NORMAL, Share, score_bounds, wilson
from study.statistics.samples import Estimate

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)
Found = TypeVar("Found", Interval, Estimate)


@dataclass(frozen=True, slots=True)
class Kappa:
    """The agreement of two judges."""

    n: int
    """Number of things that both judged."""
    observed: float
    """Share on which they agree."""
    expected: float
    """Expected share if both judged at random with their own frequencies."""
    kappa: Interval | None
    """With its bootstrap interval; None where the expected share is 1, as where both always give
    the same one verdict."""


@dataclass(frozen=True)
class Verdicts:
    """The verdicts of two judges, by what they judged."""

    left: Mapping[Any, Any]
    right: Mapping[Any, Any]
    clusters: Mapping[Any, Hashable] | None = None
    """Clusters for intervals, such as all questions of an item; None: each thing is its own."""

    @cached_property
    def pairs(self) -> Mapping[Any, tuple[Any, Any]]:
        """Both verdicts on everything that both judged."""
        return {key: (self.left[key], self.right[key]) for key in self.left if key in self.right}

    @cached_property
    def cells(self) -> Sequence[tuple[Any, Any]]:
        """The pairs of verdicts that occur, in order."""
        return sorted(set(self.pairs.values()), key=repr)

    @cached_property
    def rows(self) -> Sequence[Sequence[float]]:
        """Counts of each pair of verdicts in each cluster. Clusters have a canonical order, so the
        order of the verdicts does not change any interval."""
        counts: dict[Hashable, Counter[tuple[Any, Any]]] = {}
        for key, pair in self.pairs.items():
            cluster: Hashable = key if self.clusters is None else self.clusters[key]
            counts.setdefault(cluster, Counter())[pair] += 1
        ordered = sorted(counts.items(), key=lambda entry: repr(entry[0]))
        return [tuple(float(own[cell]) for cell in self.cells) for _, own in ordered]

    def kappa(self, sums: tuple[float, ...]) -> float | None:
        """Cohen's kappa for these counts of `cells`; None where the expected share is 1."""
        observed, expected = _shares(dict(zip(self.cells, sums, strict=True)))
        return None if expected == 1 else (observed - expected) / (1 - expected)

    @cached_property
    def shares(self) -> tuple[float, float]:
        """Observed and expected agreement over all of them."""
        return _shares(Counter(self.pairs.values()))

    def agreement(self, sums: tuple[float, ...]) -> float:
        """The share on which both agree, for these counts of `cells`."""
        return _shares(dict(zip(self.cells, sums, strict=True)))[0]


def cohen(
    left: Mapping[K, L],
    right: Mapping[K, L],
    *,
    clusters: Mapping[K, Hashable] | None = None,
) -> Kappa | None:
    """Cohen's kappa (Cohen 1960): (observed − expected) / (1 − expected), over what both judged;
    None where that is nothing. With `clusters`, the interval resamples whole clusters, such as all
    questions of an item; otherwise single things."""
    verdicts = Verdicts(left, right, clusters)
    if not verdicts.pairs:
        return None
    kappa = bootstrap(verdicts.rows, verdicts.kappa)
    opened = None if kappa is None else with_width(kappa, *verdicts.shares)
    return Kappa(len(verdicts.pairs), *verdicts.shares, opened)


def with_width(agreement: Found, observed: float, expected: float) -> Found:
    """An agreement beyond chance, (observed − expected) / (1 − expected), with its bootstrap
    interval. Where all resamples are equal, as where the judges always agree, its ends are those of
    Wilson's interval of the observed agreement, with the number of clusters as the number of
    answers. The agreement by chance is treated as fixed, as in the standard error of Cohen 1960.
    One cluster says nothing about others: the observed agreement is then anywhere from 0 to 1."""
    if agreement.low != agreement.high:
        return agreement
    ends = (0.0, 1.0)
    if agreement.clusters > 1:
        ends = score_bounds(observed, agreement.clusters, NORMAL)
    low, high = ((share - expected) / (1 - expected) for share in ends)
    return replace(
        agreement, low=max(-1.0, min(agreement.value, low)), high=max(agreement.value, high)
    )


def unanimous(verdicts: Mapping[str, Mapping[K, L]]) -> Share | None:
    """The share of things on which all judges agree, among the things that all judged
    (LLMEval-Logic, appendix D); None where there are fewer than two judges or nothing that all
    judged."""
    if len(verdicts) < 2:
        return None
    judges = list(verdicts.values())
    shared = set(judges[0]).intersection(*judges[1:])
    return wilson(sum(len({judge[key] for judge in judges}) == 1 for key in shared), len(shared))


def _shares(cells: Mapping[tuple[L, L], float]) -> tuple[float, float]:
    """Observed and expected agreement from counts of pairs."""
    n = sum(cells.values())
    left: Counter[L] = Counter()
    right: Counter[L] = Counter()
    for (entry, other), count in cells.items():
        left[entry] += count  # type: ignore[assignment]
        right[other] += count  # type: ignore[assignment]
    observed = sum(count for (member, other), count in cells.items() if member == other) / n
    expected = sum(left[label] * right[label] for label in left) / (n * n)
    return observed, expected
