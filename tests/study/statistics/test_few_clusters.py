"""What is reported about intervals that rest on few people or few items."""

import pytest

from study.metrics.uncertainty import SHARE
from study.statistics.few_clusters import ITEMS, PEOPLE, notes, warnings_of
from study.statistics.samples import Estimate, Sample, Sampling, ratio


def of(people: int, items: int, sampling: Sampling | None = None) -> Estimate:
    """People each of whom is right on every other item, in turn."""
    cells = [(person, item) for person in range(people) for item in range(items)]
    rows = [((person + item) % 2, 1) for person, item in cells]
    sample = Sample(rows, [item for _, item in cells], [person for person, _ in cells])
    estimate = (sampling or Sampling()).of(sample).estimate(ratio, SHARE)
    assert estimate is not None
    return estimate


def test_an_interval_knows_how_many_people_and_items_it_rests_on() -> None:
    assert (of(3, 20).people, of(3, 20).items, of(3, 20).clusters) == (3, 20, 3)
    assert (of(30, 8).people, of(30, 8).items, of(30, 8).clusters) == (30, 8, 8)
    for sampling in (Sampling("people"), Sampling("items"), Sampling("both")):
        samples_given = of(3, 20, sampling)
        assert (samples_given.people, samples_given.items) == (0, 0)
        assert warnings_of(samples_given) == []


@pytest.mark.parametrize(
    ("people", "items", "words"),
    [
        (2, 80, ["based on 2 people"]),
        (PEOPLE, ITEMS, []),
        (PEOPLE - 1, ITEMS - 1, [f"based on {PEOPLE - 1} people", f"based on {ITEMS - 1} items"]),
        (50, 10, ["based on 10 items or structures"]),
    ],
)
def test_of_few_it_is_reported(people: int, items: int, words: list[str]) -> None:
    texts = warnings_of(of(people, items))
    assert len(texts) == len(words)
    assert all(text.startswith(word) for text, word in zip(texts, words, strict=True))
    assert all("in simulations, such intervals covered" in text for text in texts)


def test_a_table_tells_of_the_fewest() -> None:
    texts = notes([of(30, 80), of(3, 80), of(2, 80), of(30, 40), of(30, 12)])
    assert len(texts) == 2
    assert "are based on 2 people" in texts[0]
    assert "12 items" in texts[1]
    assert notes([of(30, 80)]) == []


def test_fewer_items_held_less() -> None:
    (few,), (more,) = warnings_of(of(30, 10)), warnings_of(of(30, 30))
    assert few.values["span"] != more.values["span"]
