"""Medians of many lists at once, against the standard library's of each."""

import random
from itertools import chain
from statistics import median

import numpy as np
import pytest

from study.statistics.spread import MOST_SIZES, medians_of


def medians(lists: list[list[float]]) -> list[float]:
    return medians_of(
        np.array(list(map(len, lists)), dtype=int), np.array(list(chain.from_iterable(lists)))
    )


@pytest.mark.parametrize("most", [1, 9, 3 * MOST_SIZES])
@pytest.mark.parametrize("seed", range(5))
def test_medians_are_those_of_each_list(seed: int, most: int) -> None:
    rng = random.Random(seed)
    lists = [
        [rng.choice([0.1, 0.3, rng.random() * 10**3]) for _ in range(rng.randint(1, most))]
        for _ in range(200)
    ]
    assert medians(lists) == list(map(median, lists))


def test_of_no_lists_there_are_none_and_of_an_empty_one_there_is_no_median() -> None:
    assert medians([]) == []
    with pytest.raises(ValueError, match="no values for a median"):
        medians([[1.0], []])
