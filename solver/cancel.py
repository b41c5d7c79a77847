"""Stopping a question that is under way: a token for other threads, and what it may take.

Owns `Cancel`, `Cancelled`, `Budget` (time, memory, models) and how work gives up at its end; knows
no engine, so that anybody may hold one. What can be interrupted registers itself while it runs.
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
"""What would end each piece of work that is under way in this process, whatever its token."""


def interrupt_all() -> None:
    """Interrupt all work that is under way in this process; no token is pulled by that itself."""
    for interrupt in list(_under_way.values()):
        interrupt()


class Cancel:
    """A token another thread may pull. Once pulled it stays pulled; it starts no thread itself."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._left: threading.Condition | None = None
        """Told of what has stopped, once somebody waits for it."""
        self._running: dict[int, Callable[[], None]] = {}
        self.cancelled = False
        """True from the first `cancel()` on, which alone sets it; an attribute, since every loop
        looks at it."""

    def cancel(self, wait: float = 1.0) -> bool:
        """Interrupt what runs under this token and refuse what would start.

        An interrupt that arrives just before the solver sets to work is lost on it, so it is sent
        again until everything has stopped or `wait` seconds are over. Returns True where all has
        stopped.
        """
        deadline = monotonic() + wait
        with self._lock:
            self.cancelled = True
            self._left = self._left or threading.Condition(self._lock)
            while self._running:
                for interrupt in self._running.values():
                    interrupt()
                if monotonic() >= deadline:
                    return False
                self._left.wait(0.005)
        return True

    @contextmanager
    def running(self, interrupt: Callable[[], None]) -> Iterator[bool]:
        """Hold `interrupt` ready for as long as the block runs; gives False, and registers
        nothing, where the token is already pulled."""
        start = self.enter(interrupt)
        try:
            yield start
        finally:
            self.leave(interrupt)

    def enter(self, interrupt: Callable[[], None]) -> bool:
        """As `running` at the beginning of its block, for work that is over in microseconds."""
        with self._lock:
            if not self.cancelled:
                self._running[id(interrupt)] = _under_way[id(interrupt)] = interrupt
            return not self.cancelled

    def leave(self, interrupt: Callable[[], None]) -> None:
        """As `running` at the end of its block."""
        with self._lock:
            self._running.pop(id(interrupt), None)
            _under_way.pop(id(interrupt), None)
            if self._left is not None:
                self._left.notify_all()


@contextmanager
def timed(seconds: float, cancel: Cancel | None = None) -> Iterator[Cancel]:
    """A token for the block, pulled after so many seconds, or with `cancel`. Work in several steps
    under it then ends with `Cancelled`, which leaves the block as it is."""
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
    """Work in several steps was given up half way; there is no answer."""

    def __init__(self) -> None:
        super().__init__("Cancelled", "The work was stopped before it was done.")


def proceed(cancel: Cancel | None) -> None:
    """Between two steps of longer work: raise `Cancelled` where the token was pulled."""
    if cancel is not None and cancel.cancelled:
        raise Cancelled


class GaveUp(Exception):
    """An engine came to no answer; `reason` says why, in words for the screen."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


MEMORY = 512 << 20
"""Bytes the data of one question may take, by the engines' own reckoning."""
MODELS = 1_000_000
"""Models one question may list."""


@quick
@dataclass(frozen=True, slots=True)
class Budget:
    """What one question may take, everything included, and the token that may end it sooner."""

    deadline: float
    """On the monotonic clock, in seconds."""
    cancel: Cancel
    memory: int = MEMORY
    """Bytes."""
    models: int = MODELS
    """How many assignments may be listed; counting may go on."""

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
        return cls(monotonic() + seconds, cancel or Cancel(), memory, models)

    @property
    def left(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.deadline - monotonic())

    @property
    def over(self) -> bool:
        """True where time is up or the token was pulled."""
        return self.cancel.cancelled or monotonic() >= self.deadline

    @property
    def reason(self) -> str:
        """Why work under this budget stopped, in a word or two; empty where it need not."""
        if self.cancel.cancelled:
            return "interrupted"
        return "timeout" if monotonic() >= self.deadline else ""

    def check(self) -> None:
        """Between two steps: raise `GaveUp` with the reason where the budget is over."""
        if self.cancel.cancelled or monotonic() >= self.deadline:
            raise GaveUp(self.reason)

    def at_most(self, seconds: float) -> "Budget":
        """The same token with no more than `seconds` of the time left."""
        deadline = min(self.deadline, monotonic() + seconds)
        return Budget(deadline, self.cancel, self.memory, self.models)


