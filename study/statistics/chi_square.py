"""Whether accuracy depends on the domain: chi-square tests of every pair of groups.

Owns the matrix of ContextHub (section 5.1, figures 4 and 5): for each pair of domains the 2 × 2
table of right and wrong, Pearson's chi-square without continuity correction, one degree of freedom;
and Holm's correction for the number of pairs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class PairTest:
    """The test of two groups."""

    p: float | None
    """None where there is nothing to test, for example where both groups are always right."""
    corrected: float | None
    """p with Holm's correction for all pairs of the matrix."""
    few_expected: bool
    """Whether a cell has an expected count below 5, where the test is only approximate."""


@dataclass(frozen=True, slots=True)
class ChiSquareMatrix:
    """All pairs of groups."""

    groups: tuple[str, ...]
    counts: Mapping[str, tuple[int, int]]
    """Right and wrong answers of each group."""
    tests: Mapping[tuple[str, str], PairTest]
    """Tests by pair, in the order of the groups."""

    def test(self, group: str, other_group: str) -> PairTest | None:
        """The test of two groups in either order; None on the diagonal."""
        return self.tests.get((group, other_group)) or self.tests.get((other_group, group))


@dataclass(frozen=True, slots=True)
class TwoGroups:
    """Right and wrong answers of two groups."""

    first_counts: tuple[int, int]
    second_counts: tuple[int, int]

    def p(self) -> float | None:
        """p of the test; None where there is nothing to test."""
        return _test(self.first_counts, self.second_counts)[0]


def chi_square_matrix(counts: Mapping[str, tuple[int, int]]) -> ChiSquareMatrix:
    """Test every two groups; `counts` are (right, wrong), groups in the given order. Groups without
    an answer are omitted."""
    answered = {name: pair for name, pair in counts.items() if sum(pair)}
    rows = {pair: _test(answered[pair[0]], answered[pair[1]]) for pair in combinations(answered, 2)}
    tested = [pair for pair, (p, _) in rows.items() if p is not None]
    raw = [p for p, _ in rows.values() if p is not None]
    corrected = dict(zip(tested, holm(raw), strict=True))
    tests = {pair: PairTest(p, corrected.get(pair), small) for pair, (p, small) in rows.items()}
    return ChiSquareMatrix(tuple(answered), answered, tests)


def holm(p_values: list[float]) -> list[float]:
    """p-values corrected for their number (Holm 1979), in the same order."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    values = [0.0] * len(p_values)
    largest = 0.0
    for place, index in enumerate(order):
        largest = max(largest, p_values[index] * (len(order) - place))
        values[index] = min(1.0, largest)
    return values


def _test(pair: tuple[int, int], other: tuple[int, int]) -> tuple[float | None, bool]:
    right, wrong = pair[0] + other[0], pair[1] + other[1]
    n = right + wrong
    least = min(sum(pair), sum(other)) * min(right, wrong) / n
    if not least:
        return None, True
    from scipy.special import chdtrc

    statistic = 0.0
    for row in (pair, other):
        for observed, column in zip(row, (right, wrong), strict=True):
            expected = sum(row) * column / n
            statistic += (observed - expected) ** 2 / expected
    return float(chdtrc(1, statistic)), least < 5
