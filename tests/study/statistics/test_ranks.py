"""Rank correlations and classes of equal size, against independent computations."""

import itertools
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.statistics.ranks import AlignedItems, classes, rank_correlation


def test_rank_correlation_known_values() -> None:
    """Ranks 1 2 3 4 against 4 3 1 2: squared differences 9 1 4 4, rho = 1 - 6 x 18 / 60."""
    measure = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0, "f": 9.0}
    outcome = {"a": 4.0, "b": 3.0, "c": 1.0, "d": 2.0, "e": 5.0, "g": 1.0}
    correlation = rank_correlation(measure, outcome)
    assert correlation.n == 4
    assert correlation.spearman == pytest.approx(-0.8)
    # z(-0.8) = -1.0986; 1.95996 x sqrt(1 + 0.32) = 2.2518.
    assert correlation.low == pytest.approx(-0.9975, abs=1e-4)
    assert correlation.high == pytest.approx(0.8188, abs=1e-4)
    # t = -0.8 x sqrt(2 / 0.36), whose p with two degrees of freedom is 1 - |rho|.
    assert correlation.p == pytest.approx(0.2)


def test_items_of_one_cluster_count_as_one_for_the_interval_of_a_rank_correlation() -> None:
    measure = {f"{cluster}{n}": float(cluster) for cluster in range(6) for n in range(8)}
    outcome = {item: value + (item[0] == "2") * 3.5 for item, value in measure.items()}
    clusters = {item: item[0] for item in measure}
    apart, together = (
        rank_correlation(measure, outcome),
        rank_correlation(measure, outcome, clusters),
    )
    firsts = [item for item in measure if item.endswith("0")]
    six = rank_correlation({i: measure[i] for i in firsts}, {i: outcome[i] for i in firsts})
    assert (apart.n, together.n) == (48, 48)
    assert apart.spearman == together.spearman == pytest.approx(six.spearman)
    assert (together.low, together.high, together.p) == pytest.approx((six.low, six.high, six.p))
    assert apart.p is not None
    assert together.p is not None
    assert apart.p < 0.001 < 0.05 < together.p
    lone = rank_correlation(measure, outcome, dict.fromkeys(measure, "all"))
    assert (lone.low, lone.p) == (None, None)


def test_measures_and_outcomes_side_by_side_are_what_each_two_are_by_themselves() -> None:
    from scipy.stats import spearmanr

    rng = Random(12)
    items = [f"i{n}" for n in range(40)]
    columns = [
        {item: float(rng.randrange(6)) for item in rng.sample(items, n)} for n in (40, 25, 25, 9, 2)
    ]
    columns[2] = dict.fromkeys(columns[2], 1.0)
    clusters = {item: f"i{rng.randrange(12)}" for item in items[:30]}
    every = AlignedItems(items)
    for measure, outcome in product(columns, columns):
        for groups in (None, clusters):
            # Asked twice, so that what is remembered is told as well.
            both = [every.correlation(measure, outcome, groups) for _ in range(2)]
            alone = rank_correlation(measure, outcome, groups)
            assert both == [alone, alone]
            shared = [item for item in measure if item in outcome]
            wanted = (
                spearmanr([measure[i] for i in shared], [outcome[i] for i in shared]).statistic
                if alone.spearman is not None
                else None
            )
            assert alone.n == len(shared)
            assert alone.spearman == (wanted if wanted is None else pytest.approx(float(wanted)))


def test_no_rank_correlation_says_why() -> None:
    three_settings = {"a": 1.0, "b": 2.0, "c": 3.0}
    same = dict.fromkeys("abc", 1.0)
    cases = [
        (same, three_settings, 3, "the measure is the same for all"),
        (three_settings, same, 3, "the outcome is the same for all"),
        ({"a": 1.0, "b": 2.0}, three_settings, 2, "fewer than 3 items"),
        ({}, three_settings, 0, "no items"),
    ]
    for measure, outcome, n, why in cases:
        correlation = rank_correlation(measure, outcome)
        assert (correlation.n, correlation.why) == (n, why)
        assert (correlation.spearman, correlation.low, correlation.p) == (None, None, None)
    whole = rank_correlation({**three_settings, "d": 4.0}, {**three_settings, "d": 4.0})
    assert whole.spearman == pytest.approx(1)
    assert (whole.low, whole.high, whole.p) == (None, None, None)
    assert "completely" in whole.why
    three_only = rank_correlation(three_settings, {"a": 2.0, "b": 1.0, "c": 3.0})
    assert (three_only.low, three_only.why) == (None, "too few for intervals")
    assert three_only.p == pytest.approx(2 / 3)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), min_size=3, max_size=40))
def test_spearman_is_that_of_scipy(pairs: list[tuple[int, int]]) -> None:
    from scipy.stats import spearmanr

    measure = {f"i{n:02}": float(x) for n, (x, _) in enumerate(pairs)}
    outcome = {f"i{n:02}": float(y) for n, (_, y) in enumerate(pairs)}
    correlation = rank_correlation(measure, outcome)
    if correlation.spearman is None:
        assert "same for all" in correlation.why
        return
    theirs = spearmanr(*zip(*pairs, strict=True))
    assert correlation.spearman == pytest.approx(theirs.statistic)
    if correlation.p is not None:
        assert correlation.p == pytest.approx(theirs.pvalue, abs=1e-6)
    if correlation.low is not None and correlation.high is not None:
        assert -1 < correlation.low < correlation.spearman < correlation.high < 1


def test_few_values_are_shown_one_by_one() -> None:
    measure = {f"i{n}": float(n % 3) for n in range(9)}
    assert [(class_.low, class_.high, class_.items) for class_ in classes(measure)] == [
        (0, 0, ("i0", "i3", "i6")),
        (1, 1, ("i1", "i4", "i7")),
        (2, 2, ("i2", "i5", "i8")),
    ]
    assert classes({}) == ()


@given(st.lists(st.integers(0, 40), min_size=1, max_size=120), st.integers(1, 6))
def test_classes_hold_every_item_once_in_order(values: list[int], number: int) -> None:
    measure = {f"i{n:03}": float(value) for n, value in enumerate(values)}
    outcome = classes(measure, number)
    assert sorted(item for entry in outcome for item in entry.items) == sorted(measure)
    assert all(entry.low <= measure[i] <= entry.high for entry in outcome for i in entry.items)
    assert all(entry.high < other.low for entry, other in itertools.pairwise(outcome))
    if len(set(values)) > 8:
        assert len(outcome) <= number
        most = max(values.count(value) for value in values)
        assert max(len(entry.items) for entry in outcome) <= len(values) / number + most + 1
