"""What the generators share: what one index makes, and making many of them on several cores.

Owns the made record and the running of a maker over indices, in order and with the same result for
any number of processes. What is made, and how it is proved, is each generator's.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Final

from items.check import QUESTION_TYPE
from items.models import Item
from items.renaming import structure_key
from items.structure import TWINS
from solver.errors import InputError

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
    distinct: int | None = None
    """Different problems up to renaming; None where nobody asked for different ones."""
    stopped: bool = False
    """It was interrupted: these are the items made until then."""

    def to_json(self) -> dict[str, Any]:
        """`{written, rejected: {reason: n}, seconds, distinct, stopped}`."""
        return {
            "written": len(self.items),
            "rejected": dict(self.rejected),
            "seconds": round(self.seconds, 3),
            "distinct": self.distinct,
            "stopped": self.stopped,
        }


REPEATED = "the same problem again, up to renaming"
_STALE = 300
"""Problems in a row that were there already, after which no more different ones are expected."""
_HOPELESS = 3
"""Indices that give nothing at the beginning, after which nothing is expected."""


def run(
    make: Maker,
    count: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    unique: bool = False,
    refuse: bool = False,
) -> Batch:
    """What `make` gives for the indices 0 to count - 1, on `jobs` processes.

    With `unique` a problem that is there already, up to renaming, is replaced by one of a later
    index with the same question type and gold. With `refuse` a request that gives nothing is
    refused after its first indices. `progress` is told how many indices are done. Ctrl+C ends the
    run; what was made is given out.

    Raises:
        InputError: there are not so many different problems, or (`refuse`) none at all.
    """
    began = time.perf_counter()
    taken = _Taken(count, unique)
    stopped = False
    start, size = 0, count
    try:
        while size:
            for made in _each(make, range(start, start + size), jobs):
                taken.add(made)
                if refuse:
                    taken.refuse_nothing()
                if progress is not None:
                    progress(min(taken.done, count))
            taken.close()
            start, size = start + size, 2 * taken.missing
    except KeyboardInterrupt:
        stopped = True
    rejected = dict(sorted(taken.rejected.items()))
    return Batch(
        tuple([item for made in taken.made for item in made.items]),
        tuple([record for made in taken.made for record in made.records]),
        rejected,
        time.perf_counter() - began,
        len(taken.known) if unique else None,
        stopped,
    )


class _Taken:
    """What was made and is kept."""

    def __init__(self, count: int, unique: bool) -> None:
        self.count = count
        self.unique = unique
        self.seen = 0
        self.made: list[Made] = []
        self.rejected: Counter[str] = Counter()
        self.known: set[str] = set()
        self.wanted: Counter[str] = Counter()
        """Question type and gold to how many problems have to be replaced."""
        self.stale = 0
        self.some = False
        """Whether any index gave an item."""
        self.group: list[tuple[Made, bool]] = []
        """What twins of the last index made, and whether it is beyond the count."""
        self.twins: object = None

    @property
    def missing(self) -> int:
        """How many problems are still to be replaced."""
        return self.wanted.total()

    @property
    def done(self) -> int:
        """How many indices are done with."""
        return min(self.seen, self.count) - self.missing

    def add(self, made: Made) -> None:
        """Take what the next index made."""
        self.seen += 1
        self.some |= bool(made.items)
        if not self.unique:
            self.made.append(made)
            self.rejected.update(made.rejected)
            return
        twins = made.items[0].attributes.get(TWINS) if made.items else None
        if self.group and (twins is None or twins != self.twins):
            self.close()
        self.group.append((made, self.seen > self.count))
        self.twins = twins
        if twins is None or self.seen == self.count:
            self.close()

    def close(self) -> None:
        """Keep the last twins, or drop them where any is there already: if only that one were
        dropped, labels with fewer problems of a sort would have other sorts more often."""
        group, self.group = self.group, []
        chosen: list[tuple[Made, bool, str]] = []
        for made, extra in group:
            if not made.items:
                if not extra:
                    self.made.append(made)
                    self.rejected.update(made.rejected)
                continue
            sort = _sort(made.items[0])
            if not extra or self.wanted[sort] > sum(other == sort for _, _, other in chosen):
                chosen.append((made, extra, sort))
        if not chosen:
            return
        keys = [structure_key(made.items[0]) or made.items[0].content_hash for made, _, _ in chosen]
        fresh = len(set(keys)) == len(keys) and self.known.isdisjoint(keys)
        for made, extra, sort in chosen:
            self.rejected.update(made.rejected)
            if fresh:
                self.made.append(made)
                self.wanted[sort] -= extra
            elif not extra:
                self.wanted[sort] += 1
        if fresh:
            self.known.update(keys)
            self.stale = 0
            return
        self.rejected[REPEATED] += len(chosen)
        self.stale += len(chosen)
        if self.stale >= _STALE + len(self.known) // 4:
            raise self._exhausted()

    def _exhausted(self) -> InputError:
        return InputError(
            "Not so many different problems",
            f"{self.count} were asked for; among {self.seen} drawn, {len(self.known)} are "
            f"different up to renaming, and the last {self.stale} were all repeated",
            f"Ask for {len(self.known)} or fewer, for larger problems, or say --no-unique.",
        )

    def refuse_nothing(self) -> None:
        """Raises InputError where the first indices gave nothing."""
        if self.seen == _HOPELESS < self.count and not self.some:
            counts = self.rejected.copy()
            for made, _ in self.group:
                counts.update(made.rejected)
            reasons = ", ".join(f"{reason} ({number})" for reason, number in counts.most_common(3))
            raise InputError(
                "No item can be made",
                f"the first {self.seen} gave none: {reasons or 'no reason known'}",
                "Ask for less at once: other depth, noise, premises, operators or labels.",
            )


def _sort(item: Item) -> str:
    golds = [leaf.gold.model_dump(mode="json") if leaf.gold else None for leaf in item.leaves]
    return json.dumps([item.attributes.get(QUESTION_TYPE), golds], sort_keys=True)


def _each(make: Maker, indices: range, jobs: int) -> Iterator[Made]:
    if jobs <= 1 or len(indices) <= _CHUNK:
        for index in indices:
            yield make(index)
        return
    ranges = [indices[start : start + _CHUNK] for start in range(0, len(indices), _CHUNK)]
    # A fresh interpreter a process: the same on every system, and no thread is copied.
    pool = ProcessPoolExecutor(min(jobs, len(ranges)), mp_context=get_context("spawn"))
    try:
        for chunk in pool.map(_work, [make] * len(ranges), ranges):
            yield from chunk
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _work(make: Maker, indices: range) -> list[Made]:
    return [make(index) for index in indices]
