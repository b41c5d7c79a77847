"""Shared parts of the generators: the result for one index, and generation for many indices with
several workers.

Owns the result record and running a maker over indices, in order and with the same result for any
number of workers. Each generator owns its items and their proofs.
"""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.executors.key_table import KeyIndex
from items.gold.check import QUESTION_TYPE
from items.models import Item
from items.shape.renaming import structure_key
from items.shape.structure import RETOLD, TWINS
from solver.cancel import GaveUp, whole_budget
from solver.errors import InputError, NotRead

PROVED: Final = "proved"
OUT_OF_TIME: Final = "given up: timeout"
"""The rejection reason of what ran out of time."""
_SHARD = 64
"""Indices per worker task; it never changes the result."""


@dataclass(frozen=True, slots=True)
class GeneratedItems:
    """The result for one index of a generator: proved items, or the reason for none."""

    items: tuple[Item, ...] = ()
    records: tuple[dict[str, Any], ...] = ()
    """The same in another tool's format, if the generator supports one and it was requested."""
    rejected: Mapping[str, int] = field(default_factory=dict)
    """Rejection reason to its number of drafts."""


Maker = Callable[[int], GeneratedItems]
"""A pure function from an index to its result; both must be picklable."""


@dataclass(frozen=True, slots=True)
class Batch:
    """All results of a run, in the order of the indices."""

    items: tuple[Item, ...]
    records: tuple[dict[str, Any], ...]
    rejected: Mapping[str, int]
    seconds: float
    distinct: int | None = None
    """Number of problems that differ up to renaming; None if distinct ones were not requested."""
    stopped: bool = False
    """Whether the run was interrupted; the items are those made until then."""


REPEATED_PROBLEM = "a repeated problem, up to renaming"
_MAX_REPETITIONS = 300
"""Repeated problems in a row after which no more distinct ones are expected."""
_MAX_EMPTY_INDICES = 3
"""Initial indices without a result after which none is expected."""
_HOPELESS_ITEMS = 60
"""Initial input items without a result after which none is expected."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Summary of a run whose results were passed on."""

    written: int
    """Number of items."""
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
    maker: Maker,
    count: int,
    progress: Callable[[int], None] | None = None,
    *,
    workers: Workers | None = None,
    unique: bool = False,
    refuse: bool = False,
    on_result: Callable[[GeneratedItems], None] | None = None,
    seconds: float = inf,
) -> Batch:
    """Run `produce` and hold all results in memory; `on_result` also receives each result. Raises
    InputError as `produce` does."""
    results: list[GeneratedItems] = []

    def take(result: GeneratedItems) -> None:
        results.append(result)
        if on_result is not None:
            on_result(result)

    outcome = produce(
        maker,
        count,
        take,
        progress,
        workers=workers,
        unique=unique,
        refuse=refuse,
        seconds=seconds,
    )
    return Batch(
        tuple([item for result in results for item in result.items]),
        tuple([record for result in results for record in result.records]),
        outcome.rejected,
        outcome.seconds,
        outcome.distinct,
        outcome.stopped,
    )


def produce(
    maker: Maker,
    count: int,
    on_result: Callable[[GeneratedItems], None],
    progress: Callable[[int], None] | None = None,
    *,
    workers: Workers | None = None,
    unique: bool = False,
    refuse: bool = False,
    seconds: float = inf,
) -> Outcome:
    """Pass the results of `maker` for the indices 0 to count - 1 to `on_result`, in order.
    `workers` run it; the default is this process. Only hashes of these results are held. An index
    may take `seconds`; then it is given up.

    With `unique`, a problem that repeats an earlier one up to renaming is replaced by one of a
    later index with the same question type and gold. A maker may define the largest possible number
    (`most_different`); requests for more are rejected. With `refuse`, a request without results is
    rejected after its first indices. `progress` receives the number of finished indices. Ctrl+C
    ends the run; results made until then have been passed on.

    Raises:
        InputError: there are fewer distinct problems than requested, or (`refuse`) none at all.
    """
    began = time.perf_counter()
    if unique:
        _refuse_more(count, getattr(maker, "most_different", lambda: None)())
    collector = _Collector(count, unique, on_result)
    stopped = False
    start, size = 0, count
    chosen = workers or Workers()
    try:
        while size:
            for result in chosen.run(MakerJob(maker, seconds), range(start, start + size)):
                collector.add(_failed(result) if isinstance(result, InputFailure) else result)
                if refuse:
                    collector.refuse_nothing()
                if progress is not None:
                    progress(min(collector.finished_count, count))
            collector.close()
            start, size = start + size, 2 * collector.missing
    except KeyboardInterrupt:
        stopped = chosen.unfinished = True
    return Outcome(
        collector.written,
        dict(sorted(collector.rejected.items())),
        time.perf_counter() - began,
        len(collector.problem_keys) if unique else None,
        stopped,
    )