NO_LIMIT = Budget(float("inf"), Cancel())
"""For work that is known to be short."""
READING_SECONDS = 60.0
"""What reading one formalization may take where nobody set a limit. One of 100,000 premises takes a
tenth of that."""


FILE_SECONDS = 300.0
"""What may be spent in one file on formalizations that are then given up."""
LEAST_SECONDS = 0.1
"""What each gets where that is used up; nearly all are read in less."""


class FileReading:
    """The reading of one file, whose records have one budget for what is given up."""

    def __init__(self) -> None:
        self.left = FILE_SECONDS

    @property
    def seconds(self) -> float:
        """What reading the next formalization may take."""
        return max(self.left, LEAST_SECONDS)

    @contextmanager
    def record(self) -> Iterator[None]:
        """While a record is read in this thread."""
        token = _file.set(self)
        try:
            yield
        finally:
            _file.reset(token)


_file: "ContextVar[FileReading | None]" = ContextVar("file", default=None)


def for_reading(budget: Budget) -> Budget:
    """The budget of a reading: one without an end ends after `READING_SECONDS`, and sooner in a
    file that has used up its time."""
    file = _file.get()
    limit = READING_SECONDS if budget.deadline == inf else inf
    if file is not None:
        limit = min(limit, file.seconds)
    return budget if limit == inf else budget.at_most(limit)


def reading_given_up(seconds: float) -> bool:
    """A reading was given up after so long: its file has less time for others. Whether it had all
    the time that a reading may take."""
    file = _file.get()
    if file is None:
        return True
    full = file.seconds >= READING_SECONDS
    file.left -= seconds
    return full


_AT_ONCE = 1024
_LISTS = frozenset([list, tuple])
_EMPTY: dict[str, str] = {}
_VIEWS = frozenset(
    map(type, (_EMPTY, set(), frozenset(), _EMPTY.keys(), _EMPTY.items(), _EMPTY.values()))
)
_OTHERS = (dict, set, frozenset, KeysView, ItemsView, ValuesView)
"""Abstract classes, which take longer to ask than a short loop takes."""


def within(items: Iterable[T], budget: Budget) -> Iterator[T]:
    """The items, with a look at the budget before every thousand or so. Raises `GaveUp`."""
    kind = type(items)
    if kind in _LISTS or (kind not in _VIEWS and isinstance(items, (list, tuple))):
        listed = True
    elif kind in _VIEWS or isinstance(items, _OTHERS):
        listed = False
    else:
        return _in_parts(iter(items), budget)
    if len(items) > _AT_ONCE:  # type: ignore[arg-type]
        return _in_parts(iter(items), budget)
    budget.check()
    # Of what is no list a copy, since a loop may change it.
    return iter(items if listed else [*items])


def _in_parts(rest: Iterator[T], budget: Budget) -> Iterator[T]:
    while some := list(islice(rest, _AT_ONCE)):
        budget.check()
        yield from some


class Meter:
    """Counts the steps of a loop and looks at the budget now and then."""

    __slots__ = ("_each", "_next", "budget", "steps")

    EVERY = 256

    def __init__(self, budget: Budget, each: int = 0) -> None:
        """`each` is how many bytes a step keeps."""
        self.steps = 0
        self.budget = budget
        self._each = each
        self._next = self.EVERY

    def spend(self, steps: int = 1) -> None:
        """Count steps; raise `GaveUp` where time, token or memory says so."""
        self.steps += steps
        if self.steps >= self._next:
            self._next = self.steps + self.EVERY
            self.budget.check()
            if self.steps * self._each > self.budget.memory:
                raise GaveUp("memory limit")
