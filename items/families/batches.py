"""What the generators share: what one index makes, and making many of them on several workers.

Owns the made record and the running of a maker over indices, in order and with the same result for
any workers. What is made, and how it is proved, is each generator's.
"""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.executors.key_table import KeyIndex
from items.gold.check import QUESTION_TYPE
from items.models import Item
from items.shape.renaming import structure_key
from items.shape.structure import RETOLD, TWINS
from solver.errors import InputError

PROVED: Final = "proved"
_SHARD = 64
"""Indices a worker takes at a time; it never changes what is made."""


@dataclass(frozen=True, slots=True)
class GeneratedItems:
    """What one index of a generator gave: items, all of them proved, or the reason for none."""

    items: tuple[Item, ...] = ()
    records: tuple[dict[str, Any], ...] = ()
    """The same in another tool's form, where the generator offers one and it was asked for."""
    rejected: Mapping[str, int] = field(default_factory=dict)
    """Reason to how often something drawn was thrown away before the items were found."""


Maker = Callable[[int], GeneratedItems]
"""A pure function from an index to what it makes; it and its result must be picklable."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Everything that one run made, in the order of the indices."""

    items: tuple[Item, ...]
    records: tuple[dict[str, Any], ...]
    rejected: Mapping[str, int]
    seconds: float
    distinct: int | None = None
    """Different problems up to renaming; None where nobody asked for different ones."""
    stopped: bool = False
    """It was interrupted: these are the items made until then."""


REPEATED = "the same problem again, up to renaming"
_STALE = 300
"""Problems in a row that were there already, after which no more different ones are expected."""
_HOPELESS = 3
"""Indices that give nothing at the beginning, after which nothing is expected."""
_HOPELESS_ITEMS = 60
"""Items from which nothing is made at the beginning, after which nothing is expected of others."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run came to, where what it made was handed on."""

    written: int
    """Items."""
    rejected: Mapping[str, int]
    seconds: float
    distinct: int | None
    stopped: bool

    def to_json(self) -> dict[str, Any]:
        """`{written, rejected: {reason: n}, seconds, distinct, stopped}`."""
        return {
            "written": self.written,
            "rejected": dict(self.rejected),
            "seconds": round(self.seconds, 3),
            "distinct": self.distinct,
            "stopped": self.stopped,
        }


def run(
    make: Maker,
    count: int,
    progress: Callable[[int], None] | None = None,
    *,
    workers: Workers | None = None,
    unique: bool = False,
    refuse: bool = False,
    heed: Callable[[GeneratedItems], None] | None = None,
) -> Batch:
    """As `produce`, with everything that was made held together; `heed` is handed each result
    besides."""
    results: list[GeneratedItems] = []

    def take(result: GeneratedItems) -> None:
        results.append(result)
        if heed is not None:
            heed(result)

    outcome = produce(make, count, take, progress, workers=workers, unique=unique, refuse=refuse)
    return Batch(
        tuple([item for result in results for item in result.items]),
        tuple([record for result in results for record in result.records]),
        outcome.rejected,
        outcome.seconds,
        outcome.distinct,
        outcome.stopped,
    )


def produce(
    make: Maker,
    count: int,
    take: Callable[[GeneratedItems], None],
    progress: Callable[[int], None] | None = None,
    *,
    workers: Workers | None = None,
    unique: bool = False,
    refuse: bool = False,
) -> Outcome:
    """Hand to `take` what `make` gives for the indices 0 to count - 1, in order, made by `workers`,
    by default in this process. Of what was handed on, only hashes are held.

    With `unique` a problem that is there already, up to renaming, is replaced by one of a later
    index with the same question type and gold; a maker may know how many there are at most
    (`most_different`), and is not asked for more. With `refuse` a request that gives nothing is
    refused after its first indices. `progress` is told how many indices are done. Ctrl+C ends the
    run; what was made until then has been handed on.

    Raises:
        InputError: there are not so many different problems, or (`refuse`) none at all.
    """
    began = time.perf_counter()
    if unique:
        _refuse_more(count, getattr(make, "most_different", lambda: None)())
    collector = _Collector(count, unique, take)
    stopped = False
    start, size = 0, count
    chosen = workers or Workers()
    try:
        while size:
            for result in chosen.run(MakerJob(make), range(start, start + size)):
                collector.add(_failed(result) if isinstance(result, InputFailure) else result)
                if refuse:
                    collector.refuse_nothing()
                if progress is not None:
                    progress(min(collector.done, count))
            collector.close()
            start, size = start + size, 2 * collector.missing
    except KeyboardInterrupt:
        stopped = chosen.unfinished = True
    return Outcome(
        collector.written,
        dict(sorted(collector.rejected.items())),
        time.perf_counter() - began,
        len(collector.known) if unique else None,
        stopped,
    )


