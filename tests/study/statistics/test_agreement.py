"""Agreement of two judges and of all, against independent computations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.statistics.agreement import cohen, unanimous


def need_stats() -> None:
    pytest.importorskip("statsmodels", reason="needs what `make dev` installs")


def test_kappa_by_hand() -> None:
    """Agreement on 35 of 50, where 0.5 was to be expected: 0.4."""
    left = {n: n < 25 for n in range(50)}
    right = {n: n < 20 or 25 <= n < 35 for n in range(50)}
    kappa = cohen(left, right)
    assert kappa is not None
    assert kappa.n == 50
    assert kappa.observed == pytest.approx(0.7)
    expected = 0.5 * 0.6 + 0.5 * 0.4
    assert kappa.expected == pytest.approx(expected)
    assert kappa.kappa is not None
    assert kappa.kappa.value == pytest.approx(0.4)
    assert kappa.kappa.low < 0.4 < kappa.kappa.high


def test_kappa_without_anything_to_tell_apart() -> None:
    kappa = cohen({1: "yes", 2: "yes"}, {1: "yes", 2: "yes"})
    assert kappa is not None
    assert (kappa.observed, kappa.expected, kappa.kappa) == (1, 1, None)
    assert cohen({1: "yes"}, {2: "yes"}) is None


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=2, max_size=40))
def test_kappa_is_that_of_statsmodels(pairs: list[tuple[str, str]]) -> None:
    need_stats()
    from statsmodels.stats.inter_rater import cohens_kappa

    labels = sorted({label for pair in pairs for label in pair})
    counts = [[sum(pair == (x, y) for pair in pairs) for y in labels] for x in labels]
    kappa = cohen(dict(enumerate(x for x, _ in pairs)), dict(enumerate(y for _, y in pairs)))
    assert kappa is not None
    if kappa.kappa is not None and len(labels) > 1:
        assert kappa.kappa.value == pytest.approx(cohens_kappa(counts, return_results=False))


def test_judges_all_together() -> None:
    verdicts = {
        "c": {1: True, 2: False, 3: True},
        "a": {1: True, 2: False, 3: False, 4: True},
        "b": {1: True, 2: False, 3: True, 4: True},
    }
    share = unanimous(verdicts)
    assert share is not None
    assert (share.successes, share.n) == (2, 3)
    assert unanimous({"a": {1: True}}) is None
    assert unanimous({"a": {1: True}, "b": {2: True}}) is None
