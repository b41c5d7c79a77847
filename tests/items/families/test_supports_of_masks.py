"""The smallest sets of clues: the same as by trying all, and in little memory."""

import random
import tracemalloc
from collections.abc import Sequence
from itertools import combinations

import pytest

from items.families.matched_puzzles import conjoined, supports

WORLDS = 200_000
CLUES = 13


def by_trying(regions: Sequence[int], fails: int) -> list[int]:
    """Every minimal set of clues that leaves nothing of a region, by trying all sets."""
    supports: list[int] = []
    for size in range(len(regions) + 1):
        for numbers in combinations(range(len(regions)), size):
            mask = sum(1 << number for number in numbers)
            if any(not known & ~mask for known in supports):
                continue
            if not conjoined([regions[number] for number in numbers], fails):
                supports.append(mask)
    return sorted(supports, key=lambda mask: (mask.bit_count(), mask))


@pytest.mark.parametrize("seed", range(60))
def test_they_are_those_found_by_trying(seed: int) -> None:
    draw = random.Random(seed)
    worlds = draw.randint(1, 40)
    regions = [
        draw.getrandbits(worlds) | draw.getrandbits(worlds) for _ in range(draw.randint(0, 7))
    ]
    fails = 0 if seed % 10 == 0 else draw.getrandbits(worlds)
    assert supports(regions, fails) == by_trying(regions, fails)


def test_many_clues_over_many_arrangements_are_not_all_held_at_once() -> None:
    draw = random.Random(1)
    regions = [draw.getrandbits(WORLDS) for _ in range(CLUES)]
    fails = (1 << WORLDS) - 1
    region_bytes = WORLDS // 8
    tracemalloc.start()
    try:
        supports(regions, fails)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # One region for each set of clues would be 2 ** CLUES of them.
    assert most < 8 * CLUES * region_bytes
