"""Stopping a running query: a token for other threads, and a budget.

Owns `Cancel`, `Cancelled`, `Budget` (time, memory, models) and how work gives up when a budget is
used up. Knows no engine, so that any module can hold a budget. Interruptible work registers itself
while it runs.
"""

import threading
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, ValuesView
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import monotonic
from typing import TypeVar

from solver.errors import OutsideError
from solver.quick_dataclasses import quick

T = TypeVar("T")
_under_way: dict[int, Callable[[], None]] = {}
"""Callbacks that interrupt each piece of work running in this process, whatever its token."""


def interrupt_all() -> None:
    """Interrupt all work running in this process. This does not cancel any token."""
    for interrupt in list(_under_way.values()):
        interrupt()


class Cancel:
    """A token that another thread may cancel. It stays cancelled, and starts no thread itself."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._stopped_work: threading.Condition | None = None
        """Notified when work stops; None until a thread waits for that."""
        self._running: dict[int, Callable[[], None]] = {}
        self.cancelled = False
        """True from the first `cancel()` on, the only place that sets it. A plain attribute,
        because every loop reads it."""

    def cancel(self, wait: float = 1.0) -> bool:
        """Interrupt work that runs under this token, and refuse new work.

        An interrupt that arrives just before the solver starts has no effect, so it is sent
        repeatedly until everything has stopped or `wait` seconds have passed. Returns True if
        everything has stopped.
        """
        deadline = monotonic() + wait
        with self._lock:
            self.cancelled = True
            self._stopped_work = self._stopped_work or threading.Condition(self._lock)
            while self._running:
                for interrupt in self._running.values():
                    interrupt()
                if monotonic() >= deadline:
                    return False
                self._stopped_work.wait(0.005)
        return True

    @contextmanager
    def running(self, interrupt: Callable[[], None]) -> Iterator[bool]:
        """Register `interrupt` while the block runs; yields False, and registers nothing, if the
        token is already cancelled."""
        start = self.enter(interrupt)
        try:
            yield start
        finally:
            self.leave(interrupt)

    def enter(self, interrupt: Callable[[], None]) -> bool:
        """The start of `running` without a context manager, for work that takes microseconds."""
        with self._lock:
            if not self.cancelled:
                self._running[id(interrupt)] = _under_way[id(interrupt)] = interrupt
            return not self.cancelled

    def leave(self, interrupt: Callable[[], None]) -> None:
        """The end of `running`."""
        with self._lock:
            self._running.pop(id(interrupt), None)
            _under_way.pop(id(interrupt), None)
            if self._stopped_work is not None:
                self._stopped_work.notify_all()


@contextmanager
def timed(seconds: float, cancel: Cancel | None = None) -> Iterator[Cancel]:
    """A token for the block, cancelled after `seconds` or together with `cancel`. Work in several
    steps under it then raises `Cancelled`, which propagates out of the block."""
    token = Cancel()

    def stop() -> None:
        token.cancel(wait=0)

    if seconds <= 0:
        stop()
    timer = threading.Timer(max(seconds, 0.0), token.cancel)
    timer.daemon = True
    timer.start()
    try:
        with (cancel or Cancel()).running(stop) as begins:
            if not begins:
                stop()
            yield token
    finally:
        timer.cancel()


class Cancelled(OutsideError):
    """Work in several steps was stopped midway; there is no answer."""

    def __init__(self) -> None:
        super().__init__("Cancelled", "The work was stopped before it was done.")


def proceed(cancel: Cancel | None) -> None:
    """Raise `Cancelled` if the token was cancelled; called between the steps of longer work."""
    if cancel is not None and cancel.cancelled:
        raise Cancelled


class GaveUp(Exception):
    """An engine reached no answer; `reason` says why, in words for the screen."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


MEMORY = 512 << 20
"""Bytes that the data of one query may take, as estimated by the engines."""
_BYTES_OF_MODEL = 200
_BYTES_OF_VALUE = 60
"""Size of a listed assignment, and of each value in it."""
MODELS = 1_000_000
"""Models that one query may list."""