def produce_of(
    maker: "MakerOfItems",
    inputs: Iterable[Sequence[Item]],
    on_result: Callable[[GeneratedItems], None],
    progress: Callable[[int, int], None] | None = None,
    *,
    workers: Workers | None = None,
) -> Outcome:
    """Pass the results of a maker of items for each input to `on_result`, in order. Inputs are read
    when needed and not held; an item that fails is counted as rejected. `progress` receives the
    number of finished inputs and of items made from them. Ctrl+C works as in `produce`.

    Raises:
        InputError: the first items gave no result.
    """
    began = time.perf_counter()
    chosen = workers or Workers()
    rejected: Counter[str] = Counter()
    written = 0
    stopped = False
    try:
        for finished, result in enumerate(chosen.run(MakingOfItems(maker), inputs), 1):
            if isinstance(result, InputFailure):
                rejected[result.title or _program_error(result)] += 1
                continue
            on_result(result)
            written += len(result.items)
            rejected.update(result.rejected)
            if progress is not None:
                progress(finished, written)
            if not written and rejected.total() >= _HOPELESS_ITEMS:
                raise _nothing(
                    f"the first {rejected.total()} items gave none", rejected, _OF_OTHERS
                )
    except KeyboardInterrupt:
        stopped = chosen.unfinished = True
    reasons = dict(sorted(rejected.items()))
    return Outcome(written, reasons, time.perf_counter() - began, None, stopped)


def _refuse_more(count: int, maximum: int | None) -> None:
    if maximum is not None and count > maximum:
        raise InputError(
            "Not enough different problems",
            f"{count} were requested; at most {maximum} are different up to renaming",
            f"Ask for {maximum} or fewer, or use --no-unique.",
        )


class _Collector:
    """Collects results and selects those to keep."""

    def __init__(
        self, count: int, unique: bool, on_result: Callable[[GeneratedItems], None]
    ) -> None:
        self.count = count
        self.unique = unique
        self.finished = 0
        self.written = 0
        """Items passed on."""
        self.rejected: Counter[str] = Counter()
        self.problem_keys = KeyIndex()
        self.replacements: Counter[str] = Counter()
        """Question type and gold to the number of problems still to be replaced."""
        self.repetitions = 0
        self.distinct = 0
        """Indices whose problem was not a repetition."""
        self.has_items = False
        """Whether any index gave an item."""
        self.group: list[tuple[GeneratedItems, bool]] = []
        """Results of the current twins, and whether each is beyond the count."""
        self.twins: object = None
        self._on_result = on_result

    @property
    def missing(self) -> int:
        """Number of problems still to be replaced."""
        return self.replacements.total()

    @property
    def finished_count(self) -> int:
        """Number of finished indices."""
        return min(self.finished, self.count) - self.missing

    def add(self, result: GeneratedItems) -> None:
        """Take the result of the next index."""
        self.finished += 1
        self.has_items |= bool(result.items)
        if not self.unique:
            self._keep(result)
            self.rejected.update(result.rejected)
            return
        twins = result.items[0].attributes.get(TWINS) if result.items else None
        if self.group and (twins is None or twins != self.twins):
            self.close()
        self.group.append((result, self.finished > self.count))
        self.twins = twins
        if twins is None or self.finished == self.count:
            self.close()

    def close(self) -> None:
        """Keep the current twins, or drop them all if any repeats an earlier problem: dropping only
        that one would change the distribution of problems over labels. Twins that deliberately
        render one problem in several ways do not count as repetitions. Raises InputError after too
        many repetitions in a row."""
        group, self.group = self.group, []
        chosen: list[tuple[GeneratedItems, bool, str]] = []
        for result, extra in group:
            if not result.items:
                if not extra:
                    self._keep(result)
                    self.rejected.update(result.rejected)
                continue
            sort = _sort(result.items[0])
            if not extra or self.replacements[sort] > sum(other == sort for _, _, other in chosen):
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
        fresh = len(wordings) == len(keys) and not any(key in self.problem_keys for key in keys)
        for result, extra, sort in chosen:
            self.rejected.update(result.rejected)
            if fresh:
                self._keep(result)
                self.distinct += 1
                self.replacements[sort] -= extra
            elif not extra:
                self.replacements[sort] += 1
        if fresh:
            for key in set(keys):
                self.problem_keys.add(key)
            self.repetitions = 0
            return
        self.rejected[REPEATED_PROBLEM] += len(chosen)
        self.repetitions += len(chosen)
        if self.repetitions >= _MAX_REPETITIONS + len(self.problem_keys) // 4:
            raise self._exhausted()

    def _keep(self, result: GeneratedItems) -> None:
        self.written += len(result.items)
        self._on_result(result)

    def _exhausted(self) -> InputError:
        different = f"{len(self.problem_keys)} are different up to renaming"
        if self.distinct > len(self.problem_keys):
            different += f" (twins come together) and make {self.distinct} items"
        return InputError(
            "Not enough different problems",
            f"{self.count} were requested; among {self.finished} drawn, {different}, "
            f"and the last {self.repetitions} were all repetitions",
            f"Ask for {self.distinct} or fewer or for larger problems, or use --no-unique.",
        )

    def refuse_nothing(self) -> None:
        """Raises InputError if the first indices gave nothing."""
        if self.finished == _MAX_EMPTY_INDICES < self.count and not self.has_items:
            counts = self.rejected.copy()
            for result, _ in self.group:
                counts.update(result.rejected)
            raise _nothing(f"the first {self.finished} gave none", counts, _OF_LESS)


