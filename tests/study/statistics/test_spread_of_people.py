"""CV over people: by hand, and its interval on simulated people."""

from math import exp
from random import Random
from statistics import mean, pstdev

import pytest

from study.metrics.cv_of_people import METRIC
from study.statistics.samples import Sample
from study.statistics.spread_of_people import spread_of_people


def sample(random: Random, people: int, items: int, spread: float) -> tuple[Sample, list[float]]:
    ease = [random.gauss(0, spread) for _ in range(items)]
    skill = [random.gauss(0.7, spread) for _ in range(people)]
    cells = [
        (person, item, int(random.random() < 1 / (1 + exp(-skill[person] - ease[item]))))
        for person in range(people)
        for item in range(items)
    ]
    shares = [mean(right for p, _, right in cells if p == person) for person in range(people)]
    rows = [(right, 1) for *_, right in cells]
    return Sample(rows, [item for _, item, _ in cells], [p for p, *_ in cells]), shares


def test_cv_is_that_of_peoples_shares() -> None:
    data, shares = sample(Random(3), 7, 20, 1.0)
    people = spread_of_people(data)
    assert people is not None
    assert people.cv == pytest.approx(100 * pstdev(shares) / mean(shares))
    assert (people.n, people.lowest, people.highest) == (7, min(shares), max(shares))
    estimate = METRIC.estimate(data)
    assert estimate is not None
    assert (estimate.value, estimate.low, estimate.high, estimate.n) == (
        people.cv,
        people.low,
        people.high,
        7,
    )


def test_no_figure_depends_on_how_people_and_items_are_numbered() -> None:
    """To the last digit: the same answers come in another order out of a database than out of its
    segments."""
    random = Random(11)
    data, _ = sample(random, 23, 17, 1.0)
    assert data.items is not None
    assert data.people is not None
    cells = [
        (right, n, item, person)
        for (right, n), item, person in zip(data.rows, data.items, data.people, strict=True)
        if random.random() < 0.8
    ]
    outcomes = set()
    for _ in range(30):
        random.shuffle(cells)
        people = dict[object, int](enumerate(random.sample(range(23), 23)))
        items = dict[object, int](enumerate(random.sample(range(17), 17)))
        outcomes.add(
            spread_of_people(
                Sample(
                    [(right, n) for right, n, _, _ in cells],
                    [items[item] for _, _, item, _ in cells],
                    [people[person] for *_, person in cells],
                )
            )
        )
    assert len(outcomes) == 1


@pytest.mark.slow
def test_most_intervals_hold_the_cv_of_all_people() -> None:
    random = Random(5)
    everybody = [spread_of_people(sample(random, 60, 30, 1.0)[0]) for _ in range(40)]
    truth = mean(entry.cv for entry in everybody if entry is not None and entry.cv is not None)
    covered = 0
    for _ in range(60):
        people = spread_of_people(sample(random, 8, 30, 1.0)[0])
        assert people is not None
        assert people.low is not None
        assert people.high is not None
        covered += people.low <= truth <= people.high
    assert covered >= 53


def test_who_says_nothing_of_others() -> None:
    assert spread_of_people(Sample([(1, 1), (0, 1)])) is None
    alone = spread_of_people(Sample([(1, 1), (0, 1)], [1, 2], ["a", "a"]))
    assert alone is not None
    assert (alone.n, alone.sd, alone.cv, alone.low) == (1, None, None, None)
    nobody = spread_of_people(Sample([(0, 1)] * 4, [1, 2, 1, 2], ["a", "a", "b", "b"]))
    assert nobody is not None
    assert (nobody.mean, nobody.cv) == (0, None)
    assert METRIC.estimate([(1, 2)]) is None


@pytest.mark.parametrize("people", [2, 3, 8])
def test_over_one_cluster_it_is_what_so_many_people_can_differ_by(people: int) -> None:
    """Nothing is known of other items, not even that anybody is right on them."""
    cells = [(p, i, int(p != i)) for p in range(people) for i in range(4)]
    data = Sample(
        [(right, 1) for *_, right in cells],
        [item for _, item, _ in cells],
        [person for person, *_ in cells],
        ["one template"] * len(cells),
    )
    estimate = METRIC.estimate(data)
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0 <= estimate.low <= estimate.value <= estimate.high
    # No so many people differ more than where one is always right and the others never.
    most = 100 * pstdev([1] + [0] * (people - 1)) / mean([1] + [0] * (people - 1))
    assert estimate.high == pytest.approx(most)
    assert estimate.high > 0
