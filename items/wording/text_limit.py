"""Time limit for searching texts, shared by the rules about wording.

Owns the limit of the current work. A rule iterates over sentences with `in_time` and does not check
the clock itself; without a limit it runs to its end.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from solver.cancel import NO_LIMIT, Budget

T = TypeVar("T")
_limit: ContextVar[Budget] = ContextVar("limit", default=NO_LIMIT)


@contextmanager
def limited(budget: Budget) -> Iterator[None]:
    """Within the block, work that checks the limit raises `GaveUp` once the budget is used up."""
    before = _limit.set(budget)
    try:
        yield
    finally:
        _limit.reset(before)


def look_at_the_time() -> None:
    """Raises GaveUp if the limit is reached."""
    _limit.get().check()


def in_time(parts: Iterable[T]) -> Iterator[T]:
    """Yield the parts one after another. Raises GaveUp before a part if no time is left."""
    check = _limit.get().check
    for part in parts:
        check()
        yield part
