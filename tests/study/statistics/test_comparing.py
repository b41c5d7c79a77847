"""Comparisons, agreement, chi-square and rank correlation against independent computations."""

import itertools
from collections.abc import Sequence
from itertools import combinations, product
from math import comb, erfc, sqrt
from random import Random
from statistics import NormalDist, variance
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from study.metrics.counterfactual_difference import BY_EDIT
from study.metrics.gap import METRIC as GAP
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.settled_figures import ends_of
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics import paired
from study.statistics.agreement import cohen, unanimous
from study.statistics.chi_square import chi_square_matrix, holm
from study.statistics.comparisons import Answers, compare, corrected
from study.statistics.distractors import changes
from study.statistics.paired import Discordance, PairedScores, discordance, sign_flip
from study.statistics.ranks import AlignedItems, classes, rank_correlation
from study.statistics.samples import Sampling
from study.statistics.sub_questions import SubAnswer, SubQuestions
from tests.scored_answers import Parts

RIGHT = st.dictionaries(st.sampled_from("abcdefgh"), st.booleans())


def need_stats() -> None:
    pytest.importorskip("statsmodels", reason="needs what `make dev` installs")


@given(RIGHT, RIGHT)
def test_who_was_right_where(left: dict[str, bool], right: dict[str, bool]) -> None:
    outcome = discordance(left, right)
    shared = left.keys() & right.keys()
    if outcome is None:
        assert not shared
        return
    assert outcome.n == len(shared)
    assert outcome.only_left == sum(left[key] and not right[key] for key in shared)
    assert outcome.only_right == sum(right[key] and not left[key] for key in shared)


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 0), (0, 6), (3, 9), (10, 10), (40, 71)])
def test_mcnemar_is_the_binomial(b: int, c: int) -> None:
    n = b + c
    tail = sum(comb(n, k) for k in range(min(b, c) + 1)) / 2**n
    assert Discordance(5, b, c, 7).p_value() == pytest.approx(min(1.0, 2 * tail))


