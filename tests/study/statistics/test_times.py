"""Times as columns are the lists they are made of, whoever's they are put together with."""

from collections.abc import Mapping, Sequence
from random import Random
from statistics import median

import numpy
import pytest

from study.statistics.spread import medians_of, spread, spread_of
from study.statistics.times import times_of, together


def random_times(rng: Random) -> Mapping[str, Sequence[float]]:
    names = rng.sample([f"i{n}" for n in range(9)], rng.randint(0, 9))
    return {name: [float(rng.randrange(50)) for _ in range(rng.randint(1, 4))] for name in names}


@pytest.mark.parametrize("seed", range(40))
def test_columns_say_what_the_lists_say(seed: int) -> None:
    rng = Random(seed)
    lists = random_times(rng)
    columns = times_of(lists)
    assert columns == lists
    assert list(columns) == list(lists)
    assert len(columns) == len(lists)
    assert times_of(columns) is columns
    several = [random_times(rng) for _ in range(rng.randint(0, 4))]
    whole = together([*map(times_of, several), lists])
    wanted: dict[str, list[float]] = {}
    for each in (*several, lists):
        for item, seconds in each.items():
            wanted.setdefault(item, []).extend(seconds)
    assert whole == wanted
    assert list(whole) == list(wanted)
    medians = medians_of(whole.sizes, whole.seconds)
    assert medians == [median(seconds) for seconds in wanted.values()]
    every = [second for seconds in wanted.values() for second in seconds]
    assert spread_of(whole.seconds) == spread(every)


def test_nothing_has_no_median() -> None:
    assert together([]) == {}
    assert spread_of(numpy.zeros(0)) is None
    with pytest.raises(ValueError, match="no values for a median"):
        medians_of(numpy.array([1, 0]), numpy.array([2.0]))