@quick
@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one query in total, and the token that may end it sooner."""

    deadline: float
    """On the monotonic clock, in seconds."""
    cancel: Cancel
    memory: int = MEMORY
    """Bytes."""
    models: int = MODELS
    """How many assignments may be listed; counting may continue."""

    @classmethod
    def of(
        cls,
        seconds: float,
        cancel: Cancel | None = None,
        *,
        memory: int = MEMORY,
        models: int = MODELS,
    ) -> "Budget":
        """A budget that ends `seconds` from now."""
        deadline = min(monotonic() + seconds, _deadline.get())
        return cls(deadline, cancel or Cancel(), memory, models)

    @property
    def left(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.deadline - monotonic())

    @property
    def is_over(self) -> bool:
        """True if time is up or the token was cancelled."""
        return self.cancel.cancelled or monotonic() >= self.deadline

    @property
    def reason(self) -> str:
        """Why work under this budget must stop, in a word or two; empty while it may continue."""
        if self.cancel.cancelled:
            return "interrupted"
        return "timeout" if monotonic() >= self.deadline else ""

    def listable(self, columns: int) -> int:
        """How many assignments to so many targets may be listed; at least one."""
        return max(
            1, min(self.models, self.memory // (_BYTES_OF_MODEL + columns * _BYTES_OF_VALUE))
        )

    def check(self) -> None:
        """Raise `GaveUp` with the reason if the budget is used up; called between two steps."""
        if self.cancel.cancelled or monotonic() >= self.deadline:
            raise GaveUp(self.reason)

    def at_most(self, seconds: float) -> "Budget":
        """The same token with no more than `seconds` of the time left."""
        deadline = min(self.deadline, monotonic() + seconds)
        return Budget(deadline, self.cancel, self.memory, self.models)


_deadline: ContextVar[float] = ContextVar("whole", default=inf)
"""The end of the work under way in this context, on the monotonic clock."""


@contextmanager
def whole_budget(seconds: float) -> Iterator[Budget]:
    """A context whose work ends after `seconds`, however many queries it asks: no budget that this
    thread makes in it ends later. Yields the budget of all of it; inside another such context, the
    earlier end counts."""
    budget = Budget.of(seconds)
    token = _deadline.set(budget.deadline)
    try:
        yield budget
    finally:
        _deadline.reset(token)


class TimeLeft:
    """The time that is left to each of several queries, each of which is worked on in several
    steps."""

    def __init__(self, seconds: float) -> None:
        """`seconds`: the time of one query, for all its steps together."""
        self._seconds = seconds
        self._spent: dict[object, float] = {}

    @contextmanager
    def of(self, query: object, share: float = 1.0) -> Iterator[Budget]:
        """A context for one step of a query, named by any hashable object: `whole_budget` of the
        time that is left to it. `share`: the part of its whole time that may be used up by the end
        of this step."""
        spent = self._spent.get(query, 0.0)
        began = monotonic()
        try:
            with whole_budget(max(0.0, self._seconds * share - spent)) as budget:
                yield budget
        finally:
            self._spent[query] = spent + monotonic() - began


def check_whole() -> None:
    """In work that makes no budget: raise `GaveUp` when the time of `whole_budget` is over."""
    if monotonic() >= _deadline.get():
        raise GaveUp("timeout")


NO_LIMIT = Budget(float("inf"), Cancel())
"""The budget of work that is known to be short."""
READING_SECONDS = 60.0
"""Time limit for reading one formalization where the caller set none. Reading 100,000 premises
takes a tenth of it."""


FILE_SECONDS = 300.0
"""Time that may be spent per file on formalizations whose reading is then given up."""
MIN_SECONDS = 0.1
"""Time limit per formalization once that is used up; nearly all take less."""


class FileReading:
    """The reading of one file, whose records share one budget for readings that are given up."""

    def __init__(self, each: float = inf) -> None:
        """`each`: seconds that the formalization of any one record may take."""
        self.each = each
        self.seconds_left = FILE_SECONDS

    @property
    def seconds(self) -> float:
        """Seconds that reading the next formalization may take."""
        return min(self.each, max(self.seconds_left, MIN_SECONDS))

    @contextmanager
    def record(self) -> Iterator[None]:
        """A context in which this thread reads a record of the file."""
        token = _file.set(self)
        try:
            yield
        finally:
            _file.reset(token)


_file: "ContextVar[FileReading | None]" = ContextVar("file", default=None)


def for_reading(budget: Budget) -> Budget:
    """The budget for reading a formalization. A budget without a deadline gets `READING_SECONDS`,
    or less in a file that has used up its time."""
    file = _file.get()
    limit = READING_SECONDS if budget.deadline == inf else inf
    if _deadline.get() < inf:
        limit = min(limit, _deadline.get() - monotonic())
    if file is not None:
        limit = min(limit, file.seconds)
    return budget if limit == inf else budget.at_most(limit)


def reading_given_up(seconds: float) -> bool:
    """Record that a reading was given up after `seconds`, which its file then has less for others.
    Returns whether it had the full time that a reading may take."""
    file = _file.get()
    full = _deadline.get() == inf or seconds >= READING_SECONDS
    if file is None:
        return full
    full = full and file.seconds >= READING_SECONDS
    file.seconds_left -= seconds
    return full


_PART_SIZE = 1024
_LISTS = frozenset([list, tuple])
_EMPTY: dict[str, str] = {}
_VIEWS = frozenset(
    map(type, (_EMPTY, set(), frozenset(), _EMPTY.keys(), _EMPTY.items(), _EMPTY.values()))
)
_OTHERS = (dict, set, frozenset, KeysView, ItemsView, ValuesView)
"""Abstract classes; checking for them takes longer than a short loop."""


def within(items: Iterable[T], budget: Budget) -> Iterator[T]:
    """Yield the items and check the budget before every thousand or so. Raises `GaveUp`."""
    kind = type(items)
    if kind in _LISTS or (kind not in _VIEWS and isinstance(items, (list, tuple))):
        listed = True
    elif kind in _VIEWS or isinstance(items, _OTHERS):
        listed = False
    else:
        return _in_parts(iter(items), budget)
    if len(items) > _PART_SIZE:  # type: ignore[arg-type]
        return _in_parts(iter(items), budget)
    budget.check()
    # Other collections are copied, since the loop may change them.
    return iter(items if listed else [*items])


def _in_parts(rest: Iterator[T], budget: Budget) -> Iterator[T]:
    while some := list(islice(rest, _PART_SIZE)):
        budget.check()
        yield from some


class Meter:
    """Counts the steps of a loop and checks the budget from time to time."""

    __slots__ = ("_next", "_step_bytes", "budget", "steps")

    STEPS_PER_CHECK = 256

    def __init__(self, budget: Budget, step_bytes: int = 0) -> None:
        """`step_bytes`: how many bytes each step allocates and keeps."""
        self.steps = 0
        self.budget = budget
        self._step_bytes = step_bytes
        self._next = self.STEPS_PER_CHECK

    def spend(self, steps: int = 1) -> None:
        """Count steps; raise `GaveUp` if time or memory is used up or the token is cancelled."""
        self.steps += steps
        if self.steps >= self._next:
            self._next = self.steps + self.STEPS_PER_CHECK
            self.budget.check()
            if self.steps * self._step_bytes > self.budget.memory:
                raise GaveUp("memory limit")
