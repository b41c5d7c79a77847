"""Resampling is resampling, and its intervals are what they say."""

import random
from collections import Counter
from itertools import product
from math import comb
from random import Random
from statistics import NormalDist, fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.statistics.agreement import cohen
from study.statistics.bootstrap import (
    Resamples,
    _interval,
    bootstrap,
    resamples,
)
from study.statistics.intervals import wilson
from study.statistics.reliability import Unit, fleiss
from study.statistics.samples import ratio

VALUES = st.lists(
    st.sampled_from([0.0, 0.25, 0.5, 1.0, -1.0, 3.5]) | st.floats(-10, 10), min_size=1, max_size=80
)


def alone(values: list[float]) -> list[tuple[float, float]]:
    """Clusters of one value each."""
    return [(value, 1.0) for value in values]


def resampled(drawn: Resamples) -> list[list[int]]:
    """For each resample, how often each cluster was drawn."""
    counts: list[list[int]] = drawn.cluster_counts.T.tolist()
    return counts


@given(VALUES, st.integers(0, 3))
def test_sums_are_sums_over_what_was_drawn(values: list[float], seed: int) -> None:
    drawn = Resamples(len(values), 20, seed)
    assert all(sum(weights) == len(values) for weights in resampled(drawn))
    expected = [
        sum(n * value for n, value in zip(weights, values, strict=True))
        for weights in resampled(drawn)
    ]
    assert drawn.sums(values) == pytest.approx(expected, abs=1e-9)


def test_many_different_values_are_summed_too() -> None:
    values = [n / 7 for n in range(200)]
    drawn = Resamples(200, 5)
    expected = [sum(w * v for w, v in zip(ws, values, strict=True)) for ws in resampled(drawn)]
    assert drawn.sums(values) == pytest.approx(expected)


@given(st.integers(1, 60), st.integers(0, 3))
def test_draws_are_those_of_python_s_own_generator(clusters: int, seed: int) -> None:
    random = Random(f"{seed} {clusters}")
    expected = [Counter(random.choices(range(clusters), k=clusters)) for _ in range(40)]
    drawn = Resamples(clusters, 40, seed).cluster_counts
    assert drawn.T.tolist() == [[counts[k] for k in range(clusters)] for counts in expected]


def test_every_cluster_is_drawn_as_often_as_another() -> None:
    drawn = Resamples(10, 5000)
    totals = [sum(weights[k] for weights in resampled(drawn)) for k in range(10)]
    # 50,000 draws at a tenth each: a standard deviation of 67.
    assert all(abs(total - 5000) < 5 * 67 for total in totals)
    assert Counter(n for weights in resampled(drawn) for n in weights)[0] / 50_000 == pytest.approx(
        0.9**10, abs=0.01
    )


def test_the_same_seed_gives_the_same_interval() -> None:
    random = Random(1)
    values = [random.random() for _ in range(50)]
    assert bootstrap(alone(values), ratio, seed=3) == bootstrap(alone(values), ratio, seed=3)
    assert bootstrap(alone(values), ratio, seed=3) != bootstrap(alone(values), ratio, seed=4)
    assert resamples(50, 10, 1) is resamples(50, 10, 1)


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    random = Random(5)
    values = [random.gauss(3, 2) for _ in range(400)]
    interval = bootstrap(alone(values), ratio, number=4000)
    assert interval is not None
    assert interval.value == pytest.approx(fmean(values))
    half = NormalDist().inv_cdf(0.975) * stdev(values) / 20
    assert interval.low == pytest.approx(fmean(values) - half, abs=0.03)
    assert interval.high == pytest.approx(fmean(values) + half, abs=0.03)
    narrow = bootstrap(alone(values), ratio, number=4000, confidence=0.5)
    assert narrow is not None
    assert interval.low < narrow.low < narrow.high < interval.high


def test_clusters_widen_an_interval() -> None:
    """Ten people who are always right or always wrong are ten facts, not a thousand."""
    people = [(100.0 * (n < 6), 100.0) for n in range(10)]
    answers = [(float(n < 600), 1.0) for n in range(1000)]
    clustered, loose = bootstrap(people, ratio), bootstrap(answers, ratio)
    assert clustered is not None
    assert loose is not None
    assert clustered.value == loose.value == 0.6
    assert clustered.high - clustered.low > 5 * (loose.high - loose.low)
    assert clustered.clusters == 10


def test_nothing_has_no_interval() -> None:
    assert bootstrap([], lambda sums: sums[0]) is None
    assert bootstrap([(0.0, 0.0)], ratio) is None


def test_resamples_without_a_value_do_not_count() -> None:
    interval = bootstrap([(1.0, 1.0), (0.0, 0.0)], ratio)
    assert interval is not None
    assert (interval.low, interval.high) == (1, 1)
    assert 0 < interval.resamples < 10_000
    assert interval.undefined == 10_000 - interval.resamples
    # Both draws are the second cluster in a quarter of them.
    assert interval.undefined == pytest.approx(2500, abs=180)


