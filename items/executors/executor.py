"""The interface of an executor, and running a job on one.

Owns the order of results, the number of shards in progress, repeating those whose worker was lost,
and finding an item that kills every worker. Each executor owns where and how a shard is processed;
the job owns what is done.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from items.executors.jobs import InputFailure, Job, Order, Shard, attempt, order_of, shards
from items.executors.shard_store import ShardStore

I = TypeVar("I")  # noqa: E741
R = TypeVar("R")
ATTEMPTS = 2
"""Lost workers after which a shard's inputs are tried one by one, and after which an input counts
as failed."""
MAX_WAITING_SHARDS = 4
"""Finished shards that may wait for an earlier one, per shard being processed."""


@dataclass(frozen=True, slots=True)
class ShardResults:
    """The results of some inputs."""

    ticket: int
    results: Sequence[Any] | None
    """One per input; None if the worker was lost."""


class Executor(Protocol):
    """Processes pieces of work somewhere, and returns their results in any order."""

    @property
    def workers(self) -> int:
        """Most pieces processed at the same time."""

    def room(self) -> int:
        """Number of pieces that may be put now; more than 0 whenever none is in progress."""

    def put(self, ticket: int, order: Order, inputs: Sequence[Any]) -> None:
        """Start a piece of work."""

    def take(self) -> ShardResults:
        """Wait for any piece in progress. Raises OutsideError if none can be finished."""

    def close(self) -> None:
        """Stop all work in progress."""


@dataclass
class _Entry:
    """A shard in progress."""

    shard: Shard
    results: list[Any]
    missing_count: int
    kept: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    """Inputs of a shard that are sent together: all of them, or one."""

    entry: _Entry
    start: int
    stop: int
    losses: int = 0


class Workers:
    """An executor for the duration of a command, and its finished shards. Leaving without an error
    deletes these shards. After an error, or if the run is `unfinished`, the same run finds them
    again. Without an executor (the default), this process does the work."""

    def __init__(
        self, executor: Executor | None = None, shard_store: ShardStore | None = None
    ) -> None:
        self.executor = executor
        self.shard_store = None if executor is None else shard_store or ShardStore.usual()
        self.unfinished = False
        self.repeated_pieces = 0
        """Pieces sent again because their worker was lost."""
        self.reused_shards = 0
        """Shards that an earlier run finished."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if self.executor is not None:
            self.executor.close()
        if kind is None and not self.unfinished and self.shard_store is not None:
            self.shard_store.forget()

    def run(self, job: Job[I, R], inputs: Iterable[I]) -> Iterator[R | InputFailure]:
        """The result of every input, in order. Inputs are consumed as needed, and only a few shards
        are held at a time. Raises OutsideError if the workers are lost permanently."""
        if self.executor is None:
            work = job.begin()
            return (attempt(work, entry) for entry in inputs)
        return self._shared(self.executor, job, inputs)

    def pairs(self, job: Job[I, R], inputs: Iterable[I]) -> Iterator[tuple[I, R | InputFailure]]:
        """As `run`, but yields each input with its result; inputs are held until their result
        arrives."""
        line: deque[I] = deque()

        def noted() -> Iterator[I]:
            for entry in inputs:
                line.append(entry)
                yield entry

        for result in self.run(job, noted()):
            yield line.popleft(), result

    def _shared(
        self, executor: Executor, job: Job[I, R], inputs: Iterable[I]
    ) -> Iterator[R | InputFailure]:
        order = order_of(job)
        coming = shards(order, inputs)
        line: deque[_Entry] = deque()
        again: deque[_Piece] = deque()
        under_way: dict[int, _Piece] = {}
        ticket = 0
        ended = False
        while True:
            while again or not (ended or len(line) > MAX_WAITING_SHARDS * max(executor.workers, 1)):
                if executor.room() <= 0:
                    break
                if again:
                    piece = again.popleft()
                else:
                    shard = next(coming, None)
                    if shard is None:
                        ended = True
                        break
                    entry = self._entry(shard)
                    line.append(entry)
                    if not entry.missing_count:
                        continue
                    piece = _Piece(entry, 0, len(shard.inputs))
                ticket += 1
                under_way[ticket] = piece
                chosen = piece.entry.shard.inputs[piece.start : piece.stop]
                executor.put(ticket, order, chosen)
            while line and not line[0].missing_count:
                yield from line.popleft().results
            if under_way:
                shard_results = executor.take()
                again.extend(self._take_results(under_way.pop(shard_results.ticket), shard_results))
            elif ended and not line and not again:
                return

    def _entry(self, shard: Shard) -> _Entry:
        stored_results = None if self.shard_store is None else self.shard_store.get(shard.key)
        if stored_results is not None and len(stored_results) == len(shard.inputs):
            self.reused_shards += 1
            return _Entry(shard, stored_results, 0, kept=True)
        return _Entry(shard, [None] * len(shard.inputs), len(shard.inputs))

    def _take_results(self, piece: _Piece, shard_results: ShardResults) -> list[_Piece]:
        """Store the results of a piece. Returns the pieces to send again."""
        entry, number = piece.entry, piece.stop - piece.start
        if shard_results.results is None:
            self.repeated_pieces += 1
            lost = piece.losses + 1
            if lost < ATTEMPTS:
                return [_Piece(entry, piece.start, piece.stop, lost)]
            if number > 1:
                return [_Piece(entry, n, n + 1) for n in range(piece.start, piece.stop)]
            results: Sequence[Any] = [InputFailure(f"{lost} workers ended while processing it")]
        else:
            results = shard_results.results
        entry.results[piece.start : piece.stop] = results
        entry.missing_count -= number
        lost_one = any(isinstance(result, InputFailure) for result in entry.results)
        if not entry.missing_count and self.shard_store is not None and not lost_one:
            self.shard_store.store(entry.shard.key, entry.results)
        return []
