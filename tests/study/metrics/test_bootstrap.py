"""Resampling with big integers is resampling, and its intervals are what they say."""

from collections import Counter
from random import Random
from statistics import NormalDist, fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.metrics.bootstrap import (
    Resamples,
    bootstrap,
    bootstrap_crossed,
    bootstrap_difference,
    bootstrap_mean,
    bootstrap_ratio,
    resamples,
)

VALUES = st.lists(
    st.sampled_from([0.0, 0.25, 0.5, 1.0, -1.0, 3.5]) | st.floats(-10, 10), min_size=1, max_size=80
)


@given(VALUES, st.integers(0, 3))
def test_sums_are_sums_over_what_was_drawn(values: list[float], seed: int) -> None:
    drawn = Resamples(len(values), 20, seed)
    assert all(sum(weights) == len(values) for weights in drawn.weights)
    expected = [
        sum(n * value for n, value in zip(weights, values, strict=True))
        for weights in drawn.weights
    ]
    assert drawn.sums(values) == pytest.approx(expected, abs=1e-9)


def test_many_different_values_are_summed_too() -> None:
    values = [n / 7 for n in range(200)]
    drawn = Resamples(200, 5)
    expected = [sum(w * v for w, v in zip(ws, values, strict=True)) for ws in drawn.weights]
    assert drawn.sums(values) == pytest.approx(expected)


def test_every_cluster_is_drawn_as_often_as_another() -> None:
    drawn = Resamples(10, 5000)
    totals = [sum(weights[k] for weights in drawn.weights) for k in range(10)]
    # 50,000 draws at a tenth each: a standard deviation of 67.
    assert all(abs(total - 5000) < 5 * 67 for total in totals)
    assert Counter(n for weights in drawn.weights for n in weights)[0] / 50_000 == pytest.approx(
        0.9**10, abs=0.01
    )


def test_the_same_seed_gives_the_same_interval() -> None:
    random = Random(1)
    values = [random.random() for _ in range(50)]
    assert bootstrap_mean(values, seed=3) == bootstrap_mean(values, seed=3)
    assert bootstrap_mean(values, seed=3) != bootstrap_mean(values, seed=4)
    assert resamples(50, 10, 1) is resamples(50, 10, 1)


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    random = Random(5)
    values = [random.gauss(3, 2) for _ in range(400)]
    found = bootstrap_mean(values, number=4000)
    assert found is not None
    assert found.value == pytest.approx(fmean(values))
    half = NormalDist().inv_cdf(0.975) * stdev(values) / 20
    assert found.low == pytest.approx(fmean(values) - half, abs=0.03)
    assert found.high == pytest.approx(fmean(values) + half, abs=0.03)
    narrow = bootstrap_mean(values, number=4000, confidence=0.5)
    assert narrow is not None
    assert found.low < narrow.low < narrow.high < found.high


def test_clusters_widen_an_interval() -> None:
    """Ten people who are always right or always wrong are ten facts, not a thousand."""
    people = [(100.0 * (n < 6), 100.0) for n in range(10)]
    answers = [(float(n < 600), 1.0) for n in range(1000)]
    clustered, loose = bootstrap_ratio(people), bootstrap_ratio(answers)
    assert clustered is not None
    assert loose is not None
    assert clustered.value == loose.value == 0.6
    assert clustered.high - clustered.low > 5 * (loose.high - loose.low)
    assert clustered.clusters == 10


def test_people_and_items_at_once_are_less_certain_than_either() -> None:
    random = Random(2)
    ease = [random.random() for _ in range(30)]
    skill = [random.random() for _ in range(12)]
    rows = [
        (item, person, float(random.random() < (ease[item] + skill[person]) / 2))
        for item in range(30)
        for person in range(12)
    ]
    crossed = bootstrap_crossed(rows)
    assert crossed is not None
    assert crossed.value == pytest.approx(fmean(value for *_, value in rows))
    assert crossed.clusters == 12
    for axis in (0, 1):
        sums: dict[int, tuple[float, float]] = {}
        for *cluster, value in rows:
            total, n = sums.get(int(cluster[axis]), (0.0, 0.0))
            sums[int(cluster[axis])] = (total + value, n + 1)
        single = bootstrap_ratio(sums.values())
        assert single is not None
        assert crossed.high - crossed.low > single.high - single.low
    assert bootstrap_crossed([]) is None


def test_people_who_answered_different_items_are_weighed_by_their_answers() -> None:
    rows = [("a", "P", 1.0), ("b", "P", 1.0), ("a", "Q", 0.0), ("a", "Q", 1.0)]
    found = bootstrap_crossed(rows)
    assert found is not None
    assert found.value == 0.75


def test_differences_are_over_shared_items() -> None:
    left = {"a": 1.0, "b": 1.0, "c": 0.0, "only": 1.0}
    right = {"a": 0.0, "b": 1.0, "c": 0.0}
    found = bootstrap_difference(left, right)
    assert found is not None
    assert found.value == pytest.approx(1 / 3)
    assert found.clusters == 3
    assert bootstrap_difference(left, {"z": 1.0}) is None


def test_nothing_has_no_interval() -> None:
    assert bootstrap_mean([]) is None
    assert bootstrap([], lambda sums: sums[0]) is None
    assert bootstrap_ratio([(0.0, 0.0)]) is None


def test_resamples_without_a_value_do_not_count() -> None:
    found = bootstrap_ratio([(1.0, 1.0), (0.0, 0.0)])
    assert found is not None
    assert (found.low, found.high) == (1, 1)
    assert 0 < found.resamples < 1000
