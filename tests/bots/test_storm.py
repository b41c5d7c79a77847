"""Signals and closed terminals at random moments, for those who answer, who judge and who write:
a little of each storm."""

from pathlib import Path

import pytest

from tests.bots.storm import STORMS
from tests.effort import rng, tally, turns

TURNS = {"participant": turns(3, 60), "annotator": turns(2, 60), "text being written": turns(1, 30)}


@pytest.mark.scaled
@pytest.mark.parametrize("name", STORMS)
def test_no_input_is_lost_in_a_storm_of_signals(name: str, tmp_path: Path) -> None:
    came = STORMS[name](tmp_path, rng(60 + list(STORMS).index(name)), TURNS[name])
    tally(f"signal or closed terminal, {name}", came.tried, came.tried, came.lost)
    assert came.tried == TURNS[name]
    assert came.lost == 0
