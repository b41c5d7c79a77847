"""The draw: strata have their share, the whole is exact, the seed decides."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from study.annotation.sampling import control_number, draw, sample_size, stratum
from tests.study.annotation.samples import item

POOL = [(n, "abc"[0 if n < 60 else 1 if n < 90 else 2]) for n in range(100)]


def draw_sample(
    sample: float, seed: int, pool: list[tuple[int, str]] = POOL
) -> list[tuple[int, str]]:
    return list(
        draw(pool, sample, seed, key=lambda pair: str(pair[0]), stratum=lambda pair: (pair[1],))
    )


def test_every_stratum_has_its_share() -> None:
    counts = Counter(kind for _, kind in draw_sample(0.1, 1))
    assert counts == {"a": 6, "b": 3, "c": 1}


def test_the_seed_decides_and_nothing_else() -> None:
    assert draw_sample(0.1, 1) == draw_sample(0.1, 1)
    assert draw_sample(0.1, 1) != draw_sample(0.1, 2)
    assert set(draw_sample(0.1, 1, POOL[::-1])) == set(draw_sample(0.1, 1))


def test_a_number_or_a_share() -> None:
    assert (sample_size(16, 81), sample_size(0.1, 81), sample_size(1, 81)) == (16, 8, 81)
    assert sample_size(0.001, 81) == 1
    for wrong in (82, 2.5):
        with pytest.raises(InputError, match="--sample"):
            sample_size(wrong, 81)


def test_controls_make_up_their_share_of_the_whole() -> None:
    assert control_number(90, 0.1) == 10
    assert control_number(3, 0.1) == 1


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=60), st.floats(0.01, 1))
def test_the_whole_is_exact_and_no_stratum_is_off_by_one_or_more(
    kinds: list[str], share: float
) -> None:
    pool = list(enumerate(kinds))
    pairs = draw_sample(share, 7, pool)
    wanted = sample_size(share, len(pool))
    assert len(pairs) == wanted
    counts, whole = Counter(k for _, k in pairs), Counter(kinds)
    for kind in whole:
        assert abs(counts[kind] - wanted * whole[kind] / len(pool)) < 1


def test_strata_are_attributes_and_what_goes_without_saying() -> None:
    assert stratum(item(4), ("level", "domain", "language", "nowhere")) == ("1", "a", "en", "–")
