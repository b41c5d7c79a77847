"""Draws: fixed for good, fair, and nested where promised."""

from collections import Counter

import pytest

from items.seeds import Draw


def test_a_stream_is_fixed_for_good() -> None:
    # Whoever changes these numbers changes every file ever generated.
    draw = Draw("dyval", 7, 0)
    assert [draw.below(1000) for _ in range(6)] == FIXED
    assert Draw("dyval", 7, 0).shuffled("abcdef") == SHUFFLED


FIXED = [908, 149, 65, 442, 582, 181]
SHUFFLED = ["d", "c", "b", "e", "a", "f"]


def test_streams_of_different_names_differ() -> None:
    assert Draw("a", 1).random() != Draw("a", 2).random()
    assert Draw("a", 1).random() == Draw("a", "1").random()


def test_weighted_draws_follow_the_weights() -> None:
    draw = Draw("weights")
    counts = Counter(draw.weighted((2, 0, 6)) for _ in range(4000))
    assert counts[1] == 0
    assert 0.22 < counts[0] / 4000 < 0.28


def test_shuffle_reaches_every_order_about_equally_often() -> None:
    draw = Draw("orders")
    counts = Counter("".join(draw.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_a_longer_sample_begins_with_a_shorter() -> None:
    long, short = Draw("s").sample(range(50), 20), Draw("s").sample(range(50), 5)
    assert long[:5] == short
    assert len(set(long)) == 20
    with pytest.raises(ValueError, match="3 values asked for"):
        Draw("s").sample("ab", 3)