@given(st.lists(st.sampled_from([0.0, 0.25, -0.25, 0.5, -0.5, 1.0, -1.0, 0.125]), max_size=10))
def test_the_permutation_test_counts_all_exchanges(differences: list[float]) -> None:
    observed = abs(sum(differences))
    signed = [
        abs(sum(sign * difference for sign, difference in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    expected = sum(value >= observed - 1e-9 for value in signed) / len(signed)
    p, exact = sign_flip(differences)
    assert exact
    assert p == pytest.approx(expected)


@pytest.mark.slow
def test_a_drawn_permutation_test_is_near_the_exact_one() -> None:
    random = Random(8)
    differences = [round(random.gauss(0.02, 0.4), 3) for _ in range(300)]
    p, exact = sign_flip(differences)
    assert not exact
    assert sign_flip(differences) == (p, exact)
    z = sum(differences) / sqrt(sum(difference * difference for difference in differences))
    assert p == pytest.approx(erfc(abs(z) / sqrt(2)), abs=0.03)
    p, exact = sign_flip([sqrt(n + 2) for n in range(60)])
    assert (p == pytest.approx(1 / 10_001), exact) == (True, False)


@pytest.mark.parametrize("seed", range(4))
def test_shares_of_few_answers_are_counted_and_not_drawn(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against all choices of signs, one after the other, in whole numbers."""
    monkeypatch.setattr(paired, "MOST_EXACT", 1)
    random = Random(seed)
    rights = [(random.randint(0, 9), random.randint(0, 7), random.randint(0, 10)) for _ in range(6)]
    whole = [280 * a - 360 * b for a, b, _ in rights] + [630 * b - 252 * c for _, b, c in rights]
    observed = abs(sum(whole))
    signs = product((1, -1), repeat=len(whole))
    as_large = sum(
        abs(sum(sign * part for sign, part in zip(choice, whole, strict=True))) >= observed
        for choice in signs
    )
    shares = [a / 9 - b / 7 for a, b, _ in rights] + [b / 4 - c / 10 for _, b, c in rights]
    p, exact = sign_flip(shares)
    assert exact
    assert p == pytest.approx(as_large / 2 ** len(whole))


def test_sums_that_only_one_choice_reaches_have_a_small_p() -> None:
    p, exact = sign_flip([1.0 + n / 1000 for n in range(60)])
    assert exact
    assert p == pytest.approx(2 / 2**60)


def test_comparison_over_shared_items() -> None:
    left = {f"i{n}": 1.0 for n in range(12)} | {"extra": 0.0}
    right = {f"i{n}": float(n % 2) for n in range(12)}
    comparison = compare(left, right)
    assert comparison is not None
    assert (comparison.n, comparison.left, comparison.right, comparison.difference.value) == (
        12,
        1,
        0.5,
        0.5,
    )
    assert comparison.difference.clusters == 12
    assert comparison.difference.low is not None
    assert comparison.p < 0.05
    assert comparison.difference.low > 0
    assert compare(left, {}) is None
    thirds = compare({"a": 1.0, "b": 1.0, "c": 0.0, "only": 1.0}, {"a": 0.0, "b": 1.0, "c": 0.0})
    assert thirds is not None
    assert thirds.difference.value == pytest.approx(1 / 3)
    assert thirds.difference.n == thirds.n == 3
    same = compare(right, right)
    assert same is not None
    assert same.p == 1
    assert same.difference.low is not None
    assert same.difference.high is not None
    assert same.difference.low < 0 < same.difference.high, "twelve equal answers are no proof"


def group(people: int, items: int, right: int) -> Answers:
    """Everybody answers every item; person p is right on items p to p + right - 1, in a circle."""
    cells = [(person, item) for person in range(people) for item in range(items)]
    return Answers(
        [f"p{person}" for person, _ in cells],
        [f"i{item}" for _, item in cells],
        [float((item - person) % items < right) for person, item in cells],
    )


def test_people_are_compared_as_people() -> None:
    model = {f"i{n}": float(n < 8) for n in range(12)}
    people = group(6, 12, 6)
    comparison, reverse = compare(people, model), compare(model, people)
    assert comparison is not None
    assert reverse is not None
    assert comparison.test == "test for new people and items"
    assert comparison.difference.value == pytest.approx(6 / 12 - 8 / 12)
    assert reverse.difference.value == pytest.approx(-comparison.difference.value)
    assert (reverse.p, reverse.detectable) == pytest.approx((comparison.p, comparison.detectable))
    assert comparison.difference.low is not None
    assert comparison.difference.high is not None
    assert (comparison.p < 0.05) == (
        not comparison.difference.low <= 0 <= comparison.difference.high
    )
    narrow, wide = comparison.equivalence(0.2), comparison.equivalence(0.9)
    assert narrow is not None
    assert wide is not None
    assert wide < narrow
    alone = compare(group(1, 12, 6), model)
    assert alone is not None
    assert (alone.p, alone.difference.low, alone.difference.high) == (1, -1, 1)
    single = compare(model, model.copy() | {"i0": 0.0})
    assert single is not None
    assert single.test == "test for new items"


LEVELS = st.floats(0.001, 0.999)
MARKS = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=3, max_size=14)


@given(MARKS, MARKS, st.integers(1, 3), LEVELS)
def test_p_is_the_interval_turned_round(
    left: list[float], right: list[float], size: int, level: float
) -> None:
    """At a confidence above 1 - p the interval has 0 in it, at one below it has not; so has the
    margin of an equivalence test, of an interval of 1 - 2 p."""
    n = min(len(left), len(right))
    names = [f"i{k}" for k in range(n)]
    clusters = {name: k // size for k, name in enumerate(names)}
    both = (dict(zip(names, side, strict=False)) for side in (left, right))
    comparison = compare(*both, clusters=clusters)
    assert comparison is not None
    if not comparison.details.known:
        assert (comparison.p, comparison.equivalence(0.1), comparison.detectable) == (1, None, None)
        return
    low, high = comparison.details.interval(level)
    if abs(level - (1 - comparison.p)) > 1e-9:
        assert (low <= 0 <= high) == (level > 1 - comparison.p)
    p = comparison.equivalence(0.4)
    assert p is not None
    if 1e-9 < p < 0.5:
        low, high = comparison.details.interval(1 - 2 * p)
        assert max(-low, high) == pytest.approx(0.4, abs=1e-6)
    assert low < high


def test_the_interval_of_two_independent_shares_is_newcombes() -> None:
    """Of 56 of 70 and 48 of 80 right, on items that no two share, 0.0524 to 0.3339 (Newcombe 1998,
    Statistics in Medicine 17, 873-890, table II, example a, method 10), with Wilson's ends."""
    from study.statistics.crossed import Variance
    from study.statistics.differences import Difference, Figure
    from study.statistics.intervals import wilson

    left, right = wilson(56, 70), wilson(48, 80)
    assert left is not None
    assert right is not None
    figures = [
        Figure(
            share.value, Variance(share.value * (1 - share.value) / share.n, 1e9, share.n), share.n
        )
        for share in (left, right)
    ]
    low, high = Difference(figures[0], figures[1], 0.0).interval()
    assert (low, high) == pytest.approx((0.0524, 0.3339), abs=4e-3)


def test_p_of_several_pairs_is_corrected_for_their_number() -> None:
    model = {f"i{n}": float(n < 8) for n in range(12)}
    pairs = [compare(model, {f"i{n}": float(n < k) for n in range(12)}) for k in (0, 3, 8)]
    comparisons = [pair for pair in pairs if pair is not None]
    assert corrected(comparisons) == holm([comparison.p for comparison in comparisons])
    assert corrected(comparisons)[0] == pytest.approx(3 * comparisons[0].p)


def test_items_that_are_all_there_are_tell_of_people_alone() -> None:
    """With the same items asked again, only people vary: the t test of their mean scores."""
    people = group(6, 12, 6)
    few = Answers(
        [*people.people, *["p9"] * 12], [*people.items, *(f"i{n}" for n in range(12))],
        [*people.scores, *[1.0] * 12],
    )  # fmt: skip
    model = {f"i{n}": 0.5 for n in range(12)}
    comparison = compare(few, model, sampling=Sampling("items"))
    assert comparison is not None
    means = [0.5] * 6 + [1.0]
    assert comparison.details.left.variance.variance == pytest.approx(variance(means) / 7)
    assert comparison.details.left.variance.freedom == 6
    few_people = compare(few, model, sampling=Sampling("people"))
    assert few_people is not None
    assert few_people.test == "test for new items"
    shares = [(0.5 * 6 + 1) / 7] * 12
    assert few_people.left == pytest.approx(shares[0])


def test_equals_leave_room_for_a_difference() -> None:
    everybody = compare(group(4, 10, 10), {f"i{n}": 1.0 for n in range(10)})
    assert everybody is not None
    assert everybody.p == 1
    assert everybody.difference.low is not None
    assert everybody.difference.high is not None
    assert everybody.difference.low < 0 < everybody.difference.high


def test_items_of_one_template_are_drawn_together() -> None:
    left, right = {f"i{n}": 1.0 for n in range(12)}, {f"i{n}": 0.0 for n in range(12)}
    clusters = {f"i{n}": n // 4 for n in range(12)}
    alone, together = compare(left, right), compare(left, right, clusters=clusters)
    assert alone is not None
    assert together is not None
    assert alone.p < 0.001 < together.p
    assert together.difference.clusters == 3
    scores = PairedScores(left, right, clusters)
    assert sign_flip(scores.by_cluster)[0] == pytest.approx(2 / 2**3)
    assert sign_flip(PairedScores(left, right).by_cluster)[0] == pytest.approx(2 / 2**12)


@pytest.mark.parametrize(("size", "lopsided"), [(1, False), (3, False), (4, True), (9, True)])
def test_a_cluster_of_a_third_of_the_items_is_told(size: int, lopsided: bool) -> None:
    left, right = {f"i{n}": n % 2 for n in range(12)}, {f"i{n}": n % 3 % 2 for n in range(12)}
    clusters = {f"i{n}": "large" for n in range(size)}
    together = compare(left, right, clusters=clusters)
    as_given = compare(left, right, clusters=clusters, sampling=Sampling("items"))
    assert together is not None
    assert as_given is not None
    assert together.largest == pytest.approx(size / 12 if size > 1 else 0)
    assert together.lopsided is lopsided
    assert not as_given.lopsided


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
            assert (pair_test.statistic, pair_test.p, pair_test.corrected) == (None, None, None)
            continue
        chi = (a + b + c + d) * (a * d - b * c) ** 2 / margins
        assert pair_test.statistic == pytest.approx(chi)
        assert pair_test.p == pytest.approx(erfc(sqrt(chi / 2)))
        assert pair_test.corrected is not None
        assert pair_test.p is not None
        assert pair_test.corrected >= pair_test.p
        least = min(a + b, c + d) * min(a + c, b + d) / (a + b + c + d)
        assert pair_test.small is (least < 5)
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
    # To the rounding of the last bits: sums are taken in another order.
    assert pair_test.statistic == pytest.approx(float(wanted.statistic), rel=1e-12)
    assert pair_test.p == pytest.approx(float(wanted.pvalue), rel=1e-9, abs=1e-300)


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


def test_what_distractors_do() -> None:
    rows = [
        *((t, 0, r) for t, r in (("a", True), ("b", True), ("c", False))),
        *((t, 5, r) for t, r in (("a", False), ("b", True), ("c", True))),
        ("d", 5, False),
        ("c", 10, False),
    ]
    base, five_distractors, ten = changes(rows)
    assert (base.distractors, base.both_right, base.both_wrong, base.pairs) == (0, 2, 1, 3)
    assert (
        five_distractors.correct_to_wrong,
        five_distractors.wrong_to_correct,
        five_distractors.both_right,
        five_distractors.pairs,
    ) == (
        1,
        1,
        1,
        3,
    )
    assert (ten.both_wrong, ten.pairs) == (1, 1)
    assert changes([]) == ()
    alone = changes([("a", 5, True)])
    assert alone[0].pairs == 0


EDITED = frozenset(["by_edit"])


def test_items_with_several_questions() -> None:
    rows = [
        SubAnswer("a", "1", True, kind="count_models"),
        SubAnswer("a", "2", True, EDITED, kind="possible", decider="judged"),
        SubAnswer("b", "1", True, kind="count_models"),
        SubAnswer("b", "2", False, EDITED),
        SubAnswer("c", "1", True),
    ]
    parts = Parts(rows)
    assert parts.item_accuracy is not None
    assert (parts.item_accuracy.value, parts.item_accuracy.n) == (2 / 3, 3)
    assert parts.sub_accuracy is not None
    assert parts.sub_accuracy.value == pytest.approx(4 / 5)
    assert parts.sub_accuracy.clusters == 3
    assert parts.gap == pytest.approx(4 / 5 - 2 / 3)
    assert parts.baseline is not None
    assert parts.counterfactual is not None
    assert (parts.baseline.value, parts.counterfactual.value) == (1, 0.5)
    assert parts.difference is not None
    assert parts.difference.value == pytest.approx(-0.5)
    assert {kind: estimate and estimate.value for kind, estimate in parts.kinds.items()} == {
        "count_models": 1,
        "possible": 1,
    }
    answers = parts.answers
    assert (len(answers.graded), len(answers.decided("judged")), answers.ungraded) == (5, 1, 0)


def test_unsettled_answers_leave_bounds_in_place_of_figures() -> None:
    parts = Parts(
        [
            SubAnswer("a", "1", True),
            SubAnswer("a", "2", True, EDITED),
            SubAnswer("b", "1", True),
            SubAnswer("b", "2", False, EDITED),
            SubAnswer("b", "3", None),
            SubAnswer("c", "1", True),
            SubAnswer("c", "2", None),
        ]
    )
    # Every figure with an unsettled answer in it; b is wrong whatever becomes of its third.
    assert (parts.sub_accuracy, parts.item_accuracy, parts.gap) == (None,) * 3
    assert (parts.baseline, parts.difference) == (None, None)
    assert parts.counterfactual is not None
    assert parts.counterfactual.value == 0.5
    answers = parts.answers
    assert (answers.ungraded, answers.undecided) == (2, 1)
    assert answers.bounds == (4 / 7, 6 / 7)
    assert ends_of(ITEM_ACCURACY, [answers]) == (1 / 3, 2 / 3)


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcd"), st.sampled_from([None, None, True, True, False]), st.booleans()
        ),
        min_size=1,
        max_size=12,
    ).filter(lambda rows: 0 < sum(right is None for _, right, _ in rows) <= 8)
)
def test_the_ends_of_figures_are_those_over_all_ways_of_settling(
    rows: list[tuple[str, bool | None, bool]],
) -> None:
    marks = {True: EDITED, False: frozenset[str]()}
    answers = [
        SubAnswer(item, str(place), right, marks[edited])
        for place, (item, right, edited) in enumerate(rows)
    ]
    open_ = [place for place, answer in enumerate(answers) if answer.right is None]
    for metric in (ITEM_ACCURACY, SUB_QUESTION_ACCURACY, GAP, BY_EDIT):
        ends = ends_of(metric, [SubQuestions(answers)])
        values: list[float] = []
        for settled in product((False, True), repeat=len(open_)):
            answers_drawn = list(answers)
            for place, right in zip(open_, settled, strict=True):
                answers_drawn[place] = answers_drawn[place]._replace(right=right)
            figure = metric.compute(SubQuestions(answers_drawn), None)
            values += [] if figure is None else [figure.value]
        if ends is not None and ends[0] is not None:
            assert ends == pytest.approx((min(values), max(values)))
        else:
            assert not values or metric.compute(SubQuestions(answers), None) is not None


def test_no_sub_questions() -> None:
    parts = Parts([])
    assert (parts.item_accuracy, parts.sub_accuracy, parts.gap, parts.difference) == (None,) * 4
    assert parts.kinds == {}
    ungraded = Parts([SubAnswer("a", "1", None)])
    assert ungraded.sub_accuracy is None
    assert ungraded.answers.undecided == 1


def test_how_items_differ_is_no_part_of_a_difference_of_two_groups() -> None:
    """Two groups of 200 on the same 24 items, from very hard to very easy; the second gets 5 points
    more on every item. Items would have to be drawn anew for their ease to matter."""
    draw = Random(24)

    def group(more: float) -> Answers:
        people, items, scores = [], [], []
        for person in range(200):
            for item in range(24):
                people.append(person)
                items.append(str(item))
                scores.append(float(draw.random() < 0.15 + 0.03 * item + more))
        return Answers(people, items, scores)

    first, second = group(0.0), group(0.05)
    outcome = compare(first, second)
    assert outcome is not None
    assert outcome.p < 0.01
    same = compare(first, first)
    assert same is not None
    assert same.p == 1
    low, high = same.difference.low, same.difference.high
    assert low is not None
    assert high is not None
    assert low < 0 < high


def test_people_who_agree_with_a_model_leave_room_for_a_difference() -> None:
    """Six people of one mind who answer as the model does, on twelve items."""
    model = {f"i{n}": float(n < 6) for n in range(12)}
    cells = [(person, item) for person in range(6) for item in model]
    people = Answers(
        [person for person, _ in cells],
        [item for _, item in cells],
        [model[item] for _, item in cells],
    )
    comparison = compare(people, model)
    assert comparison is not None
    assert comparison.difference.low is not None
    assert comparison.difference.high is not None
    assert comparison.difference.low < -0.1
    assert comparison.difference.high > 0.1


@pytest.mark.slow
def test_many_people_find_a_difference_from_a_model_on_few_items() -> None:
    """200 people on 24 items, of an accuracy that differs by 1 logit from item to item: of 120
    models that are right less often by 20 points on average about half are found, of 120 that are
    right as often one in twenty."""
    import numpy

    random = numpy.random.default_rng(24)

    def chance(logits: Any) -> Any:
        return 1 / (1 + numpy.exp(-logits))

    names = [str(n) for n in range(24)]
    who, which = numpy.divmod(numpy.arange(200 * 24), 24)
    significant_counts = {0.0: 0, 1.15: 0}
    for _ in range(120):
        ease = random.standard_normal(24)
        right = random.random((200, 24)) < chance(0.7 + random.standard_normal((200, 1)) + ease)
        people = Answers(
            who.tolist(), [names[n] for n in which], right.ravel().astype(float).tolist()
        )
        for less in significant_counts:
            # A little nearer to 0 than people's centre: people differ, the model does not.
            by_model = random.random(24) < chance(0.61 - less + ease)
            comparison = compare(people, dict(zip(names, by_model.astype(float), strict=True)))
            assert comparison is not None
            significant_counts[less] += comparison.p < 0.05
    assert significant_counts[0.0] <= 12
    assert significant_counts[1.15] >= 50


@pytest.mark.parametrize("sign", [1, -1])
def test_equivalence_past_the_margin_is_no_certainty(sign: int) -> None:
    """One of the two tests is then about as unsure as its distance from the margin tells: 9 of 24
    against 7 of 24, with margins below the difference of 8.3 points and above it."""
    both = (
        {f"i{n}": float(n < 9) for n in range(24)},
        {f"i{n}": float(4 <= n < 11) for n in range(24)},
    )
    comparison = compare(*both[::sign])
    assert comparison is not None
    value = abs(comparison.difference.value)
    assert value == pytest.approx(2 / 24)
    margins = (0.0001, 0.02, 0.05, value - 1e-6, value, value + 1e-6, 0.12, 0.3)
    equivalences = [comparison.equivalence(margin) for margin in margins]
    ps = [p for p in equivalences if p is not None]
    assert len(ps) == len(margins)
    assert ps == sorted(ps, reverse=True)
    assert ps[3:6] == pytest.approx([0.5] * 3, abs=1e-3)
    assert 0.5 < ps[2] < ps[0] < 0.99
    # By the distance from the margin in standard errors, the interval taken for a normal one.
    low, high = comparison.details.interval(0.5)
    error = (high - low) / 2 / NormalDist().inv_cdf(0.75)
    for margin, p in zip(margins, ps, strict=True):
        assert p == pytest.approx(1 - NormalDist().cdf((margin - value) / error), abs=0.03)
    # Turned round, it is the test that the difference is past the margin.
    ends = comparison.details.interval(1 - 2 * (1 - ps[2]))
    assert min(map(abs, ends)) == pytest.approx(0.05, abs=1e-6)


@pytest.mark.parametrize("population", [None, "people", "items"])
def test_people_who_were_compared_before_are_compared_alike(population: Any) -> None:
    random = Random(7)
    cells = [(f"p{n}", item, random.random() < 0.6) for n in range(4) for item in "abcdef"]

    def people() -> Answers:
        who, items_asked, right = zip(*cells, strict=True)
        return Answers(who, items_asked, list(map(float, right)))

    several = people()
    clusters = {"a": "x", "b": "x", "c": "y"}
    for items, groups in (("abcdef", None), ("abcd", None), ("abcd", clusters), ("abcdef", None)):
        model = {item: float(random.random() < 0.5) for item in items}
        sampling = Sampling(population)
        outcome = compare(several, model, clusters=groups, sampling=sampling)
        assert outcome == compare(people(), model, clusters=groups, sampling=sampling)
        assert outcome is not None
        assert outcome.n == len(items)


def two_groups(
    items: tuple[Sequence[str], Sequence[str]], seed: int = 0, people: int = 8
) -> tuple[Answers, Answers]:
    """Groups of people of whom each answered all items of its group, at random."""
    draw = Random(seed)
    sides = []
    for names in items:
        cells = [(f"{person}", item) for person in range(people) for item in names]
        scores = [float(draw.random() < 0.6) for _ in cells]
        sides.append(Answers([p for p, _ in cells], [i for _, i in cells], scores))
    return sides[0], sides[1]


def test_groups_without_an_item_in_common_are_compared_over_structures() -> None:
    left, right = [f"l{n}" for n in range(24)], [f"r{n}" for n in range(8, 20)]
    names = {name: f"template {int(name[1:]) % 12}" for name in (*left, *right)}
    first, second = two_groups((left, right))
    assert compare(first, second, clusters=names) is None
    comparison = compare(first, second, clusters=names, structures=True)
    assert comparison is not None
    assert (comparison.n, comparison.structures) == (12, True)
    assert (comparison.difference.people, comparison.difference.items) == (8, 12)
    # Each template weighs the same: on the left it has two items, on the right one.
    assert comparison.left == pytest.approx(sum(first.by_item.values()) / 24)
    assert comparison.right == pytest.approx(sum(second.by_item.values()) / 12)


def test_structures_weigh_the_same_however_many_items_they_have() -> None:
    left, right = ["a1", "a2", "a3", "b1"], ["A", "B"]
    names = {name: name[0].lower() for name in (*left, *right)}
    first, second = two_groups((left, right), people=5)
    comparison = compare(first, second, clusters=names, structures=True)
    assert comparison is not None
    own = first.by_item
    mean = ((own["a1"] + own["a2"] + own["a3"]) / 3 + own["b1"]) / 2
    assert comparison.left == pytest.approx(mean)


def test_groups_whose_items_are_all_there_are_have_nothing_in_common() -> None:
    names = {"l": "t", "r": "t"}
    first, second = two_groups((["l"], ["r"]))
    sampling = Sampling("items")
    assert compare(first, second, clusters=names, sampling=sampling, structures=True) is None
    assert compare(first, second, clusters={}, structures=True) is None


def test_two_people_who_are_right_as_often_as_each_other_say_little_of_others() -> None:
    """Their variance is as that of single answers: the interval rests on one degree of freedom all
    the same, and is wider than that of four such people."""
    widths = []
    for people in (2, 4):
        cells = [(str(person), str(item)) for person in range(people) for item in range(40)]
        scores = [float((int(item) + int(person)) % 2) for person, item in cells]
        side = Answers([p for p, _ in cells], [i for _, i in cells], scores)
        comparison = compare(side, {str(item): 0.5 for item in range(40)})
        assert comparison is not None
        assert comparison.difference.people == people
        widths.append((comparison.difference.high or 0) - (comparison.difference.low or 0))
    assert widths[0] > widths[1]
