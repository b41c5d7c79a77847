"""Groups as numbers: where each comes first, and its place."""

from random import Random

import numpy
import pytest

from study.statistics.crossed import SORT_FROM, firsts_and_codes


@pytest.mark.parametrize("most", [0, 1, 7, 300, 4 * 200 + SORT_FROM + 100])
def test_numbers_are_found_as_by_sorting_them(most: int) -> None:
    random = Random(most)
    groups = numpy.array([random.randint(0, most) for _ in range(200)] + [most])
    _, wanted_firsts, wanted_places = numpy.unique(groups, return_index=True, return_inverse=True)
    firsts, places = firsts_and_codes(groups)
    assert firsts.tolist() == wanted_firsts.tolist()
    assert places.tolist() == wanted_places.tolist()


def test_of_no_numbers_there_is_none() -> None:
    firsts, places = firsts_and_codes(numpy.zeros(0, dtype=numpy.int64))
    assert len(firsts) == len(places) == 0
