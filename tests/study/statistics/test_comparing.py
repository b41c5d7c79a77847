"""Comparisons of two sides, against independent computations."""

from collections.abc import Sequence
from itertools import product
from math import comb, erfc, sqrt
from random import Random
from statistics import NormalDist, variance
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.statistics import paired
from study.statistics.chi_square import holm
from study.statistics.comparisons import Answers, compare, corrected
from study.statistics.paired import Discordance, PairedScores, discordance, sign_flip
from study.statistics.samples import Sampling

RIGHT = st.dictionaries(st.sampled_from("abcdefgh"), st.booleans())


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
def test_a_cluster_of_a_third_of_the_items_is_reported(size: int, lopsided: bool) -> None:
    left, right = {f"i{n}": n % 2 for n in range(12)}, {f"i{n}": n % 3 % 2 for n in range(12)}
    clusters = {f"i{n}": "large" for n in range(size)}
    together = compare(left, right, clusters=clusters)
    as_given = compare(left, right, clusters=clusters, sampling=Sampling("items"))
    assert together is not None
    assert as_given is not None
    assert together.largest == pytest.approx(size / 12 if size > 1 else 0)
    assert together.lopsided is lopsided
    assert not as_given.lopsided


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
def test_equivalence_past_the_margin_is_not_a_certainty(sign: int) -> None:
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
