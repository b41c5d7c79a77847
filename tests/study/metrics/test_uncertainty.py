"""Samples and interval methods: what is summed, what is drawn together, and what is exchanged."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from math import exp
from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.metrics import uncertainty
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.counterfactual_difference import BY_EDIT
from study.metrics.gap import METRIC as GAP
from study.metrics.gold_f1 import METRIC as GOLD_F1
from study.metrics.label_f1 import UNKNOWN as UNKNOWN_F1
from study.metrics.macro_f1 import METRIC as MACRO_F1
from study.metrics.pc import METRIC as PC
from study.metrics.uncertainty import (
    ANY_FIGURE,
    DIFFERENCE,
    INDEPENDENT,
    SHARE,
    Bootstrap,
    CrossedWilson,
    Wilson,
)
from study.metrics.weighted_f1 import METRIC as WEIGHTED_F1
from study.statistics.circular import MutantAnswer, circular
from study.statistics.crossed import projected
from study.statistics.intervals import wilson
from study.statistics.samples import Estimate, Sample, Sampling, ratio, share_difference
from study.statistics.sub_questions import SubAnswer, SubQuestions
from study.statistics.truth import TruthAnswers, truth_answers

CELLS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 4), st.booleans()), min_size=1, max_size=30
)


def sample(cells: list[tuple[int, int, bool]]) -> Sample:
    return Sample(
        [(int(right), 1) for *_, right in cells],
        items=[item for _, item, _ in cells],
        respondents=[person for person, _, _ in cells],
    )


def width(estimate: Estimate | None) -> float:
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


@given(CELLS)
def test_a_value_is_the_same_with_every_method(cells: list[tuple[int, int, bool]]) -> None:
    right, n = sum(right for *_, right in cells), len(cells)
    for method in (None, Wilson(), CrossedWilson()):
        estimate = sample(cells).estimate(ratio, method)
        assert estimate is not None
        assert estimate.value == pytest.approx(right / n)
        assert estimate.n == n


@given(CELLS)
def test_weights_of_two_are_answers_given_twice(cells: list[tuple[int, int, bool]]) -> None:
    once = sample(cells)
    twice = replace(sample(cells + cells))
    weighed = replace(once, weights=[2.0] * len(cells))
    assert weighed.sums == twice.sums
    assert sorted(map(list, weighed.by_cluster)) == sorted(map(list, twice.by_cluster))


def test_clusters_are_drawn_whole() -> None:
    """Items made from one template, all right or all wrong, are as few facts as templates."""
    rows = [(int(item < 30), 1) for item in range(60)]
    loose = Sample(rows, items=list(range(60)))
    lumped = replace(loose, clusters=[item // 10 for item in range(60)])
    by_item, by_template = (entry.estimate(ratio, ANY_FIGURE) for entry in (loose, lumped))
    assert by_item is not None
    assert by_template is not None
    assert (by_item.clusters, by_template.clusters) == (60, 6)
    assert width(by_template) > 2 * width(by_item)


def crossed_cells(random: Random, people: int, items: int) -> list[tuple[int, int, bool]]:
    """Answers of people of different skill to items of different ease, one logit apart."""
    skill = [random.gauss(0, 1) for _ in range(people)]
    ease = [random.gauss(0.7, 1) for _ in range(items)]
    return [
        (person, item, random.random() < 1 / (1 + exp(-skill[person] - ease[item])))
        for person in range(people)
        for item in range(items)
    ]


@pytest.mark.slow
def test_new_people_and_items_are_covered_where_items_alone_do_not_cover() -> None:
    """Of 200 studies of 8 people and 40 items, most intervals hold the share of all people and
    all items, as at 95 % they should; those that take people as given hold it in few."""
    random = Random(11)
    many = crossed_cells(random, 400, 400)
    truth = sum(right for *_, right in many) / len(many)
    samplings = (Sampling(), Sampling("people"), Sampling("items"), Sampling("both"))
    covered = dict.fromkeys(samplings, 0)
    for _ in range(200):
        cells = sample(crossed_cells(random, 8, 40))
        for sampling in samplings:
            estimate = sampling.of(cells).estimate(ratio, SHARE)
            assert estimate is not None
            assert estimate.low is not None
            assert estimate.high is not None
            covered[sampling] += estimate.low <= truth <= estimate.high
    everything, given_people, given_items, given_both = covered.values()
    assert everything > 175
    assert given_both < given_people < 150
    assert given_both < given_items < everything


def test_what_is_all_there_is_is_not_drawn() -> None:
    """Of the share over the very same people, asked other items, the interval that takes people as
    given is as wide as the items say; of the same items, asked of others, as people say."""
    cells = [(person, item, (item + person) % 4 > 0) for person in range(5) for item in range(12)]
    both = sample(cells)
    items = [sum(right for _, i, right in cells if i == item) for item in range(12)]
    people = [sum(right for p, _, right in cells if p == person) for person in range(5)]
    by_item = Sample([(right, 5) for right in items]).estimate(ratio, SHARE)
    by_person = Sample([(right, 12) for right in people]).estimate(ratio, SHARE)
    for population, expected in (("people", by_item), ("items", by_person)):
        outcome = Sampling("people" if population == "people" else "items").of(both)
        estimate = outcome.estimate(ratio, SHARE)
        assert estimate is not None
        assert expected is not None
        assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high))
    answers = Sampling("both").of(both).estimate(ratio, SHARE)
    plain = wilson(sum(items), 60)
    assert answers is not None
    assert plain is not None
    assert (answers.low, answers.high) == (plain.low, plain.high)
    assert Sampling("people", "domain").note.endswith("of the same domain are drawn together")


def test_one_large_template_is_not_made_up_for_by_many_items() -> None:
    """Where one template has most items, there are hardly more facts than two."""
    rows = [(int(item % 3 > 0), 1) for item in range(60)]
    even = Sample(rows, clusters=[item // 5 for item in range(60)])
    skewed = Sample(rows, clusters=[0 if item < 49 else item for item in range(60)])
    lumps = Sample([(int(item < 49), 1) for item in range(60)], clusters=skewed.clusters)
    estimate, other, lumped = (s.estimate(ratio, SHARE) for s in (even, skewed, lumps))
    assert width(estimate) < width(other) < width(lumped)
    assert width(lumped) > 0.9


def test_f1_of_a_label_rests_on_the_items_that_have_it() -> None:
    """All right, over 3 items of the label among 60: as sure as of 3 of 3."""
    golds = ["unknown"] * 3 + ["true"] * 57
    answers = truth_answers([(str(n), gold, gold) for n, gold in enumerate(golds)])
    estimate, expected = UNKNOWN_F1.estimate(answers), wilson(3, 3)
    assert estimate is not None
    assert expected is not None
    assert estimate.value == 1
    assert estimate.low == pytest.approx(expected.low)
    assert ACCURACY.estimate(Sample([(1, 1)] * 60)) != estimate


@pytest.mark.parametrize("right", [6, 5, 3, 0])
@pytest.mark.parametrize("runs", [2, 3, 5])
def test_further_runs_over_the_same_items_never_make_an_interval_wider(
    right: int, runs: int
) -> None:
    alone = [(int(item < right), 1) for item in range(6)]
    expected = Sample(alone, clusters=list(range(6))).estimate(ratio, SHARE)
    assert expected is not None
    again = Sample([(n * runs, runs) for n, _ in alone], clusters=list(range(6)))
    estimate = again.estimate(ratio, SHARE)
    assert estimate is not None
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx(
        (expected.value, expected.low, expected.high)
    )
    # Runs that differ tell more.
    mixed = Sample([(1, 2)] * 6, clusters=list(range(6))).estimate(ratio, SHARE)
    half = wilson(3, 6)
    assert half is not None
    assert width(mixed) <= half.high - half.low


def test_people_who_are_all_right_leave_room_for_others() -> None:
    cells = sample([(person, item, True) for person in range(6) for item in range(10)])
    estimate = cells.estimate(ratio, CrossedWilson())
    assert estimate is not None
    assert estimate.value == estimate.high == 1
    assert estimate.low is not None
    assert 0.4 < estimate.low < 0.7, "six people are six facts, whatever they answered"
    single = sample([(0, item, item < 5) for item in range(10)])
    assert single.estimate(ratio, CrossedWilson()) is not None
    assert width(single.estimate(ratio, CrossedWilson())) == 1, "one person says nothing of others"


def test_a_method_is_exchanged_for_one_call() -> None:
    tallies = [(3, 4), (1, 4), (4, 4), (0, 4)]
    own, plain = ACCURACY.estimate(tallies), ACCURACY.estimate(tallies, INDEPENDENT)
    assert own is not None
    assert plain is not None
    expected = wilson(8, 16)
    assert expected is not None
    assert (plain.value, plain.low, plain.high, plain.n) == (
        0.5,
        expected.low,
        expected.high,
        16,
    )
    assert width(own) > width(plain)
    truths = truth_answers([("a", "true", "true"), ("b", "false", "true"), ("c", "false", None)])
    drawn = MACRO_F1.estimate(truths, Bootstrap(200, seed=1))
    assert drawn is not None
    assert drawn.resamples + drawn.undefined == 200


def test_wilson_is_for_counts_and_shares() -> None:
    answers = [
        MutantAnswer("i", mutant, chosen, 0, respondent)
        for mutant in range(4)
        for respondent, chosen in (("p", 0), ("q", mutant))
    ]
    chances = circular(answers)
    assert chances.composite
    estimate = Sample([(0.5, 1), (1.0, 1)], yes_or_no=False).estimate(ratio, Wilson())
    assert estimate == Sample([(0.5, 1), (1.0, 1)]).estimate(ratio, Bootstrap())
    assert PC.estimate(chances) is not None
    with pytest.raises(ValueError, match="expected a share"):
        Sample([(1, 1)]).estimate(lambda sums: sums[0], Wilson())


def test_nothing_has_no_estimate() -> None:
    for method in (None, Wilson(), CrossedWilson()):
        assert Sample([]).estimate(ratio, method) is None
    assert Sample([(0, 0)]).estimate(ratio, None) is None


def test_the_defaults_stand_in_one_place() -> None:
    named = [uncertainty.SHARE, uncertainty.DIFFERENCE, uncertainty.ANY_FIGURE]
    assert [method.name for method in named] == [
        "Wilson for new items; of people, for new people and items",
        "from both shares' own intervals (Newcombe 1998) for new items; of people, for new people "
        "and items",
        "bootstrap by item",
    ]
    assert all(hash(method) == hash(replace(method)) for method in (Wilson(), Bootstrap()))


def parts_of(items: int, rights: Sequence[bool], people: int = 0) -> SubQuestions:
    """Items alike: the sub-questions of each are right as said, the last being counterfactual."""
    mark = frozenset({"by_edit"})
    return SubQuestions(
        [
            SubAnswer(
                f"{item}#{person}" if people else str(item),
                str(part),
                right,
                mark if part == len(rights) - 1 else frozenset(),
            )
            for person in range(max(1, people))
            for item in range(items)
            for part, right in enumerate(rights)
        ]
    )


@pytest.mark.parametrize("people", [0, 5])
@pytest.mark.parametrize("items", [3, 10, 300])
@pytest.mark.parametrize(
    ("metric", "rights", "value"),
    [
        (GAP, (True, False), 0.5),
        (GAP, (True, True, False), 2 / 3),
        (GAP, (True,), 0.0),
        (GAP, (True, True), 0.0),
        (BY_EDIT, (True, False), -1.0),
        (BY_EDIT, (False, True), 1.0),
        (BY_EDIT, (True, False, False), -0.5),
        (BY_EDIT, (True, True), 0.0),
    ],
)
def test_a_difference_that_is_the_same_in_all_items_has_an_interval(
    metric: Any, rights: Sequence[bool], value: float, items: int, people: int
) -> None:
    estimate = metric.estimate(parts_of(items, rights, people))
    assert estimate.value == pytest.approx(value)
    assert estimate.low <= estimate.value + 1e-12
    assert estimate.high >= estimate.value - 1e-12
    assert width(estimate) > 1 / (items + 4)
    more = metric.estimate(parts_of(3 * items, rights, 3 * people))
    assert width(more) < width(estimate), "more that is alike says more"


def ends(estimate: Estimate | None) -> tuple[float, float]:
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def test_a_gap_is_not_below_what_answers_can_make_it() -> None:
    """Where all items have as many sub-questions, those of an item that is right as a whole are all
    right; where they have not, such items can have few of them: 1 of 1 and 0 of 3 is 25 % of the
    sub-questions, and half the items."""
    for items, rights in itertools.product((1, 2, 30), ((True,), (True, True), (True, False))):
        low, high = ends(GAP.estimate(parts_of(items, rights)))
        assert 0 <= low < high
    assert ends(GAP.estimate(parts_of(1, (True, True)))) == (0, 1)
    uneven = [SubAnswer("a", "0", True, frozenset())]
    uneven += [SubAnswer("b", str(part), False, frozenset()) for part in range(3)]
    estimate = GAP.estimate(SubQuestions(uneven))
    assert estimate is not None
    assert (estimate.value, ends(estimate)[0]) == (-0.25, -0.25)


def test_one_item_says_nothing_of_other_items() -> None:
    """However often it is answered."""
    for rights in ([1.0], [0.0], [1.0, 1.0], [1.0, 0.0], [0.0] * 4):
        sample = Sample([(sum(rights), len(rights))], items=["a"])
        assert ends(sample.estimate(ratio, SHARE)) == (0, 1)
    low, high = ends(Sample([(1, 1), (1, 1)], items=["a", "b"]).estimate(ratio, SHARE))
    assert 0 < low < high == 1


@pytest.mark.parametrize("metric", [UNKNOWN_F1, MACRO_F1, GOLD_F1, WEIGHTED_F1])
@pytest.mark.parametrize("people", [1, 4])
def test_f1_that_is_the_same_in_all_items_has_an_interval(metric: Any, people: int) -> None:
    counts = {("unknown", "unknown"): 2, ("unknown", "true"): 1, ("true", "true"): 3}
    counts |= {("true", "unknown"): 1, ("false", "false"): 2, ("false", "true"): 1}
    cells = [(person, item) for person in range(people) for item in range(20)]
    who, which = zip(*cells, strict=True)
    answers = TruthAnswers([counts] * len(cells), which, who if people > 1 else None)
    estimate = metric.estimate(answers)
    assert 0.6 < estimate.value < 0.8
    assert estimate.low < estimate.value - 0.02
    assert estimate.high > estimate.value + 0.02


def test_an_interval_of_a_difference_is_for_differences() -> None:
    with pytest.raises(ValueError, match="expected a difference"):
        Sample([(1, 1)]).estimate(ratio, DIFFERENCE)


def test_a_difference_between_other_items_is_as_sure_as_both_shares() -> None:
    """Two shares of items of their own do not vary together: Newcombe's method for two samples,
    56 of 70 and 48 of 80 (his table II, method 10: 0.0524 to 0.3339)."""
    rows = [(int(n < 56), 1, 0, 0) for n in range(70)] + [(0, 0, int(n < 48), 1) for n in range(80)]
    estimate = Sample(rows, items=list(range(150))).estimate(share_difference, DIFFERENCE)
    assert estimate is not None
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx(
        (0.2, 0.0524, 0.3339), abs=0.003
    )


def test_f1_of_a_label_nobody_gave_rightly_rests_on_the_questions_that_have_it_as_gold() -> None:
    labels = [("true", "true")] * 100 + [("unknown", "true")] * 40 + [("true", "unknown")] * 10
    estimate = UNKNOWN_F1.estimate(TruthAnswers([{pair: 1} for pair in labels]))
    assert estimate is not None
    assert estimate.high is not None
    recall = 1.959963984540054**2 / (40 + 1.959963984540054**2)  # Wilson's upper end of 0 of 40
    right = recall * 40
    assert (estimate.value, estimate.low) == (0, 0)
    assert estimate.high == pytest.approx(2 * right / (2 * right + (40 - right) + 10))


@pytest.mark.parametrize("metric", [MACRO_F1, GOLD_F1, WEIGHTED_F1])
def test_a_mean_of_f1_holds_what_a_label_nobody_gave_rightly_leaves_open(metric: Any) -> None:
    counts = [("true", "true")] * 60 + [("true", "false")] * 20
    counts += [("false", "false")] * 50 + [("unknown", "false")] * 4
    answers = TruthAnswers([{pair: 1} for pair in counts])
    whole, label = metric.estimate(answers), UNKNOWN_F1.estimate(answers)
    assert label is not None
    assert label.high is not None
    weight = 4 / 134 if metric is WEIGHTED_F1 else 1 / 3
    assert whole.high >= whole.value + weight * label.high


def macro_f1_without_a_gold(items: int) -> Estimate:
    """Macro-F1 of 30 people on items of two labels, where a third one was answered now and then."""
    cells = [(person, item) for person in range(30) for item in range(items)]
    golds = ["true", "false"] * (items // 2)
    confusions = [
        {(golds[item], "unknown" if (person + item) % 9 == 0 else golds[item]): 1}
        for person, item in cells
    ]
    who, which = zip(*cells, strict=True)
    estimate = MACRO_F1.estimate(TruthAnswers(confusions, which, who))
    assert estimate is not None
    return estimate


def test_macro_f1_over_items_none_of_which_has_a_label_says_little() -> None:
    """The label was answered and is right for none of twelve items: over other items it may be."""
    estimate = macro_f1_without_a_gold(12)
    assert estimate.high is not None
    assert estimate.value < 2 / 3
    assert estimate.high > 0.8


def test_a_mean_of_f1_over_few_items_leaves_room_for_labels_that_none_of_them_has() -> None:
    few, more = macro_f1_without_a_gold(10), macro_f1_without_a_gold(40)
    assert few.low is not None
    assert few.high is not None
    assert more.low is not None
    assert more.high is not None
    assert few.value == pytest.approx(more.value, abs=0.01)
    assert few.high - few.low > more.high - more.low


def test_a_mean_over_gold_labels_reaches_down_as_far_as_one_more_label_takes_it() -> None:
    """All that was asked was answered rightly, but a third label was never asked for."""
    for n in (4, 8, 100):
        counts = [{("true", "true"): 1}, {("false", "false"): 1}] * (n // 2)
        weighted, alike = (
            metric.estimate(TruthAnswers(counts)) for metric in (WEIGHTED_F1, GOLD_F1)
        )
        assert weighted is not None
        assert weighted.low is not None
        assert weighted.low <= 1 - 1 / (n + 1)
        assert alike is not None
        assert alike.low is not None
        assert alike.low <= 1 - min(1, 3 / (n + 1)) / 3


def test_answers_put_together_have_as_few_degrees_of_freedom_as_their_clusters() -> None:
    """One of nine clusters holds most items: they tell less than nine alike would."""
    random = numpy.random.default_rng(7)
    groups: Any = numpy.repeat(numpy.arange(9), [1] * 8 + [40])
    errors = random.standard_normal(9)[groups] / len(groups)
    people = numpy.tile(numpy.arange(12), len(groups))
    effects = 0.01 * random.standard_normal(len(people)) / len(groups)
    variance = projected(errors - errors.mean(), groups, effects, people, numpy.repeat(groups, 12))
    assert 1 <= variance.freedom < 4