def quantile(cumulative: list[tuple[float, float]], share: float) -> float:
    """The first value up to which at least this share of a known distribution lies."""
    return next(value for value, below in cumulative if below >= share)


@pytest.mark.parametrize(("n", "ones"), [(10, 5), (20, 2), (30, 27), (12, 1)])
def test_the_ends_are_the_quantiles_of_a_known_distribution(n: int, ones: int) -> None:
    """A resampled number of ones is binomial: both ends are its 2.5 % and 97.5 % quantiles."""
    rate, below, cumulative = ones / n, 0.0, list[tuple[float, float]]()
    for k in range(n + 1):
        below += comb(n, k) * rate**k * (1 - rate) ** (n - k)
        cumulative.append((k / n, below))
    interval = bootstrap(alone([1.0] * ones + [0.0] * (n - ones)), ratio, number=20_000)
    assert interval is not None
    assert interval.low == pytest.approx(quantile(cumulative, 0.025))
    assert interval.high == pytest.approx(quantile(cumulative, 0.975))
    assert interval.undefined == 0


def test_the_ends_count_from_the_first_value_to_the_last() -> None:
    """Of values 0 to 1000 in order, 2.5 % lie below 25 and 2.5 % above 975: no end is one off."""
    ends = _interval(0.0, [float(n) for n in range(1001)], 5, 0.95, 1001)
    assert ends is not None
    assert [ends.low, ends.high] == pytest.approx([25, 975])
    interval = _interval(0.0, [0.0, 1.0], 5, 0.5, 2)
    assert interval is not None
    assert (interval.low, interval.high) == (0.25, 0.75)


def test_kappa_of_three_items_has_the_interval_of_all_27_resamples() -> None:
    """Two judges agree on yes twice and differ once. Drawn without the third item, kappa has no
    value (8 of 27); else it is -0.2 (12 of 27), -0.5 (6) or -1 (1). So the upper end is the figure
    itself, and what was left out is told."""
    units = [Unit(n, {"x": "yes", "y": "yes" if n else "no"}) for n in range(3)]
    values = []
    for drawn in product(range(3), repeat=3):
        again = [Unit(place, units[n].values) for place, n in enumerate(drawn)]
        figure = fleiss(again)
        if figure.value is not None:
            values.append(figure.value)
    assert Counter(round(value, 9) for value in values) == {-0.2: 12, -0.5: 6, -1.0: 1}
    interval = fleiss(units).interval
    assert interval is not None
    assert interval.value == pytest.approx(-0.2)
    assert [interval.low, interval.high] == pytest.approx([-1, -0.2])
    assert interval.undefined == pytest.approx(10_000 * 8 / 27, abs=200)
    assert interval.resamples + interval.undefined == 10_000
    kappa = cohen(dict.fromkeys(range(3), "yes"), {n: "yes" if n else "no" for n in range(3)})
    assert kappa is not None
    assert kappa.kappa is not None
    # With one judge who always says yes, Cohen's kappa is 0 in each resample that has one; how
    # often both agree is no surer than 2 of 3 are.
    agreed = wilson(2, 3)
    assert agreed is not None
    assert kappa.kappa.value == pytest.approx(0)
    assert kappa.kappa.low == -1
    assert kappa.kappa.high == pytest.approx((agreed.high - 2 / 3) / (1 - 2 / 3))
    assert kappa.kappa.undefined == interval.undefined


def test_the_order_in_which_verdicts_came_changes_no_interval_of_kappa() -> None:
    left = dict(enumerate("yyyynnnyynynnnyynyny"))
    right = dict(enumerate("yynynnnnynynyyyynynn"))
    clusters = {n: f"item {n % 7}" for n in left}
    kappas = set()
    for seed in range(4):
        keys = random.Random(seed).sample(list(left), len(left))
        shuffled = {key: left[key] for key in keys}
        both = cohen(shuffled, {key: right[key] for key in reversed(keys)}, clusters=clusters)
        assert both is not None
        kappas.add(both.kappa)
    assert len(kappas) == 1


def test_what_belongs_to_one_item_is_drawn_together_for_cohens_kappa() -> None:
    left = dict(enumerate("yyyyynnnnnyyyyynnnnn"))
    right = dict(enumerate("yyyyynnnnnnnnnnyyyyy"))
    loose = cohen(left, right)
    lumped = cohen(left, right, clusters={n: n // 5 for n in left})
    assert loose is not None
    assert loose.kappa is not None
    assert lumped is not None
    assert lumped.kappa is not None
    assert lumped.kappa.value == loose.kappa.value == 0
    assert (loose.kappa.clusters, lumped.kappa.clusters) == (20, 4)
    assert lumped.kappa.high == 1, "only the items they agree on may be drawn"
    assert loose.kappa.high < 0.6