def produce_of(
    make: "MakerOfItems",
    inputs: Iterable[Sequence[Item]],
    take: Callable[[GeneratedItems], None],
    progress: Callable[[int, int], None] | None = None,
    *,
    workers: Workers | None = None,
) -> Outcome:
    """Hand to `take` what a maker without items gives for each of these, in order. Items are taken
    as they are needed and held no longer; an item that fails is counted among the rejected.
    `progress` is told how many inputs are done, and how many items were made of them. Ctrl+C as in
    `produce`.

    Raises:
        InputError: nothing was made of the first items.
    """
    began = time.perf_counter()
    chosen = workers or Workers()
    rejected: Counter[str] = Counter()
    written = 0
    stopped = False
    try:
        for done, result in enumerate(chosen.run(MakingOfItems(make), inputs), 1):
            if isinstance(result, InputFailure):
                rejected[result.title or _program_error(result)] += 1
                continue
            take(result)
            written += len(result.items)
            rejected.update(result.rejected)
            if progress is not None:
                progress(done, written)
            if not written and rejected.total() >= _HOPELESS_ITEMS:
                raise _nothing(
                    f"the first {rejected.total()} items gave none", rejected, _OF_OTHERS
                )
    except KeyboardInterrupt:
        stopped = chosen.unfinished = True
    reasons = dict(sorted(rejected.items()))
    return Outcome(written, reasons, time.perf_counter() - began, None, stopped)


def _refuse_more(count: int, most: int | None) -> None:
    if most is not None and count > most:
        raise InputError(
            "Not so many different problems",
            f"{count} were asked for; there cannot be more than {most} that are different up to "
            "renaming",
            f"Ask for {most} or fewer, of which some may be repeated, or say --no-unique.",
        )


class _Collector:
    """What was made and is kept."""

    def __init__(self, count: int, unique: bool, take: Callable[[GeneratedItems], None]) -> None:
        self.count = count
        self.unique = unique
        self.seen = 0
        self.written = 0
        """Items that were handed on."""
        self.rejected: Counter[str] = Counter()
        self.known = KeyIndex()
        self.wanted: Counter[str] = Counter()
        """Question type and gold to how many problems have to be replaced."""
        self.stale = 0
        self.fresh = 0
        """Indices whose problem was none that was there already."""
        self.some = False
        """Whether any index gave an item."""
        self.group: list[tuple[GeneratedItems, bool]] = []
        """What twins of the last index made, and whether it is beyond the count."""
        self.twins: object = None
        self._take = take

    @property
    def missing(self) -> int:
        """How many problems are still to be replaced."""
        return self.wanted.total()

    @property
    def done(self) -> int:
        """How many indices are done with."""
        return min(self.seen, self.count) - self.missing

    def add(self, result: GeneratedItems) -> None:
        """Take what the next index made."""
        self.seen += 1
        self.some |= bool(result.items)
        if not self.unique:
            self._keep(result)
            self.rejected.update(result.rejected)
            return
        twins = result.items[0].attributes.get(TWINS) if result.items else None
        if self.group and (twins is None or twins != self.twins):
            self.close()
        self.group.append((result, self.seen > self.count))
        self.twins = twins
        if twins is None or self.seen == self.count:
            self.close()

    def close(self) -> None:
        """Keep the last twins, or drop them where any is there already: if only that one were
        dropped, labels with fewer problems of a sort would have other sorts more often. Twins that
        are one problem told in other words on purpose are no repeats of one another. Raises
        InputError where too many problems in a row were repeats."""
        group, self.group = self.group, []
        chosen: list[tuple[GeneratedItems, bool, str]] = []
        for result, extra in group:
            if not result.items:
                if not extra:
                    self._keep(result)
                    self.rejected.update(result.rejected)
                continue
            sort = _sort(result.items[0])
            if not extra or self.wanted[sort] > sum(other == sort for _, _, other in chosen):
                chosen.append((result, extra, sort))
        if not chosen:
            return
        keys = [
            structure_key(result.items[0]) or result.items[0].content_hash
            for result, _, _ in chosen
        ]
        wordings = {
            (key, str(result.items[0].attributes.get(RETOLD)))
            for key, (result, _, _) in zip(keys, chosen, strict=True)
        }
        fresh = len(wordings) == len(keys) and not any(key in self.known for key in keys)
        for result, extra, sort in chosen:
            self.rejected.update(result.rejected)
            if fresh:
                self._keep(result)
                self.fresh += 1
                self.wanted[sort] -= extra
            elif not extra:
                self.wanted[sort] += 1
        if fresh:
            for key in set(keys):
                self.known.add(key)
            self.stale = 0
            return
        self.rejected[REPEATED] += len(chosen)
        self.stale += len(chosen)
        if self.stale >= _STALE + len(self.known) // 4:
            raise self._exhausted()

    def _keep(self, result: GeneratedItems) -> None:
        self.written += len(result.items)
        self._take(result)

    def _exhausted(self) -> InputError:
        different = f"{len(self.known)} are different up to renaming"
        if self.fresh > len(self.known):
            different += f" (twins come together) and make {self.fresh} items"
        return InputError(
            "Not so many different problems",
            f"{self.count} were asked for; among {self.seen} drawn, {different}, "
            f"and the last {self.stale} were all repeated",
            f"Ask for {self.fresh} or fewer, for larger problems, or say --no-unique.",
        )

    def refuse_nothing(self) -> None:
        """Raises InputError where the first indices gave nothing."""
        if self.seen == _HOPELESS < self.count and not self.some:
            counts = self.rejected.copy()
            for result, _ in self.group:
                counts.update(result.rejected)
            raise _nothing(f"the first {self.seen} gave none", counts, _OF_LESS)


