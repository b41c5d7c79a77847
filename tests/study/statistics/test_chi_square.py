"""Chi-square tests and Holm's correction, against independent computations."""

from itertools import combinations
from math import erfc, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from study.statistics.chi_square import chi_square_matrix, holm


def need_stats() -> None:
    pytest.importorskip("statsmodels", reason="needs what `make dev` installs")


def test_chi_square_of_every_pair() -> None:
    counts = {"arts": (30, 10), "law": (20, 20), "easy": (40, 0), "none": (0, 0), "sure": (9, 0)}
    matrix = chi_square_matrix(counts)
    assert matrix.groups == ("arts", "law", "easy", "sure")
    for text, other in combinations(matrix.groups, 2):
        pair_test = matrix.test(other, text)
        assert pair_test is not None
        assert pair_test is matrix.test(text, other)
        (a, b), (c, d) = counts[text], counts[other]
        margins = (a + b) * (c + d) * (a + c) * (b + d)
        if not margins:
            assert (pair_test.p, pair_test.corrected) == (None, None)
            continue
        chi = (a + b + c + d) * (a * d - b * c) ** 2 / margins
        assert pair_test.p == pytest.approx(erfc(sqrt(chi / 2)))
        assert pair_test.corrected is not None
        assert pair_test.p is not None
        assert pair_test.corrected >= pair_test.p
        least = min(a + b, c + d) * min(a + c, b + d) / (a + b + c + d)
        assert pair_test.few_expected is (least < 5)
    assert matrix.test("arts", "arts") is None
    assert chi_square_matrix({}).tests == {}


def test_holm_by_hand() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


@pytest.mark.slow
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_holm_is_that_of_statsmodels(p_values: list[float]) -> None:
    need_stats()
    from statsmodels.stats.multitest import multipletests

    wanted = [float(p) for p in multipletests(p_values, method="holm")[1]]
    assert holm(p_values) == pytest.approx(wanted, rel=1e-12, abs=0)


@given(st.lists(st.integers(0, 5000), min_size=4, max_size=4))
def test_the_chi_square_test_is_that_of_scipy(cells: list[int]) -> None:
    a, b, c, d = cells
    assume(a + b and c + d and a + c and b + d)
    from scipy.stats import chi2_contingency

    pair_test = chi_square_matrix({"one": (a, b), "other": (c, d)}).test("one", "other")
    wanted = chi2_contingency([[a, b], [c, d]], correction=False)
    assert pair_test is not None
    assert pair_test.p == pytest.approx(float(wanted.pvalue), rel=1e-9, abs=1e-300)
