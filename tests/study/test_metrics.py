"""Intervals, spreads and the gate's rule, against known values."""

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.stations.qualification import passes
from study.statistics.intervals import wilson
from study.statistics.spread import spread


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe 1998, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_known_values(successes: int, n: int, low: float, high: float) -> None:
    share = wilson(successes, n)
    assert share is not None
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


@given(st.integers(1, 5_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_bounds_are_where_the_score_test_turns(counts: tuple[int, int]) -> None:
    successes, n = counts
    share = wilson(successes, n)
    assert share is not None
    assert 0 <= share.low <= share.value <= share.high <= 1
    z = NormalDist().inv_cdf(0.975)
    for bound in (share.low, share.high):
        if 0 < bound < 1:
            distance = abs(share.value - bound) / (bound * (1 - bound) / n) ** 0.5
            assert distance == pytest.approx(z, rel=1e-6)


def test_wilson_over_nothing_and_over_nonsense() -> None:
    assert wilson(0, 0) is None
    for successes, n in ((1, 0), (-1, 3), (4, 3)):
        with pytest.raises(ValueError, match="not a share"):
            wilson(successes, n)
    with pytest.raises(ValueError, match="confidence"):
        wilson(1, 2, 1.0)


def test_spread() -> None:
    assert spread([]) is None
    assert _cuts([3.0]) == (1, 3.0, 3.0, 3.0, 3.0)
    assert _cuts([5.0, 1.0, 3.0, 2.0]) == (4, 1.75, 2.5, 3.5, 4.4)
    assert _cuts([float(n) for n in range(10, -1, -1)]) == (11, 2.5, 5.0, 7.5, 9.0)


def _cuts(values: list[float]) -> tuple[float, ...]:
    times = spread(values)
    assert times is not None
    assert times.values == sorted(values)
    return times.n, times.lower, times.median, times.upper, times.p90


@pytest.mark.parametrize(
    ("correct", "asked", "passed"),
    [(8, 10, False), (9, 10, True), (4, 5, False), (5, 5, True), (12, 15, False), (13, 15, True)],
)
def test_passing_means_strictly_more(correct: int, asked: int, passed: bool) -> None:
    assert passes(correct, asked, 0.8) is passed


def test_nobody_passes_without_a_question() -> None:
    assert not passes(0, 0, 0.0)
    assert not passes(0, 5, 0.0)
    assert passes(1, 5, 0.0)
    assert not passes(7, 10, 0.7), "0.7 is not exact in binary"
