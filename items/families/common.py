"""What the generators share: what one index makes, and making many of them on several cores.

Owns the made record and the running of a maker over indices, in order and with the same result for
any number of processes. What is made, and how it is proved, is each generator's.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Final

from items.models import Item

PROVED: Final = "proved"
_CHUNK = 64
"""Indices a process takes at a time; it never changes what is made."""


@dataclass(frozen=True, slots=True)
class Made:
    """What one index of a generator gave: items, all of them proved, or the reason for none."""

    items: tuple[Item, ...] = ()
    records: tuple[dict[str, Any], ...] = ()
    """The same in another tool's form, where the generator offers one and it was asked for."""
    rejected: Mapping[str, int] = field(default_factory=dict)
    """Reason to how often something drawn was thrown away before the items were found."""


Maker = Callable[[int], Made]
"""A pure function from an index to what it makes; it and its result must be picklable."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Everything one run made, in the order of the indices."""

    items: tuple[Item, ...]
    records: tuple[dict[str, Any], ...]
    rejected: Mapping[str, int]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """`{written, rejected: {reason: n}, seconds}`."""
        return {
            "written": len(self.items),
            "rejected": dict(self.rejected),
            "seconds": round(self.seconds, 3),
        }


def run(
    make: Maker, count: int, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> Batch:
    """What `make` gives for the indices 0 to count - 1, on `jobs` processes.

    `progress` is told how many indices are done.
    """
    began = time.perf_counter()
    items: list[Item] = []
    records: list[dict[str, Any]] = []
    rejected: Counter[str] = Counter()
    done = 0
    for chunk in _chunks(make, count, jobs):
        for made in chunk:
            items.extend(made.items)
            records.extend(made.records)
            rejected.update(made.rejected)
        done += len(chunk)
        if progress is not None:
            progress(done)
    reasons = dict(sorted(rejected.items()))
    return Batch(tuple(items), tuple(records), reasons, time.perf_counter() - began)


def _chunks(make: Maker, count: int, jobs: int) -> Iterator[Sequence[Made]]:
    ranges = [range(start, min(start + _CHUNK, count)) for start in range(0, count, _CHUNK)]
    if jobs <= 1 or len(ranges) <= 1:
        for indices in ranges:
            yield [make(index) for index in indices]
        return
    # A fresh interpreter a process: the same on every system, and no thread is copied.
    with ProcessPoolExecutor(min(jobs, len(ranges)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_work, [make] * len(ranges), ranges)


def _work(make: Maker, indices: range) -> list[Made]:
    return [make(index) for index in indices]