_OF_LESS = "Ask for less at once: other depth, noise, premises, operators or labels."
_OF_OTHERS = "Give other items, or those first of which something can be made."


def _nothing(tried: str, rejected: Counter[str], hint: str) -> InputError:
    """That nothing was made of what was tried, with the commonest reasons."""
    reasons = ", ".join(f"{reason} ({number})" for reason, number in rejected.most_common(3))
    return InputError("No item can be made", f"{tried}: {reasons or 'no reason known'}", hint)


def _sort(item: Item) -> str:
    golds = [leaf.gold.model_dump(mode="json") if leaf.gold else None for leaf in item.leaves]
    return json.dumps([item.attributes.get(QUESTION_TYPE), golds], sort_keys=True)


@dataclass(frozen=True)
class MakerJob:
    """The job of a maker: what it makes of an index."""

    maker: Maker
    size: int = _SHARD

    @property
    def identity(self) -> str:
        """The maker's parameters, and what is in the files that it reads."""
        files = (Path(name) for name in getattr(self.maker, "corpus", ()))
        read = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
        return "\n".join([type(self.maker).__module__, repr(self.maker), *read])

    def begin(self) -> Maker:
        """The maker itself."""
        return self.maker

    def key_of(self, input: int) -> str:
        """The index."""
        return str(input)


@dataclass(frozen=True)
class MakingOfItems:
    """The job of a maker that goes through items: each is sent by itself, or with those that it is
    made into something with."""

    maker: "MakerOfItems"
    """With no items in it."""
    size: int = _SHARD

    @property
    def identity(self) -> str:
        """The maker's parameters."""
        return f"{type(self.maker).__module__}\n{self.maker!r}"

    def begin(self) -> Callable[[Sequence[Item]], GeneratedItems]:
        """What the maker makes of a list of these items alone."""
        return self._generated

    def _generated(self, items: Sequence[Item]) -> GeneratedItems:
        return replace(self.maker, items=tuple(items))(0)

    def key_of(self, input: Sequence[Item]) -> str:
        """Everything in the items."""
        return "\n".join(item.model_dump_json() for item in input)


class MakerOfItems(Protocol):
    """A dataclass that makes something of each of its items, or of each few of them, whatever the
    others are."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def items(self) -> tuple[Item, ...]:
        """Index to item."""

    def __call__(self, index: int) -> GeneratedItems:
        """What it makes of an item."""


def _failed(failed: InputFailure) -> GeneratedItems:
    """Nothing made, with the reason. Raises what was meant for the user: all indices have it."""
    error = failed.error()
    if error is not None:
        raise error
    return GeneratedItems(rejected={_program_error(failed): 1})


def _program_error(failed: InputFailure) -> str:
    return f"an error of the program: {failed.reason}"