_OF_LESS = "Ask for less: change depth, noise, premises, operators or labels."
_OF_OTHERS = "Give other items, or put the usable ones first."


def _nothing(attempts: str, rejected: Counter[str], hint: str) -> InputError:
    """The error for attempts without any result, with the most frequent reasons."""
    reasons = ", ".join(f"{reason} ({number})" for reason, number in rejected.most_common(3))
    return InputError("No item can be made", f"{attempts}: {reasons or 'no reason known'}", hint)


def _sort(item: Item) -> str:
    golds = [leaf.gold.model_dump(mode="json") if leaf.gold else None for leaf in item.leaves]
    return json.dumps([item.attributes.get(QUESTION_TYPE), golds], sort_keys=True)


@dataclass(frozen=True)
class MakerJob:
    """Job that runs a maker on an index, for a limited time."""

    maker: Maker
    seconds: float = inf
    size: int = _SHARD

    @property
    def identity(self) -> str:
        """The maker's parameters, and hashes of the files that it reads."""
        files = (Path(name) for name in getattr(self.maker, "corpus", ()))
        digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
        return "\n".join(
            [type(self.maker).__module__, repr(self.maker), repr(self.seconds), *digests]
        )

    def begin(self) -> Maker:
        """Return the maker, or one that gives up after the time."""
        return self.maker if self.seconds == inf else self._generated

    def _generated(self, index: int) -> GeneratedItems:
        with whole_budget(self.seconds) as budget:
            try:
                result = self.maker(index)
            except (GaveUp, NotRead):
                return GeneratedItems(rejected={OUT_OF_TIME: 1})
            late = budget.is_over and not result.items
        return GeneratedItems(rejected={OUT_OF_TIME: 1}) if late else result

    def key_of(self, input: int) -> str:
        """Return the index."""
        return str(input)


@dataclass(frozen=True)
class MakingOfItems:
    """Job for a maker that processes items: each is sent alone, or with the items it is combined
    with."""

    maker: "MakerOfItems"
    """The maker, without items."""
    size: int = _SHARD

    @property
    def identity(self) -> str:
        """The maker's parameters."""
        return f"{type(self.maker).__module__}\n{self.maker!r}"

    def begin(self) -> Callable[[Sequence[Item]], GeneratedItems]:
        """Return a function that runs the maker on the given items alone."""
        return self._generated

    def _generated(self, items: Sequence[Item]) -> GeneratedItems:
        return replace(self.maker, items=tuple(items))(0)

    def key_of(self, input: Sequence[Item]) -> str:
        """Return the full content of the items."""
        return "\n".join(item.model_dump_json() for item in input)


class MakerOfItems(Protocol):
    """A dataclass that makes results from each of its items, or each small group of them,
    independently of the others."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def items(self) -> tuple[Item, ...]:
        """Index to item."""

    def __call__(self, index: int) -> GeneratedItems:
        """Return the result for an item."""


def _failed(failure: InputFailure) -> GeneratedItems:
    """An empty result with the reason. Raises errors meant for the user, as they affect all
    indices."""
    error = failure.error()
    if error is not None:
        raise error
    return GeneratedItems(rejected={_program_error(failure): 1})


def _program_error(failure: InputFailure) -> str:
    return f"an error of the program: {failure.reason}"
